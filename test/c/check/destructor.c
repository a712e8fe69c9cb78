// What runs before or after main is checked; where its place among other things
// that run at the end is not known, no proof is claimed.
#include <assert.h>
#include <stdlib.h>

static int x;

#ifdef BEFORE
__attribute__((constructor))
#else
__attribute__((destructor))
#endif
static void unseen(void) {
  assert(x == 0);
}

int main(void) {
#ifdef REGISTERED
  atexit(unseen);
#endif
  x = 1;
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBEFORE
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DREGISTERED
 * exit: 5
 */
