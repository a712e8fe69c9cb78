// Learning a regular language from questions: Angluin's L* (Information and
// Computation 1987) with the counterexamples of Rivest and Schapire (1993).
//
// The learner asks a teacher whether words are in the language, and guesses a
// deterministic automaton. Who uses it says whether the guess is right, and if
// not gives a word on which it is wrong; after at most as many wrong guesses as
// the smallest automaton has states the guess is that automaton.
//
// Representation. The words that were asked for form a tree, so that none is
// asked twice. The table has a row for each access word (a state of the guess)
// and for each of them followed by a letter; a row says for each suffix whether
// the word followed by it is in the language. Invariant: the rows of different
// access words differ. So a row belongs to at most one state, and the table is
// made ready by giving a state to rows that have none. A counterexample adds a
// suffix, found by binary search, that tells two words apart which the guess
// takes to the same state.
//
// The language may be known to be closed under prefixes: then what follows a
// word outside of it is not asked.
#ifndef VOUCH_LTS_LEARN_H
#define VOUCH_LTS_LEARN_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct learner; // opaque

struct learn_teacher {
  bool (*has)(void *context, const struct lts_action_vec *word);
  void *context;
  bool is_prefix_closed;
};

// A complete deterministic automaton; state 0 is the initial one.
struct automaton {
  uint32_t state_count, letter_count;
  uint32_t *next; // by state and letter: next[state * letter_count + letter]
  bool *accepts;  // by state
};

// The letters are copied; they have no duplicates. The teacher's context must
// outlive the learner.
struct learner *learner_new(const struct learn_teacher *teacher,
                            const struct lts_action_vec *letters);
void learner_free(struct learner *learner);

// The present guess; valid until the next call. Its states are told apart by
// words: it has no more than the smallest automaton of the language.
const struct automaton *learner_guess(struct learner *learner);
// The guess is wrong about the word. False, and nothing happens, if it is not.
bool learner_correct(struct learner *learner,
                     const struct lts_action_vec *word);
// The guess of a language that is closed under prefixes, as an LTS whose
// alphabet are the letters; null if not even the empty word is in it.
struct lts *learner_lts(const struct learner *learner,
                        struct action_table *actions);

struct learn_counts {
  uint64_t questions; // asked of the teacher
  uint32_t guesses;
};
struct learn_counts learner_counts(const struct learner *learner);

#endif
