// Numbers of Fibonacci; with the fault some are computed from themselves.
unsigned __VERIFIER_nondet_uint(void);

static unsigned number(unsigned n) {
  if (n < 2)
    return n;
#ifdef BUG
  return number(n - 1) + number(n - n % 2);
#else
  return number(n - 1) + number(n - 2);
#endif
}

int main(void) {
  return (int)number(__VERIFIER_nondet_uint());
}
