// The oldest convention: a label ERROR and a call of __VERIFIER_error.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  if (x != y)
    goto ERROR;
#ifdef BUG
  y++;
#endif
  if (x == y)
    return 0;
ERROR:
  __VERIFIER_error();
  return -1;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: 1 place
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
