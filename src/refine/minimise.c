#include "refine/minimise.h"

#include <stdlib.h>

#include "base/memory.h"

// ---- Sets of branches -------------------------------------------------------

void branch_sets_add(struct branch_sets *sets, const uint32_t *branches,
                     uint32_t count) {
  if (!sets->starts.count)
    u32_vec_push(&sets->starts, 0);
  u32_vec_append(&sets->items, branches, count);
  u32_vec_push(&sets->starts, sets->items.count);
}

void branch_sets_release(struct branch_sets *sets) {
  u32_vec_release(&sets->items);
  u32_vec_release(&sets->starts);
}

static uint32_t set_count(const struct branch_sets *sets) {
  return sets->starts.count ? sets->starts.count - 1 : 0;
}

bool minimise_choose(struct solver *solver, uint32_t branch_count,
                     const struct branch_sets *sets,
                     const struct u32_vec *firsts, struct u32_vec *chosen) {
  if (!firsts->count)
    return true;
  struct u32_vec clauses = {0};
  u32_vec_append(&clauses, firsts->at, firsts->count);
  u32_vec_push(&clauses, set_count(sets));
  uint32_t *weights = memory_new((branch_count + 1) * sizeof *weights);
  for (uint32_t i = 0; i < branch_count; i++)
    weights[i] = 1;
  struct choice_set choices = {sets->items.at, sets->starts.at, clauses.at,
                               firsts->count};
  bool ok =
      solver_least_choice(solver, branch_count, weights, &choices, chosen);
  free(weights);
  u32_vec_release(&clauses);
  return ok;
}

// ---- Branches ---------------------------------------------------------------

static void add_branch(struct minimiser *minimiser, struct seed seed) {
  uint32_t place = seed.location.id;
  if (place >= minimiser->numbers.count)
    u32_vec_resize(&minimiser->numbers, place + 1);
  uint32_t *number = &minimiser->numbers.at[place];
  if (!*number) {
    seed_group_vec_push(&minimiser->branches, (struct seed_vec){0});
    *number = minimiser->branches.count;
  }
  seed_vec_push(&minimiser->branches.at[*number - 1], seed);
}

void minimiser_init(struct minimiser *minimiser, struct refinement *refinement,
                    const struct minimise_options *options) {
  *minimiser = (struct minimiser){.refinement = refinement,
                                  .options = *options,
                                  .random = 0x9e3779b97f4a7c15u};
  for (uint32_t u = 0; u < units_count(refinement->units); u++) {
    const struct seed_vec *seeds = unit_seeds(refinement->units, u);
    for (uint32_t i = 0; i < seeds->count; i++)
      add_branch(minimiser, seeds->at[i]);
  }
}

void minimiser_release(struct minimiser *minimiser) {
  for (uint32_t i = 0; i < minimiser->branches.count; i++)
    seed_vec_release(&minimiser->branches.at[i]);
  seed_group_vec_release(&minimiser->branches);
  u32_vec_release(&minimiser->numbers);
  branch_sets_release(&minimiser->eliminating);
  u32_vec_release(&minimiser->firsts);
  bitset_release(&minimiser->chosen);
}

uint32_t minimiser_set_count(const struct minimiser *minimiser) {
  return set_count(&minimiser->eliminating);
}

// ---- Does a set exclude a path? ---------------------------------------------

static void adopt(struct minimiser *minimiser, const struct bitset *branches) {
  struct seed_vec seeds = {0};
  BITSET_EACH (b, branches)
    seed_vec_append(&seeds, minimiser->branches.at[b].at,
                    minimiser->branches.at[b].count);
  refinement_fix(minimiser->refinement, &seeds);
  seed_vec_release(&seeds);
}

static bool excludes(struct minimiser *minimiser, const struct bitset *branches,
                     const struct edge_id_vec *path) {
  adopt(minimiser, branches);
  return refinement_excludes(minimiser->refinement, path);
}

static bool excludes_all(struct minimiser *minimiser,
                         const struct bitset *branches) {
  bool all = true;
  adopt(minimiser, branches);
  for (uint32_t i = 1; i <= minimiser->refinement->path_count && all; i++) {
    struct edge_id_vec path = {0};
    refinement_path(minimiser->refinement, i, &path);
    all = refinement_excludes(minimiser->refinement, &path);
    edge_id_vec_release(&path);
  }
  return all;
}

static bool must_stop(const struct minimiser *minimiser) {
  return poll_stops(minimiser->refinement->pause);
}

// ---- The paper's ------------------------------------------------------------

struct sampling {
  struct minimiser *minimiser;
  const struct edge_id_vec *path;
  uint32_t tried, found;
  uint32_t first; // set of this counterexample
};

static bool is_over(const struct sampling *sampling) {
  const struct minimise_options *options = &sampling->minimiser->options;
  return sampling->tried >= options->most_subsets ||
         sampling->found >= options->most_eliminating ||
         must_stop(sampling->minimiser);
}

// Next combination of `size` out of `count` in lexicographic order.
static bool next_combination(uint32_t *items, uint32_t size, uint32_t count) {
  uint32_t i = size;
  while (i && items[i - 1] == count - size + i - 1)
    i--;
  if (!i)
    return false;
  items[i - 1]++;
  for (; i < size; i++)
    items[i] = items[i - 1] + 1;
  return true;
}

static void try_set(struct sampling *sampling, const uint32_t *items,
                    uint32_t size) {
  struct minimiser *minimiser = sampling->minimiser;
  struct bitset set = {0};
  for (uint32_t i = 0; i < size; i++)
    bitset_add(&set, items[i]);
  sampling->tried++;
  minimiser->subsets_tried++;
  if (size > minimiser->largest_tried)
    minimiser->largest_tried = size;
  if (excludes(minimiser, &set, sampling->path)) {
    branch_sets_add(&minimiser->eliminating, items, size);
    sampling->found++;
    if (size > minimiser->largest_eliminating)
      minimiser->largest_eliminating = size;
  }
  bitset_release(&set);
}

// All sets of a size. Sets of one size do not contain each other, and larger
// ones are not looked at once one was found: no superset is ever tried.
static void try_size(struct sampling *sampling, uint32_t size) {
  uint32_t count = sampling->minimiser->branches.count;
  uint32_t *items = memory_new((size + 1) * sizeof *items);
  for (uint32_t i = 0; i < size; i++)
    items[i] = i;
  do
    try_set(sampling, items, size);
  while (!is_over(sampling) && next_combination(items, size, count));
  free(items);
}

static bool exclude_as_paper(struct minimiser *minimiser,
                             const struct edge_id_vec *path) {
  struct sampling sampling = {.minimiser = minimiser, .path = path};
  u32_vec_push(&minimiser->firsts, set_count(&minimiser->eliminating));
  for (uint32_t size = 1; size <= minimiser->branches.count &&
                          !sampling.found && !is_over(&sampling);
       size++)
    try_size(&sampling, size);
  struct u32_vec chosen = {0};
  bool ok =
      sampling.found &&
      minimise_choose(minimiser->refinement->solver, minimiser->branches.count,
                      &minimiser->eliminating, &minimiser->firsts, &chosen);
  bitset_clear(&minimiser->chosen);
  for (uint32_t i = 0; i < chosen.count; i++)
    bitset_add(&minimiser->chosen, chosen.at[i]);
  u32_vec_release(&chosen);
  return ok;
}

// ---- Greedy, and none -------------------------------------------------------

static void add_guards(struct minimiser *minimiser,
                       const struct edge_id_vec *path,
                       const struct u32_vec *steps) {
  const struct effects *effects = minimiser->refinement->effects;
  uint32_t count = steps ? steps->count : path->count;
  for (uint32_t i = 0; i < count; i++) {
    struct edge_id edge = path->at[steps ? steps->at[i] : i];
    uint32_t place =
        effects_place(effects, procedure_edge(effects->procedure, edge)->from)
            .id;
    if (place < minimiser->numbers.count && minimiser->numbers.at[place])
      bitset_add(&minimiser->chosen, minimiser->numbers.at[place] - 1);
  }
}

// The branches that contradict each other, or else all along the path.
static bool add_sufficient(struct minimiser *minimiser,
                           const struct edge_id_vec *path,
                           const struct u32_vec *core) {
  add_guards(minimiser, path, core);
  if (excludes(minimiser, &minimiser->chosen, path))
    return true;
  add_guards(minimiser, path, NULL);
  return excludes(minimiser, &minimiser->chosen, path);
}

static void shuffle(struct minimiser *minimiser, struct u32_vec *list) {
  for (uint32_t i = list->count; i > 1; i--) {
    minimiser->random ^= minimiser->random << 13;
    minimiser->random ^= minimiser->random >> 7;
    minimiser->random ^= minimiser->random << 17;
    uint32_t other = (uint32_t)(minimiser->random % i);
    uint32_t old = list->at[i - 1];
    list->at[i - 1] = list->at[other];
    list->at[other] = old;
  }
}

// One round of figure 10. True when a branch was left out.
static bool leave_one_out(struct minimiser *minimiser) {
  struct u32_vec order = {0};
  struct bitset *chosen = &minimiser->chosen;
  BITSET_EACH (b, chosen)
    u32_vec_push(&order, b);
  shuffle(minimiser, &order);
  bool is_found = false;
  for (uint32_t i = 0; i < order.count && !is_found && !must_stop(minimiser);
       i++) {
    bitset_remove(chosen, order.at[i]);
    is_found = excludes_all(minimiser, chosen);
    if (!is_found)
      bitset_add(chosen, order.at[i]);
  }
  u32_vec_release(&order);
  return is_found;
}

bool minimiser_exclude(struct minimiser *minimiser,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core) {
  bool ok;
  if (minimiser->options.mode == MINIMISE_PAPER) {
    ok = exclude_as_paper(minimiser, path);
  } else {
    ok = add_sufficient(minimiser, path, core);
    while (ok && minimiser->options.mode == MINIMISE_GREEDY &&
           leave_one_out(minimiser))
      ;
  }
  adopt(minimiser, &minimiser->chosen);
  return ok && !must_stop(minimiser);
}
