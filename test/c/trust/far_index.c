// An index that may be as far below as an int goes: the run that confirms it
// must not find another object there.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4];
  int i = __VERIFIER_nondet_int();
#ifdef FAR
  if (i != -1073741824)
    return 0;
#endif
  if (i < 4)
    a[i] = 0;
  return 0;
}

/* test: check --deref
 * exit: 10
 */
/* test: check --deref -DFAR
 * exit: 10
 */
