// A shortest word of one state of an LTS that another one cannot perform,
// looked for length by length, as far as a budget goes.
//
// The words are the branches of a tree, walked depth first with the set S of
// states that A may be in after a word and the set T of B's. A branch is left
//  - where S is empty; what is in T, too, is left out of S,
//  - where T can perform every word of the length that is left: a few of its
//    members are tried, those with the most short words,
//  - where only as many letters are left as short words have (short_words.h):
//    those of S are compared with those of T.
//
// This is for systems with many steps per state. There the sets grow at each
// letter, and a word that is missing is a rare one among very many whose sets
// are large: a search by pairs of a state and a set (inclusion.h) has to keep
// them all, while here most are left as soon as a few of their members were
// looked at. Nothing is ever proved by it.
#ifndef VOUCH_LTS_MISSING_WORD_H
#define VOUCH_LTS_MISSING_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct missing_word {
  bool is_found;
  struct lts_action_vec word;    // a shortest one; its last letter is missing
  struct lts_action_vec allowed; // what B could do instead of the last letter
};

// A word of `a` that `b` does not have, among weak ones words without tau; not
// found if about `budget` steps were looked at. Silent steps must be acyclic
// if `weak`.
struct missing_word lts_missing_word(const struct lts *lts, uint32_t a,
                                     uint32_t b, bool weak, uint64_t budget);
void missing_word_release(struct missing_word *missing);

#endif
