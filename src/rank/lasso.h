// Executions that never end: a stem that leads to a loop head, and a cycle that
// can be taken again and again with the same inputs.
//
// The stem is found by unrolling (tactic/unroll.h). The interpreter runs the
// stem and some rounds of the cycle before anything is said: what it does is
// the evidence, and that it goes on so is what was proved of the cycle.
#ifndef VOUCH_RANK_LASSO_H
#define VOUCH_RANK_LASSO_H

#include "abstraction/walk.h"
#include "base/strbuf.h"
#include "rank/cycle.h"
#include "rank/certainty.h"
#include "rank/endless.h"
#include "rank/rank.h"

struct lasso {
  struct rank *rank;
  struct blocks *blocks;
  const struct rounds *rounds; // that are not over
  uint64_t units;              // of the solver, for the stem
  struct execution execution;  // what the run did
  struct strbuf oracle;        // of the run
  struct strbuf why;           // it goes on for ever
  struct term_vec claims;      // that have to be impossible for that
  uint32_t head;               // cut point of the cycle
  struct endless endless;      // the same as data
};

void lasso_release(struct lasso *lasso);
// A state that is met again: the variables that the loop depends on have the
// values that they had.
bool lasso_find(struct lasso *lasso);
// Does the interpreter go along the walk?
bool lasso_runs(struct lasso *lasso, const struct walk *walk);
// What is known of it, at its entry.
void certainty_of(struct certainty *known, const struct lasso *lasso,
                  const struct walk *walk);
// What the data are about; without lemmas.
struct endless_frame lasso_frame(const struct lasso *lasso);
// Only so many steps of it.
void walk_shorten(struct walk *walk, uint32_t steps);

#endif
