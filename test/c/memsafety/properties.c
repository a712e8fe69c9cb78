// The three lines of memory safety are asked together, and what is violated is
// named by its own word; the clean-up is another property.
#include <stdlib.h>

int *last;

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 1;
#if BUG == 1
  free(p);
  *p = 2;
#elif BUG == 2
  free(p + 1);
#elif BUG == 3
  p = NULL;
#elif BUG == 4
  last = p;
#else
  free(p);
#endif
  return 0;
}

/* test: check $file $dir/memsafety.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1 $file $dir/memsafety.prp
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check -DBUG=2 $file $dir/memsafety.prp
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
/* test: check -DBUG=3 $file $dir/memsafety.prp
 * exit: 10
 * stdout-contains: properties.c:8
 * stdout-contains: RESULT: false(valid-memtrack)
 */
/* test: check -DBUG=4 $file $dir/memsafety.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check $file $dir/memcleanup.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=4 $file $dir/memcleanup.prp
 * exit: 10
 * stdout-contains: RESULT: false(valid-memcleanup)
 */
/* test: run --memtrack -DBUG=3
 * exit: 10
 * stderr-contains: lost
 */
/* test: run --memtrack -DBUG=4
 * exit: 0
 */
/* test: run --cleanup -DBUG=4
 * exit: 10
 * stderr-contains: not freed when the program ends
 */
