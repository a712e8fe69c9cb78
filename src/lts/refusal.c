#include "lts/refusal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/transform.h"

// Owners

void owners_init(struct owners *owners, const struct bitset *const *alphabets,
                 uint32_t count, uint32_t limit) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; i++)
    total += bitset_count(alphabets[i]);
  owners->limit = limit;
  owners->first = memory_new_zero(limit + 2u, sizeof *owners->first);
  owners->of = memory_new((total + 1u) * sizeof *owners->of);
  // Filling moves first[a + 1] from where the owners of a begin to where they
  // end.
  for (uint32_t i = 0; i < count; i++)
    BITSET_EACH (a, alphabets[i])
      owners->first[a + 1]++;
  for (uint32_t a = 0, sum = 0; a <= limit; a++) {
    uint32_t here = owners->first[a + 1];
    owners->first[a + 1] = sum;
    sum += here;
  }
  for (uint32_t i = 0; i < count; i++)
    BITSET_EACH (a, alphabets[i])
      owners->of[owners->first[a + 1]++] = i;
}

void owners_release(struct owners *owners) {
  free(owners->first);
  free(owners->of);
  *owners = (struct owners){0};
}

// Tables of waits

static bool is_better(const struct lts_wait *a, const struct lts_wait *b) {
  return bitset_is_subset(&a->offer, &b->offer) &&
         (!a->terminates || b->terminates);
}

// Of two that are as good as each other the first one stays.
static bool is_least(const struct lts_wait *waits, const uint32_t *all,
                     uint32_t count, uint32_t k) {
  for (uint32_t j = 0; j < count; j++) {
    const struct lts_wait *other = &waits[all[j]], *it = &waits[all[k]];
    if (j != k && is_better(other, it) && (j < k || !is_better(it, other)))
      return false;
  }
  return true;
}

static void keep_least(const struct lts_wait *waits, struct u32_vec *found,
                       struct u32_vec *out) {
  for (uint32_t k = 0; k < found->count; k++)
    if (is_least(waits, found->at, found->count, k))
      u32_vec_push(out, found->at[k]);
}

void wait_table_init(struct wait_table *table, const struct lts *lts,
                     const struct lts_wait *waits, uint32_t wait_count) {
  *table = (struct wait_table){0};
  table->first = memory_new((lts->state_count + 1u) * sizeof *table->first);
  struct u32_vec index = {0}, found = {0}; // by action: 1 + wait
  for (uint32_t w = 0; w < wait_count; w++) {
    if (waits[w].action.id >= index.count)
      u32_vec_resize(&index, waits[w].action.id + 1);
    index.at[waits[w].action.id] = w + 1;
  }
  for (uint32_t s = 0; s < lts->state_count; s++) {
    table->first[s] = table->choices.count;
    u32_vec_clear(&found);
    uint32_t last = 0;
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      uint32_t a = lts->steps[i].action.id;
      if (a != last && a < index.count && index.at[a])
        u32_vec_push(&found, index.at[a] - 1);
      last = a;
    }
    keep_least(waits, &found, &table->choices);
  }
  table->first[lts->state_count] = table->choices.count;
  u32_vec_release(&index);
  u32_vec_release(&found);
}

void wait_table_release(struct wait_table *table) {
  free(table->first);
  u32_vec_release(&table->choices);
  table->first = NULL;
}

struct lts *lts_drop_unstable(const struct lts *lts,
                              const struct bitset *hidden,
                              const struct lts_wait *waits,
                              uint32_t wait_count) {
  struct bitset unstable = {0};
  for (uint32_t w = 0; w < wait_count; w++)
    if (bitset_intersects(&waits[w].offer, hidden))
      bitset_add(&unstable, waits[w].action.id);
  struct lts *result = lts_cut(lts, &unstable);
  bitset_release(&unstable);
  return result;
}

// The search

enum { OPEN = UINT32_MAX };

// Conflict-directed backjumping (Prosser, Computational Intelligence 1993): a
// choice fails because of an action that all who have it offer, so because of
// the depths at which those have chosen. Where all choices of a part fail, the
// search goes back to the deepest of these depths, since the choices in between
// have nothing to do with it.
struct search {
  const struct lts_wait *waits;
  const struct owners *owners;
  const struct refusal_range *choices;
  uint32_t count;
  uint64_t budget;
  uint32_t *chosen;     // by part: a wait, OPEN while there is none
  uint32_t *order;      // the parts, those with few choices first
  uint32_t *depth;      // by part: its place in the order
  uint64_t *blame;      // by depth: the depths that its failures are due to
  uint32_t blame_cells; // of 64 bits, for each depth
  bool is_spent;
};

// Is the action offered by all that have it?
static bool is_enabled(const struct search *search, uint32_t action) {
  const struct owners *owners = search->owners;
  for (uint32_t k = owners->first[action]; k < owners->first[action + 1]; k++) {
    uint32_t wait = search->chosen[owners->of[k]];
    if (wait == OPEN || !bitset_has(&search->waits[wait].offer, action))
      return false;
  }
  return owners->first[action] < owners->first[action + 1];
}

static uint64_t *blame_of(const struct search *search, uint32_t depth) {
  return search->blame + (size_t)depth * search->blame_cells;
}

static void blame(const struct search *search, uint32_t depth, uint32_t other) {
  blame_of(search, depth)[other / 64] |= UINT64_C(1) << (other & 63);
}

static bool is_blamed(const struct search *search, uint32_t depth,
                      uint32_t other) {
  return blame_of(search, depth)[other / 64] >> (other & 63) & 1;
}

// After a part has chosen: only what it offers can have become enabled. It may
// offer what it does not have, which says nothing.
static bool is_refusing(const struct search *search, uint32_t depth) {
  uint32_t part = search->order[depth];
  const struct owners *owners = search->owners;
  const struct bitset *offer = &search->waits[search->chosen[part]].offer;
  for (uint32_t a = bitset_next(offer, 0); a != UINT32_MAX && a < owners->limit;
       a = bitset_next(offer, a + 1))
    if (is_enabled(search, a)) {
      for (uint32_t k = owners->first[a]; k < owners->first[a + 1]; k++)
        blame(search, depth, search->depth[owners->of[k]]);
      return false;
    }
  return true;
}

static bool all_terminate(const struct search *search) {
  for (uint32_t p = 0; p < search->count; p++)
    if (!search->waits[search->chosen[p]].terminates)
      return false;
  return true;
}

// All have chosen. That all terminate is due to all.
static bool is_deadlock(const struct search *search) {
  if (!all_terminate(search))
    return true;
  for (uint32_t d = 0; d < search->count; d++)
    blame(search, search->count, d);
  return false;
}

// Whatever was chosen at this depth, what failed deeper fails.
static bool is_beside(const struct search *search, uint32_t depth) {
  const uint64_t *deeper = blame_of(search, depth + 1);
  uint64_t *own = blame_of(search, depth);
  if (!is_blamed(search, depth + 1, depth)) {
    memcpy(own, deeper, search->blame_cells * sizeof *own);
    return true;
  }
  for (uint32_t c = 0; c < search->blame_cells; c++)
    own[c] |= deeper[c];
  return false;
}

static bool assign(struct search *search, uint32_t depth) {
  memset(blame_of(search, depth), 0,
         search->blame_cells * sizeof *search->blame);
  if (depth == search->count)
    return is_deadlock(search);
  uint32_t part = search->order[depth];
  struct refusal_range range = search->choices[part];
  for (const uint32_t *wait = range.begin; wait < range.end; wait++) {
    if (range.end - range.begin > 1 && search->budget-- == 0)
      search->is_spent = true;
    if (search->is_spent)
      break;
    search->chosen[part] = *wait;
    if (!is_refusing(search, depth))
      continue;
    if (assign(search, depth + 1))
      return true;
    if (is_beside(search, depth))
      break;
  }
  search->chosen[part] = OPEN;
  return false;
}

static ptrdiff_t choice_count(const struct search *search, uint32_t part) {
  return search->choices[part].end - search->choices[part].begin;
}

// Insertion by number of choices: nearly all have one.
static void order_parts(struct search *search) {
  for (uint32_t p = 0; p < search->count; p++) {
    uint32_t k = p;
    for (; k &&
           choice_count(search, search->order[k - 1]) > choice_count(search, p);
         k--)
      search->order[k] = search->order[k - 1];
    search->order[k] = p;
  }
  for (uint32_t d = 0; d < search->count; d++)
    search->depth[search->order[d]] = d;
}

enum refusal_answer refusal_choose(const struct lts_wait *waits,
                                   const struct owners *owners,
                                   const struct refusal_range *choices,
                                   uint32_t part_count, uint64_t budget,
                                   uint32_t *chosen) {
  for (uint32_t p = 0; p < part_count; p++)
    if (choices[p].begin == choices[p].end)
      return REFUSAL_NONE;
  struct search search = {.waits = waits,
                          .owners = owners,
                          .choices = choices,
                          .count = part_count,
                          .budget = budget,
                          .chosen = chosen,
                          .blame_cells = part_count / 64 + 1};
  uint32_t *places = memory_new((2 * part_count + 1u) * sizeof *places);
  search.order = places;
  search.depth = places + part_count;
  search.blame =
      memory_new((part_count + 1u) * search.blame_cells * sizeof *search.blame);
  memset(chosen, 0xff, part_count * sizeof *chosen);
  order_parts(&search);
  bool found = assign(&search, 0);
  free(places);
  free(search.blame);
  if (found)
    return REFUSAL_FOUND;
  return search.is_spent ? REFUSAL_UNKNOWN : REFUSAL_NONE;
}
