// Many pieces of work, each in a process of its own, some at a time.
#ifndef VOUCH_PROJECT_RUNNER_H
#define VOUCH_PROJECT_RUNNER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// How a piece of work ended.
struct ending {
  int status; // of waitpid
  int64_t cpu_ms, peak_kb;
};

struct runner {
  uint32_t jobs; // at a time
  void *context;
  // Is there more to do? Then its number.
  bool (*next)(void *context, uint32_t *work);
  // Done by the child, which ends with what this returns.
  int (*run)(void *context, uint32_t work);
  // It has ended.
  void (*ended)(void *context, uint32_t work, const struct ending *ending);
  // Once in a while; the number of those that are running. May be null.
  void (*tick)(void *context, uint32_t running);
  // Asked now and then: is it over?
  bool (*is_over)(void *context);
};

// Until there is nothing more to do, or it is over: then what runs is ended,
// and nobody hears of it.
void runner_run(const struct runner *runner);
// The same where a child goes on with what its caller was about to do: true
// there, with the number of its work, and `run` is not asked. False when all is
// done.
bool runner_fork(const struct runner *runner, uint32_t *work);

#endif
