// Where accesses are checked the environment is still one: a name has one text,
// or is not set, until the program changes that.
#include <assert.h>
#include <stdlib.h>

int main(void) {
#if WAY == 1
  if (getenv("A") && getenv("A")[0] == 'x')
    return 1;
#elif WAY == 2
  const char *first = getenv("A"), *again = getenv("A");
  if (first && again)
    assert(first[0] != 'x' || again[0] != 'y');
#elif WAY == 3
  const char *text = getenv("A");
  if (text && text[0] == 'q')
    return text[2];
#elif WAY == 4
  return getenv("A")[0];
#else
  setenv("A", "x", 1);
  const char *own = getenv("A");
  if (own)
    assert(own[0] == 'x');
#endif
  return 0;
}
/* test: check --deref -DWAY=1 $file
 * exit: 5
 * stdout-lacks: violated
 */
/* test: check --deref -DWAY=2 --timeout 10 $file
 * exit: 5
 * stdout-lacks: violated
 */
/* test: check --deref -DWAY=3 $file
 * exit: 10
 * stdout-contains: environment: A="q"
 * stdout-contains: out of bounds: at offset 2
 */
/* test: check --deref -DWAY=4 $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref -DWAY=5 $file
 * exit: 5
 * stdout-lacks: violated
 */
