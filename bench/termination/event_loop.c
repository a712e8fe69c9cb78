// A server that goes through its states until it is told to stop; with the
// fault there is no such event.
int __VERIFIER_nondet_int(void);

enum state { IDLE, HELLO, WORK, BYE, CLOSED };

int main(void) {
  enum state state = IDLE;
  int left = 20;
  while (1) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
    case IDLE: state = event == 1 ? HELLO : IDLE; break;
    case HELLO: state = event == 2 ? WORK : IDLE; break;
    case WORK: state = event == 3 ? WORK : BYE; break;
    case BYE: state = IDLE; break;
    case CLOSED: return 0;
    }
#ifndef BUG
    if (left-- == 0)
      state = CLOSED;
#endif
  }
}
