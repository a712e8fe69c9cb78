// The search of a composition on the fly, breadth first.
//
// The composition is that of CSP (seed 000, definition 5) of parts that are
// labelled transition systems: an action is performed jointly by all parts that
// have it in their alphabet, tau by one. It comes to an end when a part is in
// an ERROR state. One of two questions is asked about it:
//
//   inclusion   Is every trace, projected to the alphabet of a specification,
//               a weak trace of the specification, and no ERROR state reached?
//               The specification may be nondeterministic: the number of its
//               lazily computed subset (determinise.h) is part of the state.
//   deadlock    Is there a reachable tuple of states in which the parts can
//               wait so that nothing is possible? See refusal.h; the question
//               lists the actions that mark a way to wait, and a part can wait
//               so in the states that have a step labelled with it.
//
// Steps labelled with a waits-action are never taken, in either question, and
// such actions belong to no alphabet.
//
// Representation: states are packed tuples (packed.h), numbered in order of
// discovery, which is the order in which they are expanded; so the search needs
// no queue, and a state knows the state and the action that led to it: 8 bytes.
// A part that cannot leave its initial state is fixed: it has no bits, and
// takes part by blocking what it never does. Counterexamples are shortest ones,
// tau steps counted. Everything is deterministic.
//
// Changes. When a part has been refined (joint_change), some of its states were
// split: the old number stays with one half and new numbers are appended.
// `touched` holds the states that were split or whose steps changed in another
// way than that a step into a split state now leads to some of its halves. Let
// m be the first state of the search with a touched state of that part, and p
// its parent. States before p lead only to states before m (m is the first one
// with a touched state, and p the first one that leads to m), so none of their
// steps goes into a touched state: a search of the changed composition expands
// them to the same successors, in the same order. The same holds for the steps
// of p in front of the one to m, since new states have greater numbers than old
// ones and successors are ordered by them. So states below m stay, with their
// numbers, and p is the next to be expanded; what comes out is exactly what a
// new search would give. An initial state that was split must be touched.
#ifndef VOUCH_LTS_JOINT_H
#define VOUCH_LTS_JOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/poll.h"
#include "lts/lts.h"
#include "lts/refusal.h"

struct joint; // opaque

struct joint_question {
  const struct lts *specification; // null: the question is deadlock
  const struct lts_wait *waits;    // may be null if there are none
  uint32_t wait_count;
  uint64_t budget;  // of choices per tuple; 0: a million
  struct poll poll; // polled now and then
};

enum joint_answer {
  JOINT_HOLDS,   // inclusion; no deadlock
  JOINT_FAILS,   // there is a witness
  JOINT_LIMIT,   // more states than allowed
  JOINT_STOPPED, // by the callback
  JOINT_BUDGET,  // no deadlock where it could be decided
  JOINT_BLIND,   // the steps of a part cannot be told (growing.h only)
};

// A run from the initial state to the violation.
struct joint_witness {
  uint32_t part_count;
  struct lts_action_vec run;   // the actions of all steps, also tau
  struct lts_action_vec trace; // the same without tau
  // The run's states: run.count + 1 tuples of part_count states. The part that
  // performs a tau is the one whose state changes.
  uint32_t *tuples;
  // Inclusion: what the specification could do instead of the last step.
  struct lts_action_vec allowed;
  uint32_t erroneous; // the part that is in ERROR at the end, or UINT32_MAX
  // Deadlock: the way in which each part waits at the end; else null.
  struct action *waits;
};

struct joint_counts {
  uint64_t states;   // now
  uint64_t expanded; // now
  uint64_t steps;    // ever looked at
  uint64_t sets;     // of states of the specification
  uint64_t kept;     // states, over all changes
  uint64_t dropped;  // states, over all changes
  uint64_t bytes;    // of the states and their tables
};

// Life cycle. The parts, at least one, and the specification must share one
// table of actions and outlive the search; the question is copied.
struct joint *joint_new(const struct lts *const *parts, uint32_t count,
                        const struct joint_question *question);
void joint_free(struct joint *joint);

// Goes on until there is an answer or more states than `limit` (0: no limit).
// After a limit it can go on again.
enum joint_answer joint_run(struct joint *joint, uint64_t limit);

// The part is now `next`, which must outlive the search; the old one is not
// looked at any more. A change of the alphabet starts the search anew.
void joint_change(struct joint *joint, uint32_t number, const struct lts *next,
                  const struct bitset *touched);

// After JOINT_FAILS, before any change.
struct joint_witness joint_witness(const struct joint *joint);
void joint_witness_release(struct joint_witness *witness);

struct joint_counts joint_counts(const struct joint *joint);

#endif
