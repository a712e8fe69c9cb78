// init(..) of a property names the entry.
#include <assert.h>
int helper(int x) {
  assert(x != 3);
  return x;
}
int main(void) {
  return helper(0);
}

/* test: check -q $file $dir/12_prp_init.prp
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -q $file $dir/12_prp_typo.prp
 * exit: 2
 * stderr-contains: no function `mian` with a body
 * stderr-contains: did you mean `main`?
 */
/* test: check -q --function main $file $dir/12_prp_init.prp
 * exit: 0
 * stderr-contains: the property is about helper, but --function main is given and counts
 * stdout-contains: RESULT: true
 */
/* test: check -q --function main --function helper
 * exit: 1
 * stderr-contains: `--function` is given twice: `main` and `helper`
 */
