#include "base/poll.h"

#include <stddef.h>

#include "base/stats.h"

const char *limits_reason(const struct limits *limits) {
  if (*limits->interrupt)
    return "interrupted";
  if (*limits->out_of_time)
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
