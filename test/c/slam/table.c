// Calls through a table that never changes: propagation leaves out the others,
// and renumbers what it leaves, and the calls are followed all the same.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
typedef int (*state)(unsigned left);
static int idle(unsigned left), busy(unsigned left), done(unsigned left);
static state table[] = {idle, busy, done};
static int idle(unsigned left) {
  if (left == 0)
    return 0;
  return table[1](left - 1);
}
static int busy(unsigned left) {
  assert(left != 3);
  if (left == 0)
    return 1;
  return table[2](left - 1);
}
static int done(unsigned left) { return left == 0 ? 2 : table[0](left - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 12)
    return 0;
  table[0](n);
  return 0;
}
/* test: check --engine=summaries
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check
 * exit: 10
 */
