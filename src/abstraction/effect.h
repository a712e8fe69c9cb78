// What an edge does to the scalar variables of a component: the five statement
// kinds of seed 000, section 5, in one shape.
//
//   pass only if `guard` holds; then, all at once, every binding's target gets
//   its value and every havocked variable gets any value
//
// Memory is not a scalar: a load gives any value, a store changes nothing that
// is tracked. That is sound for reachability, and the origin of every havoc is
// kept, so that a path that needs a particular value of an approximation is
// never called a bug (architecture.md, decision 8).
#ifndef VOUCH_ABSTRACTION_EFFECT_H
#define VOUCH_ABSTRACTION_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "term/substitute.h"

enum effect_kind {
  EFFECT_STEP,       // goes on as described
  EFFECT_ENDS,       // never comes back, or is undefined: no successor
  EFFECT_UNSUPPORTED // we do not know what happens: not covered by a proof
};

struct effect {
  enum effect_kind kind;
  struct term guard; // true when there is none
  const struct binding *bindings;
  uint32_t binding_count;
  const struct variable *havocked;
  uint32_t havoc_count;
  enum havoc_origin origin;
  struct name what; // of the havoc, or of the unsupported construct
};

// The effects of all edges of one procedure. They never change; what is asked
// of the edges stands beside them (question.h).
//
// A procedure may be an unfolding of another, its base: each location is a copy
// of one of the base, and each edge does what an edge of the base does, or
// leads away from it (the product with a specification, product.h). What is
// the same for all copies, as the predicates that are worth tracking, is then
// a matter of the base's locations: places.
struct effects {
  struct program *program;
  struct procedure *procedure;
  struct effect *at;             // by edge id; [0] unused
  struct substitution **changes; // by edge id; null until asked for
  struct substitution *initial;  // of globals when the program starts
  bool is_derived;               // `initial` is another's
  struct effects *base;          // of the base; null: it is its own
  const uint32_t *places;        // by location: that of the base, 0: none; null
                                 // without a base
  const uint32_t *originals;     // by edge: one of the base that does the same
                                 // between the same places, or 0; null without
                                 // a base
  struct before_map *known;      // weakest preconditions that were asked for
  struct arena arena;
};

// How calls of functions without a body are taken.
struct effect_rules {
  bool writes_nothing; // external functions change no global (SV-COMP rule)
  const struct bitset *memory; // variables that stand for memory, by id: no
                               // function changes them unasked; may be null
  bool starts_program; // the entry is main: globals have their initial values
};

struct effects *effects_new(struct program *program,
                            struct procedure *procedure,
                            const struct effect_rules *rules);
void effects_free(struct effects *effects);
// The same effects once more, for another reading of what edges do: the caller
// changes them, before anybody looks, with memory of their own arena. What it
// is made of must outlive it.
struct effects *effects_derive(const struct effects *effects);
// Makes the procedure an unfolding of the one of `base`. All are borrowed.
void effects_unfold(struct effects *effects, struct effects *base,
                    const uint32_t *places, const uint32_t *originals);
// Handles and sorts are right; an edge writes no variable twice, be it by
// bindings or by havoc; places and originals are those of the base. Otherwise a
// line per violation.
bool effects_validate(const struct effects *effects, struct strbuf *errors);

// The place of a location, and the effects at places.
struct location_id effects_place(const struct effects *effects,
                                 struct location_id location);
struct effects *effects_base(struct effects *effects);

// The weakest precondition of a term: its value after the edge as a term over
// values before it. None when it depends on a havocked variable.
struct term effects_before(struct effects *effects, struct edge_id edge,
                           struct term after);
// The value of a term at the entry, over what is unknown there.
struct term effects_at_entry(struct effects *effects, struct term t);
// Turns what is wanted after the effect, variables by id, into what must be
// known before it for that. True when it writes anything that is wanted.
bool effect_want_before(const struct program *program,
                        const struct effect *effect, struct bitset *wanted);
bool effects_havocs(const struct effects *effects, struct edge_id edge,
                    struct variable variable);

#endif
