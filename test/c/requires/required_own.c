// What is a function's own fault is never taken for what callers see to
// (--required): what it freed, what lies before what it is given, what is behind
// an array in a structure, what it computed, what a routine gave it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};
struct named {
  void *owner;
  char name[8];
};
struct holder {
  int *block;
};

int popped(struct node **head) {
  struct node *node = *head;
  if (!node)
    return 0;
  *head = node->next;
  free(node);
  return node->value;
}
int searched(int *numbers, int wanted) {
  int found = -1;
  for (int i = 0; i < 4; i++)
    if (numbers[i] == wanted)
      found = i;
  return numbers[found];
}
void named(struct named *named) {
  strcpy(named->name, "much too long for that");
}
int largest(int a, int b) {
  int most;
  if (a < b)
    most = a;
  else
    most = b;
  assert(most >= a && most >= b);
  return most;
}
int walked(struct node *node) {
  while (node)
    node = node->next;
  return node->value;
}
int allocated(struct holder *holder) {
  if (posix_memalign((void **)&holder->block, 16, 16))
    return -1;
  holder->block[4] = 1;
  return 0;
}
int asked(int count) {
  assert(count > 0);
  return 10 / count;
}

/* test: check --deref --required --function popped $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --function searched $file
 * exit: 5
 * stdout-contains: whether callers see to an access
 */
/* test: check --deref --required --function named $file
 * exit: 5
 * stdout-contains: whether callers see to an access
 */
/* test: check --required --function largest $file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --deref --required --function walked $file
 * exit: 5
 * stdout-contains: what it needs no caller can see to
 */
/* test: check --deref --required --function allocated $file
 * exit: 5
 */
/* test: check --required --function asked $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
