// An unsigned counter that wraps until it is equal; with the fault it steps
// over the number.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  while (i != n) {
#ifdef BUG
    i += 2;
#else
    i++;
#endif
  }
  return 0;
}
