// Fibonacci's numbers are at least as large as their index is from 5 on.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int fibonacci(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifndef BUG
  if (n < 5 || n > 40)
    return 0;
#else
  if (n < 4 || n > 40)
    return 0;
#endif
  if (fibonacci(n) < n)
    reach_error();
  return 0;
}
