#include "base/poll.h"

#include <stddef.h>

#include "base/stats.h"

const char *limits_reason(const struct limits *limits) {
  if (limits->interrupt && *limits->interrupt)
    return "interrupted";
  if ((limits->out_of_time && *limits->out_of_time) ||
      (limits->cpu_end_ms && stats_cpu_ms() >= limits->cpu_end_ms))
    return "timeout";
  if (limits->memory_kb && stats_peak_kb() > limits->memory_kb)
    return "memory limit";
  return NULL;
}

static bool is_hit(void *context) {
  return limits_reason(context);
}

struct poll limits_poll(const struct limits *limits) {
  return (struct poll){is_hit, (void *)limits};
}

static bool is_half_over(void *context) {
  const struct half_time *half = context;
  return limits_reason(half->limits) ||
         (half->end_ms && stats_now_ms() >= half->end_ms) ||
         (half->cpu_end_ms && stats_cpu_ms() >= half->cpu_end_ms);
}

static uint64_t middle(uint64_t now, uint64_t end) {
  return !end || end < now ? end : now + (end - now) / 2;
}

struct poll half_time_poll(struct half_time *half,
                           const struct limits *limits) {
  half->limits = limits;
  half->end_ms = middle(stats_now_ms(), limits->end_ms);
  half->cpu_end_ms = middle(stats_cpu_ms(), limits->cpu_end_ms);
  return (struct poll){is_half_over, half};
}
