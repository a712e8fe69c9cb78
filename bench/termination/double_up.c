// Doubled until the sign is reached: a number that is not zero; with the fault
// zero is let in.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifndef BUG
  if (x == 0)
    return 0;
#endif
  while (x < 0x80000000u)
    x <<= 1;
  return 0;
}
