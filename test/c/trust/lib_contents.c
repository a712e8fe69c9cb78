// What lies in memory that only a routine of the library knows: no violation
// is told that hangs on it, and one that does not is.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *nowhere = NULL;
#if CASE == 1 // the same number gives the same text
  const char *text = strerror(2);
  char first = text[0];
  const char *again = strerror(2);
  if (first != again[0])
    return *nowhere;
#elif CASE == 2 // no text begins like that
  for (int i = 0; i < 2; i++) {
    const char *text = strerror(2);
    if (text[0] == '\1')
      return *nowhere;
  }
#elif CASE == 3
  struct in_addr none = {0};
  if (strlen(inet_ntoa(none)) > 2)
    return *nowhere;
#elif CASE == 4 // whatever it says
  int descriptor = open("names", O_RDONLY);
  if (descriptor < 0)
    fprintf(stderr, "names: %s\n", strerror(errno));
  return *nowhere;
#endif
  return 0;
}
/* test: check --deref -DCASE=1
 * exit: 5
 * stdout-contains: which is approximated
 * test: check --deref -DCASE=2
 * exit: 5
 * test: check --deref -DCASE=3
 * exit: 5
 * test: check --deref -DCASE=4
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
