// What only callers can see to is required of them, and told (--required); what
// a function does wrong by itself is still a violation.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next, *prev;
  int value;
};
struct list {
  struct node *head;
  int length;
};
struct key {
  const char *text;
  int length;
};

// Required: that there is a neighbour; that there is room; that lists lead to
// nodes; that a length in memory is that of a text; what an assertion says.
int unlinked(struct node *node) {
  node->prev->next = node->next;
  return 0;
}
int eleventh(int *numbers) { return numbers[10]; }
int sum(struct list *list) {
  int sum = 0;
  for (struct node *node = list->head; node; node = node->next)
    sum += node->value;
  return sum;
}
int compared(const void *a, const void *b) {
  const struct key *one = a, *other = b;
  int least = one->length < other->length ? one->length : other->length;
  return memcmp(one->text, other->text, (size_t)least);
}
int counted(struct list *list) {
  assert(list->length > 0);
  return list->length;
}

// Its own: an allocation that fails, a null of its own, what it freed, its own
// array, a length that an argument says, an assertion about its own.
void pushed(struct list *list) {
  struct node *node = malloc(sizeof *node);
  node->next = list->head;
  list->head = node;
}
int last_value(struct list *list) {
  struct node *last = 0;
  list->length = 0;
  return last->value;
}
int freed(struct node *node) {
  free(node);
  return node->value;
}
void freed_twice(struct node *node) {
  free(node->next);
  free(node->next);
}
int own_array(int index) {
  int numbers[4] = {0};
  return numbers[index];
}
int behind(int *numbers, int count) { return numbers[count]; }
int found(struct list *list) {
  struct node *node = 0;
  if (list->length == 3)
    node = list->head;
  assert(node);
  return 0;
}

// Which of the two it is nobody can tell: neither.
int either(struct node *node, int which) {
  struct node *one = 0;
  if (which)
    one = node->next;
  return one->value;
}

// What is behind a place that no state has is not proved.
int before(struct node *node) {
  struct list *list = (struct list *)((char *)node - sizeof *list);
  int length = list->length;
  assert(length == 3);
  return 0;
}
// Nor is what comes behind an access that is required taken for granted.
int behind_required(int *numbers) {
  int number = numbers[10];
  assert(number != 7 || numbers[10] == 7);
  int own[2] = {0};
  return own[number & 3];
}

/* test: check --deref --required --function unlinked $file
 * exit: 0
 * stdout-contains: valid access  holds (if callers see to what is needed)
 * stdout-contains: callers see to what the function needs at 1 place
 * stdout-contains: (--required)
 * stdout-contains: RESULT: true
 */
/* test: check --deref --nonnull --function unlinked $file
 * exit: 10
 * stdout-lacks: callers see to
 */
/* test: check --deref --required --function eleventh $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref --required --function sum $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref --required --function compared $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref --required --function counted $file
 * exit: 0
 * stdout-contains: holds (if callers see to what is needed)
 */
/* test: check --deref --required --function pushed $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --required --function last_value $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --required --function freed $file
 * exit: 10
 * stdout-contains: in a heap object freed
 */
/* test: check --deref --required --function freed_twice $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
/* test: check --deref --required --function own_array $file
 * exit: 10
 * stdout-contains: out of bounds
 */
/* test: check --deref --required --function behind $file
 * exit: 10
 * stdout-contains: out of bounds
 */
/* test: check --deref --required --function found $file
 * exit: 10
 * stdout-contains: assert(node)
 */
/* test: check --deref --required --function either $file
 * exit: 5
 * stdout-contains: whether callers see to an access
 */
/* test: check --deref --required --function before $file
 * exit: 5
 */
/* test: check --deref --required --function behind_required $file
 * exit: 10
 * stdout-contains: of `own`
 */
