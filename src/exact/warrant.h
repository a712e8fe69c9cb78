// Why a formula holds, or fails, as data that can be checked edge by edge.
//
// A warrant says that a part of the formula holds in all states of a region: at
// a location, behind a step that performed an action (or none), in a mode of
// what goes along (modes.h; 0 if nothing does), of which a condition on
// variables holds. It rests on others:
//
//   f && g      one for f and one for g, in the same states
//   f || g      one for f or one for g
//   <> f        those of f that one can go to from every state of the region
//   [] f        those of f that all steps lead to
//   a fixpoint  one for what it says; its variable stands for itself
//
// Nothing may rest on itself for ever through a least fixpoint: every warrant
// has a rank, a number for each level of fixpoints, the outermost first, and
// what it rests on has no greater one, in the order of words. Behind a fixpoint
// of a level only the numbers up to that level count, and behind a least one
// they are smaller (Emerson and Jutla; Jurdzinski, "Small progress measures",
// STACS 2000). So a rank is the number of times that a least fixpoint may still
// be met: its approximation.
//
// That a formula fails is that its dual holds: parts are those of the formula,
// read with `&&` and `||`, `<>` and `[]`, least and greatest, and atoms and
// their negations exchanged.
#ifndef VOUCH_EXACT_WARRANT_H
#define VOUCH_EXACT_WARRANT_H

#include "exact/formula.h"
#include "program/program.h"

struct warrant {
  struct location_id location;
  uint32_t action;       // performed just before, or 0
  uint32_t mode;         // of what goes along (modes.h), or 0
  uint32_t part;         // of the formula
  struct term region;    // over variables
  uint32_t first, count; // of `rests`
};

VEC_DEFINE(warrant_vec, struct warrant);

// Values that the environment chooses at an edge, for its havocked variables in
// their order. Those of a warrant together serve all its states.
struct warrant_choice {
  uint32_t warrant;
  struct edge_id edge;
  uint32_t first, count; // of `values`
};

VEC_DEFINE(warrant_choice_vec, struct warrant_choice);

struct warrants {
  bool is_dual; // the formula fails
  bool is_one;  // the tops are about some initial state, and not about all
  struct warrant_vec at;
  struct u32_vec rests;              // warrants
  uint32_t width;                    // of ranks: levels
  struct u32_vec ranks;              // by warrant, so many
  struct warrant_choice_vec choices; // of each warrant one after the other
  struct term_vec values;            // constants
  struct u32_vec tops;               // warrants of the whole, where it starts
  struct variable_vec given;         // of ONE: what starts so,
  struct term_vec given_values;      // with these values
};

void warrants_release(struct warrants *warrants);

// How a part is read.
enum mu_kind warrants_kind(const struct mu_table *table, uint32_t part,
                           bool is_dual);
// The part that a variable stands for.
uint32_t warrants_part(const struct mu_table *table, uint32_t part);
// How many levels have least fixpoints.
uint32_t warrants_width(const struct mu_table *table, bool is_dual);

#endif
