// Bits are shifted out; with the fault the sign stays.
int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned bits = 0;
#ifdef BUG
  int x = __VERIFIER_nondet_int();
#else
  unsigned x = (unsigned)__VERIFIER_nondet_int();
#endif
  while (x != 0) {
    bits += x & 1;
    x >>= 1;
  }
  return (int)bits;
}
