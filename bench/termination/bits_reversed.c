// The bits of a number are turned round, from the lowest on; with the fault the
// number has a sign, which comes in again and again.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
#ifdef BUG
  int bits = (int)__VERIFIER_nondet_uint();
#else
  unsigned bits = __VERIFIER_nondet_uint();
#endif
  unsigned reversed = 0;
  while (bits) {
    reversed = reversed << 1 | (bits & 1);
    bits >>= 1;
  }
  return reversed > 3;
}
