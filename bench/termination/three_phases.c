// First the last number has to become negative, then the second, then the
// first; with the fault the last one stays.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  while (x > 0) {
    x += y;
    y += z;
#ifndef BUG
    z--;
#endif
  }
  return 0;
}
