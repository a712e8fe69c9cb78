#include "base/bitset.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

enum { WORD_BITS = 64 };

static uint32_t word_of(uint32_t member) {
  return member / WORD_BITS;
}

static uint64_t bit_of(uint32_t member) {
  return (uint64_t)1 << member % WORD_BITS;
}

// Words beyond the end are zero by definition.
static uint64_t word_at(const struct bitset *set, uint32_t word) {
  return word < set->word_count ? set->words[word] : 0;
}

// The number of words up to the last one that is not zero: the part of the
// representation that depends on the content only.
static uint32_t used_words(const struct bitset *set) {
  uint32_t used = set->word_count;
  while (used && !set->words[used - 1])
    used--;
  return used;
}

static void resize(struct bitset *set, uint32_t word_count) {
  set->words = memory_resize(set->words, word_count * sizeof *set->words);
  memset(set->words + set->word_count, 0,
         (word_count - set->word_count) * sizeof *set->words);
  DCHECK(!set->words[word_count - 1], "a new word of a set is not zero");
  set->word_count = word_count;
}

// Doubling keeps a sequence of additions linear.
static void reserve(struct bitset *set, uint32_t word_count) {
  if (word_count <= set->word_count)
    return;
  uint32_t doubled = 2 * set->word_count;
  resize(set, word_count < doubled ? doubled : word_count);
}

void bitset_release(struct bitset *set) {
  free(set->words);
  *set = (struct bitset){0};
}

void bitset_clear(struct bitset *set) {
  if (set->word_count)
    memset(set->words, 0, set->word_count * sizeof *set->words);
}

void bitset_copy(struct bitset *to, const struct bitset *from) {
  if (to == from)
    return;
  uint32_t used = used_words(from);
  bitset_clear(to);
  reserve(to, used);
  if (used)
    memcpy(to->words, from->words, used * sizeof *to->words);
  DCHECK(bitset_equal(to, from), "the copy of a set is another set");
}

bool bitset_has(const struct bitset *set, uint32_t member) {
  return word_at(set, word_of(member)) & bit_of(member);
}

bool bitset_is_empty(const struct bitset *set) {
  return used_words(set) == 0;
}

bool bitset_equal(const struct bitset *a, const struct bitset *b) {
  uint32_t used = used_words(a);
  if (used != used_words(b))
    return false;
  return !used || memcmp(a->words, b->words, used * sizeof *a->words) == 0;
}

bool bitset_is_subset(const struct bitset *a, const struct bitset *b) {
  for (uint32_t i = 0; i < a->word_count; i++)
    if (a->words[i] & ~word_at(b, i))
      return false;
  return true;
}

bool bitset_intersects(const struct bitset *a, const struct bitset *b) {
  for (uint32_t i = 0; i < a->word_count; i++)
    if (a->words[i] & word_at(b, i))
      return true;
  return false;
}

uint32_t bitset_count(const struct bitset *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < set->word_count; i++)
    count += (uint32_t)__builtin_popcountll(set->words[i]);
  return count;
}

uint32_t bitset_next(const struct bitset *set, uint32_t from) {
  uint32_t word = word_of(from);
  uint64_t rest = word_at(set, word) & -bit_of(from); // members >= from
  while (!rest) {
    if (++word >= set->word_count)
      return UINT32_MAX;
    rest = set->words[word];
  }
  return word * WORD_BITS + (uint32_t)__builtin_ctzll(rest);
}

bool bitset_add(struct bitset *set, uint32_t member) {
  CHECK(member != UINT32_MAX, "UINT32_MAX stands for no member");
  if (bitset_has(set, member))
    return false;
  reserve(set, word_of(member) + 1);
  set->words[word_of(member)] |= bit_of(member);
  DCHECK(bitset_has(set, member), "%u was added and is not in", member);
  return true;
}

bool bitset_remove(struct bitset *set, uint32_t member) {
  if (!bitset_has(set, member))
    return false;
  set->words[word_of(member)] &= ~bit_of(member);
  return true;
}

bool bitset_unite(struct bitset *to, const struct bitset *with) {
  uint32_t used = used_words(with);
  uint64_t changed = 0;
  reserve(to, used);
  for (uint32_t i = 0; i < used; i++) {
    changed |= with->words[i] & ~to->words[i];
    to->words[i] |= with->words[i];
  }
  DCHECK(bitset_is_subset(with, to), "a union lacks a member");
  return changed;
}

bool bitset_intersect(struct bitset *to, const struct bitset *with) {
  uint64_t changed = 0;
  for (uint32_t i = 0; i < to->word_count; i++) {
    changed |= to->words[i] & ~word_at(with, i);
    to->words[i] &= word_at(with, i);
  }
  return changed;
}

bool bitset_subtract(struct bitset *to, const struct bitset *what) {
  uint64_t changed = 0;
  for (uint32_t i = 0; i < to->word_count; i++) {
    uint64_t removed = to->words[i] & word_at(what, i);
    changed |= removed;
    to->words[i] ^= removed;
  }
  return changed;
}
