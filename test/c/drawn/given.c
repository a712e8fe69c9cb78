// Blocks that a function is given: freed, handed on, returned, or lost.
#include <stdlib.h>

struct text {
  long length;
  char *value;
};
struct node {
  struct node *next;
  long references;
};
void keep(char *value);

void text_delete(struct text *text) {
#if WAY == 0
  free(text->value);
#elif WAY == 1
  keep(text->value);
#endif
  free(text);
}

char *text_take(struct text *text) {
  char *value = text->value;
  text->value = 0;
#ifdef LOSES
  return 0;
#else
  return value;
#endif
}

// Somebody else may hold it, too: references are counted.
void node_unlink(struct node *node) {
  struct node *next = node->next;
#ifndef LOSES
  if (next)
    next->references--;
#endif
  node->next = 0;
}

// What lies where results are put is nobody's.
void text_end(struct text *text, char **end) {
  *end = text->value;
}

/* test: check --lost --usual --unseen=arguments --function text_delete -DWAY=0 $file
 * exit: 5
 * stdout-contains: no block that is given or allocated is lost  unknown (only runs from drawn states look for it
 */
/* test: check --lost --usual --unseen=arguments --function text_delete -DWAY=1 $file
 * exit: 5
 */
/* test: check --lost --usual --unseen=arguments --function text_delete -DWAY=2 $file
 * exit: 10
 * stdout-contains: is lost: not freed, and nothing leads there any more
 * stdout-contains: RESULT: false(no-loss)
 */
/* test: check --lost --usual --function text_take $file
 * exit: 5
 */
/* test: check --lost --usual --function text_take -DLOSES $file
 * exit: 10
 */
/* test: check --lost --usual --function node_unlink $file
 * exit: 5
 */
/* test: check --lost --usual --function node_unlink -DLOSES $file
 * exit: 10
 */
/* test: check --lost --usual --function text_end $file
 * exit: 5
 */
