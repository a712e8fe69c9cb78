// Labelled transition systems (seed 000, definition 1).
//
// A system has states 0 .. state_count-1, an initial state, an alphabet, and
// steps labelled by actions of a table that it shares with other systems.
// States are plain numbers, as in `.aut` files, because all algorithms live in
// arrays indexed by them.
//
// Representation: compressed rows. The steps of state s are
// steps[first[s] .. first[s+1]-1], sorted by action handle and then by target,
// without duplicates; tau has the least handle, so the silent steps of a state
// come first. Eight bytes per step, four per state. At most 2^32-2 steps.
//
// The alphabet holds the labels of the steps and whatever `+ {..}` added; tau
// is never in it. A label outside the alphabet is a bug (lts_validate).
//
// A state has a kind: STOP has terminated (after a return), END will never
// come back (exit), ERROR must not be reached. Such states have no steps.
// A PLAIN state without steps is a deadlock. Kinds are observable: the
// bisimulations and simulations tell states of different kinds apart; traces
// do not. `kinds` and `names` are null when there are none.
//
// An LTS does not change once built. It owns its arrays and not the table.
#ifndef VOUCH_LTS_LTS_H
#define VOUCH_LTS_LTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "lts/action.h"

struct lts_step {
  struct action action;
  uint32_t target;
};

enum state_kind { STATE_PLAIN, STATE_STOP, STATE_END, STATE_ERROR };

enum { STATE_NONE = UINT32_MAX };

struct lts {
  struct action_table *actions; // shared
  uint32_t state_count;         // at least 1
  uint32_t step_count;
  uint32_t initial;
  uint32_t *first;        // state_count + 1 offsets
  struct lts_step *steps; // step_count of them
  uint8_t *kinds;         // enum state_kind per state, or null: all plain
  char **names;           // per state, entries may be null; or null
  struct bitset alphabet; // of action handles
};

// The steps of one state, or of one state by one action.
struct lts_step_range {
  const struct lts_step *begin, *end;
};

// Life cycle
void lts_free(struct lts *lts);
struct lts *lts_copy(const struct lts *lts);

// Queries
static inline struct lts_step_range lts_steps(const struct lts *lts,
                                              uint32_t state) {
  return (struct lts_step_range){lts->steps + lts->first[state],
                                 lts->steps + lts->first[state + 1]};
}
// By action, then by target. For qsort.
int lts_step_compare(const void *a, const void *b);
struct lts_step_range lts_steps_by(const struct lts *lts, uint32_t state,
                                   struct action action);
// The same of any range that is sorted like the steps of a state.
struct lts_step_range lts_range_by(struct lts_step_range range,
                                   struct action action);
bool lts_has_action(const struct lts *lts, struct action action); // a step
bool lts_has_step(const struct lts *lts, uint32_t from, struct action action,
                  uint32_t to);
enum state_kind lts_kind(const struct lts *lts, uint32_t state);
const char *state_kind_text(enum state_kind kind); // "STOP", "" if plain
// The state's name, or its number in `buffer`.
const char *lts_state_text(const struct lts *lts, uint32_t state,
                           char buffer[16]);
bool lts_is_deterministic(const struct lts *lts); // no tau, no double action
// False after a line per broken invariant in `errors`.
bool lts_validate(const struct lts *lts, struct strbuf *errors);

// Building. States and steps come in any order; duplicates are dropped.
//
//   struct lts_builder builder;
//   lts_builder_init(&builder, actions);
//   uint32_t s = lts_builder_state(&builder), t = lts_builder_state(&builder);
//   lts_builder_step(&builder, s, action_intern(actions, "lock"), t);
//   struct lts *lts = lts_builder_finish(&builder);   // releases the builder
//
// The initial state is 0 unless set.
struct lts_edge {
  uint32_t from;
  struct action action;
  uint32_t to;
};

VEC_DEFINE(lts_edge_vec, struct lts_edge);
VEC_DEFINE(lts_step_vec, struct lts_step);
VEC_DEFINE(lts_action_vec, struct action);

struct lts_builder {
  struct action_table *actions;
  uint32_t state_count;
  uint32_t initial;
  struct lts_edge_vec edges;
  struct bitset alphabet;
  uint8_t *kinds; // null while all are plain
  char **names;   // null while none has one
  uint32_t kind_capacity, name_capacity;
};

void lts_builder_init(struct lts_builder *builder,
                      struct action_table *actions);
// With the states, the initial state and the alphabet of another one.
void lts_builder_init_like(struct lts_builder *builder, const struct lts *lts);
void lts_builder_release(struct lts_builder *builder); // without finishing
uint32_t lts_builder_state(struct lts_builder *builder);
void lts_builder_states(struct lts_builder *builder, uint32_t count);
void lts_builder_step(struct lts_builder *builder, uint32_t from,
                      struct action action, uint32_t to);
void lts_builder_kind(struct lts_builder *builder, uint32_t state,
                      enum state_kind kind);
void lts_builder_name(struct lts_builder *builder, uint32_t state,
                      const char *name); // copied
void lts_builder_initial(struct lts_builder *builder, uint32_t state);
void lts_builder_alphabet(struct lts_builder *builder, struct action action);
// The states of a system with their kinds and names, its initial state and its
// alphabet, into an empty builder; with _copy its steps, too.
void lts_builder_labels(struct lts_builder *builder, const struct lts *lts);
void lts_builder_copy(struct lts_builder *builder, const struct lts *lts);
struct lts *lts_builder_finish(struct lts_builder *builder);

#endif
