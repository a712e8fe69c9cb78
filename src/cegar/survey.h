// Deciding every target of a component: a row for each in the end.
//
// The loop of cegar.h looks for a violation of any target. When it has found
// one, or has to give up on a path to one, that target is decided; executions
// are taken to end there from then on, and the loop goes on for the rest with
// the predicates it has. When nothing violates any more, what is left holds;
// whether it is ever reached is another question (visit.h). When that takes
// long, rows are asked about one by one for a while (alone.h), and both in turn
// with growing effort.
//
// So a target that holds holds on all executions up to where another one is
// violated, as it is with assertions, which abort.
#ifndef VOUCH_CEGAR_SURVEY_H
#define VOUCH_CEGAR_SURVEY_H

#include <stdbool.h>

#include "cegar/cegar.h"

struct survey_options {
  bool stops_at_first; // violation
  // Called whenever a path decided a target, with the loop's result still
  // there; may be null.
  void (*decided)(void *context, struct cegar *cegar,
                  const struct check_target *target);
  // Called when rows that were asked about by themselves hold (alone.h), with
  // the proof still there; may be null.
  void (*proved)(void *context, struct cegar *cegar);
  void *context;
};

void survey_run(struct cegar *cegar, const struct survey_options *options);

// The execution violates the target: the row fails, and says what that needs.
void survey_note_failure(struct check_target *target,
                         const struct component_options *options,
                         struct interner *names,
                         const struct execution *execution);
// The loop found a violation of the target.
void survey_fail(struct cegar *cegar, const struct survey_options *options,
                 struct check_target *target);
// Every target that is not decided is unknown for this reason.
void survey_abandon(struct check_target_vec *targets, struct interner *names,
                    const char *reason);

#endif
