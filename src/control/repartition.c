#include "control/repartition.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"

// Of the solver, for one number of classes: about a second.
enum { COLOURING_UNITS = 4000000 };

void repartition_init(struct repartition *repartition, enum control_mode mode,
                      struct solver *solver, uint32_t places,
                      const uint32_t *owners) {
  *repartition =
      (struct repartition){.mode = mode,
                           .solver = solver,
                           .places = places,
                           .owners = owners,
                           .classes = memory_new_zero(places, sizeof(uint32_t)),
                           .count = 1};
  colouring_init(&repartition->colouring, places, COLOURING_UNITS);
}

void repartition_release(struct repartition *repartition) {
  colouring_release(&repartition->colouring);
  colour_clauses_release(&repartition->clauses);
  bitset_release(&repartition->singled);
  free(repartition->classes);
}

// Clauses

static bool has_pair(const struct colour_pair *pairs, uint32_t count,
                     struct colour_pair pair) {
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].a == pair.a && pairs[i].b == pair.b)
      return true;
  return false;
}

static bool is_part(const struct colour_pair *part, uint32_t part_count,
                    const struct colour_pair *whole, uint32_t whole_count) {
  for (uint32_t i = 0; i < part_count; i++)
    if (!has_pair(whole, whole_count, part[i]))
      return false;
  return true;
}

// Drops clauses of which the new one is a part. False when one of them is a
// part of the new one.
static bool make_room(struct colour_clauses *clauses,
                      const struct colour_pair_vec *added) {
  struct colour_clauses kept = {0};
  bool is_new = true;
  for (uint32_t i = 0; i < clauses->ends.count && is_new; i++) {
    const struct colour_pair *pairs =
        clauses->pairs.at + colour_clause_first(clauses, i);
    uint32_t count = clauses->ends.at[i] - colour_clause_first(clauses, i);
    is_new = !is_part(pairs, count, added->at, added->count);
    if (is_part(added->at, added->count, pairs, count))
      continue;
    colour_pair_vec_append(&kept.pairs, pairs, count);
    colour_clauses_end(&kept);
  }
  if (!is_new) {
    colour_clauses_release(&kept);
    return false;
  }
  colour_clauses_release(clauses);
  *clauses = kept;
  return true;
}

static void single_out(struct repartition *repartition,
                       struct colour_pair pair) {
  bitset_add(&repartition->singled, pair.a);
  bitset_add(&repartition->singled, pair.b);
}

void repartition_add(struct repartition *repartition,
                     const struct colour_pair_vec *mismatches) {
  CHECK(mismatches->count, "a path without a mismatch is no clause");
  struct colour_clauses *clauses = &repartition->clauses;
  if (repartition->mode == CONTROL_MONOTONIC)
    single_out(repartition, mismatches->at[0]);
  if (!make_room(clauses, mismatches))
    return;
  colour_pair_vec_append(&clauses->pairs, mismatches->at, mismatches->count);
  colour_clauses_end(clauses);
  if (repartition->mode == CONTROL_FEWEST)
    colouring_add(&repartition->colouring, mismatches->at, mismatches->count);
}

// Classes

// Those in the set on their own; of others one class for each thread, or one.
static void separate(struct repartition *repartition, const struct bitset *set,
                     bool by_thread) {
  struct u32_vec owners = {0}; // of the classes of others
  uint32_t singles = 0;
  for (uint32_t i = 0; i < repartition->places; i++) {
    uint32_t owner = by_thread ? repartition->owners[i] : 0;
    if (!bitset_has(set, i) && !u32_vec_has(&owners, owner))
      u32_vec_push(&owners, owner);
  }
  for (uint32_t i = 0; i < repartition->places; i++) {
    uint32_t owner = by_thread ? repartition->owners[i] : 0, k = 0;
    if (bitset_has(set, i)) {
      repartition->classes[i] = owners.count + singles++;
      continue;
    }
    while (owners.at[k] != owner)
      k++;
    repartition->classes[i] = k;
  }
  repartition->count = owners.count + singles;
  u32_vec_release(&owners);
}

// A smallest set of places with a pair of every clause.
static bool choose_places(const struct repartition *repartition,
                          struct bitset *set) {
  const struct colour_clauses *clauses = &repartition->clauses;
  struct u32_vec items = {0}, sets = {0}, ends = {0}, chosen = {0};
  uint32_t *weights = memory_new_zero(repartition->places, sizeof *weights);
  for (uint32_t i = 0; i < repartition->places; i++)
    weights[i] = 1;
  u32_vec_push(&sets, 0);
  u32_vec_push(&ends, 0);
  for (uint32_t i = 0; i < clauses->ends.count; i++) {
    for (uint32_t k = colour_clause_first(clauses, i); k < clauses->ends.at[i];
         k++) {
      u32_vec_push(&items, clauses->pairs.at[k].a);
      u32_vec_push(&items, clauses->pairs.at[k].b);
      u32_vec_push(&sets, items.count);
    }
    u32_vec_push(&ends, sets.count - 1);
  }
  struct choice_set choices = {.items = items.at,
                               .sets = sets.at,
                               .clauses = ends.at,
                               .count = clauses->ends.count};
  bool ok = solver_least_choice(repartition->solver, repartition->places,
                                weights, &choices, &chosen);
  for (uint32_t i = 0; ok && i < chosen.count; i++)
    bitset_add(set, chosen.at[i]);
  u32_vec_release(&items);
  u32_vec_release(&sets);
  u32_vec_release(&ends);
  u32_vec_release(&chosen);
  free(weights);
  return ok;
}

static bool balance(struct repartition *repartition) {
  struct bitset set = {0};
  bool ok = choose_places(repartition, &set);
  if (ok)
    separate(repartition, &set, true);
  bitset_release(&set);
  return ok;
}

bool repartition_solve(struct repartition *repartition) {
  bool ok = true;
  switch (repartition->mode) {
  case CONTROL_FEWEST:
    ok = colouring_solve(&repartition->colouring, repartition->classes);
    repartition->count = repartition->colouring.classes;
    break;
  case CONTROL_MONOTONIC:
    separate(repartition, &repartition->singled, false);
    break;
  case CONTROL_BALANCED: ok = balance(repartition); break;
  case CONTROL_FULL: BUG("there is nothing to partition");
  }
  CHECK(!ok || colours_satisfy(&repartition->clauses, repartition->classes),
        "classes with which a spurious path comes back");
  CHECK(repartition->count <= repartition->places, "more classes than places");
  return ok;
}
