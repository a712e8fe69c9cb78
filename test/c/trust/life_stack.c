// An array of variable length ends with its block, what alloca gives with its
// function, and what the attribute cleanup is for not before it is done.
extern int __VERIFIER_nondet_int(void);
static int seen;
static void done(int *x) {
  seen += *x;
}
int main(void) {
  int s = 0, *p = &s, n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  for (int i = 0; i < 3; i++) {
#if CASE == 1
    int v[n];
    v[0] = i;
#ifndef SAFE
    if (i)
      s += *p;
#endif
    p = v;
    if (n == 2)
      continue;
    s += *p;
#elif CASE == 2
    if (i)
      s += *p;
    p = __builtin_alloca(8);
    *p = i;
#elif CASE == 3
    __attribute__((cleanup(done))) int x = i;
    s += x;
    if (n == 2)
      break;
#endif
  }
  return s;
}
/* test: check --deref -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=1 -DSAFE
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=2
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=3
 * stdout-contains: RESULT: true
 */
