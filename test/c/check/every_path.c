// Seed 004, figure 2: the error is reached whichever branch is taken; with
// GUARDED whichever branch is taken excludes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int opened = __VERIFIER_nondet_int();
  int y;
  if (!opened)
    return 1;
  if (x > 0)
    y = x;
  else
    y = 1 - (x < 0);
#ifdef GUARDED
  if (y >= 0)
    return 0;
#endif
  reach_error();
  return y;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DGUARDED --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
