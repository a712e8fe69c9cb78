// Why an execution never ends, as data: a stem that leads from the entry into a
// set of states, and moves, one of which leads from each state of the set back
// into it.
//
// Sets are formulas at cut points. A step of a stem is an edge, one of a move
// an edge or a whole block (abstraction/block.h) from a cut point by one of its
// exits. Inputs that a step takes, and choices of a path in a block, are
// constants. What is no input is anything: where memory became variables, what
// is approximated, assumed of the library or, in moves, not initialised
// (taint.h). So whatever it is, an execution goes on for ever.
//
// The data may come from anywhere: endless_claims says whether it is one, and
// what is to be impossible if it shows what it says.
#ifndef VOUCH_RANK_ENDLESS_H
#define VOUCH_RANK_ENDLESS_H

#include "abstraction/block.h"
#include "abstraction/walk.h"
#include "base/strbuf.h"
#include "check/component.h"
#include "refine/lemma.h"

struct endless_value {
  uint32_t which;    // variable, by id; of a block: index of its fresh one
  struct term value; // a constant
};

VEC_DEFINE(endless_value_vec, struct endless_value);

struct endless_step {
  bool is_exit;    // of a block; otherwise an edge
  uint32_t number; // of the exit, or of the edge
  struct endless_value_vec values;
};

VEC_DEFINE(endless_step_vec, struct endless_step);

struct endless_move {
  uint32_t from; // cut point
  struct endless_step_vec steps;
};

VEC_DEFINE(endless_move_vec, struct endless_move);

struct endless_set {
  uint32_t cut;
  struct term states;
};

VEC_DEFINE(endless_set_vec, struct endless_set);

struct endless {
  struct endless_value_vec entry; // what variables hold at the start
  struct endless_step_vec stem;
  struct endless_set_vec sets; // of a cut point the union of all of its
  struct endless_move_vec moves;
};

void endless_clear(struct endless *endless);
void endless_release(struct endless *endless);

// What it is about, all borrowed. The lemmas hold whenever their cut point is
// reached.
struct endless_frame {
  const struct component *component;
  const struct blocks *blocks;
  const struct lemmas *lemmas; // or null
};

// The first `steps` steps of the walk become the stem.
void endless_take_stem(struct endless *endless, const struct endless_frame *f,
                       const struct walk *walk, uint32_t steps);
// Those between become a move from the cut point.
void endless_take_path(struct endless *endless, const struct endless_frame *f,
                       const struct walk *walk, uint32_t from, uint32_t steps,
                       uint32_t cut);

// The move goes on by the block from the cut point that leaves this state.
struct endless_step *endless_take_block(struct endless_move *move,
                                        const struct endless_frame *f,
                                        uint32_t cut,
                                        const struct symbolic_state *exit);

// Appends what is to be impossible: that the stem does not lead into a set,
// that no move leads from a state of a set into one. What the lemmas claim is
// not among it. False, with the reason in `why`, when the steps are none of the
// program, or take what nobody may choose.
bool endless_claims(const struct endless *endless,
                    const struct endless_frame *frame, struct term_vec *claims,
                    struct strbuf *why);

#endif
