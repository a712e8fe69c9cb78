// Two files linked: shared and hidden names, callbacks.
#include "linking.h"
#include <stdio.h>

int shared = 1;
int common[3];
static int hidden = 100;

static int local(void) { return hidden++; }
int twice(int n) { return 2 * n; }

int main(void) {
  printf("%d %d\n", local(), part_local());
  printf("%d %d\n", local(), part_local());
  part_change(5);
  printf("%d %d\n", shared, common[2]);
  printf("%d\n", part_call(twice, 21));
  struct point p = part_point(3);
  printf("%d %d\n", p.x, p.y);
  printf("%s %d\n", part_name, part_table[1](4));
  return 0;
}

/* test: run $file $dir/linking_part.c
 * exit: 0
 * native: same
 */
