// Two reads of a volatile object may differ.
#include <assert.h>
volatile unsigned timer;
int main(void){ unsigned a = timer, b = timer; assert(a == b); return 0; }


/* test: check
 * exit: 10
 * stdout-contains: assert(a == b)  fails
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --32
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --volatile=memory
 * stdout-contains: RESULT: true
 */
/* test: run
 * exit: 0
 */
/* test: run --volatile=device --seed 3
 * exit: 134
 */
