// Recursion ends if arguments get smaller, whatever calls return.
extern int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
  if (m <= 0)
    return n + 1;
  if (n <= 0)
    return ackermann(m - 1, 1);
#ifdef BUG
  return ackermann(m, ackermann(m - 1, n));
#else
  return ackermann(m - 1, ackermann(m, n - 1));
#endif
}

int main(void) {
  ackermann(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: decreases  holds
 * stdout-contains: RESULT: true
 */
/* test: check --termination --cpu-timeout 4 -DBUG
 * exit: 5
 * stdout-contains: RESULT: unknown (
 */
