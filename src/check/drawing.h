// The transition system of a specification as evidence.
#ifndef VOUCH_CHECK_DRAWING_H
#define VOUCH_CHECK_DRAWING_H

#include "evidence/spec_graph.h"
#include "lts/lts.h"

// Into an empty one; left so if the system is too large for anybody to look at.
void spec_graph_take(const struct lts *lts, struct interner *names,
                     struct spec_graph *into);

#endif
