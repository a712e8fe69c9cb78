// A component whose values are followed as far as the other components of its
// system let it come: a source of rows for their composition (lts/growing.h).
//
// Its steps are those of the LTS that finite.h would make of it, if that came
// to an end: state 0 is before the entry, state 1 aside, where nothing follows.
#ifndef VOUCH_SYSTEM_FOLLOWED_H
#define VOUCH_SYSTEM_FOLLOWED_H

#include "abstraction/follow.h"
#include "check/labelled.h"
#include "lts/rows.h"

struct followed {
  struct finite finite;
  struct follow *follow;
  struct finite_limits limits;
  struct action *actions; // by edge
  struct edge_labels labels;
  struct follow_step_vec steps; // scratch
  struct bitset performed;      // actions of the steps that were asked for
};

// `labels` has everything but the edges; what it and the limits point to must
// outlive it, and so must the labelled component.
struct followed *followed_new(const struct labelled *labelled,
                              const struct edge_labels *labels,
                              const struct finite_limits *limits);
void followed_free(struct followed *followed);

struct row_source followed_source(struct followed *followed);

#endif
