#include "base/log.h"

#include <stdarg.h>

void log_line(const struct log *log, int level, const char *phase,
              const char *format, ...) {
  if (!log || log->level < level)
    return;
  va_list args;
  va_start(args, format);
  fprintf(log->out, "[%s] ", phase);
  vfprintf(log->out, format, args);
  fputc('\n', log->out);
  va_end(args);
}
