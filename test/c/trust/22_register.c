// A device register: its value is an input.
#include <assert.h>
int f(void){ int x = *(volatile int *)0x1000; assert(x == 1); return x; }


/* test: check --function f
 * exit: 10
 * stdout-contains: assert(x == 1)  fails
 * stdout-contains: there is a device, and nothing of the program's
 * stdout-contains: RESULT: false(unreach-call)
 */
