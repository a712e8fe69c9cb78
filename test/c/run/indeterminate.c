// What C leaves indeterminate is zero with seed 0 and anything with others,
// but the same in each run.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int local;
  int array[4];
  unsigned *heap = malloc(16);
  unsigned sum = (unsigned)local;
  for (int i = 0; i < 4; i++)
    sum |= (unsigned)array[i] | heap[i];
  printf("%d\n", sum != 0);
  free(heap);
  return 0;
}

/* test: run
 * stdout: 0
 */
/* test: run --seed 1
 * stdout: 1
 */
/* test: run --oracle $dir/indeterminate.oracle $file
 * stdout: 1
 */
