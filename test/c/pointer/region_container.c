// container_of: the offset of the member is taken off again, so the pointer is
// back at the start of the object.
#include <stddef.h>
#include <stdio.h>

struct link {
  struct link *next;
};
struct item {
  int key;
  struct link link;
};

#define item_of(p) ((struct item *)((char *)(p)-offsetof(struct item, link)))

int main(void) {
  struct item one = {1, {NULL}}, two = {2, {NULL}};
  int total = 0;
  one.link.next = &two.link;
  for (struct link *p = &one.link; p; p = p->next)
    total = total * 10 + item_of(p)->key;
  printf("%d\n", total);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region one: one.key:32 one.link.next:64
 * stdout-contains: region two: two.key:32 two.link.next:64
 */
