// What is no descriptor cannot be used, whatever the system does; what is closed
// cannot either, and what is open is not given again.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char b[4] = {0};
  struct stat s;
#if CASE == 1
  assert(close(-1) == -1 && read(-1, b, 4) == -1 && write(-1, b, 0) == -1);
  assert(lseek(-1, 0, SEEK_SET) == -1 && dup(-1) < 0 && dup2(1, -1) < 0);
  assert(fstat(-1, &s) && !isatty(-1) && !fdopen(-1, "r") && fcntl(-2, F_GETFD));
#elif CASE == 2
  int fd = __VERIFIER_nondet_int();
  if (fd < 0)
    fd = close(fd);
  assert(fd >= -1);
#elif CASE == 3 // an error that is not looked for
  int fd = open("x", O_RDONLY);
  assert(close(fd) == 0);
#elif CASE == 4
  int fd = open("x", O_RDONLY);
  if (fd < 0 || close(fd))
    return 0;
  assert(read(fd, b, 4) == -1);
#elif CASE == 5
  int fd = open("x", O_RDONLY), other = open("y", O_RDONLY);
  assert(fd < 0 || fd != other);
#elif CASE == 6
  int fd = dup(1);
  assert(fd < 0);
#elif CASE == 7
  int fd = open("x", O_RDONLY);
  if (fd >= 0)
    assert(read(fd, b, 4) != 3);
#endif
  return s.st_mode == 77;
}
/* test: check -DCASE=1
 * stdout-contains: RESULT: true
 * test: check -DCASE=2
 * stdout-contains: RESULT: true
 * test: check -DCASE=3
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCASE=4
 * exit: 5
 * stdout-contains: a descriptor that it is given was closed
 * test: check -DCASE=5
 * exit: 5
 * stdout-contains: what it returns is a descriptor that is open
 * test: check -DCASE=6
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCASE=7
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
