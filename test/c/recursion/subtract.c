// What subtraction leaves of two positive numbers is positive. Copies of a few
// calls took all the time that there was.
int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int common(int a, int b) {
  if (a == b)
    return a;
  if (a > b)
    return common(a - b, b);
#ifdef BUG
  return common(a, b - a) - (b == 40 ? 100 : 0);
#else
  return common(a, b - a);
#endif
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0)
    return 0;
  if (common(a, b) < 1)
    reach_error();
  return 0;
}

/* test: check --cpu-timeout 15s $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 15s $file -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
