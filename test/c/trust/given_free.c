// What a function is given may be of the heap, for all that it knows: it may
// free that, once, from its beginning, and not use it afterwards.
#include <stdlib.h>

struct text {
  char *bytes;
  size_t length;
};

void drop(struct text *t) {
  free(t->bytes);
#ifdef INSIDE
  free(&t->length);
#else
  free(t);
#endif
#ifdef TWICE
  free(t);
#endif
}

size_t empty(struct text *t) {
  char *bytes = t->bytes;
  size_t length = t->length;
  free(t);
#ifdef LATE
  length = t->length;
#endif
  free(bytes);
  return length;
}

// On one of two ways each.
void either(struct text *t, int n) {
  if (n > 3)
    free(t);
#ifdef BOTH
  if (n < 5)
#else
  if (n < 4)
#endif
    free(t);
}

/* test: check --deref --nonnull --function drop
 * exit: 0
 */
/* test: check --deref --nonnull --function drop -DINSIDE
 * exit: 10
 * stdout-contains: free at offset 8
 */
/* test: check --deref --nonnull --function drop -DTWICE
 * exit: 10
 * stdout-contains: free in a heap object freed at
 */
/* test: check --deref --nonnull --function empty
 * exit: 0
 */
/* test: check --deref --nonnull --function empty -DLATE
 * exit: 10
 * stdout-contains: in a heap object freed at
 */
/* test: check --deref --function either
 * exit: 0
 */
/* test: check --deref --function either -DBOTH
 * exit: 10
 * stdout-contains: free in a heap object freed at
 */
