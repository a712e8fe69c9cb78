// Rounds: what happens between two visits of cut points, as relations that
// shrink while it is proved that they are not taken for ever.
//
// A round leads from a cut point to the next one (abstraction/block.h). An
// execution that does not end takes rounds for ever, and from some point on
// only rounds of one group: a strongly connected part of the graph that the
// cut points are in. Its relation is what the block does, under what is known
// to hold where it begins, and, the more is proved, under what every round
// that is taken infinitely often has to satisfy besides (measure.h). When
// nothing is left of it, it is over.
#ifndef VOUCH_RANK_ROUNDS_H
#define VOUCH_RANK_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/block.h"
#include "rank/loose.h"
#include "rank/measure.h"
#include "rank/nodes.h"
#include "refine/lemma.h"

struct round {
  uint32_t from, to;            // cut points
  struct symbolic_state *after; // of the block: values when it ends; borrowed
  struct term relation;         // over values before and the block's inputs
  struct term loose;            // the same, if signed numbers could wrap
  struct symbolic_state *loose_after; // borrowed
  struct term first;                  // the relation before anything was proved
  struct term plain;                  // the loose one before that
  bool is_over;                       // it is not taken infinitely often
};

VEC_DEFINE(round_vec, struct round);

struct rounds {
  const struct blocks *blocks; // borrowed
  const struct blocks *wide;   // those of the loose rounds; borrowed
  const struct bitset *tops;   // variables, by id, that say how much memory was
                               // allocated; borrowed
  const struct nodes *nodes;   // what is known of them, or null; borrowed
  struct round_vec at;
  uint32_t *group; // by cut point: of those on a cycle the least cut point of
                   // their part, plus 1; otherwise 0
};

// The lemmas hold at their cut points, `wrapped` also if signed numbers wrap;
// and what is known of nodes, unless that is null.
// In a group that allocates memory those are not used that speak of what goes
// up with every allocation: memory that is freed is not used again by us, as it
// is by programs, and that it is used up in the end must not be what ends a
// loop.
void rounds_init(struct rounds *rounds, const struct bitset *tops,
                 const struct blocks *blocks, const struct lemmas *lemmas,
                 const struct loose *loose, const struct lemmas *wrapped,
                 const struct nodes *nodes);
// What is left of a round when what makes the measure smaller is not taken for
// ever. It is over if that is nothing, and not because of overflow: if it could
// not begin where the measure has come to its floor even if numbers wrapped.
void round_take(struct round *round, const struct measure *measure);
struct term round_begins_low(const struct round *round,
                             const struct measure *measure);
// The condition that the round, if numbers wrap, is one that there is not when
// they do not: that something overflows in it.
struct term round_overflows(const struct rounds *rounds,
                            const struct round *round);
void rounds_release(struct rounds *rounds);
struct rounds rounds_copy(const struct rounds *rounds);

// Finds the groups of the rounds that are not over.
void rounds_group(struct rounds *rounds);
// Is the round not over, and in the group?
bool round_is_in(const struct rounds *rounds, uint32_t round, uint32_t group);
// Adds the variables, by id, that it depends on whether rounds of the group are
// taken, now or later.
void rounds_depend(const struct rounds *rounds, uint32_t group,
                   struct bitset *variables);
// Adds the variables, by id, that go up with what the group allocates: tops,
// and what is computed from them.
void rounds_advance(const struct rounds *rounds, uint32_t group,
                    struct bitset *variables);
bool rounds_has_groups(const struct rounds *rounds);

static inline struct program *rounds_program(const struct rounds *rounds) {
  return rounds->blocks->effects->program;
}

#endif
