// main may end without return: the exit code is 0.
#include <stdio.h>

static int unused_result(void) {
  printf("called\n");
  return 5;
}

int main() {
  unused_result();
}

/* test: run
 * exit: 0
 * native: same
 */
