// What the environment has is an input: a violation says which variables it
// needs, and does not hang on those of whoever runs vouch.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
#if WAY == 1
  const char *level = getenv("DEBUG");
  if (level)
    assert(strcmp(level, "13"));
#elif WAY == 2
  const char *home = getenv("HOME"), *user = getenv("USER");
  if (home && user && home[0] == '/')
    assert(user[0] != 'r' || user[1]);
#elif WAY == 3
  assert(getenv("HOME") || getenv("PATH"));
#else
  // The same variable has one value.
  const char *first = getenv("A"), *again = getenv("A");
  if (first && again)
    assert(first[0] != 'x' || again[0] != 'y');
#endif
  return 0;
}
/* test: check -DWAY=1 $file
 * exit: 10
 * stdout-contains: environment: DEBUG="13"
 */
/* test: check -DWAY=2 $file
 * exit: 10
 * stdout-contains: environment: HOME="/"
 * stdout-contains: environment: USER="r"
 */
/* test: check -DWAY=3 $file
 * exit: 10
 */
/* test: check -DWAY=4 --cpu-timeout 10s $file
 * exit: 5
 */
