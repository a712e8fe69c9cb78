// Attributes with a meaning: constructor, destructor, cleanup, alias, weak.
#include <stdio.h>
#include <stdlib.h>

static int order[8], used;

__attribute__((constructor(201))) static void second(void) {
  order[used++] = 2;
}
__attribute__((constructor(200))) static void first(void) { order[used++] = 1; }
__attribute__((constructor)) static void third(void) { order[used++] = 3; }
__attribute__((destructor)) static void last(void) { printf("destructor\n"); }
__attribute__((destructor(300))) static void very_last(void) {
  printf("late destructor\n");
}

static int real_function(int n) { return n + 100; }
int other_name(int n) __attribute__((alias("real_function")));
int variable = 6;
extern int variable_alias __attribute__((alias("variable")));

__attribute__((weak)) int weak_default(void) { return 7; }
extern int absent(void) __attribute__((weak));

static void close_int(int *p) { printf("close %d\n", *p); }
static void release(char **p) {
  printf("release %s\n", *p);
  free(*p);
}

static int scoped(int early) {
  __attribute__((cleanup(close_int))) int outer = 1;
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(close_int))) int inner = 10 + i;
    if (early && i == 1)
      return inner;
    if (i == 0)
      continue;
    inner++;
  }
  char *text __attribute__((cleanup(release))) = malloc(8);
  snprintf(text, 8, "text%d", early);
  return outer;
}

__attribute__((noreturn)) static void finish(int code) {
  printf("finish\n");
  exit(code);
}

static int always(int n) __attribute__((always_inline, pure));
static inline int always(int n) { return n * 3; }
__attribute__((noinline, const)) static int never(int n) { return n - 1; }
__attribute__((unused)) static int nobody(void) { return 0; }
static int odd __attribute__((section("special_section"), used)) = 9;

int main(void) {
  for (int i = 0; i < used; i++)
    printf("%d", order[i]);
  printf("\n%d %d\n", other_name(1), variable_alias);
  variable_alias++;
  printf("%d\n", variable);
  printf("%d %d\n", weak_default(), absent ? absent() : -1);
  printf("%d\n", scoped(0));
  printf("%d\n", scoped(1));
  printf("%d %d %d\n", always(4), never(4), odd);
  finish(0);
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
