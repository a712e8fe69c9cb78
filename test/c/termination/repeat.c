// A state that is met again after many rounds of two loops.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n) {
    for (int j = i; j > 0; j--)
      if (j == 9)
        i = 3;
    i++;
  }
  return 0;
}

/* test: check --termination
 * exit: 10
 * stdout-contains: the state is met again after
 * stdout-contains: RESULT: false(termination)
 */
