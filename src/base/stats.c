#include "base/stats.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

struct row {
  const char *unit;
  const char *what;
  uint64_t value;
};

enum {
#define STAT(field, unit, what) ROW_##field,
#include "base/stats.def"
#undef STAT
  ROW_COUNT
};

static void collect(const struct stats *stats, struct row rows[ROW_COUNT]) {
#define STAT(field, unit, what)                                                \
  rows[ROW_##field] = (struct row){unit, what, stats->field};
#include "base/stats.def"
#undef STAT
}

uint64_t stats_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint64_t used_ms(int whose) {
  struct rusage usage;
  getrusage(whose, &usage);
  return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

// The child that is waited for. The signal handler that watches the limits asks
// for the time, so it cannot be passed to whoever asks.
static atomic_int counted_child;

void stats_count_child(pid_t child) {
  atomic_store(&counted_child, child);
}

static uint64_t child_ms(void) {
  pid_t child = atomic_load(&counted_child);
  clockid_t clock;
  struct timespec used;
  if (!child || clock_getcpuclockid(child, &clock) ||
      clock_gettime(clock, &used))
    return 0;
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

uint64_t stats_cpu_ms(void) {
  return used_ms(RUSAGE_SELF) + used_ms(RUSAGE_CHILDREN) + child_ms();
}

uint64_t stats_peak_kb(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss;
}

static int widest_text(const struct row rows[ROW_COUNT]) {
  size_t widest = 0;
  for (int i = 0; i < ROW_COUNT; i++)
    if (strlen(rows[i].what) > widest)
      widest = strlen(rows[i].what);
  return (int)widest;
}

void stats_add(struct stats *stats, const struct stats *more) {
  uint64_t peak =
      more->peak_kb > stats->peak_kb ? more->peak_kb : stats->peak_kb;
#define STAT(field, unit, what) stats->field += more->field;
#include "base/stats.def"
#undef STAT
  stats->peak_kb = peak;
}

void stats_print(const struct stats *stats, struct strbuf *out) {
  struct row rows[ROW_COUNT];
  collect(stats, rows);
  int width = widest_text(rows);
  for (int i = 0; i < ROW_COUNT; i++)
    if (rows[i].value) // others are not of this command
      strbuf_format(out, "%-*s %12" PRIu64 "%s%s\n", width, rows[i].what,
                    rows[i].value, *rows[i].unit ? " " : "", rows[i].unit);
}
