// The inner loop uses up what the outer one counts; with the fault it gives it
// back.
int __VERIFIER_nondet_int(void);

int main(void) {
  int budget = __VERIFIER_nondet_int();
  while (budget > 0) {
    int spent = 0;
    while (budget > 0 && __VERIFIER_nondet_int()) {
      budget--;
      spent++;
    }
#ifdef BUG
    budget += spent;
#else
    budget--;
#endif
  }
  return 0;
}
