// Compound literals at file scope and in functions, and their lifetimes.
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct segment { struct point from, to; };

static struct point *origin = &(struct point){3, 4};
static int *primes = (int[]){2, 3, 5, 7, 11, 0};
static const char *greeting = (char[]){"writable"};

static int sum(const int *v) {
  int total = 0;
  while (*v)
    total += *v++;
  return total;
}
static int distance(struct point p, struct point q) {
  int dx = p.x - q.x, dy = p.y - q.y;
  return dx * dx + dy * dy;
}
static int length(const struct segment *s) { return distance(s->from, s->to); }

static struct segment flip(struct segment s) {
  return (struct segment){.from = s.to, .to = s.from};
}

int main(void) {
  origin->x++;
  primes[0] = 1;
  printf("%d %d %d %s\n", origin->x, origin->y, sum(primes), greeting);
  printf("%d\n", sum((int[]){10, 20, 30, 0}));
  struct point far = {100, 200};
  printf("%d\n", distance((struct point){.y = 5, .x = 4}, far));
  printf("%d\n", length(&(struct segment){{0, 0}, {.x = 3, .y = 4}}));
  struct segment s = flip((struct segment){{1, 2}, {3, 4}});
  printf("%d %d %d %d\n", s.from.x, s.from.y, s.to.x, s.to.y);

  // A literal lives until its block ends and is made anew in each iteration.
  int total = 0;
  for (int i = 0; i < 4; i++) {
    struct point *p = &(struct point){i, 0};
    p->y += i * i;
    total += p->x + p->y;
  }
  printf("%d\n", total);

  char *text = (char[8]){"abc"};
  strcat(text, "def");
  printf("%s %d\n", text, (int)sizeof((char[8]){"abc"}));
  (struct point){1, 2}.x;
  int scalar = (int){42} + *&(int){8};
  printf("%d\n", scalar);
  const struct point *list[] = {&(struct point){1, 1}, &(struct point){2, 2}};
  printf("%d\n", list[0]->x * 10 + list[1]->y);
  // The pointer stays valid across a change through another one.
  int *p = (int[]){1, 2, 3};
  int *q = p + 1;
  *q = 20;
  printf("%d %d %d\n", p[0], p[1], p[2]);
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
