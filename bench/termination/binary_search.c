// A binary search; with the fault the middle may be where it was.
int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0, high = __VERIFIER_nondet_int();
  if (high < 0)
    return 0;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int())
      high = middle;
    else
#ifdef BUG
      low = middle;
#else
      low = middle + 1;
#endif
  }
  return 0;
}
