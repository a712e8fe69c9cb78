// What is lost in an execution that never ends is lost: without an end to look
// from the answer is unknown, and nothing is proved.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
#ifdef LOST
  p = NULL;
#endif
  for (;;)
    if (p)
      p[0] = 1;
}

/* test: check --deref --memtrack
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --memtrack -DLOST
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
