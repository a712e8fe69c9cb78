// Operations that turn one labelled transition system into another. None
// changes its argument, unless it says so; the result belongs to the caller.
//
// Hiding, projection and renaming are those of FSP (`\`, `@`, `/`) and of seed
// 000, section 3: what is hidden becomes tau and leaves the alphabet.
#ifndef VOUCH_LTS_TRANSFORM_H
#define VOUCH_LTS_TRANSFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "lts/lts.h"

struct lts *lts_hide(const struct lts *lts, const struct bitset *hidden);
struct lts *lts_project(const struct lts *lts, const struct bitset *kept);

// An action with several pairs becomes all of their `to`s; one without keeps
// its name. Renaming to tau is hiding.
struct action_pair {
  struct action from, to;
};

VEC_DEFINE(action_pair_vec, struct action_pair);

struct lts *lts_rename(const struct lts *lts, const struct action_pair *pairs,
                       uint32_t count);

// Without the steps by these actions, which leave the alphabet.
struct lts *lts_cut(const struct lts *lts, const struct bitset *actions);

struct lts *lts_extend(const struct lts *lts, const struct bitset *alphabet);

// The part reachable from the initial state, which becomes state 0; the others
// are numbered in breadth-first order. *map (may be null) gets, per old state,
// the new one or STATE_NONE; the caller frees it.
struct lts *lts_reachable(const struct lts *lts, uint32_t **map);

// The same, but the LTS is taken over, and if all its states are reachable it
// is given back as it is and *map gets null.
struct lts *lts_keep_reachable(struct lts *lts, uint32_t **map);

// Both systems side by side: state s of b becomes s + a->state_count. The
// initial state is that of a.
struct lts *lts_union(const struct lts *a, const struct lts *b);

// All states become plain: for questions about steps alone.
void lts_forget_kinds(struct lts *lts);

// Kinds as steps: a STOP state gets a loop labelled `STOP`, and so on, so that
// algorithms that know only steps tell the kinds apart. Returns a copy without
// kinds.
struct lts *lts_expose_kinds(const struct lts *lts);
// The inverse, for a system that was exposed and then minimised.
struct lts *lts_absorb_kinds(const struct lts *lts);

// The same for divergence: states on a silent cycle get a loop labelled
// `is divergent`; absorbing turns such loops into silent ones.
struct lts *lts_expose_divergence(const struct lts *lts);
struct lts *lts_absorb_divergence(const struct lts *lts);

// The quotient by a map from states to blocks 0 .. count-1. Without
// `keep_inert`, silent steps inside a block vanish. Names and kinds are those
// of the least state of the block.
struct lts *lts_quotient(const struct lts *lts, const uint32_t *block_of,
                         uint32_t block_count, bool keep_inert);

// The strongly connected components of the silent steps. Returns the map to
// components, numbered so that silent steps between components go from higher
// to lower numbers; *count gets their number. The caller frees the map.
uint32_t *lts_tau_components(const struct lts *lts, uint32_t *count);

// Per state, whether it lies on a silent cycle. The caller frees it.
bool *lts_on_tau_cycle(const struct lts *lts, const uint32_t *components,
                       uint32_t count);

#endif
