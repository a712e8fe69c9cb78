// Conditions on what is returned.
int pick(void);

int sign(int n) {
  if (n < 0)
    return -1;
#ifdef BUG
  if (n == 5)
    return 6;
#endif
  return n > 0 ? 2 : 0;
}

_Bool truth(int n) {
#ifdef BUG
  return n;
#else
  return n & 0;
#endif
}

void nothing(int n) {
#ifdef BUG
  if (n == 3)
    for (;;)
      pick();
#endif
}

int succ(int n) {
  if (n > 1000 || n < 0)
    return 0;
#ifdef BUG
  n += n == 77;
#endif
  return n + 1;
}

unsigned char wraps(int n) {
  return n;
}

/* test: check --spec $dir/returns.spec $file
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: check nothing: no action of the specification can occur)
 * stdout-contains: check sign: sign refines SIGN: true
 * stdout-contains: check any: sign refines ANYTHING: true
 * stdout-contains: check overlapping: sign refines OVERLAP: true
 * stdout-contains: check truth: truth refines FALSE: true
 * stdout-contains: check nothing: nothing refines RETURNS: true
 * stdout-contains: check succ: succ against its own abstraction: true
 * stdout-contains: check byte: wraps refines BYTE: true
 * stdout-contains: check half: wraps refines HALF: false, as expected
 * stdout-contains: performs return{other}
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/returns.spec $file -DBUG
 * exit: 10
 * stdout-contains: check sign: sign refines SIGN: false
 * stdout-contains: check any: sign refines ANYTHING: true
 * stdout-contains: check overlapping: sign refines OVERLAP: false
 * stdout-contains: check truth: truth refines FALSE: false
 * stdout-contains: check nothing: nothing refines RETURNS: false
 * stdout-contains: check succ: succ against its own abstraction: false
 */
