// Executions that fall into few classes are all followed, with inputs left open:
// whatever the program does with memory and calls. What depends on more than
// inputs is not decided so.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  int value;
  struct node *next;
};

static int calls;

static struct node *make(int count) {
  if (!count)
    return NULL;
  struct node *node = malloc(sizeof *node);
  if (!node)
    exit(1);
  node->value = __VERIFIER_nondet_int();
  node->next = make(count - 1);
  return node;
}

static int largest(const struct node *list, int so_far) {
  calls++;
  if (!list)
    return so_far;
  return largest(list->next, list->value > so_far ? list->value : so_far);
}

static int bytes(const unsigned char *at, int count) {
  return count ? *at + bytes(at + 1, count - 1) : 0;
}

static int descend(int n, int (*step)(int)) {
  return n <= 0 ? 0 : descend(step(n), step);
}

static int by_two(int n) { return n - 2; }

int main(void) {
#if defined LIST
  struct node *list = make(4);
  int first = list->value;
  assert(largest(list, -5) >= first);
  assert(calls LIST 5);
#elif defined BYTES
  unsigned x = __VERIFIER_nondet_uchar() | __VERIFIER_nondet_uchar() << 8;
  unsigned char copy[sizeof x];
  memcpy(copy, &x, sizeof x);
  copy[3] = 1;
  assert(bytes(copy, sizeof copy) BYTES 511);
#elif defined INDEX
  int table[8] = {0};
  unsigned char i = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
  table[i] = 3;
  table[k] += 4;
  assert(descend(table[i], by_two) == 0);
  assert(table[k] INDEX 7);
#elif defined ORDER
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  assert(!a || !b ||
         descend(((unsigned long)a ^ (unsigned long)b) == 4096, by_two) == 0);
#elif defined FREED
  int *a = malloc(sizeof *a);
  if (a) {
    *a = descend(7, by_two);
    free(a);
    assert(*a == 0); // undefined: nothing is said
  }
#endif
  return 0;
}

/* test: check -DLIST===
 * exit: 0
 * stdout-contains: proof: all executions
 * stdout-contains: RESULT: true
 */
/* test: check -DLIST=<
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBYTES=<=
 * exit: 0
 * stdout-contains: proof: all executions
 */
/* test: check -DBYTES=!=
 * exit: 10
 */
/* test: check -DINDEX=<=
 * exit: 0
 * stdout-contains: proof: all executions
 */
/* test: check -DINDEX=<
 * exit: 10
 */
/* test: check -DORDER
 * exit: 0
 * stdout-lacks: proof: all executions
 */
/* test: check -DFREED
 * exit: 0
 * stdout-contains: never reached
 */
