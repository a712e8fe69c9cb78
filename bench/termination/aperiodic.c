// A round takes longer and longer and the loop never ends; without the fault
// the rounds are bounded.
int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned limit = 1, i = 0;
  int go_on = __VERIFIER_nondet_int();
  while (go_on) {
    if (i < limit) {
      i++;
    } else {
      i = 0;
      limit = limit * 2 + 1;
#ifndef BUG
      if (limit > 100)
        go_on = 0;
#endif
    }
  }
  return 0;
}
