// The greatest common divisor by subtraction is at most as large as both.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) {
  if (a == b)
    return a;
  if (a > b)
    return gcd(a - b, b);
#ifndef BUG
  return gcd(a, b - a);
#else
  return gcd(a, b - a) + (b == 2);
#endif
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || b < 1 || a > 1000000 || b > 1000000)
    return 0;
  int g = gcd(a, b);
  if (g < 1 || g > a || g > b)
    reach_error();
  return 0;
}
