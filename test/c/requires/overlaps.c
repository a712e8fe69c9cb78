// How far apart two places in one object are is no matter of callers, also
// where each has a name.
#include <string.h>

static void copy(char *to, const char *from) {
  memcpy(to, from, 4);
}

void inside(char *text) {
  copy(text, text + 1);
}

void nearby(char *text) {
  copy(text, text + 4);
}

// That two objects do not overlap callers see to.
void two(int *to, const int *from) {
  memcpy(to, from, 8);
}

/* test: check --deref --required --function inside $file
 * exit: 10
 */
/* test: check --deref --required --function nearby $file
 * exit: 0
 */
/* test: check --deref --required --function two $file
 * exit: 0
 */
