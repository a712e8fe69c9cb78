// _Generic selection by type; nothing but the chosen operand is evaluated.
#include <stdio.h>

#define NAME(x)                                                                \
  _Generic((x),                                                                \
      _Bool: "bool",                                                           \
      char: "char",                                                            \
      signed char: "signed char",                                              \
      unsigned char: "unsigned char",                                          \
      short: "short",                                                          \
      int: "int",                                                              \
      unsigned: "unsigned",                                                    \
      long: "long",                                                            \
      unsigned long: "unsigned long",                                          \
      long long: "long long",                                                  \
      float: "float",                                                          \
      double: "double",                                                        \
      long double: "long double",                                              \
      char *: "char *",                                                        \
      const char *: "const char *",                                            \
      int *: "int *",                                                          \
      void *: "void *",                                                        \
      struct s: "struct s",                                                    \
      default: "other")
#define ABS(x) _Generic((x), int: int_abs, double: double_abs)(x)

struct s { int v; };
static int int_abs(int v) { return v < 0 ? -v : v; }
static double double_abs(double v) { return v < 0 ? -v : v; }
static int called;
static int touch(void) { return ++called; }

int main(void) {
  char c = 0;
  const int k = 1;
  short sh = 2;
  float f = 1;
  struct s s = {5};
  int a[3];
  printf("%s %s %s\n", NAME(c), NAME('c'), NAME(k));
  printf("%s %s %s\n", NAME(sh), NAME(sh + sh), NAME(f + 1));
  printf("%s %s %s\n", NAME(1u + 1), NAME(1L + 1u), NAME(1.0L));
  printf("%s %s %s\n", NAME("text"), NAME((const char *)0), NAME(a));
  printf("%s %s %s\n", NAME((void *)0), NAME(s), NAME(&s));
  printf("%s %s %s\n", NAME((_Bool)1), NAME((signed char)1), NAME(!f));
  printf("%s %s\n", NAME(1 ? 1 : 1.0), NAME(1 ? 1 : 1u));
  printf("%d %.2f\n", ABS(-5), ABS(-2.5));
  int r = _Generic(touch(), int: 3, default: touch());
  printf("%d %d\n", r, called);
  _Generic(0, int: k, long: s.v);
  r = _Generic(s.v, int: touch(), default: 0);
  printf("%d %d\n", r, called);
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
