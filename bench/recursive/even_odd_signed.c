// Even and odd by steps towards zero, from either side.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int is_odd(int n);

static int is_even(int n) {
  if (n == 0)
    return 1;
  return is_odd(n > 0 ? n - 1 : n + 1);
}

static int is_odd(int n) {
#ifndef BUG
  if (n == 0)
    return 0;
#else
  if (n == 0 || n == -7)
    return 0;
#endif
  return is_even(n > 0 ? n - 1 : n + 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (is_even(n) != (n % 2 == 0))
    reach_error();
  return 0;
}
