// What passes trial by all divisors has none.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int has_divisor(int n, int d) {
  if (d >= n)
    return 0;
  if (n % d == 0)
    return 1;
  return has_divisor(n, d + 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000 || k < 2 || k >= n)
    return 0;
#ifndef BUG
  if (!has_divisor(n, 2) && n % k == 0)
#else
  if (!has_divisor(n, 3) && n % k == 0)
#endif
    reach_error();
  return 0;
}
