// A result as a verification witness 1.0 (GraphML), where the field still asks
// for it: an automaton whose edges name lines of the source. Of a violation it
// is a path, with what calls returned as assumptions; of a proof, from its one
// state an edge for each loop that has an invariant, to a state that has it.
#ifndef VOUCH_REPORT_GRAPHML_H
#define VOUCH_REPORT_GRAPHML_H

#include "evidence/result.h"

// Appends nothing when the verdict is unknown.
void graphml_print(const struct result *result, struct strbuf *out);

#endif
