// switch: ranges, fall-through, default in the middle, 64 bits, nested, Duff.
#include <limits.h>
#include <stdio.h>

static int classify(int c) {
  switch (c) {
  case 'a' ... 'z': return 1;
  case 'A' ... 'Z': return 2;
  case '0' ... '9': return 3;
  case -128 ... -1: return 4;
  case 1000 ... 100000: return 5;
  default: return 0;
  }
}

static int fall(int n) {
  int r = 0;
  switch (n) {
  case 3: r += 3; // fall through
  case 2: r += 20; // fall through
  default: r += 100; // fall through
  case 1: r += 1000; break;
  case 0: r = -1;
  }
  return r;
}

static const char *wide(long long v) {
  switch (v) {
  case 0x100000000LL: return "2^32";
  case -0x100000000LL: return "-2^32";
  case LLONG_MAX: return "max";
  case LLONG_MIN: return "min";
  case 0: return "zero";
  }
  return "other";
}

static int sparse(unsigned v) {
  switch (v) {
  case 1: return 1;
  case 100: return 2;
  case 10000: return 3;
  case 1000000: return 4;
  case 100000000: return 5;
  case 4000000000u: return 6;
  case UINT_MAX: return 7;
  case 0x80000000u: return 8;
  }
  return 0;
}

static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0: do { *to++ = *from++;
  case 7:      *to++ = *from++;
  case 6:      *to++ = *from++;
  case 5:      *to++ = *from++;
  case 4:      *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

static int nested(int a, int b) {
  switch (a) {
  case 1:
    switch (b) {
    case 1: return 11;
    case 2: break;
    default: return 19;
    }
    return 12;
  case 2:
    for (int i = 0;; i++) {
      switch (i) {
      case 5: goto out;
      case 2: continue;
      }
      b += i;
    }
  out:
    return b;
  }
  return -1;
}

// A coroutine: each call resumes where the last one returned.
static int resume(int *state, int *i) {
  switch (*state) {
  case 0:
    for (*i = 0; *i < 3; (*i)++) {
      *state = 1;
      return *i * 10;
  case 1:;
    }
  }
  *state = 2;
  return -1;
}

int main(void) {
  const int probes[] = {'m',  'Q',  '7',  ' ',   -1,
                        -128, -129, 1000, 99999, 100001};
  for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++)
    printf("%d", classify(probes[i]));
  printf("\n");
  for (int i = 0; i < 5; i++)
    printf("%d ", fall(i));
  printf("\n%s %s %s %s %s %s\n", wide(1LL << 32), wide(-(1LL << 32)),
         wide(LLONG_MAX), wide(LLONG_MIN), wide(0), wide(1));
  const unsigned values[] = {1, 100, 1000000, 4000000000u, UINT_MAX,
                             1u << 31, 5, 0};
  for (int i = 0; i < 8; i++)
    printf("%d", sparse(values[i]));
  printf("\n");
  char to[32] = {0};
  copy(to, "duff's device copies", 21);
  printf("%s\n", to);
  printf("%d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 3),
         nested(2, 100), nested(3, 0));
  int state = 0, i, value;
  while ((value = resume(&state, &i)) >= 0)
    printf("%d ", value);
  printf("\n");

  // The controlling expression is promoted; cases are converted to its type.
  unsigned char byte = 255;
  switch (byte) {
  case 255: printf("255\n"); break;
  case -1: printf("-1\n"); break;
  }
  switch ((signed char)byte) {
  case -1: printf("-1\n"); break;
  }
  _Bool b = 7;
  switch (b) {
  case 1: printf("true\n");
  }
  switch (3) // No block, no match.
  case 4: printf("never\n");
  switch (0) {
    int unused; // Declared and never initialised.
  default: unused = 5; printf("%d\n", unused);
  }
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
