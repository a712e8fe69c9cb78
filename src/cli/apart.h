// A check in a process of its own, and what comes back from it.
//
// One command may ask several questions: the properties of a task, the checks
// of a specification. Each is answered by a process of its own, so that none
// is touched by what another did to the program, to the solver or to memory.
// What they print appears as they print it; what they come to comes through a
// pipe.
#ifndef VOUCH_CLI_APART_H
#define VOUCH_CLI_APART_H

#include <stdio.h>

#include "evidence/result.h"
#include "report/style.h"

struct outcome {
  struct result result; // from another process: verdict, reasons, statistics
  int code;             // not EXIT_TRUE: no verdict, the exit code of an error
  bool is_lost;         // part of the report could not be written
};

// Runs the question in a child. One that gives up (watch.h) or crashes has an
// answer, too. The statistics are added to `sum`. The answer's result has names
// and nothing else.
void apart_run(void (*question)(void *context, struct outcome *outcome),
               void *context, struct outcome *outcome, struct stats *sum);

// The line that counts. Returns the exit code: that of an error if part of the
// report is lost.
int outcome_conclude(const struct outcome *outcome, struct text_style style,
                     FILE *out);

#endif
