// --nonnull: pointers that a function is given, and in what they lead to, are
// not null; lists end all the same.
#include <assert.h>
#include <stddef.h>

struct part {
  int size;
};
struct node {
  struct part *part;
  struct node *next;
  int (*size_of)(struct part *);
};
struct part *cache;

int sum(struct node *n) {
#ifdef BUG
  n = n->next;
#endif
  return n->part->size;
}

// A list may be empty behind its first element, and may not.
int length(struct node *n) {
  int count = 1;
  if (n->next)
    count++;
#ifdef LISTS
  assert(count == 2);
#endif
#ifdef LONE
  assert(count == 1);
#endif
  return count;
}

// A global may be null.
int cached(void) {
#ifdef CACHED
  return cache->size;
#else
  return cache ? cache->size : 0;
#endif
}

int called(struct node *n, int (*f)(void)) {
  assert(f != NULL);
  return n->size_of != NULL;
}

// A row that only null reaches is not reached.
int never(struct part *p) {
  if (p)
    return 0;
  assert(p == NULL);
  return 1;
}

/* test: check --function sum --deref --nonnull $file
 * exit: 0
 * stdout-contains: are not null, but for those that lead back to the type of what they are in (--nonnull)
 */
/* test: check --function sum --deref $file
 * exit: 10
 */
/* test: check --function sum --deref --nonnull -DBUG $file
 * exit: 10
 */
/* test: check --function length --nonnull -DLISTS $file
 * exit: 10
 */
/* test: check --function length --nonnull -DLONE $file
 * exit: 10
 */
/* test: check --function length --nonnull --deref $file
 * exit: 0
 */
/* test: check --function cached --nonnull --deref -DCACHED $file
 * exit: 10
 */
/* test: check --function cached --nonnull --deref $file
 * exit: 0
 */
/* test: check --function called --nonnull $file
 * exit: 0
 */
/* test: check --function called $file
 * exit: 10
 */
/* test: check --function never --nonnull $file
 * exit: 0
 * stdout-contains: never reached
 */
/* test: check --function never $file
 * exit: 0
 */
