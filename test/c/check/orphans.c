// Pointers that nobody initialised. In tasks a violation may take them to point
// to objects of their own, and says so; nothing is ever proved by that.
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  int *count;
  struct node *next;
};

struct holder {
  int used;
  struct node *node;
};

static void fill(struct holder *holder) {
  holder->used = 1;
}

static int in_function(int wanted) {
  int *unset;
  return *unset == wanted;
}

int *null;

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct node *p, *q;
#if defined LOCAL
  if (p->value == 3 && x == 4)
    reach_error();
#elif defined INDEX
  if (x >= 0 && x < 10 && p[x].value == 3 && p[0].value == 4)
    reach_error();
#elif defined CHAIN
  if (p->next->next->value == 5 && p->next->value == 6 && *p->count == 7)
    reach_error();
#elif defined HEAP
  struct holder *holder = malloc(sizeof *holder);
  fill(holder);
  if (holder->node->value == 8)
    reach_error();
#elif defined FRAME
  struct holder holder;
  fill(&holder);
  holder.node->value = x;
  if (holder.node->value == 9)
    reach_error();
#elif defined ROUNDS
  for (int i = 0; i < 3; i++)
    if (i == 2 && in_function(11))
      reach_error();
#elif defined NULL_TOO
  // One is null, the other is followed.
  if (!p && q->value == 3)
    reach_error();
#elif defined COPIED
  struct node node;
  memcpy(&node, p, sizeof node);
  if (node.value == 12)
    reach_error();
#elif defined KEPT
  p->value = x;
  if (p->value != x)
    reach_error();
#elif defined APART
  p->value = 1;
  q->value = 2;
  if (p != q && p->value != 1)
    reach_error();
#elif defined APART_BYTES
  char *bytes;
  p->value = 0;
  *bytes = 1;
  if ((char *)p != bytes && p->value != 0)
    reach_error();
#elif defined KEPT_CHAIN
  p->next->count = &x;
  *p->next->count = 5;
  if (x != 5)
    reach_error();
#elif defined KEPT_OTHER
  int local = 1;
  int *address = &local;
  p->value = 2;
  if (*address != 1)
    reach_error();
#elif defined NULL_ONLY
  if (*null == 3)
    reach_error();
#endif
  return 0;
}

/* test: check -DLOCAL $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: if the uninitialised pointer `p` points to an object of its own
 * stdout-contains: for the violation, uninitialised pointers that point to objects of their own: p
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DLOCAL --32 $dir/unreach.prp
 * exit: 10
 * stdout-contains: if the uninitialised pointer `p` points to an object of its own
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DLOCAL
 * exit: 5
 */
/* test: check -DLOCAL --deref $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-lacks: of its own
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check -DINDEX $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DCHAIN $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: if the uninitialised pointer `p->next` points to an object of its own
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DHEAP $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: if the uninitialised pointer `holder->node` points to an object of its own
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DFRAME $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: if the uninitialised pointer `holder.node` points to an object of its own
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DROUNDS $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DNULL_TOO $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: if the uninitialised pointer `q` points to an object of its own
 * stdout-lacks: `p` points to an object
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DCOPIED $dir/orphans.yml -DSELF=$file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DKEPT $dir/orphans.yml -DSELF=$file
 * exit: 5
 */
/* test: check -DAPART $dir/orphans.yml -DSELF=$file
 * exit: 5
 */
/* test: check -DAPART_BYTES $dir/orphans.yml -DSELF=$file
 * exit: 5
 */
/* test: check -DKEPT_CHAIN $dir/orphans.yml -DSELF=$file
 * exit: 5
 */
/* test: check -DKEPT_OTHER $dir/orphans.yml -DSELF=$file
 * exit: 0
 */
/* test: check -DNULL_ONLY $dir/orphans.yml -DSELF=$file
 * exit: 0
 */
