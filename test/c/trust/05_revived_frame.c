// A call in a loop: each round has a frame of its own, and what was left of the
// one before must not be used.
extern int __VERIFIER_nondet_int(void);
static int *save;
static int g(int k) {
  int x = k;
#ifdef SAFE
  int r = save ? 1 : 0;
#else
  int r = save ? *save : 0;
#endif
  save = &x;
  return r;
}
int main(void) {
  int s = 0;
  while (__VERIFIER_nondet_int())
    s += g(1);
  return s;
}
/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DSAFE
 * stdout-contains: RESULT: true
 */
