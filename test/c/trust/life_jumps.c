// A block may be entered and left by jumps; a jump back inside of it ends
// nothing.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, n = 0, *p = &s;
#if CASE == 1
  switch (__VERIFIER_nondet_int()) {
    int x;
  case 1:
    x = 3;
    p = &x;
    s += *p;
  }
  s += *p;
#elif CASE == 2
  {
    int x = 1;
  again:
    if (n)
      s += *p;
    p = &x;
    if (n++ < 4)
      goto again;
  }
#elif CASE == 3
  goto first;
back:
  goto second;
  {
    int x;
  first:
    p = &x;
    goto back;
  second:
#ifdef SAFE
    x = 2;
    p = &x;
#endif
    s += *p;
  }
#elif CASE == 4
  while (1) {
    int x = n++;
#ifndef SAFE
    if (n > 1)
      s += *p;
#endif
    p = &x;
    s += *p;
    if (n > 9)
      break;
    if (__VERIFIER_nondet_int())
      continue;
    s++;
  }
#elif CASE == 5
  for (; n < 3; p = &(int){n})
    s += *p + n++;
#endif
  return s;
}
/* test: check --deref -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=2
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=3
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=3 -DSAFE
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=4
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=4 -DSAFE
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=5
 * stdout-contains: RESULT: true
 */
