// Three counters in order; with the fault the second sets back the first.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned c = __VERIFIER_nondet_uint();
  while (a > 0) {
    if (c > 0) {
      c--;
    } else if (b > 0) {
      b--;
      c = __VERIFIER_nondet_uint();
#ifdef BUG
      a = a | 1;
      b = b | 1;
#endif
    } else {
      a--;
      b = __VERIFIER_nondet_uint();
    }
  }
  return 0;
}
