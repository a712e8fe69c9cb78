#include <fcntl.h>
#include <unistd.h>

long slurp(const char *path, char *to, unsigned long size) {
  int fd = open(path, O_RDONLY);
  if (fd < 0)
    return -1;
  long count = read(fd, to, size);
  close(fd);
  return count;
}
