// Euclid's algorithm, recursive; with the fault nothing is divided.
unsigned __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b) {
  if (b == 0)
    return a;
#ifdef BUG
  return gcd(b, a);
#else
  return gcd(b, a % b);
#endif
}

int main(void) {
  return gcd(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()) == 1;
}
