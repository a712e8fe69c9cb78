// --function: parameters and globals are arbitrary there, whatever main does.
#include <assert.h>

int limit = 10;

int checked(int value) {
  if (value < 0 || value > 20)
    return 0;
  assert(value <= 20);
  return value;
}

void trusting(int value) {
  assert(value + 1 <= limit);
}

int main(void) {
  trusting(checked(9));
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --function checked --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --function trusting
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function missing
 * exit: 2
 * stderr-contains: missing
 */
