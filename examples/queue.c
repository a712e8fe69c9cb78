// A bounded queue's counters. Compile with -DBUG for a version that forgets to
// check before it takes an item out.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { CAPACITY = 100 };

int main(void) {
  int length = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (length < CAPACITY)
        length++;
    } else {
#ifndef BUG
      if (length > 0)
#endif
        length--;
    }
    assert(length >= 0 && length <= CAPACITY);
  }
  return 0;
}
