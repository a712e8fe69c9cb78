// A counter that goes up to a bound; with the fault it is never moved.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
#ifndef BUG
    i++;
#endif
  }
  return 0;
}
