// Recursion on a number that shrinks; with the fault negative numbers come in.
int __VERIFIER_nondet_int(void);

static int sum(int n) {
#ifdef BUG
  if (n == 0)
    return 0;
  return 1 + sum(n > 0 ? n - 1 : n);
#else
  if (n <= 0)
    return 0;
  return 1 + sum(n - 1);
#endif
}

int main(void) {
  sum(__VERIFIER_nondet_int());
  return 0;
}
