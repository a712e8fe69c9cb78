// Run statistics, declared once in stats.def.
#ifndef VOUCH_BASE_STATS_H
#define VOUCH_BASE_STATS_H

#include <stdint.h>
#include <sys/types.h>

#include "base/strbuf.h"

struct stats {
#define STAT(field, unit, what) uint64_t field;
#include "base/stats.def"
#undef STAT
};

// Milliseconds of a monotonic clock, for the *_ms fields.
uint64_t stats_now_ms(void);
// Of this process, the children it waited for, and the one that counts already.
uint64_t stats_cpu_ms(void);
// The time of this child counts while it works; 0: of none.
void stats_count_child(pid_t child);
uint64_t stats_peak_kb(void); // of this process, so far

// Adds field by field; of the peak the larger one counts.
void stats_add(struct stats *stats, const struct stats *more);

void stats_print(const struct stats *stats, struct strbuf *out); // aligned

#endif
