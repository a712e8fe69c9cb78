// Arguments of recursive calls that are results of recursive calls: what those
// can be is promised, and proved by induction.
extern int __VERIFIER_nondet_int(void);

static int f(int n) {
  if (n > 100)
    return n - 10;
  return f(f(n + 11));
}

int main(void) {
  f(__VERIFIER_nondet_int());
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: by induction, every call of f returns with:
 * stdout-contains: RESULT: true
 */
