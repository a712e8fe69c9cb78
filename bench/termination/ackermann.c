// Recursion whose argument is what recursion gives; with the fault the first
// argument stays where the second one is used up.
unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
#ifdef BUG
  if (n == 0)
    return ackermann(m, 1);
#else
  if (n == 0)
    return ackermann(m - 1, 1);
#endif
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  return ackermann(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()) > 3;
}
