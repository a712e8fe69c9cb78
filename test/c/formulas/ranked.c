// Loops with a bound that is computed: formulas rest on a measure.
int __VERIFIER_nondet_int(void);
int n, i, got, done;

int main(void) {
  n = __VERIFIER_nondet_int();
  got = __VERIFIER_nondet_int();
  i = 0;
  while (i < n) {
    if (got == 1)
      done = 1;
#ifdef STAYS
    if (got != 7)
#endif
      i = i + 1;
  }
  done = 2;
  return 0;
}

/* test: check --spec $dir/ranked.spec $file
 * exit: 0
 * timeout: 60
 * stdout-contains: n - i decreases
 * stdout-contains: check ends: main ctl AF end: true
 * stdout-contains: check finished: main ltl G ("got == 1" => F "done == 2"): true
 * stdout-contains: check sometimes: main ltl F "done == 1": false, as expected
 * stdout-contains: check always: main ctl AG AF "done == 2": true
 * stdout-contains: check stays: main ctl EG "done == 0": false, as expected
 */
/* test: check -DSTAYS --spec $dir/ranked.spec --check stays $file
 * exit: 10
 * timeout: 60
 * stdout-contains: got = 7
 * stdout-contains: everything is what it was: and so on for ever
 */
/* test: check --spec $dir/ranked.prp $file
 * exit: 0
 * timeout: 60
 * stdout-contains: check ltl: main ltl G ("got == 1" => F "done == 2"): true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/again.prp $file
 * exit: 10
 * timeout: 60
 * stdout-contains: execution:
 * stdout-contains: RESULT: false(ltl)
 */
