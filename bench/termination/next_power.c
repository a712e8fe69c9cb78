// The next power of two; with the fault there is none in 32 bits.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
#ifndef BUG
  if (size > 0x80000000u)
    return 0;
#endif
  unsigned power = 1;
  while (power < size)
    power *= 2;
  return power > 4;
}
