// Events on routines of the library leave them their meaning.
#include <stdlib.h>
#include <string.h>
void bad(void);

int kept(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 3;
  int r = *p;
  free(p);
  if (r != 3)
    bad();
  return 0;
}

int apart(void) {
  int *p = malloc(4);
  int *q = malloc(4);
  if (p && q) {
    *p = 1;
    *q = 2;
    if (*p != 1)
      bad();
  }
  free(p);
  free(q);
  return 0;
}

int fails(void) {
  int *p = malloc(4);
  if (!p)
    bad();
  free(p);
  return 0;
}

int zeroed(void) {
  int *p = calloc(4, 4);
  if (p && p[2] != 0)
    bad();
  return 0;
}

int copied(void) {
  int a[4] = {1, 2, 3, 4}, b[4];
  if (memcpy(b, a, sizeof a) != b || b[2] != 3)
    bad();
  return 0;
}

int moved(void) {
  char a[4] = "abc", b[4];
  memmove(b, a, 4);
  if (memcmp(a, b, 4))
    bad();
  return 0;
}

int set(void) {
  int a[4] = {1, 2, 3, 4};
  memset(a, 0x101, 4);
  if (a[0] != 0x01010101 || a[1] != 2)
    bad();
  return 0;
}

int differs(void) {
  int a[4] = {1, 2, 3, 4};
  memset(a, 0, 8);
  if (a[1] == 0 && a[2] == 3)
    bad();
  return 0;
}

int length(void) {
  char s[8] = "abc";
  if (strlen(s) != 3)
    bad();
  return 0;
}

// The events are performed as well.
int pairs(int n) {
  char *p = malloc(8), *q = 0;
  if (p && n > 2)
    q = malloc(4);
  free(p);
#ifndef LEAK
  if (q)
    free(q);
#endif
  return 0;
}

/* test: check --spec $dir/library_events.spec $file
 * exit: 10
 * stdout-contains: check kept: kept unreachable call bad: true
 * stdout-contains: check apart: apart unreachable call bad: true
 * stdout-contains: check fails: fails unreachable call bad: false
 * stdout-contains: check zeroed: zeroed unreachable call bad: true
 * stdout-contains: check copied: copied unreachable call bad: true
 * stdout-contains: check moved: moved unreachable call bad: true
 * stdout-contains: check set: set unreachable call bad: true
 * stdout-contains: check differs: differs unreachable call bad: false
 * stdout-contains: check length: length unreachable call bad: true
 * stdout-contains: check pairs: pairs refines NONE: true
 */
/* test: check --spec $dir/library_events.spec --check pairs $file -DLEAK
 * exit: 10
 * stdout-contains: RESULT: false(pairs)
 */
