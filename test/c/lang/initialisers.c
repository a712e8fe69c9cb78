// Initialisers: designators, nesting, ranges, overriding, anonymous members.
#include <stdio.h>

struct pair { int a, b; };
struct outer {
  char c;
  struct pair p[3];
  struct { int u; union { int v; char w; }; } in;
  int *link;
};
enum color { RED, GREEN = 5, BLUE };

static int target = 9;
static struct outer table[] = {
    [2] = {.c = 'z', .p[1].b = 7, .p[2] = {1, 2}, .in = {.v = 3, .u = 4}},
    [0] = {'a', {{1, 2}, {3}}, {5, {6}}, &target},
};
static int sparse[20] = {1, [5] = 2, 3, [10 ... 13] = 4, [19] = 5};
static const char *color_name[] = {[RED] = "red", [BLUE] = "blue"};
static int overridden[4] = {[0 ... 3] = 7, [2] = 1, [1] = 0};
static int flat[2][3] = {1, 2, 3, 4};
static struct pair pairs[] = {1, 2, 3, 4, 5, 6};
static int *const pointers[] = {&target, &sparse[6], (int *)0, &flat[1][0]};
static char text[] = {'a', 'b', 'c', '\0'}, braces[] = {"quoted"};
static union { double d; int i; } first = {1.5}, named = {.i = 8};
static long difference = &sparse[15] - &sparse[2];
static unsigned char wrapped = 300 & 0xff;

static int next(void) {
  static int n;
  return ++n;
}

int main(void) {
  printf("%d\n", (int)(sizeof table / sizeof *table));
  for (int i = 0; i < 3; i++) {
    struct outer *o = &table[i];
    printf("%d: %d (%d %d)(%d %d)(%d %d) %d %d %d\n", i, o->c, o->p[0].a,
           o->p[0].b, o->p[1].a, o->p[1].b, o->p[2].a, o->p[2].b, o->in.u,
           o->in.v, o->link ? *o->link : -1);
  }
  for (int i = 0; i < 20; i++)
    printf("%d", sparse[i]);
  printf("\n%s %s %d %d\n", color_name[0], color_name[BLUE],
         color_name[GREEN] == NULL, (int)(sizeof color_name / sizeof(char *)));
  printf("%d%d%d%d\n", overridden[0], overridden[1], overridden[2],
         overridden[3]);
  printf("%d %d %d\n", flat[1][0], flat[1][1], pairs[2].b);
  printf("%d %d %d %d\n", *pointers[0], *pointers[1], pointers[2] == NULL,
         *pointers[3]);
  printf("%s %s %d %d\n", text, braces, (int)sizeof text, (int)sizeof braces);
  printf("%.1f %d %ld %d\n", first.d, named.i, difference, wrapped);

  // Automatic ones, with run-time values.
  int x = next(), y = next();
  struct outer local = {.in.u = x + 10, .p = {[2].a = y}, .c = 'q'};
  printf("%d %d %d %d\n", local.c, local.in.u, local.p[2].a, local.p[0].b);
  struct pair copy = {.b = pairs[1].b * 2}, again = copy;
  printf("%d %d %d\n", copy.a, copy.b, again.b);
  struct { struct pair one; int z; } wrap = {copy, 3};
  printf("%d %d\n", wrap.one.b, wrap.z);
  int squares[] = {[3] = 9, [1] = 1};
  printf("%d %d %d %d\n", squares[0], squares[1], squares[2], squares[3]);
  int cells[3][2] = {[1] = {5, 6}, [2][1] = y};
  printf("%d %d %d\n", cells[1][1], cells[2][1], cells[0][0]);
  char big[40] = "short";
  int zeros = 0;
  for (int i = 0; i < 40; i++)
    zeros += !big[i];
  printf("%s %d\n", big, zeros);
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
