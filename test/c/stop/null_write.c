// Writing a field of a structure that was not found.
#include <stddef.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

struct item { int key; int count[4]; };
static struct item items[2] = {{.key = 5}, {.key = 6}};

static struct item *find(int key) {
  for (int i = 0; i < 2; i++)
    if (items[i].key == key)
      return &items[i];
  return NULL;
}

int main(void) {
  struct item *found = find(6 + BUG);
  found->count[3] = 1;
  printf("%d\n", items[1].count[3]);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: null_write.c:20:
 * stderr-contains: null pointer
 */
