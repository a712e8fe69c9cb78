// How an answer was found, as data: the rounds of refinement, each with the
// abstraction that was searched, the counterexample that it has, why the
// program does not have that one, and what was added.
//
// Recorded only where a report will show it. Texts are interned.
#ifndef VOUCH_EVIDENCE_STORY_H
#define VOUCH_EVIDENCE_STORY_H

#include "evidence/proof.h"

enum round_end {
  ROUND_SPURIOUS, // the counterexample is none of the program
  ROUND_REAL,     // it is one, or looks like one
  ROUND_SAFE,     // there is none
  ROUND_STOPPED
};

struct story_round {
  struct name who;          // a component of a system; or none
  uint32_t predicates;      // that the abstraction has, over all places
  uint64_t states;          // of it that were looked at
  struct position_vec path; // of the counterexample: its lines, in order
  struct name_vec actions;  // or what a system performs
  struct claim_vec because; // conditions that contradict each other on the path
  struct name why;          // or why it is spurious, in words
  struct claim_vec added;   // predicates; the first ones
  uint32_t added_count;     // all of them
  enum round_end end;
};

VEC_DEFINE(story_round_vec, struct story_round);

enum { MOST_STORY_ROUNDS = 60, MOST_STORY_LINES = 60, MOST_STORY_ADDED = 12 };

struct story {
  struct story_round_vec rounds; // the first ones
  uint32_t count;                // all of them
};

// A new round, or null when there are enough; valid until the next.
struct story_round *story_add(struct story *story);
// The last one; null if it is not kept.
struct story_round *story_last(struct story *story);
// Another line of the counterexample, unless it is the same.
void story_add_line(struct story_round *round, struct position position);
void story_release(struct story *story);

#endif
