// Function pointers: tables, operations in structs, callbacks, returned.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

typedef int (*binary)(int, int);
static const struct { const char *name; binary apply; } table[] = {
    {"add", add}, {"sub", sub}, {"mul", &mul}};

struct shape;
struct shape_ops {
  double (*area)(const struct shape *);
  void (*scale)(struct shape *, double);
  const char *(*name)(void);
};
struct shape { const struct shape_ops *ops; double a, b; };

static double square_area(const struct shape *s) { return s->a * s->a; }
static void square_scale(struct shape *s, double k) { s->a *= k; }
static const char *square_name(void) { return "square"; }
static double oblong_area(const struct shape *s) { return s->a * s->b; }
static void oblong_scale(struct shape *s, double k) { s->a *= k, s->b *= k; }
static const char *oblong_name(void) { return "oblong"; }

static const struct shape_ops square = {square_area, square_scale, square_name};
static const struct shape_ops oblong = {
    .name = oblong_name, .area = oblong_area, .scale = oblong_scale};

static void each(int *v, size_t n, void (*visit)(int *, void *), void *data) {
  for (size_t i = 0; i < n; i++)
    visit(v + i, data);
}
static void accumulate(int *v, void *sum) { *(long *)sum += *v; }
static void twice(int *v, void *unused) { (void)unused, *v *= 2; }

// A function that returns a function pointer, spelled out.
static int (*choose(char c))(int, int) {
  return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : NULL;
}

static int compose(binary outer, binary inner, int a, int b) {
  return (*outer)(inner(a, b), (**inner)(b, a));
}

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_length_then_text(const void *a, const void *b) {
  const char *s = *(char *const *)a, *t = *(char *const *)b;
  size_t m = strlen(s), n = strlen(t);
  return m != n ? (m > n) - (m < n) : strcmp(s, t);
}

// State machine: each state returns the next one.
struct machine { int count; struct next (*state)(struct machine *, char); };
struct next { struct next (*state)(struct machine *, char); };
static struct next outside(struct machine *m, char c);
static struct next inside(struct machine *m, char c) {
  (void)m;
  return (struct next){c == ' ' ? outside : inside};
}
static struct next outside(struct machine *m, char c) {
  if (c == ' ')
    return (struct next){outside};
  m->count++;
  return (struct next){inside};
}

int main(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    printf("%s %d\n", table[i].name, table[i].apply(7, 3));

  struct shape shapes[] = {{&square, 3, 0}, {&oblong, 2, 5}};
  for (int i = 0; i < 2; i++) {
    shapes[i].ops->scale(&shapes[i], 2);
    printf("%s %.1f\n", shapes[i].ops->name(), shapes[i].ops->area(&shapes[i]));
  }

  int v[] = {5, 3, 9, 1, 7, 3};
  long sum = 0;
  each(v, 6, twice, NULL);
  each(v, 6, accumulate, &sum);
  printf("%ld\n", sum);

  printf("%d %d %d\n", choose('+')(2, 3), choose('-')(2, 3), choose('*')(2, 3));
  printf("%d %d\n", choose('?') == NULL, choose('+') == add);
  printf("%d\n", compose(mul, sub, 10, 4));

  qsort(v, 6, sizeof *v, by_value);
  for (int i = 0; i < 6; i++)
    printf("%d ", v[i]);
  int key = 14, missing = 4;
  int *found = bsearch(&key, v, 6, sizeof *v, by_value);
  printf("at %d, %d\n", (int)(found - v),
         bsearch(&missing, v, 6, sizeof *v, by_value) == NULL);
  const char *words[] = {"pear", "fig", "apple", "kiwi", "date", "plum", "nut"};
  qsort(words, 7, sizeof *words, by_length_then_text);
  for (int i = 0; i < 7; i++)
    printf("%s ", words[i]);
  printf("\n");

  struct machine m = {0, outside};
  for (const char *s = "one two  three"; *s; s++)
    m.state = m.state(&m, *s).state;
  printf("%d words\n", m.count);

  int (*array[2][2])(int, int) = {{add, sub}, {mul, add}};
  printf("%d\n", array[1][0](6, 7) + array[0][1](6, 7));
  void (*generic)(void) = (void (*)(void))mul;
  printf("%d\n", ((binary)generic)(5, 5));
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
