// Allocations that fail: none by default, some with --malloc-may-fail, and
// exactly those that the oracle names.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int failed = 0;
  for (int i = 0; i < 100; i++) {
    char *p = i % 2 ? malloc(10) : calloc(2, 5);
    failed += p == NULL;
    if (i == 1)
      printf("%d ", p == NULL);
    free(p);
  }
  printf("%d %d\n", failed > 0, malloc((size_t)1 << 62) == NULL);
  return 0;
}

/* test: run
 * stdout: 0 0 1
 */
/* test: run --malloc-may-fail --seed 5
 * stdout-contains: 1 1
 */
/* test: run --oracle $dir/allocation.oracle $file
 * stdout: 1 1 1
 */
