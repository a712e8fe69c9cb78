// The inner loop runs to the counter of the outer one; with the fault it moves
// it.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n) {
    for (int j = i; j > 0; j--) {
#ifdef BUG
      if (j == 5)
        i = 3;
#endif
    }
    i++;
  }
  return 0;
}
