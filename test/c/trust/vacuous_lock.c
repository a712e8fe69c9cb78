// The kernel's spin_lock is inlined to another function: then the rules about
// locks have nothing to say, and must not say true.
#include "vacuous_lock.h"

int work(struct device *dev, int n) {
#if WAY == 1
  arch_spin_lock(&dev->lock);
  dev->count += n;
  arch_spin_unlock(&dev->lock);
#else
  spin_lock(&dev->lock);
  dev->count += n;
  if (WAY == 3 && n == 3)
    return -1;
  spin_unlock(&dev->lock);
#endif
  return 0;
}

/* test: check -q --specs specs --spec $dir/vacuous_lock.spec -DWAY=1
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: check lock: no action of the specification can occur)
 */
/* test: check -q --specs specs --spec $dir/vacuous_lock.spec -DWAY=2
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -q --specs specs --spec $dir/vacuous_lock.spec -DWAY=3
 * exit: 10
 * stdout-contains: RESULT: false(lock)
 */
/* test: check -q --deref --spec $dir/vacuous_lock.spec -DWAY=2
 * exit: 1
 * stderr-contains: `--deref` has no effect here: a specification says what is checked
 */
/* test: check -q --function work --spec $dir/vacuous_lock.spec -DWAY=2
 * exit: 4
 * stdout-contains: the checks that the specification names (--function)
 * stdout-contains: RESULT: true (vacuous: no assertion and no call of an error function)
 */
/* test: check -q --inline -DWAY=2
 * exit: 1
 * stderr-contains: `--inline` has no effect here: it is about a specification
 */
/* test: dump cfa --figures -DWAY=2
 * exit: 1
 * stderr-contains: `--figures` has no effect here
 */
