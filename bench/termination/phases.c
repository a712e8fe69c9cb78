// The step shrinks until it is negative, then the sum falls; with the fault the
// step stops at zero.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 100000 || y > 1000)
    return 0;
  while (x >= 0) {
    x = x + y;
#ifdef BUG
    if (y > 0)
#endif
      y = y - 1;
  }
  return 0;
}
