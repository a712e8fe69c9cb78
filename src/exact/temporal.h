// A formula that is asked of models: CTL and mu-calculus of the model itself,
// LTL of its product with an automaton.
#ifndef VOUCH_EXACT_TEMPORAL_H
#define VOUCH_EXACT_TEMPORAL_H

#include "exact/evaluate.h"
#include "exact/formula_of.h"
#include "exact/product.h"

struct game;

struct temporal {
  const struct game *game; // that it is the formula of (game.h), or null
  const struct formula_syntax *formula; // as it was written
  struct atoms atoms;
  struct mu_table table;
  uint32_t root;
  bool is_some;               // asked of some initial state
  bool is_linear;             // LTL
  bool has_modes;             // the formula is about the product with them
  bool is_premised;           // it is known that every execution ends
  bool is_fair;               // only some executions count
  struct mu_table fair_table; // of the formula that there is such a one
  uint32_t fair_root;
  struct modes modes;
  struct u32_vec fair; // atoms that hold again and again in every execution
                       // that counts
  struct formula_origin_vec origins; // of the nodes, unless it is linear
  struct arena arena;                // of the formula with its fairness
};

// What is known of executions of what it is asked of.
struct temporal_premises {
  bool ends;             // each of them comes to its end, or is cut off
  bool has_turns;        // of threads: states are those between two turns
  uint32_t fair_threads; // only those count in which each of so many atoms
                         // FAIR holds again and again
};

// False when the formula is too large, or has what nobody decides; `why` says
// so. Without a specification it has no actions and no conditions.
bool temporal_init(struct temporal *temporal, const struct spec *spec,
                   struct interner *names, const struct check_syntax *check,
                   const struct temporal_premises *premises,
                   struct strbuf *why);
// Is it about executions that never end, so that it matters whether there are
// any?
bool temporal_is_about_endless(const struct temporal *temporal);
// AG !violation: no edge that violates is ever taken.
void temporal_init_safety(struct temporal *temporal, struct interner *names);
void temporal_release(struct temporal *temporal);
// Does the formula count single steps (X, EX, AX, <>, [])?
bool temporal_counts_steps(const struct formula_syntax *formula);

// Its value in a model.
struct temporal_value {
  struct product_model product; // with modes
  struct evaluation evaluation;
  enum verdict verdict;
  bool is_whole; // false: the product is too large
};

// The product, if it needs one; then its value. Between these, the evaluation
// may be told where to begin (reuse.h).
void temporal_prepare(const struct temporal *temporal,
                      const struct modal *modal,
                      const struct modal_atom_vec *atoms, struct poll poll,
                      uint32_t limit, struct temporal_value *value);
void temporal_conclude(const struct temporal *temporal,
                       struct temporal_value *value);
// Both.
void temporal_evaluate(const struct temporal *temporal,
                       const struct modal *modal,
                       const struct modal_atom_vec *atoms, struct poll poll,
                       uint32_t limit, struct temporal_value *value);
void temporal_value_release(const struct temporal *temporal,
                            struct temporal_value *value);
// Is there certainly no execution that is fair, so that whatever holds of all
// says nothing?
bool temporal_is_unfair(const struct temporal *temporal,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms, struct poll poll);
// The state of the model that a state of the evaluation is about.
uint32_t temporal_state(const struct temporal *temporal,
                        const struct temporal_value *value, uint32_t state);
// Its mode; 0 if there are none.
uint32_t temporal_mode(const struct temporal *temporal,
                       const struct temporal_value *value, uint32_t state);
// What goes on there; STEPS if there are none.
enum mode_kind temporal_mode_kind(const struct temporal *temporal,
                                  const struct temporal_value *value,
                                  uint32_t state);

#endif
