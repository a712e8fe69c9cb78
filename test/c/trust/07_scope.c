// The end of a block ends its objects.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *msg = "ok";
  char outer[8] = "out";
  if (__VERIFIER_nondet_int() < 0) {
    char b[8] = "neg";
    outer[0] = b[0];
#ifdef SAFE
    msg = outer;
#else
    msg = b;
#endif
  }
  return msg[0] == 'o';
}
/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DSAFE
 * stdout-contains: RESULT: true
 */
