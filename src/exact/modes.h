// What goes along with a model, one mode at a time: an automaton that reads its
// executions (LTL), or the process that it is compared with (game.h).
//
// In each mode either the model makes a step, and the mode becomes another one;
// or the mode changes by itself, to one of several, each under literals that
// have to hold in the state; or nothing changes any more. Conditions are atoms
// of the product (product.h): of the mode, or of the mode and the state.
#ifndef VOUCH_EXACT_MODES_H
#define VOUCH_EXACT_MODES_H

#include "exact/automaton.h"

enum mode_kind {
  MODE_STEPS, // the model makes a step
  MODE_MOVES, // the mode changes
  MODE_STAYS  // for ever
};

struct mode {
  enum mode_kind kind;
  uint32_t next;         // STEPS: the mode after it
  uint32_t first, count; // MOVES: of the moves
};

VEC_DEFINE(mode_vec, struct mode);

struct mode_move {
  uint32_t mode;
  uint32_t first, count; // of the literals
};

VEC_DEFINE(mode_move_vec, struct mode_move);

// It holds in some modes, and in others where an atom of the model does.
struct mode_condition {
  struct bitset modes;
  struct bitset by_atom;
  uint32_t atom;
};

VEC_DEFINE(mode_condition_vec, struct mode_condition);

struct modes {
  struct mode_vec at;
  struct mode_move_vec moves;
  struct automaton_literal_vec literals;
  struct mode_condition_vec conditions;
  uint32_t start;
};

void modes_release(struct modes *modes);

// Moves of the mode that was added last, and their literals.
uint32_t modes_add(struct modes *modes, enum mode_kind kind);
void modes_add_move(struct modes *modes, uint32_t to);
void modes_add_literal(struct modes *modes, uint32_t atom, bool is_negated);

// A node has been read, or is to be followed by one that is read. Conditions
// are those of the automaton, which hold where a node was read, and atoms that
// are fair; all of them hold where it accepts whatever follows: executions that
// are cut off are none that anybody could be unfair in.
void modes_of_automaton(struct modes *modes, const struct automaton *automaton,
                        const struct u32_vec *fair);

#endif
