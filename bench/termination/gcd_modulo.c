// Euclid by division; with the fault the remainder is not taken of a small
// number.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (b != 0) {
    unsigned rest = a % b;
#ifdef BUG
    if (b < 10)
      rest = b;
#endif
    a = b;
    b = rest;
  }
  return 0;
}
