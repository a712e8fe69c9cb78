// From a place of an automaton along its edges, with what variables hold as
// terms: what a checker of certificates knows of executions.
//
// A walk begins at one location and goes on from where no formula stands. Where
// paths join they are one, with what each variable holds on which of them. A
// path that comes back to a location of the walk is of the next round, if there
// may be one; whoever walks is told of every edge that leads out of it: to a
// location with a formula, to a violation, to what is not modelled.
//
// It knows edges, their effects and what is asked of them, and nothing of how
// proofs are found.
#ifndef VOUCH_CERTIFY_WALK_H
#define VOUCH_CERTIFY_WALK_H

#include "abstraction/question.h"
#include "base/poll.h"
#include "program/flow.h"

// What is known on some paths to a location.
struct walk_state {
  struct term condition; // of being on one of them; none: there are none
  struct term *values;   // by variable; null without a condition
};

struct walk_rules {
  // Does the walk go on there? Otherwise it ends at that location.
  bool (*goes_on)(void *context, struct location_id location);
  // It ends by that edge, whose guard is part of the condition; `after` has
  // what variables hold behind it.
  void (*ends)(void *context, struct edge_id edge,
               const struct walk_state *after);
  void *context;
};

struct walker {
  struct question *question;
  struct effects *effects;
  struct program *program;
  struct flow_order order;
  struct walk_rules rules;
  struct walk_state *now, *next; // by location: of this round, of the next
  struct bitset due;             // places of `order` that `now` has
  struct u32_vec ahead;          // locations that `next` has
  struct poll poll;              // asked at each location
  bool is_stopped;               // it said so: nothing is known
  bool is_open;                  // there is a next round
};

void walk_state_release(struct walk_state *state);
void walker_init(struct walker *walker, struct question *question,
                 struct walk_rules rules);
void walker_release(struct walker *walker);
// From a location where variables hold anything, or from the entry as the
// program starts.
void walker_start(struct walker *walker, struct location_id from,
                  bool is_entry);
// Forgets the next round.
void walker_drop(struct walker *walker);
// The next round. What it may go on from is in `next`.
void walker_round(struct walker *walker);
// The condition under which the next round begins; false when none does.
struct term walker_condition(const struct walker *walker);

#endif
