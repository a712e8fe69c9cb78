// Ackermann's function is larger than its second argument.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
  if (m == 0)
#ifndef BUG
    return n + 1;
#else
    return n;
#endif
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 3 || n < 0 || n > 20)
    return 0;
  if (ackermann(m, n) <= n)
    reach_error();
  return 0;
}
