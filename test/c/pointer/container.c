// From a member back to its struct, as linked lists of the kernel do it.
#include <stddef.h>

struct link {
  struct link *next;
};
struct task {
  int id;
  int *data;
  struct link link;
};

#define container_of(p, type, member)                                          \
  ((type *)((char *)(p)-offsetof(type, member)))

int x;

int main(void) {
  struct link head = {0};
  struct task first = {1, &x, {0}}, second = {2, &x, {0}};
  first.link.next = head.next;
  head.next = &first.link;
  second.link.next = head.next;
  head.next = &second.link;
  int sum = 0;
  for (struct link *l = head.next; l; l = l->next) {
    struct task *t = container_of(l, struct task, link);
    sum += t->id;
    *t->data = sum;
  }
  return sum;
}

/* test: dump pointsto
 * stdout-contains: load t -> {main::first.id, main::second.id}
 * stdout-contains: load (char *)t + 8 -> {main::first.data, main::second.data}
 * stdout-contains: load l -> {main::first.link.next, main::second.link.next}
 * stdout-contains: store t->data -> {x}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
