// float, double and long double: operators, conversions, comparisons, NaN.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}
static void show(const char *name, double d) {
  printf("%s %.17g %016llx\n", name, d, (unsigned long long)bits(d));
}

static void operators(void) {
  volatile double a = 0.1, b = 0.2, c = 3.0;
  show("a+b", a + b);
  show("a-b", a - b);
  show("a*b", a * b);
  show("a/c", a / c);
  show("-a", -a);
  volatile float f = 0.1f, g = 16777216.0f;
  show("f", f);
  show("f*f", f * f);
  show("f+1", f + 1.0);
  show("g+1", g + 1.0f);
  volatile long double l = 1.0L;
  l /= 3;
  printf("%.20Lg %.17g\n", l, (double)l);
  show("denormal", DBL_MIN / 1024);
  show("smallest", DBL_MIN * DBL_EPSILON);
  show("overflow", DBL_MAX * c);
  show("underflow", DBL_MIN * DBL_MIN);
  show("float max", (double)FLT_MAX);
  show("to float", (float)1e-46);
  show("rounded", (float)16777217.0);
}

static void comparisons(double x, double y) {
  printf("%d%d%d%d%d%d ", x < y, x <= y, x > y, x >= y, x == y, x != y);
  printf("%d%d%d %d%d\n", !(x < y), !!x, x && y, isunordered(x, y),
         isless(x, y));
}

static void special(void) {
  double zero = 0, infinity = 1 / zero, nan_value = zero / zero;
  comparisons(1, 2);
  comparisons(2, 2);
  comparisons(0.0, -0.0);
  comparisons(infinity, -infinity);
  comparisons(nan_value, 1);
  comparisons(nan_value, nan_value);
  printf("%d %d\n", isnan(infinity - infinity) != 0, isinf(-infinity) != 0);
  printf("%f %f %f\n", infinity, -infinity, -0.0);
  show("1/inf", 1 / infinity);
  show("-1/inf", -1 / infinity);
  show("0*-1", zero * -1);
  printf("%d %d\n", signbit(-0.0) != 0, signbit(0.0) != 0);
  printf("%d\n", nan_value != nan_value ? 1 : 0);
  printf("%d %d\n", (int)fmax(nan_value, 3), fpclassify(DBL_MIN / 2) ==
                                                 FP_SUBNORMAL);
}

static void conversions(void) {
  volatile double d = 3.99, n = -3.99, big = 4e9, bigger = 1.8e19;
  printf("%d %d %u %llu\n", (int)d, (int)n, (unsigned)big,
         (unsigned long long)bigger);
  printf("%d %d %d\n", (char)d, (short)-1234.5, (signed char)n);
  printf("%lld %d\n", (long long)-9.2e18, (_Bool)0.3);
  volatile int i = INT_MIN;
  volatile unsigned u = UINT_MAX;
  volatile long long ll = LLONG_MAX;
  volatile unsigned long long ull = ULLONG_MAX - 1000;
  show("int", i);
  show("unsigned", u);
  show("long long", ll);
  show("unsigned ll", ull);
  show("float ll", (float)ll);
  show("float ull", (float)ull);
  printf("%.1Lf %.1Lf\n", (long double)ll, (long double)ull);
  printf("%llu %d\n", (unsigned long long)(long double)ull, (int)-2.5L);
  show("int*double", i * 0.5);
  show("9007199254740993", (double)9007199254740993LL);
}

union pun { float f; uint32_t u; struct { uint32_t m : 23, e : 8, s : 1; }; };

int main(void) {
  operators();
  special();
  conversions();
  union pun p = {.f = -6.25f};
  printf("%x %d %d %x\n", (unsigned)p.u, p.s, p.e, p.m);
  p.e++;
  printf("%g\n", p.f);
  // A sum whose result depends on every rounding.
  double harmonic = 0;
  float single = 0;
  for (int i = 1; i <= 2000; i++)
    harmonic += 1.0 / i, single += 1.0f / (float)i;
  show("harmonic", harmonic);
  show("single", single);
  double x = 1;
  for (int i = 0; i < 20; i++)
    x = (x + 2 / x) / 2;
  show("newton", x);
  long double series = 0;
  for (int i = 0; i < 500; i++)
    series += (i % 2 ? -4.0L : 4.0L) / (2 * i + 1);
  printf("%.18Lf\n", series);
  static const double table[] = {0x1p-3, 1e10, .5e-3, 0x1.8p+1, 1e-320};
  for (int i = 0; i < 5; i++)
    show("", table[i]);
  double loop = 0;
  int steps = 0;
  while (loop < 1)
    loop += 0.1, steps++;
  printf("%d %d\n", steps, loop == 1);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
