// Two numbers that may be the same one get smaller; with the fault one gets
// greater, which is the same one then.
int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  int *p = &a, *q = __VERIFIER_nondet_int() ? &a : &b;
  while (*p > 0) {
    *p -= 1;
#ifdef BUG
    *q += 1;
    if (b > 1000)
      b = 0;
#else
    if (*q > -1000)
      *q -= 1;
#endif
  }
  return 0;
}
