// Variable arguments of every kind that the calling convention treats apart.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; short b; };
struct mixed { double d; int i; };
struct floats { float x, y, z; };
struct large { long v[5]; char tail; };

static int sum_ints(int count, ...) {
  va_list list;
  int sum = 0;
  va_start(list, count);
  while (count-- > 0)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}

static double sum_doubles(int count, ...) {
  va_list list;
  double sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    sum += va_arg(list, double);
  va_end(list);
  return sum;
}

// Walks a format: i int, l long long, d double, L long double, s string,
// p pointer to int, S/M/F/G the structs above.
static void show(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': printf(" %d", va_arg(list, int)); break;
    case 'u': printf(" %u", va_arg(list, unsigned)); break;
    case 'l': printf(" %lld", va_arg(list, long long)); break;
    case 'd': printf(" %.3f", va_arg(list, double)); break;
    case 'L': printf(" %.4Lf", va_arg(list, long double)); break;
    case 's': printf(" %s", va_arg(list, const char *)); break;
    case 'p': printf(" *%d", *va_arg(list, int *)); break;
    case 'S': {
      struct small s = va_arg(list, struct small);
      printf(" {%d %d}", s.a, s.b);
      break;
    }
    case 'M': {
      struct mixed m = va_arg(list, struct mixed);
      printf(" {%.2f %d}", m.d, m.i);
      break;
    }
    case 'F': {
      struct floats f = va_arg(list, struct floats);
      printf(" {%.1f %.1f %.1f}", f.x, f.y, f.z);
      break;
    }
    case 'G': {
      struct large g = va_arg(list, struct large);
      printf(" {%ld %ld %c}", g.v[0], g.v[4], g.tail);
      break;
    }
    }
  va_end(list);
  printf("\n");
}

static int sum_of_list(int count, va_list list) {
  int sum = 0;
  while (count-- > 0)
    sum += va_arg(list, int);
  return sum;
}

// Passing a va_list on, and reading it twice through a copy.
static void twice(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  int first = sum_of_list(count, list);
  int again = 0;
  for (int i = 0; i < count; i++)
    again = again * 10 + va_arg(copy, int);
  va_end(copy);
  va_end(list);
  printf("%d %d\n", first, again);
}

// The callee advances the caller's list.
static int take_one(va_list *list) { return va_arg(*list, int); }

static void through_pointer(int count, ...) {
  va_list list;
  va_start(list, count);
  while (count-- > 0)
    printf("%d;", take_one(&list));
  va_end(list);
  printf("\n");
}

static int format(char *to, size_t size, const char *text, ...) {
  va_list list;
  va_start(list, text);
  int length = vsnprintf(to, size, text, list);
  va_end(list);
  return length;
}

static void print(const char *text, ...) {
  va_list list;
  va_start(list, text);
  vprintf(text, list);
  va_end(list);
}

int main(void) {
  printf("%d %d\n", sum_ints(0), sum_ints(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%.2f\n", sum_doubles(10, .5, 1., 1.5, 2., 2.5, 3., 3.5, 4., 4.5, 5.));

  int object = 42;
  struct small s = {1, -2};
  struct mixed m = {3.25, 7};
  struct floats f = {1.5f, 2.5f, 3.5f};
  struct large g = {{1, 2, 3, 4, 5}, 'z'};
  show("ilds", -1, 1LL << 40, 2.5, "text");
  show("pLuLl", &object, 1.25L, 4000000000u, -2.5L, -1LL);
  show("SMFG", s, m, f, g);
  // More than the registers hold, of both classes, interleaved.
  show("idididididididid", 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8,
       8.);
  show("iiiiiSSMMddddddddMFi", 1, 2, 3, 4, 5, s, s, m, m, 1., 2., 3., 4., 5.,
       6., 7., 8., m, f, 99);
  show("iLiGiL", 1, 1.5L, 2, g, 3, 2.5L);
  // Default promotions.
  char c = -3;
  unsigned short us = 65535;
  float x = 1.125f;
  _Bool b = 1;
  show("iidi", c, us, x, b);

  twice(4, 1, 2, 3, 4);
  twice(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  through_pointer(8, 1, 2, 3, 4, 5, 6, 7, 8);

  char buffer[16];
  int length = format(buffer, sizeof buffer, "%s-%d-%.2f", "abc", 12, 3.14159);
  printf("%s %d\n", buffer, length);
  length = format(buffer, sizeof buffer, "%d %s", 123456, "cut off at the end");
  printf("[%s] %d\n", buffer, length);
  print("%c%c %5d|%-5d|%s\n", 'o', 'k', 42, 42, "end");
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
