// Run statistics, declared once in stats.def.
#ifndef VOUCH_BASE_STATS_H
#define VOUCH_BASE_STATS_H

#include <stdint.h>

#include "base/strbuf.h"

struct stats {
#define STAT(field, unit, what) uint64_t field;
#include "base/stats.def"
#undef STAT
};

// Milliseconds of a monotonic clock, for the *_ms fields.
uint64_t stats_now_ms(void);
uint64_t stats_cpu_ms(void);  // of this process and the children it waited for
uint64_t stats_peak_kb(void); // of this process, so far

// Adds field by field; of the peak the larger one counts.
void stats_add(struct stats *stats, const struct stats *more);

void stats_print(const struct stats *stats, struct strbuf *out); // aligned

#endif
