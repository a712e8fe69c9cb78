// Static functions of one name in two files, and of a header.
#include "statics.h"

void a(void);
static int helper(int n) {
  a();
  return n;
}

int fa(int n) {
  helper(n);
  return 0;
}

int f1(int n) {
  take(1);
  return count(n);
}

/* test: check -q --spec $dir/statics_bad.spec $file $dir/statics_part.c
 * exit: 2
 * stderr-contains: statics_bad.spec:1:16: error: 2 functions are named 'helper': which one?
 * stderr-contains: statics.c:5: note: one is here
 * stderr-contains: statics_part.c:4: note: another is here
 * stderr-contains: hint: write `statics.c::helper` or `statics_part.c::helper`
 * stderr-contains: statics_bad.spec:2:17: error: 2 functions are named 'helper'
 * stderr-contains: statics_bad.spec:3:14: error: 2 functions are named 'helper'
 * stderr-contains: statics_bad.spec:4:7: error: 2 functions are named 'helper'
 */
/* test: check -q --spec $dir/statics.spec $file $dir/statics_part.c
 * exit: 10
 * stdout-contains: check fa: fa refines A: true
 * stdout-contains: check fb: fb refines B: true
 * stdout-contains: check fa_b: fa refines B: false
 * stdout-contains: check own: statics.c::helper against its own abstraction: true
 * stdout-contains: check safe: statics.c::helper unreachable call b: true
 * stdout-contains: check unsafe: statics_part.c::helper unreachable call b: false
 * stdout-contains: check s: S refines R: true
 * stdout-contains: check one: f1 refines ONE: true
 * stdout-contains: check two: f2 refines TWO: true
 * stdout-contains: check count: count against its own abstraction: true
 * stdout-contains: the abstractions of statics.c::helper
 */
/* test: check --function helper $file $dir/statics_part.c
 * exit: 2
 * stderr-contains: 2 functions are named `helper`: which one?
 * stderr-contains: hint: write `statics.c::helper` or `statics_part.c::helper`
 */
/* test: check --function statics_part.c::helper $file $dir/statics_part.c
 * exit: 4
 * stdout-contains: RESULT: true
 */
/* test: run --function statics_part.c::helper $file $dir/statics_part.c
 * exit: 3
 * stderr-contains: the external function `b` is not modelled
 */
/* test: dump cfa --function conformance/statics.c::helper $file $dir/statics_part.c
 * stdout-contains: : a()
 */
