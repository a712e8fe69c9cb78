// A counterexample for people: numbered steps with file, line and source text,
// the branches taken and the values that changed.
#ifndef VOUCH_REPORT_TRACE_H
#define VOUCH_REPORT_TRACE_H

#include <stdio.h>

#include "check/attack.h"
#include "check/cegar.h"

// After VERDICT_FALSE.
void trace_print(const struct cegar *cegar, FILE *out);
// What a component of a system does in it. Of the actions in `waits`, which say
// where it could wait, only the last is told.
void trace_print_lane(const struct cegar *cegar, const struct bitset *waits,
                      FILE *out);
// The same of a tree: what branches share is shown once.
void trace_print_tree(const struct cegar *cegar, const struct attack *attack,
                      FILE *out);

#endif
