// No room for the final zero of a string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  const char *text = "hello";
  size_t length = strlen(text);
  char *copy = malloc(length + !BUG);
  for (size_t i = 0; i < length; i++)
    copy[i] = text[i];
  copy[length] = 0;
  printf("%s\n", copy);
  free(copy);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: heap_write.c:15:
 * stderr-contains: out of bounds
 */
