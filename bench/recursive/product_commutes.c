// Products by repeated addition commute.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int product(int a, int b) {
  if (b == 0)
    return 0;
#ifndef BUG
  return a + product(a, b - 1);
#else
  return a + product(a, b - (b == 9 ? 2 : 1));
#endif
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 40000 || b < 0 || b > 40000)
    return 0;
  if (product(a, b) != product(b, a))
    reach_error();
  return 0;
}
