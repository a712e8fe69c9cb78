// Assume-guarantee: a composition M1 || M2 against a specification P without
// composing the two.
//
//   M1 || A  does only what P allows
//   M2       does only what A allows
//   --------------------------------
//   M1 || M2 does only what P allows
//
// A is an assumption about M2, over letters that M2 has and M1 or P know, too.
// All that P knows of M2 alone is among them; so every action of P is in the
// alphabet of M1 || A, or is never performed. It is learnt (learn.h; Cobleigh,
// Giannakopoulou, Pasareanu, TACAS 2003). The language that is asked for is
// that of the weakest assumption: the words after which M1 cannot have done
// what P forbids. The two premises are the teacher:
//
//   M1 || A breaks P         its letters are a word that A must not have
//   M2 does what A forbids   if M1 does nothing wrong meanwhile, a word that A
//                            must have; otherwise M1 || M2 may break P
//
// In the last case the word is looked at with all letters. Either M1 goes wrong
// on exactly that, and there is a real run; or the letters are too few: where
// the run of M1 and that of M2 first differ is a letter that tells them apart,
// which is added (Gheorghiu, Giannakopoulou, Pasareanu, TACAS 2007, forward).
// Letters start from those that P knows, so that an assumption speaks of no
// more than what matters.
//
// Both groups are composed part by part, contracted on the way (contract.h), up
// to a limit of states. M1 together with what P forbids becomes one LTS with
// ERROR states over all letters, which answers the questions.
//
// Only inclusion of weak traces; no part of M2 has an ERROR state, or the
// answer is LIMIT. Waits are not known here: cut them before.
#ifndef VOUCH_LTS_ASSUME_H
#define VOUCH_LTS_ASSUME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/poll.h"
#include "lts/joint.h"
#include "lts/lts.h"

struct assume_question {
  const struct lts *const *parts; // under one table of actions
  uint32_t count;
  const struct bitset *first; // the numbers of the parts of M1
  const struct lts *specification;
  const struct bitset *letters; // to start with, or null
  uint64_t limit;               // of states of a composition, 0: 200,000
  struct poll poll;             // polled now and then
};

struct assume_result {
  enum joint_answer answer;      // LIMIT: it is too large for this way
  struct lts *assumption;        // HOLDS: deterministic, the fewest states
  struct lts_action_vec trace;   // FAILS: of the composition of all parts
  struct lts_action_vec allowed; // instead of its last action
  struct bitset letters;         // of the assumption, when it ended
  uint32_t most_letters;         // that it could have had
  uint64_t states;               // of the largest composition
  uint64_t questions;            // about words
  uint32_t guesses;              // of assumptions
};

// Two groups that share little and are about equally large: parts that know the
// same actions stay together. *first gets the numbers of one; there are at
// least two parts.
void lts_split(const struct lts *const *parts, uint32_t count,
               const struct lts *specification, struct bitset *first);

struct assume_result lts_assume(const struct assume_question *question);
void assume_result_release(struct assume_result *result);

// Both premises once more, from the parts alone, by another engine
// (grouped.h). FAILS is a bug of ours.
enum joint_answer lts_check_assumption(const struct assume_question *question,
                                       const struct lts *assumption);

#endif
