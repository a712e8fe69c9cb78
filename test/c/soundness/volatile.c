// Each read of a volatile object gives any value: it is a device. As memory
// only the program's own writes change it.
#include <assert.h>
volatile int port;
int main(void) {
  port = 1;
  assert(port == 1);
  return 0;
}

/* test: check
 * exit: 10
 */
/* test: check --volatile=memory
 * stdout-contains: RESULT: true
 */
