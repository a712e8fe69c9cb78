// A function other than main: parameters and objects come from the oracle.
#include <stdio.h>

struct list {
  int value;
  struct list *next;
};

int limit = 100;

int sum(const struct list *list, int start) {
  int total = start;
  for (; list; list = list->next)
    total += list->value;
  if (total > limit)
    total = limit;
  printf("%d\n", total);
  return total;
}

/* test: run --function sum
 * stdout: 0
 */
/* test: run --function sum --oracle $dir/entry.oracle $file
 * stdout: 35
 */
/* test: run --function sum --oracle $dir/entry_limit.oracle $file
 * stdout: 12
 */
/* test: run --function sum --oracle $dir/entry_missing.oracle $file
 * exit: 2
 * stderr-contains: parameter `start`
 */
/* test: run --function nothing
 * exit: 2
 * stderr-contains: no function `nothing`
 */
/* test: run
 * exit: 2
 * stderr-contains: no function `main`
 */
/* test: run --function sum --oracle $dir/entry_global.oracle $file
 * stdout: 7
 */
