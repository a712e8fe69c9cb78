// A specification that listens to a run (weave/listening.h), and notes in the
// execution that is recorded what it hears: actions with the state that it was
// in, and, of the one that is forbidden, what would have been allowed.
//
// Where the specification is for each object, what others than the one at fault
// heard is left out in the end, and a note says which one that is.
#ifndef VOUCH_CONFIRM_WITNESS_H
#define VOUCH_CONFIRM_WITNESS_H

#include "evidence/execution.h"
#include "program/program.h"
#include "weave/listening.h"

// An action about an object, among the steps of the lane.
struct about {
  uint32_t step;
  uint64_t object;
};

VEC_DEFINE(about_vec, struct about);

struct witness {
  struct interner *names;
  struct listening listening;
  struct execution *execution; // its last lane gets the actions; or null
  struct about_vec abouts;
  bool is_object_at_fault; // something about this object was forbidden:
  uint64_t object_at_fault;
};

void witness_init(struct witness *witness, const struct program *program,
                  const struct specification *specification,
                  struct execution *execution);
void witness_release(struct witness *witness);
// When the run has ended, and what it returned was heard.
void witness_finish(struct witness *witness);

static inline const struct specification *
witness_specification(const struct witness *witness) {
  return witness->listening.monitor.specification;
}

// What is performed, as a listener hears it (run/watch.h). False when it is not
// allowed.
bool witness_step(struct witness *witness, uint32_t number, uint64_t object,
                  struct name action);
// Must it not be returned so? Then that is noted.
bool witness_forbids_return(struct witness *witness, struct action action);
// It is returned so, which is allowed.
void witness_return(struct witness *witness, struct action action);

#endif
