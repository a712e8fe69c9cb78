// A machine with a program of its own; with the fault it jumps back whatever
// the counter is.
unsigned __VERIFIER_nondet_uint(void);

enum { LOAD, LESS, JUMP, STOP };

int main(void) {
#ifdef BUG
  static const unsigned char code[] = {LOAD, LESS, JUMP, 1, STOP};
#else
  static const unsigned char code[] = {LOAD, LESS, JUMP, 2, STOP};
#endif
  unsigned counter = 0, at = 0;
  unsigned is_zero = 0;
  for (;;) {
    switch (code[at]) {
    case LOAD: counter = __VERIFIER_nondet_uint(); at++; break;
    case LESS:
      is_zero = counter == 0;
      if (!is_zero)
        counter--;
      at++;
      break;
    case JUMP:
      if (code[at + 1] == 1)
        at = 1;
      else
        at = is_zero ? at + 2 : 1;
      break;
    default: return 0;
    }
  }
}
