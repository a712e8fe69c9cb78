// A check in a process of its own, and what comes back from it.
//
// One command may ask several questions: the properties of a task, the checks
// of a specification. Each is answered by a process of its own, so that none
// is touched by what another did to the program, to the solver or to memory.
// What they print appears as they print it; the outcome comes through a pipe.
#ifndef VOUCH_CLI_APART_H
#define VOUCH_CLI_APART_H

#include <stdio.h>

#include "base/stats.h"
#include "evidence/verdict.h"

struct outcome {
  enum verdict verdict;
  char reason[400];  // of UNKNOWN
  char vacuity[400]; // of TRUE: why nothing could have been violated; or ""
  char property[80]; // of FALSE: what was violated
  int code;          // not EXIT_TRUE: no verdict, the exit code of an error
  bool is_lost;      // part of the report could not be written
  struct stats stats;
};

// Runs the question in a child. One that gives up (watch.h) or crashes has an
// outcome, too. The statistics are added to `sum`.
void apart_run(void (*question)(void *context, struct outcome *outcome),
               void *context, struct outcome *outcome, struct stats *sum);

// Copies as much of a text as there is room for.
void outcome_text(char *into, size_t room, const char *text);

// The line that counts. Returns the exit code: that of an error if part of the
// report is lost.
int outcome_result(const struct outcome *outcome, FILE *out);

#endif
