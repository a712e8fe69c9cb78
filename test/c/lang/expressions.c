// Order and value of &&, ||, ?:, comma, ++, compound assignment.
#include <stdio.h>

static int calls;
static int yes(int n) { return printf("y%d ", n), calls++, 1; }
static int no(int n) { return printf("n%d ", n), calls++, 0; }
static int *at(int *p) { return calls++, p; }

int main(void) {
  // Short circuit: what is not needed is not called.
  int r = (no(1) && yes(2)) || (yes(3) && !no(4));
  printf("= %d\n", r);
  r = yes(1) || yes(2);
  printf("= %d\n", r);
  r = no(1) || (no(2) && yes(3)) || no(4);
  printf("= %d, %d calls\n", r, calls);
  if (!(yes(5) && no(6)) || yes(7))
    printf("taken\n");

  // && and || give 0 or 1 as int.
  int seven = 7, zero = 0;
  printf("%d %d %d %d\n", seven && 9, seven || zero, zero && seven, !!seven);
  printf("%d\n", (seven && zero) + (seven || zero) * 2 + sizeof(1 && 1L) == 6);

  // Conditional: nested, mixed types, as operand, with omitted middle.
  for (int i = -2; i <= 2; i++)
    printf("%s ", i < 0 ? i < -1 ? "far" : "near" : i > 0 ? i > 1 ? "high"
                                                                  : "low"
                                                          : "zero");
  printf("\n%.1f %d\n", seven ? 1 : 2.5, (seven ? -1 : 0u) > 0);
  int x = 0, y = 5;
  printf("%d %d\n", x ?: y, y ?: x);
  calls = 0;
  r = yes(1) ?: 9;
  printf("%d %d\n", r, calls);
  *(seven > 5 ? &x : &y) = 3;
  printf("%d %d\n", x, y);
  (seven > 5 ? yes : no)(8);
  printf("\n");

  // Comma.
  r = (x++, y += x, x * y);
  printf("%d %d %d\n", r, x, y);
  for (int i = 0, j = 10; i < j; i += 2, j--)
    printf("%d,%d ", i, j);
  printf("\n");

  // Compound assignment evaluates its left side once and yields the value.
  int v[4] = {1, 2, 3, 4}, *p = v;
  calls = 0;
  *at(&v[1]) += 10;
  *at(&v[2]) <<= *at(&v[0]);
  printf("%d %d %d\n", v[1], v[2], calls);
  *p++ += 100;
  *++p -= 1;
  printf("%d %d %d\n", v[0], v[2], (int)(p - v));
  int a, b, c;
  a = b = c = 4;
  a += b -= c *= 2;
  printf("%d %d %d\n", a, b, c);
  a = 7;
  a ^= a << 1, b = a--, c = --a;
  printf("%d %d %d\n", a, b, c);
  unsigned char byte = 250;
  byte += 10; // computed as int, then converted
  printf("%d ", byte);
  byte = 200;
  byte *= 2;
  byte >>= 1;
  byte |= 0x300;
  printf("%d\n", byte);
  short s = 10;
  s /= 4, s *= 2.6;
  printf("%d\n", s);
  double d = 7;
  d /= 2, d -= 1, d *= v[1];
  printf("%.2f\n", d);
  signed char sc = 127;
  sc++;
  printf("%d\n", sc);
  float f = 1.5f;
  f++, --f, f++;
  int i = 5;
  i *= 1.5;
  printf("%.1f %d\n", f, i);
  p = v + 3;
  p -= 2;
  int before = *p--;
  printf("%d %d %d\n", before, *p, p == v);
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
