// Differences of pointers are numbers; statics with addresses in their
// initialisers may change.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct triple {
  int a, b, c;
};
static int x, y;
static int *p = &x;
static int *table[2] = {&x, &y};

static void set(void) { p = &y; }

static int length(const char *s) {
  const char *end = s;
  while (*end)
    end++;
  return (int)(end - s);
}

int main(void) {
  struct triple a[8];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 7)
    return 0;
  struct triple *q = &a[i];
  assert(q - a == i);
  assert((char *)q - (char *)a == 12 * i);
  assert(length("four") == 4);
  *p = 1;
  set();
  *p = 2;
  assert(x == 1 && y == 2);
  table[0] = table[1];
  *table[0] = 3;
  assert(x == 1 && y == 3);
#ifdef BUG
  assert(q - a != 5);
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check --deref
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: violated: assert(q - a != 5)
 */
/* test: check --32
 * stdout-contains: RESULT: true
 */
