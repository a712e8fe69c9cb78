// memcpy of more than the destination holds.
#include <stdio.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

struct packet { unsigned length; char data[12]; };

int main(void) {
  char input[64] = "input of many bytes", buffer[sizeof(struct packet)];
  unsigned claimed = 12 + 8 * BUG;
  memcpy(buffer, input, claimed);
  printf("%.5s\n", buffer);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: memcpy_bounds.c:13:
 * stderr-contains: out of bounds
 */
