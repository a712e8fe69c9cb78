// Error labels: the oldest convention of all, without any function.
extern int __VERIFIER_nondet_int(void);

static int check(int x) {
  if (x < 0)
    goto ERROR;
  return x;
ERROR:
  return -1;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0)
    n = 0;
  for (i = 0; i < n; i++)
    if (i > n)
      goto ERROR;
#ifdef BUG
  n -= 3;
#endif
  check(n);
  goto END;
ERROR:
  if (n)
    goto ERROR;
END:
  return 0;
}

/* test: check --label ERROR
 * exit: 0
 * stdout-contains: label ERROR is not reached (2 places)
 * stdout-contains: RESULT: true
 */
/* test: check --label ERROR -DBUG
 * exit: 10
 * stdout-contains: labels.c:8   label ERROR  fails
 * stdout-contains: labels.c:24  label ERROR  holds
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBUG $file $dir/label.prp
 * exit: 10
 * stdout-contains: labels.c:8   label ERROR  fails
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --label END
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --label EROR
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: no label EROR in the program)
 */
/* test: run --label END
 * exit: 134
 * stderr-contains: label END is reached
 */
