// Functions of the library that the program defines itself are called.
#include <assert.h>
#include <stddef.h>
#ifndef LINKAGE
#define LINKAGE
#endif

LINKAGE void *memset(void *d, int c, size_t n) {
  char *a = d;
  (void)c;
  while (n--)
    *a++ = 1;
  return d;
}

LINKAGE int abs(int x) {
  return x;
}

struct large {
  int a[30];
};

int main(void) {
  unsigned n = 4;
  char x[4];
  struct large zero = {{0}}; // not a call
  memset(x, 7, n);
  assert(abs(-3) == -3);
  assert(zero.a[7] == 0);
#ifdef GOOD
  assert(x[2] == 1);
#else
  assert(x[2] == 7);
#endif
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: assert(x[2] == 7)
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check -DGOOD
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -DLINKAGE=static
 * exit: 10
 *
 * test: check -DLINKAGE=static -DGOOD
 * exit: 0
 *
 * test: run -DGOOD
 * exit: 0
 */
