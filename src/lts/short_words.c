#include "lts/short_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/transform.h"

enum { MOST_BITS = 640, NO_LETTER = UINT32_MAX };

static bool is_silent(const struct short_words *words, struct action action) {
  return words->weak && action_is_tau(action);
}

// Letters

static void find_letters(struct short_words *words, uint32_t start) {
  const struct lts *lts = words->lts;
  bool *seen = memory_new_zero(lts->state_count, sizeof *seen);
  struct u32_vec todo = {0};
  struct bitset letters = {0};
  u32_vec_push(&todo, start);
  seen[start] = true;
  while (todo.count) {
    struct lts_step_range range = lts_steps(lts, u32_vec_pop(&todo));
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      if (!is_silent(words, step->action))
        bitset_add(&letters, step->action.id);
      if (!seen[step->target])
        u32_vec_push(&todo, step->target);
      seen[step->target] = true;
    }
  }
  for (uint32_t a = bitset_next(&letters, 0); a != UINT32_MAX;
       a = bitset_next(&letters, a + 1))
    lts_action_vec_push(&words->letters, (struct action){a});
  bitset_release(&letters);
  u32_vec_release(&todo);
  free(seen);
}

static void choose_length(struct short_words *words) {
  uint64_t count = words->letters.count, longest = count, all = count;
  while (count && all <= MOST_BITS && words->length < MOST_BITS) {
    words->length++;
    words->bits = (uint32_t)all;
    longest *= count;
    all += longest;
  }
  words->cells = (words->bits + 63) / 64;
}

// By the number of an action: which letter it is.
static uint32_t *number_letters(const struct short_words *words) {
  uint32_t count = 1;
  for (uint32_t i = 0; i < words->lts->step_count; i++)
    if (words->lts->steps[i].action.id >= count)
      count = words->lts->steps[i].action.id + 1;
  uint32_t *letter = memory_new(count * sizeof *letter);
  for (uint32_t a = 0; a < count; a++)
    letter[a] = NO_LETTER;
  for (uint32_t i = 0; i < words->letters.count; i++)
    letter[words->letters.at[i].id] = i;
  return letter;
}

// Words

// Sets bits to[at ..] that are set in from[first .. first + count - 1].
static void add_bits(uint64_t *to, uint32_t at, const uint64_t *from,
                     uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    uint32_t source = first + i, target = at + i;
    uint32_t room = 64 - (source & 63);
    if (room > 64 - (target & 63))
      room = 64 - (target & 63);
    if (room > count - i)
      room = count - i;
    uint64_t bits = from[source / 64] >> (source & 63);
    if (room < 64)
      bits &= (UINT64_C(1) << room) - 1;
    to[target / 64] |= bits << (target & 63);
    i += room;
  }
}

// The words of one length: their numbers, and those of the words that are one
// letter shorter. In between words are ordered by their letters.
struct span {
  uint32_t first, count;
  uint32_t shorter, shorter_count;
};

static void find_words(struct short_words *words, const uint32_t *order,
                       const uint32_t *letter, struct span span) {
  const struct lts *lts = words->lts;
  for (uint32_t i = 0; i < lts->state_count; i++) {
    uint64_t *own = words->words + (size_t)order[i] * words->cells;
    struct lts_step_range range = lts_steps(lts, order[i]);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      const uint64_t *then = short_words_of(words, step->target);
      uint32_t number = letter[step->action.id];
      uint32_t at = span.first + number * span.shorter_count;
      if (is_silent(words, step->action))
        add_bits(own, span.first, then, span.first, span.count);
      else if (number != NO_LETTER && span.first)
        add_bits(own, at, then, span.shorter, span.shorter_count);
      else if (number != NO_LETTER)
        own[at / 64] |= UINT64_C(1) << (at & 63);
    }
  }
}

// The states, those that others reach silently first.
static uint32_t *silent_order(const struct short_words *words) {
  uint32_t states = words->lts->state_count, count;
  uint32_t *order = memory_new(states * sizeof *order);
  for (uint32_t s = 0; s < states; s++)
    order[s] = s;
  if (!words->weak)
    return order;
  uint32_t *components = lts_tau_components(words->lts, &count);
  CHECK(count == states, "silent steps have a cycle");
  for (uint32_t s = 0; s < states; s++)
    order[components[s]] = s;
  free(components);
  return order;
}

void short_words_init(struct short_words *words, const struct lts *lts,
                      uint32_t start, bool weak) {
  *words = (struct short_words){.lts = lts, .weak = weak};
  find_letters(words, start);
  choose_length(words);
  if (!words->length)
    return;
  words->words = memory_new_zero((size_t)lts->state_count * words->cells,
                                 sizeof(uint64_t));
  uint32_t *order = silent_order(words), *letter = number_letters(words);
  struct span span = {.count = words->letters.count, .shorter_count = 1};
  for (uint32_t length = 1; length <= words->length; length++) {
    find_words(words, order, letter, span);
    span = (struct span){.first = span.first + span.count,
                         .count = span.count * words->letters.count,
                         .shorter = span.first,
                         .shorter_count = span.count};
  }
  free(order);
  free(letter);
}

void short_words_release(struct short_words *words) {
  lts_action_vec_release(&words->letters);
  free(words->words);
}

void short_words_spell(const struct short_words *words, uint32_t number,
                       struct lts_action_vec *out) {
  uint32_t count = words->letters.count, size = count, length = 1;
  for (; number >= size; length++) {
    number -= size;
    size *= count;
  }
  for (; length; length--) {
    size /= count;
    lts_action_vec_push(out, words->letters.at[number / size]);
    number %= size;
  }
}
