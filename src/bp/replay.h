// Does a counterexample happen? Every step of every run of a trace is done
// again by the statements' own meaning (concrete.h), which knows nothing of
// edges, images and diagrams.
//
// Each run is looked at once, however often it is called: what a callee does
// from one valuation does not depend on who calls it.
#ifndef VOUCH_BP_REPLAY_H
#define VOUCH_BP_REPLAY_H

#include "base/strbuf.h"
#include "bp/code.h"
#include "bp/trace.h"

// Does the trace violate the row? If not, why says where it goes wrong.
bool bp_replays(const struct bp_code *code, const struct bp_trace *trace,
                uint32_t row, struct strbuf *why);

#endif
