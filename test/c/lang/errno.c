// errno: set by the library, kept by success, an lvalue.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int twice(int *e) { return *e *= 2; }

int main(void) {
  printf("%d\n", errno);
  errno = 5;
  int doubled = twice(&errno);
  printf("%d %d\n", errno, doubled);
  errno = 0;
  strtol("999999999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  strtol("1", NULL, 10);
  printf("%d\n", errno == ERANGE);
  printf("%s|", strerror(EINVAL));
  printf("%s\n", strerror(ENOENT));
  errno = 0;
  FILE *f = fopen("no-such-directory/no-such-file", "r");
  printf("%d %d\n", f == NULL, errno == ENOENT);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
