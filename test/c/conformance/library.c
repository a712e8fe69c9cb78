// The library does in a run what it does in a path: streams are there, pointers
// point to something, texts are compared, allocations fail.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bad(void);
extern const int limit;
extern const int limits[4];

int streams(int n) {
  fprintf(stderr, "%d\n", n);
  if (n == 3)
    bad();
  return 0;
}

int text(int n, const char *s) {
  puts(s);
  if (n == 3)
    bad();
  return 0;
}

int compared(const char *s) {
  if (strcmp(s, "go") == 0)
    bad();
  return 0;
}

int measured(const char *s) {
  if (strlen(s) == 2)
    bad();
  return 0;
}

int found(const char *s) {
  if (strchr(s, 'x'))
    bad();
  return 0;
}

int grown(int *a) {
  int *t = realloc(a, 8);
  if (!t)
    bad();
  return 0;
}

int copied(void) {
  char *t = strdup("a");
  if (!t)
    bad();
  free(t);
  return 0;
}

int constant(unsigned i) {
  if (limit == 3 && i < 4 && limits[i] == 9)
    bad();
  return 0;
}

int equal(void) {
  if (strcmp("go", "go") != 0)
    bad();
  return 0;
}

/* test: check --spec $dir/library.spec
 * exit: 10
 * stdout-contains: check streams: streams unreachable call bad: false
 * stdout-contains: check text: text unreachable call bad: false
 * stdout-contains: check compared: compared unreachable call bad: false
 * stdout-contains: check measured: measured unreachable call bad: false
 * stdout-contains: check found: found unreachable call bad: false
 * stdout-contains: check grown: grown unreachable call bad: false
 * stdout-contains: check copied: copied unreachable call bad: false
 * stdout-contains: check constant: constant unreachable call bad: false
 * stdout-contains: check equal: equal unreachable call bad: true
 */
