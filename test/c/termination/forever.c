// An execution that comes back to its state is run and shown. What is chosen on
// the way is an input; approximations are not chosen.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = __VERIFIER_nondet_int();
  while (left > 0) {
    int step = __VERIFIER_nondet_int();
#ifdef BUG
    if (step < 0 || step > left)
#else
    if (step < 1 || step > left)
#endif
      step = 1;
    left -= step;
  }
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: decreases  holds
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DBUG
 * exit: 10
 * stdout-contains: violated: loop at
 * stdout-contains: goes on for ever: after 1 round
 * stdout-contains: step = 0
 * stdout-contains: RESULT: false(termination)
 */
