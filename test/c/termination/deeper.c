// Recursion that goes deeper and deeper: with the arguments that it began with,
// with arguments that stay in a set, and through memory that it writes.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[4];

static int same(int n) {
  return n <= 0 ? 0 : 1 + same(n > 5 ? n - 1 : n);
}

static void odd(unsigned n) {
  if (n)
    odd(n - 2);
}

static void turn(int at) {
  cells[at] = 1;
  if (cells[0] || cells[1])
    turn((at + 1) % 4);
}

int main(void) {
#ifdef SAME
  same(__VERIFIER_nondet_int());
#elif defined(ODD)
  odd(__VERIFIER_nondet_uint());
#else
  turn(1);
#endif
  return 0;
}

/* test: check --termination -DSAME
 * exit: 10
 * stdout-contains: the recursion goes on for ever: after 1 round
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DODD
 * exit: 10
 * stdout-contains: recursion  fails (goes on for ever:
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
