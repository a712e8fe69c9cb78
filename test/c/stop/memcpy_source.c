// memcpy from beyond the end of the source.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  char *secret = malloc(4), reply[64];
  memcpy(secret, "abc", 4);
  memcpy(reply, secret, BUG ? 40 : 4);
  printf("%s\n", reply);
  free(secret);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: memcpy_source.c:12:
 * stderr-contains: out of bounds
 */
