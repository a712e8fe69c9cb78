// Which short words can each state perform?
//
// The words of up to `length` letters have numbers, the shorter ones first, and
// each state has a bit for each word. The length is the largest for which they
// fit into 640 bits: three for eight letters, nothing for more than 640. In
// weak words silent steps do not count; silent steps must be acyclic then, as
// they are after a reduction by branching bisimulation.
#ifndef VOUCH_LTS_SHORT_WORDS_H
#define VOUCH_LTS_SHORT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct short_words {
  const struct lts *lts;
  bool weak;
  struct lts_action_vec letters; // what a given state can ever perform
  uint32_t length;               // of the longest words; 0: too many letters
  uint32_t bits;                 // words in all, the empty one left out
  uint32_t cells;                // of 64 bits, per state
  uint64_t *words;               // cells by state
};

// The letters are the actions that can ever be performed from `start`.
void short_words_init(struct short_words *words, const struct lts *lts,
                      uint32_t start, bool weak);
void short_words_release(struct short_words *words);

static inline const uint64_t *short_words_of(const struct short_words *words,
                                             uint32_t state) {
  return words->words + (size_t)state * words->cells;
}

// The word with a number, appended.
void short_words_spell(const struct short_words *words, uint32_t number,
                       struct lts_action_vec *out);

#endif
