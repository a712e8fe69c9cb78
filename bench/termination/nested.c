// Two loops, one in the other; with the fault the inner one turns the outer one
// back.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < m) {
      j++;
#ifdef BUG
      if (j == m && i > 0)
        i--;
#endif
    }
  }
  return 0;
}
