// Does a path that the solver finds feasible really run that way?
//
// A model of the path becomes an oracle, and the interpreter decides
// (replay.h). The first model may fail where another one would not: it is free
// in what the path does not care about, and the run may care. So a second one
// is tried in which, as far as the path allows,
//
//   - a test that a component decides either way has the outcome that it has
//     (sharp.h);
//   - main gets a few arguments, as programs do;
//   - pointers of the entry state point to something;
//   - functions without a body leave alone what they may change;
//   - an object of any size is large.
//
// And when that fails, too, some other paths are tried.
#ifndef VOUCH_CONFIRM_CONFIRM_H
#define VOUCH_CONFIRM_CONFIRM_H

#include "base/log.h"
#include "check/component.h"
#include "refine/path.h"
#include "tactic/explore.h"

struct confirm {
  const struct component *component;
  const struct component_options *options;
  struct solver *solver;
  const struct log *log;
  uint64_t *steps;       // of the interpreter: those of the runs are added
  struct path *inputs;   // of the model, as constants, in the order of steps,
                         // those of the entry first; given and then changed
  struct strbuf *oracle;       // gets that of the last run
  struct execution *execution; // gets what the last run did
};

// Takes the values of the path's inputs in the model.
void confirm_take(struct confirm *confirm, const struct path *path,
                  struct assignment *model);

// With the inputs as they are, then with others. When no run violates the
// target of the last edge, `why` (may be null) gets what the last one did
// instead.
bool confirm_path(struct confirm *confirm, const struct edge_id_vec *edges,
                  struct strbuf *why);

// Another path to a violation, as far as a short search finds one that runs
// that way. Only the stop of the limits counts.
bool confirm_another(struct confirm *confirm, const struct explore *limits,
                     struct edge_id_vec *found);

#endif
