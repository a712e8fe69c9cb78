// Lemmas: invariants at cut points, proved before the abstraction needs them.
//
// Of a set of candidates the greatest subset is kept that holds at the entry
// and is inductive as a whole: as long as some block leads from states in which
// all candidates hold to one in which some do not, these are thrown away
// (C. Flanagan and K. R. M. Leino, Houdini, FME 2001). A model tells which, so
// a query usually throws away many. What the solver does not answer is thrown
// away, too.
#ifndef VOUCH_REFINE_LEMMA_H
#define VOUCH_REFINE_LEMMA_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/block.h"
#include "base/poll.h"
#include "solver/solver.h"

struct lemmas {
  const struct blocks *blocks;
  const struct bitset *relevant;
  struct solver *solver;
  struct term_vec *at; // by index of the cut point
  uint64_t units;      // of the solver, at most; 0: no limit
  uint64_t first_unit; // when it began
  struct poll poll;    // polled; then, or beyond the limit, nothing is
                       // kept
  bool is_stopped;     // it said so once
};

// With no candidates yet. The poll may be null.
void lemmas_init(struct lemmas *lemmas, const struct blocks *blocks,
                 const struct bitset *relevant, struct solver *solver);
void lemmas_release(struct lemmas *lemmas);

// Throws away all candidates that are not inductive.
void lemmas_prove(struct lemmas *lemmas);
// Do they exclude every violation and everything that is not modelled?
bool lemmas_suffice(const struct lemmas *lemmas);
// Keeps of sufficient lemmas only those that the proof needs.
void lemmas_shrink(struct lemmas *lemmas);
// What the lemmas claim to be impossible, appended condition by condition: that
// one does not hold at the entry, that a block leads from all of them to the
// contrary of one, that all hold before a violation.
void lemmas_claims(const struct lemmas *lemmas, struct term_vec *claims);
// The first two of these: that they are inductive.
void lemmas_induction(const struct lemmas *lemmas, struct term_vec *claims);
// Is every lemma inductive, by fresh queries? Whether they exclude violations
// is another question.
bool lemmas_hold(const struct lemmas *lemmas);

#endif
