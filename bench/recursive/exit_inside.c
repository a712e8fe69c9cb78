// The program ends in the middle of the recursion.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

static int open_files;

static void visit(int n) {
  open_files++;
  if (n == 0) {
#ifndef BUG
    open_files = 0;
#endif
    assert(open_files == 0);
    exit(0);
  }
  if (n > 0)
    visit(n - 1);
  else
    visit(n + 1);
  assert(0);
}

int main(void) {
  visit(__VERIFIER_nondet_int());
  return 0;
}
