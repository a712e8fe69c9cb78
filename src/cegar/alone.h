// Rows one by one, each as if nothing else were asked.
//
// The loop asks of all rows at once, and one that is hard to decide keeps it
// from those that are easy. Where it has taken some effort, every open row is
// asked about alone: the others end executions, as they do when they are
// decided, and only what leads to the row and matters there is looked at. A
// violation counts like any other. A proof shows that the row is not violated
// before another one is; the first violation of an execution is that of one of
// them, so rows that hold in this way hold together.
//
// Each row gets a limited effort, and what it does not decide stays open.
#ifndef VOUCH_CEGAR_ALONE_H
#define VOUCH_CEGAR_ALONE_H

#include "cegar/survey.h"

struct effort {
  uint64_t units; // of the solver
  uint64_t steps; // of the search
};

// May rows be asked about one by one? Not where the loop is not about a
// sequential component, or its effort is limited anyway.
bool alone_is_due(const struct cegar *cegar,
                  const struct survey_options *options);
// Decides open rows, those that this effort suffices for. False: that is all,
// since a violation was wanted and found, or a limit was reached.
bool alone_run(struct cegar *cegar, const struct survey_options *options,
               struct effort each);

#endif
