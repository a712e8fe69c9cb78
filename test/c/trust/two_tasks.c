// Every property of a task is checked, with the data model that was asked for.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  x = x + 1;
  if (sizeof(long) == 8)
    return 0;
  reach_error();
  return 0;
}

/* test: check -q -DSELF=$file $dir/two_tasks.yml
 * exit: 10
 * stderr-lacks: vacuous
 * stdout-contains: two_ur.prp:1): true
 * stdout-contains: two_ov.prp:1): false
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check -q --32 -DSELF=$file $dir/two_tasks.yml
 * exit: 10
 * stderr-contains: the task is for LP64, but --32 is given and counts
 * stdout-contains: two_ur.prp:1): false
 * stdout-contains: two_ov.prp:1): false
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -q $file $dir/two_both.prp
 * exit: 10
 * stdout-contains: two_both.prp:1): true
 * stdout-contains: two_both.prp:2): false
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check -q -DSELF=$file $dir/two_tasks.yml $dir/two_ur.prp
 * exit: 0
 * stdout-contains: RESULT: true
 * stdout-lacks: RESULT: true (
 */
/* test: check -q $file $dir/two_ur.prp
 * exit: 0
 * stdout-contains: that the compiler left out
 */
/* test: check -q --32 $file $dir/two_typo.prp
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: no function reach_eror in the program; did you mean reach_error?)
 */
/* test: check -q --json /nowhere/at/all.json
 * exit: 2
 * stderr-contains: /nowhere/at/all.json: cannot write
 */
