// Must work that takes long come to its end?
//
// Whoever works asks its poll now and then; whoever wants the work knows the
// answer: a limit was hit, Ctrl-C was pressed, there is something better to do.
// A poll is passed on by value. Zero is the poll that lets everything go on.
//
// Limits are what polls of a check come from: flags that signal handlers set,
// and the memory that may be used.
#ifndef VOUCH_BASE_POLL_H
#define VOUCH_BASE_POLL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct poll {
  bool (*stops)(void *context); // null: never
  void *context;
};

static inline bool poll_stops(struct poll poll) {
  return poll.stops && poll.stops(poll.context);
}

// Zero is no limit at all.
struct limits {
  const volatile sig_atomic_t *interrupt; // not zero: Ctrl-C; may be null
  const volatile sig_atomic_t *out_of_time;
  uint64_t memory_kb;  // 0: no limit
  uint64_t end_ms;     // by stats_now_ms, when the time is over; 0: never
  uint64_t cpu_end_ms; // by stats_cpu_ms
};

// Which limit was hit, in words, or null.
const char *limits_reason(const struct limits *limits);
// The limits must outlive the poll.
struct poll limits_poll(const struct limits *limits);

// Half of the time that is left, for what is welcome and not needed: whoever
// comes after it has the other half.
struct half_time {
  const struct limits *limits;
  uint64_t end_ms, cpu_end_ms; // 0: never
};

// Begins now. The half must outlive the poll.
struct poll half_time_poll(struct half_time *half, const struct limits *limits);

#endif
