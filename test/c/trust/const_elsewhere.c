// A constant that another file of the program defines has its value, also where
// a function starts alone: nothing may change it.
#include <assert.h>

extern const int limit;
int quarter(void);

int starts(void) {
  quarter();
  assert(limit == 3);
  return 0;
}

/* test: check --function starts $file $dir/const_elsewhere.inc.c
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --function starts
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
