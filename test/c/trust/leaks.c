// Blocks that a function allocates are freed, returned or handed on.
#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
  struct text *next;
};
void show(const char *s);
int keep(char *s);
static char *held;
static void *(*make)(size_t) = malloc;
static void (*end)(void *) = free;

// On the way out where something goes wrong.
int early(int n) {
  char *p = malloc(10);
  if (!p)
    return 1;
  if (n > 3) {
#ifndef BUG
    free(p);
#endif
    return 2;
  }
  free(p);
  return 0;
}

struct text *copy(int n) {
  struct text *t = malloc(sizeof *t);
  if (!t)
    return NULL;
  t->bytes = malloc(8);
  if (!t->bytes) {
#ifndef BUG
    free(t);
#endif
    return NULL;
  }
  t->bytes[0] = (char)n;
  t->next = NULL;
  return t;
}

// Through pointers; either may fail.
int hooks(void) {
  char *p = make(10), *q = make(20);
  if (!p || !q) {
    end(p);
#ifndef BUG
    end(q);
#endif
    return 1;
  }
  end(p);
  end(q);
  return 0;
}

int rounds(int n) {
  for (int i = 0; i < n; i++) {
    char *p = calloc(3, 1);
    if (!p)
      return 1;
#ifdef BUG
    if (i == 7)
      continue;
#endif
    free(p);
  }
  return 0;
}

// In a variable that has an address.
int within(int n) {
  struct text t = {malloc(4), NULL};
  struct text *u = &t;
  if (n > 1)
    show("many");
#ifndef BUG
  free(u->bytes);
#endif
  return n;
}

// The one that was there is lost.
int again(int n) {
  char *p = malloc(1);
  if (n) {
#ifndef BUG
    free(p);
#endif
    p = malloc(2);
  }
  free(p);
  return n;
}

// Handed on.
char *inside(void) {
  char *p = malloc(5);
  return p ? p + 2 : NULL;
}
void stored(struct text *t) {
  t->bytes = malloc(4);
}
void global(void) {
  held = malloc(4);
}
int passed(void) {
  char *p = malloc(4);
  return p ? keep(p) : 0;
}
// Packed into one number.
struct text returned(void) {
  struct text t = {malloc(4), NULL};
  return t;
}
int only_shown(void) {
  char *p = malloc(4);
  size_t n = 0;
  if (p) {
    strcpy(p, "abc");
    n = strlen(p);
  }
  return (int)n;
}

int main(void) {
  return early(5);
}

/* test: check --leaks
 * exit: 0
 * stdout-contains: no block is lost  holds
 */
/* test: check --leaks --function early
 * exit: 0
 */
/* test: check --leaks --function early -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-leak)
 */
/* test: check --leaks --function copy
 * exit: 0
 */
/* test: check --leaks --function copy -DBUG
 * exit: 10
 */
/* test: check --leaks --globals=initial --function hooks
 * exit: 0
 */
/* test: check --leaks --globals=initial --function hooks -DBUG
 * exit: 10
 */
/* test: check --leaks --function rounds
 * exit: 0
 */
/* test: check --leaks --function rounds -DBUG
 * exit: 10
 */
/* test: check --leaks --function within
 * exit: 0
 */
/* test: check --leaks --function within -DBUG
 * exit: 10
 */
/* test: check --leaks --function again
 * exit: 0
 */
/* test: check --leaks --function again -DBUG
 * exit: 10
 */
/* test: check --leaks --function inside
 * exit: 0
 */
/* test: check --leaks --function stored
 * exit: 0
 */
/* test: check --leaks --function global
 * exit: 0
 */
/* test: check --leaks --function passed
 * exit: 0
 */
/* test: check --leaks --function returned
 * exit: 0
 */
/* test: check --leaks --function only_shown
 * exit: 10
 */
