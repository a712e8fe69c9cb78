// The towers of Hanoi take at least as many moves as there are disks.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int moves(int n) {
#ifndef BUG
  if (n == 1)
    return 1;
#else
  if (n <= 2)
    return 1;
#endif
  return 2 * moves(n - 1) + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 31)
    return 0;
  if (moves(n) < n)
    reach_error();
  return 0;
}
