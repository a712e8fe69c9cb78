// Two files that are open have different descriptors: a run that is to show a
// violation gets such, whether they matter to it or not.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char c;
#ifdef IGNORED
  open("x", O_RDONLY);
  open("y", O_RDONLY);
  assert(0);
#else
  int first = open("x", O_RDONLY), second = open("y", O_RDONLY);
  if (first < 0 || second < 0)
    return 1;
  if (read(second, &c, 1) == 1)
    assert(c != 'q');
  close(first);
  close(second);
#endif
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DIGNORED
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
