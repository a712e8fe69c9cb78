// What a function frees begins where its callers' pointers lead to; where it
// passes what is further on to itself that is its own doing. Deeper than calls
// are followed, nothing is known.
#include <stdlib.h>

void further(char *text, int depth) {
  if (depth == 0) {
    free(text);
    return;
  }
  further(depth > 800 ? text + 1 : text, depth - 1);
}

static void release(void *memory) {
  free(memory);
}

void by_another(char *text, int depth) {
  char *same = text;
  if (depth == 0) {
    release(same);
    return;
  }
  by_another(depth > 800 ? text + 1 : text, depth - 1);
}

/* test: check --deref --required --inner-calls --function further --cpu-timeout 5s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function by_another --cpu-timeout 5s $file
 * exit: 5
 */
