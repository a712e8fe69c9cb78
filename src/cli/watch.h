// Limits, Ctrl-C and progress while a check runs.
//
// A timer ticks ten times a second. At a tick, and on Ctrl-C, flags are set
// that the engines poll and the running query is ended, so that the search ends
// with what it has. What cannot be polled, a single operation on decision
// diagrams, say, gets some seconds of grace: then the partial results that were
// last handed over are written out and the process ends. All of this is done in
// a signal handler, with nothing but reads, writes and stores.
//
// Progress goes to stderr: on a terminal one line that is rewritten, otherwise
// a plain line every ten seconds.
#ifndef VOUCH_CLI_WATCH_H
#define VOUCH_CLI_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "tactic/progress.h"

struct watch_options {
  uint64_t start_ms;      // of the time that counts; 0: from now on
  int64_t timeout_ms;     // 0: none
  int64_t cpu_timeout_ms; // of processor time; 0: none
  uint64_t memlimit_kb;
  bool shows_progress;
  int text;         // file descriptor of the report
  const char *json; // file for JSON, "-" for stdout, or null
};

// What the engines poll.
extern volatile sig_atomic_t watch_is_interrupted;
extern volatile sig_atomic_t watch_is_out_of_time;

// From now on; the time counts from here. There is one watch in a process.
void watch_begin(const struct watch_options *options,
                 struct progress *progress);
// Until watch_again: no timer, and signals do what they do by default.
void watch_pause(void);
// In a process that was forked since: the timer runs again, with a limit of its
// own and for another file; nothing without a watch.
void watch_again(int64_t cpu_timeout_ms, const char *json);
// What to write, copied, if the process has to end in a hurry. With a code it
// ends with a RESULT line and is the process's; without, the RESULT is unknown.
void watch_keep(const struct strbuf *partial, int code);
// JSON to write then: `length` bytes of a text, the reason, and the rest. Both
// are copied.
void watch_keep_json(const char *text, size_t length, const char *rest);
void watch_end(void);

#endif
