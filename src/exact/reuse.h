// What earlier rounds found keeps its meaning: seed 004, section 5.
//
// When more is tracked, a state of the new model stands for some of the
// concrete states that one of the model before it stood for: the one with the
// same truth values as far as they were tracked. What was definite there is so
// here. So of closed formulas (D_P of the paper)
//
//   a least fixpoint    is certain at first where it was certain before;
//   a greatest one      is possible at first where it was possible before
//
// and only what is new has to be found. Predicates only come, none goes.
//
// What a fixpoint that began so rests on was found by another round, so that
// no evidence is made of it: whoever wants some evaluates once more.
#ifndef VOUCH_EXACT_REUSE_H
#define VOUCH_EXACT_REUSE_H

#include "exact/abstract.h"
#include "exact/temporal.h"

struct reuse; // opaque

struct reuse *reuse_new(void);
void reuse_free(struct reuse *reuse);

// Keeps the values of a model that was evaluated; those of the one before are
// forgotten.
void reuse_keep(struct reuse *reuse, const struct abstract *abstract,
                const struct temporal *temporal,
                const struct temporal_value *value);
// Has the evaluation of a new model begin with what was kept.
void reuse_begin(const struct reuse *reuse, const struct abstract *abstract,
                 const struct temporal *temporal, struct temporal_value *value);

#endif
