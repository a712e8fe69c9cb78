// A loop around a switch is the automaton that it stands for: states that do
// not come again need no measure, and a cycle of many states is one.
extern int __VERIFIER_nondet_int(void);

enum state { START, HELLO, KEYS, CIPHER, DONE, FLUSH, END };

static enum state state = START;

int main(void) {
  while (1) {
    enum state next = END;
    switch (state) {
    case START: next = HELLO; break;
    case HELLO: next = __VERIFIER_nondet_int() ? KEYS : CIPHER; break;
    case KEYS: next = CIPHER; break;
    case CIPHER: next = DONE; break;
#ifdef BUG
    case DONE: next = __VERIFIER_nondet_int() == 77 ? START : FLUSH; break;
#else
    case DONE: next = FLUSH; break;
#endif
    case FLUSH: next = END; break;
    case END: return 0;
    }
    state = next;
  }
}

/* test: check --termination
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
