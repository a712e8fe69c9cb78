// Down in steps of three; with the fault the loop waits for exactly zero
// and starts again when it is missed.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  while (n != 0) {
    n -= 3;
    if (n < 0)
      n = 10;
  }
#else
  while (n > 0)
    n -= 3;
#endif
  return 0;
}
