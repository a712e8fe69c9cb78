// A power by squares; with the fault an odd exponent stays as it is.
unsigned __VERIFIER_nondet_uint(void);

static unsigned power(unsigned base, unsigned exponent) {
  if (!exponent)
    return 1;
  if (exponent % 2 == 0)
    return power(base * base, exponent / 2);
#ifdef BUG
  return base * power(base, exponent / 2 * 2 + 1);
#else
  return base * power(base, exponent - 1);
#endif
}

int main(void) {
  return (int)power(3, __VERIFIER_nondet_uint());
}
