// sizeof, _Alignof, offsetof, _Static_assert: the platform's layout.
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

struct a { char c; int i; char d; };
struct b { char c; double d; short s; };
struct c { struct a a[2]; char tail; };
struct d { char c; long long l; };
struct e { char c; long double l; };
struct f { short s[3]; char c; };
struct empty {};
union u { char c[5]; int i; short s; };
struct nested { char c; struct { int x; union u u; } in; };

_Static_assert(sizeof(int) == 4, "int has 32 bits");
_Static_assert(CHAR_BIT == 8 && sizeof(char) == 1, "bytes have 8 bits");
_Static_assert(offsetof(struct a, i) == 4, "int is aligned");

#define SHOW(type) printf(#type " %d %d\n", (int)sizeof(type),                 \
                          (int)_Alignof(type))

int main(void) {
  SHOW(short);
  SHOW(long);
  SHOW(long long);
  SHOW(void *);
  SHOW(int (*)(void));
  SHOW(float);
  SHOW(double);
  SHOW(long double);
  SHOW(wchar_t);
  SHOW(size_t);
  SHOW(ptrdiff_t);
  SHOW(intmax_t);
  SHOW(struct a);
  SHOW(struct b);
  SHOW(struct c);
  SHOW(struct d);
  SHOW(struct e);
  SHOW(struct f);
  SHOW(struct empty);
  SHOW(union u);
  SHOW(struct nested);
  SHOW(int[7]);
  printf("%d %d %d\n", (int)offsetof(struct b, d), (int)offsetof(struct b, s),
         (int)offsetof(struct c, tail));
  printf("%d %d %d\n", (int)offsetof(struct c, a[1].d),
         (int)offsetof(struct nested, in.u), (int)offsetof(struct d, l));
  struct b x, *p = &x;
  printf("%d %d\n", (int)sizeof p->d, sizeof(struct b[3]) == 3 * sizeof x);
  printf("%d\n", (int)((char *)&p->s - (char *)p));
  int n = 5;
  printf("%d %d\n", (int)sizeof(n++), n); // not evaluated
  char array[10];
  printf("%d %d %d\n", (int)sizeof array, (int)sizeof &array[0] ==
         (int)sizeof(char *), (int)sizeof "four");
  printf("%d %d %d\n", (int)sizeof(char), (int)sizeof('a' + 'b'),
         (int)sizeof(1.0f * 2));
  printf("%d %ld %lld\n", INT_MAX, LONG_MAX, LLONG_MAX);
  printf("%d %d %d\n", FLT_MANT_DIG, DBL_MANT_DIG, LDBL_MANT_DIG);
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
