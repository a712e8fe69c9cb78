// Builtins that steer or query the compiler, and the mem* and str* ones.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

struct s { char c; int v[4]; };

static int sign(int n) {
  switch ((n > 0) - (n < 0)) {
  case -1: return -1;
  case 0: return 0;
  case 1: return 1;
  default: __builtin_unreachable();
  }
}

static int alloca_sum(int n) {
  int *v = __builtin_alloca(sizeof(int) * (size_t)n);
  for (int i = 0; i < n; i++)
    v[i] = i;
  int sum = 0;
  while (n--)
    sum += v[n];
  return sum;
}

static int checked(const char *p) {
  const char *q = __builtin_assume_aligned(p, 1);
  return q == p;
}

int main(void) {
  int n = 5;
  if (likely(n == 5) && !unlikely(n > 10))
    printf("expected\n");
  printf("%d\n", __builtin_expect_with_probability(n + 1, 6, 0.9) == 6);
  printf("%d %d %d\n", sign(-9), sign(0), sign(4));
  printf("%d\n", __builtin_constant_p(3 + 4));
  printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, n * 2, "text"));
  printf("%d %d %d\n", __builtin_types_compatible_p(int, signed),
         __builtin_types_compatible_p(int, long),
         __builtin_types_compatible_p(const int, int));
  printf("%d %d\n", (int)__builtin_offsetof(struct s, v[2]),
         (int)__builtin_object_size(&n, 0));
  printf("%d %d\n", alloca_sum(10), checked("x"));
  char buffer[32];
  __builtin_memset(buffer, 'a', 8);
  __builtin_memcpy(buffer + 8, "tail", 5);
  __builtin_memmove(buffer + 2, buffer, 12);
  buffer[14] = 0;
  printf("%s %d\n", buffer, (int)__builtin_strlen(buffer));
  printf("%d\n", __builtin_strcmp("a", "a"));
  printf("%d\n", __builtin_memcmp("b", "c", 1) < 0);
  printf("%d\n", (int)(__builtin_strchr("hello", 'l') != NULL));
  printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")) != 0,
         __builtin_isinf(__builtin_inf()) != 0, __builtin_signbit(-1.0) != 0);
  printf("%.1f %.1f\n", __builtin_fabs(-2.5), __builtin_sqrt(16));
  __builtin_prefetch(buffer);
  printf("%s %d\n", __FUNCTION__, __LINE__ > 0);
  struct s a = {'a', {1, 2, 3, 4}}, b = a;
  printf("%d\n", a.v[3] == b.v[3]);
  int binary = 0b10110, zero_length[0], range = 1 ? : 2;
  printf("%d %d %d\n", binary, (int)sizeof zero_length, range);
  printf("%d\n", (int)(sizeof(void) + sizeof(main)));
  void *vp = buffer;
  vp += 3; // arithmetic on void pointers
  printf("%c\n", *(char *)vp);
  int local_function(int); // declared in a block
  printf("%d\n", local_function(3));
  return 0;
}

int local_function(int v) { return v + 1; }

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
