// Progress and tracing on stderr. A level of 0 is silent (-q), 1 tells phases,
// 2 (-v) details, 3 (-vv) everything. Passed around, never global.
#ifndef VOUCH_BASE_LOG_H
#define VOUCH_BASE_LOG_H

#include <stdio.h>

struct log {
  FILE *out;
  int level;
};

// "[phase] message" when log->level >= level. A null log is silent.
void log_line(const struct log *log, int level, const char *phase,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
