// A loop in a loop; the inner one starts again each time.
//
//   -DBUG   the inner counter is not reset, and runs past the row's end
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { COLUMNS = 8 };

int main(void) {
  int rows = __VERIFIER_nondet_int();
  int column = 0;
  for (int row = 0; row < rows; row++) {
#ifndef BUG
    column = 0;
#endif
    do {
      assert(row < rows && column < COLUMNS);
      column++;
    } while (column < COLUMNS);
  }
  return 0;
}
