// The sum of a file's bytes, by blocks. -DBUG: an error of the last read closes
// the descriptor twice.
#include <fcntl.h>
#include <unistd.h>

int checksum(const char *path, unsigned *sum) {
  unsigned char buffer[8];
  unsigned total = 0;
  long count;
  int fd = open(path, O_RDONLY);
  if (fd < 0)
    return -1;
  while ((count = read(fd, buffer, sizeof buffer)) > 0)
    for (long i = 0; i < count; i++)
      total += buffer[i];
#ifdef BUG
  if (count < 0 && total > 0)
    close(fd);
#endif
  close(fd);
  if (count < 0)
    return -2;
  *sum = total;
  return 0;
}
