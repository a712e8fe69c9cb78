// __builtin_*_overflow: the infinitely precise result, fitted to the target.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static bool checked_add(int a, int b, int *r) {
  return __builtin_add_overflow(a, b, r);
}

static int parse(const char *s, int *value) {
  int v = 0;
  for (; *s >= '0' && *s <= '9'; s++)
    if (__builtin_mul_overflow(v, 10, &v) ||
        __builtin_add_overflow(v, *s - '0', &v))
      return -1;
  *value = v;
  return 0;
}

int main(void) {
  int r;
  unsigned u;
  long long ll;
  unsigned char c;
  short s;
  bool o;
  o = checked_add(INT_MAX, 1, &r);
  printf("%d %d\n", o, r);
  o = checked_add(INT_MAX, -1, &r);
  printf("%d %d\n", o, r);
  o = __builtin_sub_overflow(INT_MIN, 1, &r);
  printf("%d %d\n", o, r);
  o = __builtin_mul_overflow(65536, 65536, &r);
  printf("%d %d\n", o, r);
  o = __builtin_mul_overflow(-46341, 46341, &r);
  printf("%d %d\n", o, r);
  o = __builtin_add_overflow(UINT_MAX, 2u, &u);
  printf("%d %u\n", o, u);
  o = __builtin_sub_overflow(1u, 2u, &u);
  printf("%d %u\n", o, u);
  // Mixed types: -1 + 2u is 1 and fits.
  o = __builtin_add_overflow(-1, 2u, &u);
  printf("%d %u\n", o, u);
  o = __builtin_add_overflow(-3, 2u, &u);
  printf("%d %u\n", o, u);
  o = __builtin_add_overflow(INT_MAX, INT_MAX, &ll);
  printf("%d %lld\n", o, ll);
  o = __builtin_mul_overflow(LLONG_MAX, 2LL, &ll);
  printf("%d %lld\n", o, ll);
  o = __builtin_mul_overflow(-1LL, LLONG_MIN, &ll);
  printf("%d %lld\n", o, ll);
  o = __builtin_add_overflow(200, 55, &c);
  printf("%d %d\n", o, c);
  o = __builtin_add_overflow(200, 56, &c);
  printf("%d %d\n", o, c);
  o = __builtin_sub_overflow(-32768, 1, &s);
  printf("%d %d\n", o, s);
  o = __builtin_sadd_overflow(INT_MIN, -1, &r);
  printf("%d %d\n", o, r);
  unsigned long long ull;
  o = __builtin_umulll_overflow(ULLONG_MAX, 3, &ull);
  printf("%d %llu\n", o, ull);
  o = __builtin_ssubll_overflow(0, LLONG_MIN, &ll);
  printf("%d %lld\n", o, ll);
  int value = -1;
  printf("%d ", parse("2147483647", &value));
  printf("%d ", value);
  printf("%d %d\n", parse("2147483648", &value), parse("99999999999", &value));
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
