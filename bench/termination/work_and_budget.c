// Work makes more work as long as there is a budget; with the fault the budget
// is never used up.
int __VERIFIER_nondet_int(void);

int main(void) {
  int work = __VERIFIER_nondet_int(), budget = __VERIFIER_nondet_int();
  if (work > 1000 || budget > 1000)
    return 0;
  while (work > 0) {
    work--;
    if (__VERIFIER_nondet_int() && budget > 0) {
#ifdef BUG
      if (work > 500)
        work = 100;
#else
      budget--;
#endif
      work += 2;
    }
  }
  return 0;
}
