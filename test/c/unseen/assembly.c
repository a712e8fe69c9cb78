// Assembly that declares to write memory may write anything, unless it is said
// that what nobody sees changes nothing: then it writes its outputs only.
#include <assert.h>

register unsigned long stack asm("rsp");

struct registers {
  unsigned long a, b, c, d;
};

static int shared;

// More outputs than fit into one value, and a register with a name.
static struct registers call_monitor(unsigned long what) {
  struct registers r = {what, 0, 0, 0};
  asm volatile("call *monitor"
               : "+a"(r.a), "+b"(r.b), "+c"(r.c), "+d"(r.d), "+r"(stack)
               :
               : "memory");
  return r;
}

int main(void) {
  shared = 1;
  struct registers r = call_monitor(3);
#ifdef OUTPUT
  assert(r.a == 3);
#endif
  assert(shared == 1);
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: inline assembly that may write memory
 * stdout-contains: RESULT: unknown
 */

/* test: check --unseen=nothing
 * exit: 0
 * stdout-contains: inline assembly that may write memory writes its outputs only
 * stdout-contains: RESULT: true
 */

/* test: check --unseen=nothing -DOUTPUT
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
