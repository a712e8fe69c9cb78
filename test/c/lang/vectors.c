// GNU vectors of 16 bytes: arithmetic, comparison, subscripts, shuffles.
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));

static void show(const char *name, v4si v) {
  printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]);
}
static v4si scale(v4si v, int k) { return v * k; }
static v4si table[2] = {{1, 2, 3, 4}, {10, 20, 30, 40}};

int main(void) {
  v4si a = table[0], b = table[1];
  show("a+b", a + b);
  show("b-a", b - a);
  show("a*b", a * b);
  show("b/a", b / a);
  show("b%3", b % 3);
  show("a<<1", a << 1);
  show("b>>a", b >> a);
  show("-a", -a);
  show("~a", ~a);
  show("a&1", a & 1);
  show("a>2", a > 2);
  show("a==b", a == b / 10);
  show("scale", scale(a, -3));
  a[2] = 99;
  b += a;
  show("a", a);
  show("b", b);
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += b[i];
  printf("%d %d\n", sum, (int)sizeof a);
  v4sf f = {1.5f, -2.5f, 3.0f, 0.25f}, g = f * f + 1.0f;
  printf("%.4f %.4f %.4f %.4f\n", g[0], g[1], g[2], g[3]);
  v2df d = {0.1, 0.2};
  d /= 3.0;
  printf("%.17g %.17g\n", d[0], d[1]);
  v16qi bytes = {250, 251, 252};
  bytes += 10;
  printf("%d %d %d %d\n", bytes[0], bytes[2], bytes[3], bytes[15]);
  v2di wide = {1LL << 40, -1};
  wide *= 3;
  printf("%lld %lld\n", wide[0], wide[1]);
  v4si bits = (v4si)f;
  printf("%x %x\n", bits[0], bits[1]);
  v4si *p = &table[1];
  *p -= table[0];
  show("table", table[1]);
  v4si mixed = __builtin_shufflevector(a, table[0], 0, 5, 2, 7);
  show("shuffle", mixed);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
