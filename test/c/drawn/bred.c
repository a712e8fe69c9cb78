// States that are made of others: numbers that the code compares with, and
// allocations that fail one at a time; blocks that the function allocates.
#include <stdlib.h>

struct packet {
  unsigned char *data;
  unsigned length, pos;
  int kind, state;
};

// Only for one kind and one state, of all numbers.
int packet_next(struct packet *packet) {
  if (packet->kind != 0x5eed01)
    return -1;
  if (packet->state != packet->kind + 77)
    return -1;
  return *(int *)0;
}

// The second allocation is not looked at.
int pair(void) {
  int *a = malloc(sizeof *a), *b;
  if (!a)
    return -1;
  b = malloc(sizeof *b);
  *b = 1;
  free(a);
  free(b);
  return 0;
}

// Deep down, too, where a function calls itself.
int nest(int depth) {
  char *text = malloc(8);
  if (!text)
    return -1;
  if (depth > 3 || nest(depth + 1) < 0) {
#ifndef LOSES
    free(text);
#endif
    return -1;
  }
  free(text);
  return 0;
}

/* test: check --deref --nonnull --function packet_next $file
 * exit: 10
 */
/* test: check --deref --function pair $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --lost --function nest $file
 * exit: 5
 */
/* test: check --lost --function nest -DLOSES $file
 * exit: 10
 * stdout-contains: which is allocated in line 34, is lost
 */
