// Concrete executions of a component: one enabled edge after the other, with
// inputs from a source. They find shallow violations, give the samples from
// which relations are guessed, and turn a model of an unrolled loop into a
// path.
#ifndef VOUCH_ABSTRACTION_WALK_H
#define VOUCH_ABSTRACTION_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/question.h"
#include "abstraction/reach.h"
#include "base/bitset.h"
#include "term/evaluate.h"

// A value that the execution took from outside.
struct walk_input {
  uint32_t step;            // index of the edge; UINT32_MAX: at the entry
  struct variable variable; // that got it
  u128 value;               // of the variable's width
  struct term array; // the value of an array, as a term without variables
};

VEC_DEFINE(walk_input_vec, struct walk_input);

enum walk_outcome {
  WALK_ENDED,    // no edge is enabled, or the program ended
  WALK_VIOLATED, // the last edge of the path violates the property
  WALK_STOPPED   // after the most steps allowed, or at something not modelled
};

struct walk_source {
  // The value that the variable gets at the edge (none: at the entry).
  u128 (*value)(void *context, struct edge_id edge, struct variable variable);
  // Called before the edges of a location are looked at; may be null.
  void (*arrive)(void *context, struct location_id location,
                 struct assignment *values);
  void *context;
  // The same for an array, as a term without variables; may be null: then, and
  // when it gives none, the array stays as it is.
  struct term (*array)(void *context, struct edge_id edge,
                       struct variable variable);
};

struct walk {
  struct edge_id_vec path;
  struct walk_input_vec inputs;
};

// From the entry, at most `steps` edges. Only variables in `relevant` (by id;
// null: all) are followed.
enum walk_outcome walk_run(struct walk *walk, const struct question *question,
                           const struct bitset *relevant,
                           const struct walk_source *source, uint32_t steps);
void walk_release(struct walk *walk);
// The value of an input, as a term without variables.
struct term walk_input_term(const struct program *program,
                            const struct walk_input *input);

#endif
