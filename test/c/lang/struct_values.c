// Structs by value: every size and mix of classes, returned, nested, in arrays.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct c1 { char a; };
struct c3 { char a[3]; };
struct i1 { int a; };
struct i2 { int a, b; };
struct i3 { int a, b, c; };
struct l2 { long long a, b; };
struct l3 { long long a, b, c; };
struct c64 { unsigned char a[64]; };
struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct d2 { double a, b; };
struct fi { float a; int b; };
struct di { double a; int b; };
struct id { long a; double b; };
struct cd { char a; double b; char c; };
struct ld { long double a; };
struct p1 { const char *a; int b; };
struct n1 { struct i2 a; struct f2 b; };
struct a1 { struct { short v[2]; } a[2]; };
struct e0 {};
union ui { int i; float f; };
union ud { double d; char c[12]; };

static unsigned mix(const void *p, size_t n) {
  unsigned h = 17;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + ((const unsigned char *)p)[i];
  return h;
}

#define ECHO(type)                                                             \
  static type echo_##type(type v) { return v; }
typedef struct c1 c1;
typedef struct c3 c3;
typedef struct i1 i1;
typedef struct i2 i2;
typedef struct i3 i3;
typedef struct l2 l2;
typedef struct l3 l3;
typedef struct c64 c64;
typedef struct f1 f1;
typedef struct f2 f2;
typedef struct f3 f3;
typedef struct d2 d2;
typedef struct fi fi;
typedef struct p1 p1;
typedef struct n1 n1;
typedef struct a1 a1;
typedef union ui ui;
ECHO(c1) ECHO(c3) ECHO(i1) ECHO(i2) ECHO(i3) ECHO(l2) ECHO(l3) ECHO(c64)
ECHO(f1) ECHO(f2) ECHO(f3) ECHO(d2) ECHO(fi) ECHO(p1) ECHO(n1) ECHO(a1)
ECHO(ui)

#define TEST(type)                                                             \
  do {                                                                         \
    type v;                                                                    \
    for (size_t i = 0; i < sizeof v; i++)                                      \
      ((unsigned char *)&v)[i] = (unsigned char)(i * 3 + sizeof v);            \
    type w = echo_##type(v);                                                   \
    printf(#type " %d %d\n", (int)sizeof v,                                    \
           mix(&v, sizeof v) == mix(&w, sizeof w));                            \
  } while (0)

static struct di swap(struct id v) { return (struct di){v.b, (int)v.a}; }
static struct cd change(struct cd v, int by) {
  v.a = (char)(v.a + by), v.b *= by, v.c = (char)(v.c - by);
  return v;
}
static struct ld third(struct ld v) { return v.a /= 3, v; }
static union ud from_text(const char *s) {
  union ud u;
  memset(&u, 0, sizeof u);
  memcpy(u.c, s, strlen(s));
  return u;
}
static struct e0 nothing(struct e0 v, int *count) { return ++*count, v; }

// More structs than the registers hold.
static double many(struct i2 a, struct d2 b, struct l2 c, struct f3 d,
                   struct l2 e, struct di f, struct i3 g, struct d2 h,
                   struct c64 i, struct n1 j, char k) {
  return a.b + b.b + (double)c.b + d.c + (double)e.a + f.a + f.b + g.c + h.a +
         i.a[63] + j.a.b + j.b.a + k;
}

// The callee's copy is its own.
static int modify(struct i3 v) { return v.a = 100, v.b = 200, v.a + v.b + v.c; }
static struct i3 make(int n) { return (struct i3){n, n * n, n * n * n}; }

int main(void) {
  TEST(c1);
  TEST(c3);
  TEST(i1);
  TEST(i2);
  TEST(i3);
  TEST(l2);
  TEST(l3);
  TEST(c64);
  TEST(n1);
  TEST(a1);
  TEST(ui);
  f1 x1 = echo_f1((f1){1.5f});
  f2 x2 = echo_f2((f2){1.5f, -2.5f});
  f3 x3 = echo_f3((f3){1.5f, -2.5f, 3.5f});
  d2 y2 = echo_d2((d2){0.1, -0.2});
  fi z = echo_fi((fi){0.5f, -7});
  p1 p = echo_p1((p1){"pointer", 3});
  printf("%.1f %.1f %.1f %.2f %.1f %d %s\n", x1.a, x2.b, x3.c, y2.b, z.a, z.b,
         p.a + p.b);
  struct di d = swap((struct id){-9, 2.25});
  printf("%.2f %d\n", d.a, d.b);
  struct cd c = change((struct cd){'a', 1.5, 'z'}, 2);
  printf("%c %.1f %c\n", c.a, c.b, c.c);
  printf("%.6Lf\n", third((struct ld){1.0L}).a);
  printf("%s\n", from_text("union").c);
  int count = 0;
  struct e0 none = {};
  nothing(nothing(none, &count), &count);
  printf("%d\n", count);
  struct c64 big = {{[63] = 9}};
  struct n1 n = {{1, 2}, {0.5f, 0.25f}};
  double sum = many((struct i2){1, 2}, (struct d2){3, 4.5}, (struct l2){5, 6},
                    (struct f3){7, 8, 9.25f}, (struct l2){10, 11}, d,
                    (struct i3){12, 13, 14}, (struct d2){15, 16}, big, n, 17);
  printf("%.2f\n", sum);
  struct i3 v = {1, 2, 3};
  int result = modify(v);
  printf("%d %d %d\n", result, v.a, v.b);
  printf("%d\n", make(3).c + make(2).b);
  struct i3 list[3] = {make(1), make(2), make(3)};
  list[0] = list[2];
  list[1] = echo_i3(list[0]);
  list[2].a = 0;
  printf("%d %d %d\n", list[0].a, list[1].c, list[2].b);
  // Self assignment, chained assignment, comparison of bytes.
  struct i3 *self = &list[1];
  *self = list[1];
  struct i3 one, two;
  one = two = *self;
  printf("%d %d\n", one.b, memcmp(&one, &two, sizeof one));
  two.c++;
  printf("%d\n", memcmp(&one, &two, sizeof one) != 0);
  struct { struct i3 in[2]; int after; } outer = {{make(5), make(6)}, 7}, copy;
  copy = outer;
  copy.in[1] = copy.in[0];
  printf("%d %d %d\n", copy.in[1].c, outer.in[1].c, copy.after);
  // Through a function pointer and conditional.
  struct i3 (*function)(struct i3) = echo_i3;
  printf("%d\n", function(count ? make(4) : make(5)).b);
  volatile struct i2 careful = {1, 2};
  struct i2 plain = careful;
  careful = (struct i2){plain.b, plain.a};
  printf("%d %d\n", careful.a, careful.b);
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
