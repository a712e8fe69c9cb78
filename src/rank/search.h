// The search for a measure of a group of rounds.
//
// Candidates are columns, and sums of two or three with small factors. Samples
// are rounds with numbers, which the solver gives whenever a candidate is
// refuted: what grows in one is no measure, and most candidates are told so
// without asking. (Synthesis guided by counterexamples; the order of candidates
// makes simple terms come first.)
#ifndef VOUCH_RANK_SEARCH_H
#define VOUCH_RANK_SEARCH_H

#include "base/poll.h"
#include "rank/column.h"
#include "rank/measure.h"
#include "solver/solver.h"

struct round_sample {
  uint32_t round;
  struct assignment *model; // of its relation
};

VEC_DEFINE(round_sample_vec, struct round_sample);

struct search {
  struct rounds *rounds;
  struct solver *solver;
  struct poll poll;
  struct round_sample_vec samples;
  bool is_quick;      // only what is simple is tried, and asked coarsely
  uint32_t asked;     // the solver, in this way of searching
  uint32_t unbounded; // measures so far that may come to their floor
  bool is_hopeless;   // a round comes to its end by overflow alone
};

void search_release(struct search *search);

// A measure that no round of the group lets grow and that gets smaller in one.
bool search_measure(struct search *search, uint32_t group,
                    struct measure *found);
// Of every round of the group only what does not make the measure smaller is
// left; rounds of which nothing is left are over. Answers that the solver does
// not give count as something left.
void search_apply(struct search *search, uint32_t group,
                  const struct measure *measure);
// Rounds that are never taken are over.
void search_begin_rounds(struct search *search);

#endif
