#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void check_failed(const char *file, int line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fflush(stdout); // what was said before the bug helps to find it
  fprintf(stderr, "%s:%d: bug: ", file, line);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  abort();
}
