#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int descriptor, struct strbuf *into) {
  char block[1 << 16];
  for (;;) {
    ssize_t count = read(descriptor, block, sizeof block);
    if (count > 0)
      strbuf_bytes(into, block, (size_t)count);
    else if (count == 0)
      return true;
    else if (errno != EINTR)
      return false; // read says EISDIR of a directory by itself
  }
}

bool file_read(const char *path, struct strbuf *into) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return false;
  bool done = read_all(descriptor, into);
  int error = errno;
  close(descriptor);
  errno = error;
  return done;
}

bool file_exists(const char *path) {
  struct stat status;
  return stat(path, &status) == 0;
}

const char *file_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool file_is_same(const char *a, const char *b) {
  struct stat first, second;
  if (!strcmp(a, b))
    return true;
  return !stat(a, &first) && !stat(b, &second) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

const char *file_suffix(const char *path) {
  const char *base = file_base_name(path);
  const char *dot = strrchr(base, '.');
  return dot ? dot : base + strlen(base);
}
