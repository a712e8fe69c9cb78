// A condition that the compiler decides is still where a label or an error call
// is decided: whether an execution gets there is what the words are about.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), s = 0;
#ifdef CONTRADICTION
  __VERIFIER_assume(x > 4);
  __VERIFIER_assume(x < 4);
#endif
#ifdef HANGS
  while (s == 0) {
  }
#endif
#ifdef LABEL
  if (!((x | 1) != 0)) {
  FAILED:
    s = 1;
  }
#else
  if (!(x == x))
    reach_error();
#endif
  return s;
}
/* test: check -q
 * exit: 0
 * stdout-contains: holds
 * test: check -q -DCONTRADICTION
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind an assumption
 * test: check -q -DHANGS
 * exit: 0
 * stdout-contains: never reached
 * stdout-contains: RESULT: true
 * test: check -q -DLABEL --label FAILED
 * exit: 0
 * stdout-contains: holds
 * test: check -q -DLABEL -DCONTRADICTION --label FAILED
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind an assumption
 */
