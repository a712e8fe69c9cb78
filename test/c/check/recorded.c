// What a counterexample tells is what the run did: values with their signs,
// pointers as places, enumerators, characters, texts that a routine wrote.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum colour { RED, GREEN };

struct node {
  int value;
  struct node *next;
  char name[8];
  enum colour colour;
};

static int store(struct node *n, int i) {
  int twice = 2 * i;
  n->value = twice;
  return twice;
}

int main(void) {
  char buffer[4];
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 1;
  n->next = 0;
  n->colour = GREEN;
  struct node copy = *n;
  int x = __VERIFIER_nondet_int();
  char *p = buffer + 3;
  *p = 'x';
  strcpy(n->name, "ab");
  copy.next = n;
  double half = 0.5;
  assert(x != -7 || store(n, x) != -14 || copy.next->colour != GREEN || !half);
  return 0;
}

// Without a body: what it returns is an assumption.
extern int sensor(void);
static int level = 3;
int limit;

int watch(struct node *n, const char *text) {
  if (n && n->next && n->next->value == limit && limit == 4 && sensor() == 9)
    assert(!text);
  return level;
}

/* test: check $file
 * exit: 10
 * stdout-contains: n = &heap@26
 * stdout-contains: heap@26.colour = GREEN
 * stdout-contains: copy.colour = GREEN
 * stdout-contains: x = -7
 * stdout-contains: p = &buffer[3]
 * stdout-contains: buffer[3] = 'x'
 * stdout-contains: heap@26.name = "ab"
 * stdout-contains: copy.next = &heap@26
 * stdout-contains: half = 0.5
 * stdout-contains: store::i = -7
 * stdout-contains: store::twice = -14
 * stdout-contains: heap@26.value = -14
 * stdout-lacks: alive
 * stdout-lacks: allocation
 */
/* test: check --function watch $file
 * exit: 10
 * stdout-contains: limit = 4
 * stdout-contains: n = &in.n
 * stdout-contains: in.n.next = &in.n.8
 * stdout-contains: in.n.8.value = 4
 * stdout-contains: if sensor may return 9
 */
