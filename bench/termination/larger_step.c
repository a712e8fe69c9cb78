// Steps get larger on the way down; with the fault a step may be none.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
#ifdef BUG
  if (step < 0 || step > 100)
    return 0;
#else
  if (step < 1 || step > 100)
    return 0;
#endif
  while (x > 0) {
    x -= step;
    if (step > 0 && step < 100)
      step++;
  }
  return 0;
}
