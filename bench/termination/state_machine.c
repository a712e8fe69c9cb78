// A state machine that cannot go back except by using up a try; with the fault
// it can.
int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, tries = 5;
  while (state != 4) {
    switch (state) {
    case 0: state = 1; break;
    case 1: state = __VERIFIER_nondet_int() ? 2 : 3; break;
    case 2:
      if (tries > 0) {
#ifndef BUG
        tries--;
#endif
        state = 0;
      } else {
        state = 4;
      }
      break;
    default: state = 4;
    }
  }
  return 0;
}
