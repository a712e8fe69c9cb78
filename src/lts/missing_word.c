#include "lts/missing_word.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/short_words.h"

// Members of T that are tried as to whether they can perform everything.
enum { SAMPLE = 16 };

// A set of states, closed under silent steps: pool[first .. first + count - 1].
struct set {
  uint32_t first, count;
};

struct hunt {
  const struct lts *lts;
  bool weak;
  uint64_t budget;
  struct short_words words;
  uint64_t *possible;  // cells: all words that A can perform somewhere
  uint8_t *richness;   // by state: how many of them it can perform, roughly
  struct u32_vec pool; // the sets of the branch, one after the other
  uint32_t *mark;      // by state: the set that it was added to last
  uint32_t round;
  bool has_branch;            // some word of the length was left to look at
  struct lts_action_vec word; // to where the search is, then the one found
};

static bool spend(struct hunt *hunt, uint64_t effort) {
  hunt->budget = effort < hunt->budget ? hunt->budget - effort : 0;
  return hunt->budget > 0;
}

// Sets

static struct set begin_set(struct hunt *hunt) {
  if (++hunt->round == 0) {
    memset(hunt->mark, 0, hunt->lts->state_count * sizeof *hunt->mark);
    hunt->round = 1;
  }
  return (struct set){.first = hunt->pool.count};
}

// Not if it is in this set or in the one with number `other`.
static void add_member(struct hunt *hunt, uint32_t state, uint32_t other) {
  if (hunt->mark[state] == hunt->round || (other && hunt->mark[state] == other))
    return;
  hunt->mark[state] = hunt->round;
  u32_vec_push(&hunt->pool, state);
}

static struct set finish_set(struct hunt *hunt, struct set set,
                             uint32_t other) {
  for (uint32_t k = set.first; hunt->weak && k < hunt->pool.count; k++) {
    struct lts_step_range range = lts_steps(hunt->lts, hunt->pool.at[k]);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      add_member(hunt, step->target, other);
  }
  set.count = hunt->pool.count - set.first;
  spend(hunt, set.count + 1);
  return set;
}

static struct set set_of(struct hunt *hunt, uint32_t state) {
  struct set set = begin_set(hunt);
  add_member(hunt, state, 0);
  return finish_set(hunt, set, 0);
}

// Where an action leads, without what is in the set with number `other`.
static struct set set_after(struct hunt *hunt, struct set from,
                            struct action action, uint32_t other) {
  struct set set = begin_set(hunt);
  for (uint32_t i = 0; i < from.count; i++) {
    struct lts_step_range range =
        lts_steps_by(hunt->lts, hunt->pool.at[from.first + i], action);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      add_member(hunt, step->target, other);
  }
  spend(hunt, from.count);
  return finish_set(hunt, set, other);
}

// Can T perform everything?

static void choose_sample(struct hunt *hunt, struct set set,
                          uint32_t sample[SAMPLE], uint32_t *count) {
  *count = 0;
  for (uint32_t i = 0; i < set.count; i++) {
    uint32_t state = hunt->pool.at[set.first + i], k;
    if (*count == SAMPLE &&
        hunt->richness[state] <= hunt->richness[sample[SAMPLE - 1]])
      continue;
    *count += *count < SAMPLE;
    for (k = *count - 1;
         k && hunt->richness[sample[k - 1]] < hunt->richness[state]; k--)
      sample[k] = sample[k - 1];
    sample[k] = state;
  }
}

// Do the short words of a set cover the given ones?
static bool covers(struct hunt *hunt, struct set set, const uint64_t *wanted) {
  uint32_t cell = 0, cells = hunt->words.cells;
  uint64_t have[16] = {0};
  for (uint32_t i = 0; i < set.count; i++) {
    const uint64_t *own =
        short_words_of(&hunt->words, hunt->pool.at[set.first + i]);
    for (uint32_t c = cell; c < cells; c++)
      have[c] |= own[c];
    while (cell < cells && !(wanted[cell] & ~have[cell]))
      cell++;
    if (cell == cells || !spend(hunt, 1))
      break;
  }
  return cell == cells;
}

// Can the set perform all words of a length? False if some members of it
// cannot.
static bool performs_all(struct hunt *hunt, struct set set, uint32_t length) {
  if (length == hunt->words.length)
    return covers(hunt, set, hunt->possible);
  uint32_t sample[SAMPLE], count, end = hunt->pool.count;
  choose_sample(hunt, set, sample, &count);
  bool all = spend(hunt, set.count);
  struct set few = {.first = end, .count = count};
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(&hunt->pool, sample[i]);
  for (uint32_t i = 0; all && i < hunt->words.letters.count; i++) {
    uint32_t own_end = hunt->pool.count;
    struct set after = set_after(hunt, few, hunt->words.letters.at[i], 0);
    all = after.count && performs_all(hunt, after, length - 1);
    hunt->pool.count = own_end;
  }
  hunt->pool.count = end;
  return all;
}

// The search

// Is there a short word that S can perform and T cannot? Completes the word.
static bool differ_shortly(struct hunt *hunt, struct set s, struct set t) {
  uint64_t wanted[16] = {0}, have[16] = {0};
  for (uint32_t i = 0; i < s.count; i++)
    for (uint32_t c = 0; c < hunt->words.cells; c++)
      wanted[c] |= short_words_of(&hunt->words, hunt->pool.at[s.first + i])[c];
  spend(hunt, s.count);
  if (covers(hunt, t, wanted) || !hunt->budget)
    return false;
  for (uint32_t i = 0; i < t.count; i++)
    for (uint32_t c = 0; c < hunt->words.cells; c++)
      have[c] |= short_words_of(&hunt->words, hunt->pool.at[t.first + i])[c];
  uint32_t number = 0;
  while (!((wanted[number / 64] & ~have[number / 64]) >> (number & 63) & 1))
    number++;
  short_words_spell(&hunt->words, number, &hunt->word);
  return true;
}

// Is there a word of at most this length that S can perform and T cannot?
// Shorter ones there are none, but for the shortest lengths of all.
static bool differ(struct hunt *hunt, struct set s, struct set t,
                   uint32_t length) {
  if (length == hunt->words.length) {
    hunt->has_branch = true;
    return differ_shortly(hunt, s, t);
  }
  uint32_t end = hunt->pool.count;
  for (uint32_t i = 0; i < hunt->words.letters.count && hunt->budget; i++) {
    struct action letter = hunt->words.letters.at[i];
    struct set t_after = set_after(hunt, t, letter, 0);
    uint32_t t_number = hunt->round;
    struct set s_after = set_after(hunt, s, letter, t_number);
    lts_action_vec_push(&hunt->word, letter);
    if (s_after.count && performs_all(hunt, t_after, length - 1))
      hunt->has_branch = true;
    else if (s_after.count && differ(hunt, s_after, t_after, length - 1))
      return true;
    hunt->word.count--;
    hunt->pool.count = end;
  }
  return false;
}

// What B can do after all of the word but its last letter.
static void find_allowed(struct hunt *hunt, uint32_t b,
                         struct lts_action_vec *allowed) {
  struct bitset found = {0};
  struct set set = set_of(hunt, b);
  for (uint32_t i = 0; i + 1 < hunt->word.count; i++)
    set = set_after(hunt, set, hunt->word.at[i], 0);
  for (uint32_t k = 0; k < set.count; k++) {
    struct lts_step_range range =
        lts_steps(hunt->lts, hunt->pool.at[set.first + k]);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (!hunt->weak || !action_is_tau(step->action))
        bitset_add(&found, step->action.id);
  }
  for (uint32_t a = bitset_next(&found, 0); a != UINT32_MAX;
       a = bitset_next(&found, a + 1))
    lts_action_vec_push(allowed, (struct action){a});
  bitset_release(&found);
}

static void prepare(struct hunt *hunt, uint32_t a) {
  uint32_t states = hunt->lts->state_count, cells;
  short_words_init(&hunt->words, hunt->lts, a, hunt->weak);
  cells = hunt->words.cells;
  hunt->possible = memory_new_zero(cells + 1, sizeof *hunt->possible);
  hunt->richness = memory_new_zero(states, sizeof *hunt->richness);
  hunt->mark = memory_new_zero(states, sizeof *hunt->mark);
  for (uint32_t s = 0; hunt->words.length && s < states; s++) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < cells; c++) {
      uint64_t bits = short_words_of(&hunt->words, s)[c];
      hunt->possible[c] |= bits;
      count += (uint32_t)__builtin_popcountll(bits);
    }
    hunt->richness[s] = (uint8_t)(count / 4);
  }
}

static void release(struct hunt *hunt) {
  short_words_release(&hunt->words);
  free(hunt->possible);
  free(hunt->richness);
  free(hunt->mark);
  u32_vec_release(&hunt->pool);
  lts_action_vec_release(&hunt->word);
}

struct missing_word lts_missing_word(const struct lts *lts, uint32_t a,
                                     uint32_t b, bool weak, uint64_t budget) {
  struct hunt hunt = {.lts = lts, .weak = weak, .budget = budget};
  struct missing_word missing = {0};
  prepare(&hunt, a);
  hunt.has_branch = hunt.words.length > 0;
  for (uint32_t length = hunt.words.length;
       hunt.has_branch && hunt.budget && !missing.is_found; length++) {
    hunt.has_branch = false;
    u32_vec_clear(&hunt.pool);
    struct set s = set_of(&hunt, a), t = set_of(&hunt, b);
    missing.is_found = differ(&hunt, s, t, length);
  }
  if (missing.is_found) {
    find_allowed(&hunt, b, &missing.allowed);
    missing.word = hunt.word;
    hunt.word = (struct lts_action_vec){0};
  }
  release(&hunt);
  return missing;
}

void missing_word_release(struct missing_word *missing) {
  lts_action_vec_release(&missing->word);
  lts_action_vec_release(&missing->allowed);
}
