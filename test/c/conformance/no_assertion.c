// `f assertions` without an assertion says nothing, unless a call is an ERROR.
int work(int x);
int quiet(int x) {
  return work(x);
}

/* test: check --spec $dir/no_assertion.spec $file
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: check quiet: no assertion and no call of an error function)
 */
/* test: check --spec $dir/no_assertion_error.spec $file
 * exit: 10
 * stdout-contains: check quiet: quiet assertions: false
 */
