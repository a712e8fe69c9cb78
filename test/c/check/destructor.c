// What runs before or after main is not checked yet, and no proof is claimed.
#include <assert.h>

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
  x = 1;
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (destructors run after main)
 */
/* test: check -DBEFORE
 * exit: 5
 * stdout-contains: RESULT: unknown (constructors run before main)
 */
