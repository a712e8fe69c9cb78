// Memory that the library keeps is not to be freed.
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
#if CASE == 1
  char *home = getenv("HOME");
  free(home);
#elif CASE == 2
  char *home = getenv("HOME");
  char *copy = home ? strdup("x") : 0;
  free(copy);
#elif CASE == 3
  free(strerror(2));
#elif CASE == 4
  time_t now = 0;
  struct tm *parts = localtime(&now);
  if (parts)
    free(parts);
#elif CASE == 5
  char *home = getenv("HOME");
  if (home)
    home = realloc(home, 4);
#endif
  return 0;
}
/* test: check --deref -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 * test: check --deref -DCASE=2
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=3
 * exit: 10
 * test: check --deref -DCASE=4
 * exit: 10
 * test: check --deref -DCASE=5
 * exit: 10
 */
