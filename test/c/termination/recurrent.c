// A set of states that need not be left: odd numbers. No state is met again
// for a long time.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef BUG
  while (x != 0)
    x -= 2;
#else
  while (x > 1)
    x -= 2;
#endif
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DBUG
 * exit: 10
 * stdout-contains: goes on for ever: x != 0
 * stdout-contains: RESULT: false(termination)
 */
