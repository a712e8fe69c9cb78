// A wait for a volatile flag can end.
#include <assert.h>
static volatile int ready;
int main(void) { while (!ready) ; assert(0); return 0; }


/* test: check
 * exit: 10
 * stdout-contains: assert(0)  fails
 * stdout-contains: each read of a volatile object gives any value
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --volatile=device --check-proof
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --volatile=memory
 * stdout-contains: volatile objects change only when the program changes them
 * stdout-contains: RESULT: true
 */
