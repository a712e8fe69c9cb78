// Weak steps: s =a=> t is any number of silent steps, an a-step, and any number
// of silent steps; s =tau=> t is any number of silent steps, also none.
#ifndef VOUCH_LTS_WEAK_H
#define VOUCH_LTS_WEAK_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

// Scratch space for walks along silent steps.
struct tau_walk {
  const struct lts *lts;
  uint32_t *mark; // by state: the round in which it was reached
  uint32_t *from; // by state: the state before it on the walk
  uint32_t round;
  struct u32_vec reached; // in breadth-first order
};

void tau_walk_init(struct tau_walk *walk, const struct lts *lts);
void tau_walk_release(struct tau_walk *walk);
// walk->reached becomes the tau closure of the state, which comes first.
void tau_walk_run(struct tau_walk *walk, uint32_t state);
// The same, for a set of states.
void tau_walk_begin(struct tau_walk *walk);
void tau_walk_add(struct tau_walk *walk, uint32_t state, uint32_t from);
void tau_walk_close(struct tau_walk *walk);
bool tau_walk_has(const struct tau_walk *walk, uint32_t state);

// Appends the weak steps of a state by one action, or by all with none, sorted
// and without duplicates.
void lts_weak_steps(const struct lts *lts, uint32_t state, struct action action,
                    struct lts_step_vec *out);

// The LTS of all weak steps, a silent loop at each state included; null if it
// has more than `limit` steps (0: no limit). Kinds and names are kept out.
struct lts *lts_saturate(const struct lts *lts, uint64_t limit);

// An LTS without tau and with the same weak traces: s -a-> t wherever silent
// steps of s lead to an a-step to t. Only the reachable part is kept, and
// kinds only where a state has no silent step. Null if it has more than
// `limit` steps (0: no limit).
struct lts *lts_remove_tau(const struct lts *lts, uint64_t limit);

// Without tau, does each action lead to one state only?
bool lts_is_weakly_deterministic(const struct lts *lts);

#endif
