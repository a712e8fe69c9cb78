// An execution for people: numbered steps with file, line and source text, the
// values that changed and the actions performed; of several lanes first what
// they do together, then each by itself; of a tree what its executions share
// once. Steps that say nothing new are folded (fold.h); the last one says what
// is wrong, with the values of what the row is about.
#ifndef VOUCH_REPORT_EXECUTION_TEXT_H
#define VOUCH_REPORT_EXECUTION_TEXT_H

#include "evidence/result.h"
#include "report/style.h"

// The steps of one lane.
void lane_print(const struct interner *names, const struct lane *lane,
                struct text_style style, struct strbuf *out);
// The executions from the first one on, which show one violation together.
void executions_print(const struct result *result, uint32_t first,
                      struct text_style style, struct strbuf *out);

#endif
