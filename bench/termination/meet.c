// Two numbers that move towards each other; with the fault one of
// them goes to and fro.
int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  while (low < high) {
    if (__VERIFIER_nondet_int()) {
      low++;
    } else {
#ifdef BUG
      low--;
#else
      high--;
#endif
    }
  }
  return 0;
}
