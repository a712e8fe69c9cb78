// Memory that routines of the library give: by realloc, which leaves the old
// block where it is if it fails, and through pointers.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int grown(void) {
  char *p = malloc(8);
  if (!p)
    return 1;
  char *q = realloc(p, 16);
#ifdef OLD_LOST
  if (!q)
    return -1;
#else
  if (!q) {
    free(p);
    return -1;
  }
#endif
#ifndef NEW_LOST
  free(q);
#endif
  return 0;
}

int counted(void) {
  char *p = malloc(8);
  if (!p)
    return 1;
  char *q = reallocarray(p, 2, 8);
#ifndef LOST
  if (!q)
    free(p);
#endif
  free(q);
  return 0;
}

int aligned(void) {
  void *q;
  if (posix_memalign(&q, 16, 32))
    return 0;
#ifndef LOST
  free(q);
#endif
  return 1;
}

int printed(int n) {
  char *text;
  if (asprintf(&text, "%d", n) < 0)
    return 0;
  int first = text[0];
#ifndef LOST
  free(text);
#endif
  return first;
}

char *resolved(const char *name) {
  char *path = realpath(name, NULL);
#ifdef LOST
  return path ? "." : NULL;
#else
  return path;
#endif
}

/* test: check --leaks --function grown
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --leaks --function grown -DOLD_LOST
 * exit: 10
 * stdout-contains: RESULT: false(no-leak)
 * test: check --leaks --function grown -DNEW_LOST
 * exit: 10
 * stdout-contains: RESULT: false(no-leak)
 * test: check --leaks --function counted
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --leaks --function counted -DLOST
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --leaks --function aligned
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --leaks --function aligned -DLOST
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --leaks --function printed
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --leaks --function printed -DLOST
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --leaks --function resolved --nonnull
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --leaks --function resolved --nonnull -DLOST
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
