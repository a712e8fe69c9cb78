// Running a counterexample: the interpreter runs the original program with an
// oracle (path_oracle.h), and only an execution that really violates the
// property counts.
#ifndef VOUCH_CONFIRM_REPLAY_H
#define VOUCH_CONFIRM_REPLAY_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "check/component.h"
#include "run/run.h"

// Runs the program with the oracle. True when it violates the target; then the
// execution (may be null) is what the run did, in one lane. The steps of the
// run are added.
bool replay_confirms(const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target,
                     const struct strbuf *oracle, struct execution *execution,
                     uint64_t *steps);
// The same of another form of the component's program.
bool replay_confirms_in(const struct program *program,
                        const struct component *component,
                        const struct component_options *options,
                        const struct check_target *target,
                        const struct strbuf *oracle,
                        struct execution *execution, uint64_t *steps);
// The text becomes one that has all that streams give, if the path says what is
// read from them (run/wish.h): the run that the wishes make tells what that is.
// There are several ways to grant them (enum wish_round). False if there are
// none.
bool replay_settles(const struct component *component,
                    const struct component_options *options, int round,
                    struct strbuf *oracle, uint64_t *steps);
// When it did not: appends what it does instead, and where it leaves the path.
void replay_explain(const struct component *component,
                    const struct component_options *options,
                    const struct edge_id_vec *path_edges,
                    const struct strbuf *oracle, struct strbuf *why);

// True when the run performs these actions first, of those that the
// specification hears; there is one system only. The execution is what it did.
// Otherwise `why` says what happened instead.
bool replay_performs(const struct component *component,
                     const struct component_options *options,
                     const struct lts_action_vec *actions,
                     const struct strbuf *oracle, struct execution *execution,
                     struct strbuf *why);

// True when the run takes all branches of the path as it does; of a path
// without branches, when it does not end. The execution is what it did until
// then.
bool replay_goes_along(const struct component *component,
                       const struct component_options *options,
                       const struct edge_id_vec *path_edges,
                       const struct strbuf *oracle, struct execution *execution,
                       uint64_t *steps);

// True when the run takes all branches of the path as it does, and comes to
// where the path ends; with `ends`, when the program then ends. The execution
// is what it did. Otherwise `why` says what happened instead.
bool replay_takes(const struct component *component,
                  const struct component_options *options,
                  const struct edge_id_vec *path_edges, bool ends,
                  const struct strbuf *oracle, struct execution *execution,
                  uint64_t *steps, struct strbuf *why);

// True when the run of the program does not end before all that the oracle has
// is used up.
bool replay_lasts(const struct program *program,
                  const struct component_options *options,
                  const struct strbuf *oracle, uint64_t *steps);

// Does the program, run with the oracle for a short while, violate the target?
// The follower hears of every location.
bool replay_follows(struct program *program,
                    const struct component_options *options,
                    const struct check_target *target, const char *oracle,
                    const struct follower *follower, uint64_t *steps);
// Did a run end with a violation of the target, which is no matter of a
// specification?
bool replay_violates(const struct component_options *options,
                     const struct check_target *target,
                     const struct run_result *result);
// Runs a program of which there is only one execution (sole.h), as far as it is
// not too long, or only briefly.
void replay_sole(struct program *program,
                 const struct component_options *options,
                 const struct follower *follower, bool is_brief,
                 struct run_result *result);

// Runs the program with what a seed draws, or with the text of an oracle that
// leaves things to a seed, for so many steps; the follower (or null) hears of
// every location, and `recorded` (or null) gets the text of what was drawn.
void replay_draw(struct program *program,
                 const struct component_options *options, const char *oracle,
                 uint64_t seed, uint64_t steps, const struct follower *follower,
                 struct strbuf *recorded, struct run_result *result);

// Runs the program for a short while, with the text of an oracle or, without
// one, a seed; the follower hears of every location. The caller releases the
// result.
void replay_follow(struct program *program,
                   const struct component_options *options, const char *oracle,
                   uint64_t seed, const struct follower *follower,
                   struct run_result *result);

#endif
