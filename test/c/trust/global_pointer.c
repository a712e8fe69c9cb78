// Code that we do not see follows the pointers in globals that it can name.
#include <assert.h>
#include <stdlib.h>

int *shared;
static int *hidden;
void poke(void);
int *current(void);

int main(void) {
  int x = 1;
#ifdef HEAP
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 1;
  shared = p;
  poke();
  assert(*p == 1);
#elif defined HIDDEN
  hidden = &x;
  poke();
  assert(x == 1);
#elif defined RETURNED
  shared = &x;
  int *p = current();
  if (p)
    *p = 7;
  assert(x == 1);
#else
  shared = &x;
  poke();
  assert(x == 1);
#endif
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DRETURNED
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DHEAP
 * exit: 5
 */
/* test: check -DHIDDEN
 * exit: 0
 * stdout-contains: RESULT: true
 */
