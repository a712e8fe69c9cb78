// GNU statement expressions, typeof and __auto_type.
#include <stdio.h>

#define MAX(a, b)                                                              \
  ({                                                                           \
    __typeof__(a) a_ = (a);                                                    \
    __typeof__(b) b_ = (b);                                                    \
    a_ > b_ ? a_ : b_;                                                         \
  })
#define SWAP(a, b)                                                             \
  do {                                                                         \
    __auto_type t_ = (a);                                                      \
    (a) = (b);                                                                 \
    (b) = t_;                                                                  \
  } while (0)
#define SUM(array)                                                             \
  ({                                                                           \
    __typeof__(*(array)) sum_ = 0;                                             \
    for (unsigned i_ = 0; i_ < sizeof(array) / sizeof *(array); i_++)          \
      sum_ += (array)[i_];                                                     \
    sum_;                                                                      \
  })

struct pair { int x, y; };

static int first_negative(const int *v, int n) {
  for (int i = 0; i < n; i++) {
    int x = ({
      if (v[i] < 0)
        return i;
      v[i] * 2;
    });
    printf("%d ", x);
  }
  return -1;
}

int main(void) {
  int i = 3;
  printf("%d %.1f %d\n", MAX(i, 2), MAX(1.5, i), MAX(-1, MAX(i, 9)));
  printf("%d ", MAX(i++, 2));
  printf("%d\n", i);
  struct pair p = {1, 2}, q = {3, 4};
  SWAP(p, q);
  double a = 1.5, b = 2.5;
  SWAP(a, b);
  printf("%d %d %.1f %.1f\n", p.x, q.y, a, b);
  short shorts[] = {1000, 2000, 3000};
  float floats[] = {0.5f, 0.25f};
  printf("%d %.2f\n", SUM(shorts), SUM(floats));
  const int v[] = {4, 5, -6, 7};
  printf("at %d\n", first_negative(v, 4));
  struct pair r = ({
    struct pair t = p;
    t.x *= 10;
    t;
  });
  printf("%d %d %d\n", r.x, ({ struct pair t = q; t; }).y, p.x);
  int n = 0;
  while (({ n++; n * n; }) < 50)
    ;
  printf("%d\n", n);
  int loops = 0;
  for (int k = 0; k < 5; k++) {
    loops += ({
      if (k == 2)
        continue;
      if (k == 4)
        break;
      10;
    });
  }
  printf("%d\n", loops);
  ({ ; });
  __typeof__(int *[3]) pointers = {&i, &n, &loops};
  __typeof__(p.x + 1L) widened = *pointers[1];
  printf("%d %d\n", (int)sizeof pointers / (int)sizeof(void *),
         widened == 8 && sizeof widened == sizeof(long));
  __auto_type f = first_negative;
  printf("%d\n", f(v + 2, 1));
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
