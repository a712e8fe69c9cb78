// Anonymous structs and unions, nested, with bit-fields, through pointers.
#include <stddef.h>
#include <stdio.h>

struct value {
  int kind;
  union {
    struct { int x, y; };
    struct { short r, g, b; union { short alpha; unsigned char a8[2]; }; };
    long whole;
    struct { unsigned low : 12, high : 20; };
  };
  struct { char first; union { char second; signed char same; }; };
};

static int area(const struct value *v) { return v->x * v->y; }

int main(void) {
  struct value v = {.kind = 1, .x = 6, .y = 7, .first = 'f', .second = 's'};
  printf("%d %d %c %c\n", area(&v), v.kind, v.first, v.same);
  v.r = 0x123, v.g = 0x456, v.b = 0x789, v.alpha = 0x0102;
  printf("%x %x %d %d\n", (unsigned)v.x, (unsigned)v.y, v.a8[0], v.a8[1]);
  v.x = 0;
  v.low = 0xabc;
  v.high = 0x12345;
  printf("%x\n", (unsigned)v.x);
  v.same = -1;
  printf("%d %d\n", (signed char)v.second, v.first);
  printf("%d %d %d\n", (int)offsetof(struct value, y),
         (int)offsetof(struct value, alpha),
         (int)offsetof(struct value, b));
  struct value copy = v, *p = &copy;
  p->y += 1;
  p->a8[1]++;
  printf("%d %d\n", copy.alpha == v.alpha, copy.kind);
  int *inside = &p->y;
  *inside = 5;
  printf("%d %d\n", p->b, p->alpha);
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
