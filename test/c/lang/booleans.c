// _Bool: every conversion to it gives 0 or 1.
#include <stdbool.h>
#include <stdio.h>

static bool truth(double d) { return d; }
static bool pointer_truth(const void *p) { return p; }
static bool identity(bool b) { return b; }
static _Bool global = 0.1;
static bool flags[3] = {1, 2, 256};

int main(void) {
  bool b = 256;
  printf("%d %d\n", b, (int)sizeof b);
  b = 0.5;
  printf("%d ", b);
  b = -0.0;
  printf("%d ", b);
  b = (void *)&b;
  printf("%d ", b);
  b = 1ULL << 40;
  printf("%d\n", b);
  printf("%d %d %d %d\n", truth(0.0001), truth(0), pointer_truth(&b),
         pointer_truth(0));
  printf("%d %d\n", identity(77), global);
  printf("%d%d%d\n", flags[0], flags[1], flags[2]);
  b = 1;
  b += 5;
  printf("%d ", b);
  b -= 1;
  printf("%d ", b);
  b++;
  b++;
  printf("%d ", b);
  b ^= 1;
  printf("%d ", b);
  b |= 4;
  printf("%d ", b);
  b &= 2;
  printf("%d\n", b);
  b = true;
  printf("%d %d %d %d\n", b + b, -b, ~b, !b);
  printf("%d %d\n", b << 3, b == 2);
  int n = 5;
  bool less = n < 10, both = less && n;
  printf("%d %d %d\n", less, both, less + both * 2);
  struct { bool a, b; unsigned c; } s = {n, !n, true};
  printf("%d %d %u %d\n", s.a, s.b, s.c, (bool)s.c == (_Bool)n);
  unsigned char *raw = (unsigned char *)&s.a;
  printf("%d\n", *raw);
  int count[2] = {0};
  for (int i = 0; i < 10; i++)
    count[(bool)(i & 6)]++;
  printf("%d %d\n", count[0], count[1]);
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
