// Euclid by subtraction; with the fault zero is let in.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
#ifndef BUG
  if (a == 0 || b == 0)
    return 0;
#endif
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return 0;
}
