// How soon are two states told apart?
//
// Rounds of signature refinement (Blom and Orzan 2003; for branching
// bisimulation Blom and van de Pol 2009): at first all states are together;
// in round k those part that have different signatures over the blocks of
// round k-1. The rank of two states is the round in which they part. It is the
// number of moves that a challenger needs to tell them apart, which is what a
// distinguishing play is made of; deciding equivalence alone is faster with
// partition.h.
//
// The signature of s is the set of (a, block of t) with s -a-> t; for branching
// bisimulation s may first go silently through its own block, and silent steps
// inside the block do not count.
//
// Representation: each block remembers the round in which it was made and the
// block it was split from, a tree of at most n nodes. Only states with a
// changed successor are looked at again.
#ifndef VOUCH_LTS_LEVELS_H
#define VOUCH_LTS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct levels; // opaque

enum { RANK_NEVER = UINT32_MAX };

// With `branching`, the silent steps must be acyclic.
struct levels *levels_new(const struct lts *lts, bool branching);
void levels_free(struct levels *levels);

// The round in which the states part, RANK_NEVER if they do not.
uint32_t levels_rank(const struct levels *levels, uint32_t s, uint32_t t);
uint32_t levels_block_of(const struct levels *levels, uint32_t s);

#endif
