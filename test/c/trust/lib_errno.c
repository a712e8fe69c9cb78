// Where a routine fails errno is some number, and not 0; nobody knows which. Nor
// is it known whether the end of a file was met or an error.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  errno = 0;
#ifdef DUP
  if (dup2(0, 5) < 0)
    assert(errno != 0);
#elif defined OPEN
  if (open("x", O_RDONLY) < 0)
    assert(errno > 0);
#elif defined FILE_OPEN
  if (!fopen("x", "r"))
    assert(errno == ENOENT || errno == EACCES || errno == EMFILE);
#elif defined END
  if (getchar() == EOF && !feof(stdin))
    assert(ferror(stdin));
#elif defined OTHER // whatever errno is
  int fd = open("x", O_RDONLY);
  if (fd < 0 && errno == errno)
    assert(fd != -1);
#endif
  return 0;
}

/* test: check -DDUP
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check -DOPEN
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check -DFILE_OPEN
 * exit: 5
 * stdout-contains: hangs on what errno is
 * test: check -DEND
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check -DOTHER
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
