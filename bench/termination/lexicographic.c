// The second counter may grow when the first shrinks; with the fault the first
// does not shrink.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
#ifndef BUG
      x--;
#endif
      y = __VERIFIER_nondet_int();
    } else {
      y--;
    }
  }
  return 0;
}
