// Running a counterexample: the interpreter runs the original program with an
// oracle (path_oracle.h), and only an execution that really violates the
// property counts.
#ifndef VOUCH_CHECK_REPLAY_H
#define VOUCH_CHECK_REPLAY_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "check/component.h"

// Runs the program with the oracle. True when it violates the target.
bool replay_confirms(const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target,
                     const struct strbuf *oracle);
// When it did not: appends what it does instead, and where it leaves the path.
void replay_explain(const struct component *component,
                    const struct component_options *options,
                    const struct edge_id_vec *path_edges,
                    const struct strbuf *oracle, struct strbuf *why);

// True when the run performs these actions first, of those that the
// specification hears; there is one system only. Otherwise `why` says what
// happened instead.
bool replay_performs(const struct component *component,
                     const struct component_options *options,
                     const struct lts_action_vec *actions,
                     const struct strbuf *oracle, struct strbuf *why);

#endif
