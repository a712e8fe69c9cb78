// Splitting a composition in two (assume.h): groups are grown from each of up
// to sixteen parts, by the part that leaves the fewest letters between the
// group and the rest. Of all groups on the way the best is taken: neither side
// has more than two thirds of the whole, if that can be, and then the letters
// are fewest, and then the sides are most alike. The size of a side is the sum
// of the logarithms of the sizes of its parts, for these multiply.
#include <math.h>

#include "base/check.h"
#include "lts/assume.h"

enum { SEEDS = 16 };

struct splitter {
  const struct lts *const *parts;
  uint32_t count;
  const struct lts *specification;
  double total;
};

struct split_cost {
  bool is_lopsided;
  uint32_t letters;
  double larger; // side
};

static double size_of(const struct lts *lts) {
  return log2(1 + (double)lts->state_count);
}

static struct split_cost cost_of(const struct splitter *splitter,
                                 const struct bitset *group) {
  struct bitset sides[2] = {{0}, {0}};
  double size = 0;
  for (uint32_t i = 0; i < splitter->count; i++) {
    bool inside = bitset_has(group, i);
    bitset_unite(&sides[!inside], &splitter->parts[i]->alphabet);
    size += inside ? size_of(splitter->parts[i]) : 0;
  }
  bitset_unite(&sides[0], &splitter->specification->alphabet);
  bitset_intersect(&sides[0], &sides[1]);
  double larger = size > splitter->total - size ? size : splitter->total - size;
  struct split_cost cost = {.is_lopsided = 3 * larger > 2 * splitter->total,
                            .letters = bitset_count(&sides[0]),
                            .larger = larger};
  bitset_release(&sides[0]);
  bitset_release(&sides[1]);
  return cost;
}

static bool is_cheaper(struct split_cost a, struct split_cost b) {
  if (a.is_lopsided != b.is_lopsided)
    return b.is_lopsided;
  if (a.letters != b.letters)
    return a.letters < b.letters;
  return a.larger < b.larger;
}

// Adds the part that leaves the fewest letters; of these the first.
static void grow(const struct splitter *splitter, struct bitset *group) {
  uint32_t best = UINT32_MAX, fewest = UINT32_MAX;
  for (uint32_t i = 0; i < splitter->count; i++) {
    if (bitset_has(group, i))
      continue;
    bitset_add(group, i);
    uint32_t letters = cost_of(splitter, group).letters;
    bitset_remove(group, i);
    if (letters < fewest) {
      best = i;
      fewest = letters;
    }
  }
  bitset_add(group, best);
}

void lts_split(const struct lts *const *parts, uint32_t count,
               const struct lts *specification, struct bitset *first) {
  CHECK(count > 1, "one part cannot be split");
  struct splitter splitter = {parts, count, specification, 0};
  struct split_cost best = {0};
  bitset_clear(first);
  for (uint32_t i = 0; i < count; i++)
    splitter.total += size_of(parts[i]);
  for (uint32_t seed = 0; seed < count; seed += 1 + (count - 1) / SEEDS) {
    struct bitset group = {0};
    bitset_add(&group, seed);
    for (uint32_t size = 1; size < count; size++) {
      struct split_cost cost = cost_of(&splitter, &group);
      if (bitset_is_empty(first) || is_cheaper(cost, best)) {
        best = cost;
        bitset_copy(first, &group);
      }
      if (size + 1 < count)
        grow(&splitter, &group);
    }
    bitset_release(&group);
  }
}
