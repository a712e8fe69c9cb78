// The input says how far to go; with the fault it may say: nowhere.
int __VERIFIER_nondet_int(void);

int main(void) {
  int left = __VERIFIER_nondet_int();
  while (left > 0) {
    int step = __VERIFIER_nondet_int();
#ifdef BUG
    if (step < 0 || step > left)
#else
    if (step < 1 || step > left)
#endif
      step = 1;
    left -= step;
  }
  return 0;
}
