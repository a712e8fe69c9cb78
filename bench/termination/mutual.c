// Two functions that call each other with less; with the fault one of them asks
// again.
unsigned __VERIFIER_nondet_uint(void);

static int odd(unsigned n);

static int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n) {
  if (n == 0)
    return 0;
#ifdef BUG
  if (n == 13)
    return even(n + 1);
#endif
  return even(n - 1);
}

int main(void) {
  return even(__VERIFIER_nondet_uint());
}
