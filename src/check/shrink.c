#include "check/shrink.h"

struct shrinking {
  struct shrink *shrink;
  struct seed_vec *seeds;
  struct u32_vec branches; // of the seeds
  struct path_vec *paths;
  uint64_t random;
  uint64_t last_check; // that the solver may be asked for
  uint32_t trials;
};

// A trial that asks the solver for much has lost the predicates that make
// successors look-ups.
struct trial {
  const struct shrink *shrink;
  uint64_t last_check; // that it may ask for
};

static uint64_t checks_of(const struct shrink *shrink) {
  return solver_counts(shrink->solver)->checks[PURPOSE_SUCCESSOR];
}

static bool must_stop(const struct shrink *shrink) {
  return shrink->limits.stop && shrink->limits.stop(shrink->limits.context);
}

static bool has_failed(void *context) {
  const struct trial *trial = context;
  return checks_of(trial->shrink) > trial->last_check ||
         must_stop(trial->shrink);
}

// Does the present precision let one of the paths through? That one is tried
// first from then on.
static bool lets_through(struct shrink *shrink, struct path_vec *paths) {
  for (uint32_t i = paths->count; i-- > 0;) {
    if (!reach_follows(shrink->transfer, &paths->at[i], NULL))
      continue;
    struct edge_id_vec found = paths->at[i];
    paths->at[i] = paths->at[paths->count - 1];
    paths->at[paths->count - 1] = found;
    return true;
  }
  return false;
}

static bool explore(struct shrink *shrink, struct path_vec *paths,
                    uint64_t last_check) {
  struct reach *reach = reach_new(shrink->transfer);
  struct trial trial = {shrink, checks_of(shrink) +
                                    (last_check - checks_of(shrink)) / 2};
  struct reach_limits limits = {has_failed, &trial};
  enum reach_outcome outcome = reach_run(reach, NULL, &limits);
  if (outcome == REACH_VIOLATION) {
    struct edge_id_vec path = {0};
    edge_id_vec_append(&path, reach_path(reach)->at, reach_path(reach)->count);
    path_vec_push(paths, path);
  }
  bool proved = outcome == REACH_SAFE && !reach_unsupported(reach)->count;
  reach_free(reach);
  return proved;
}

static void add_seeds(struct precision *precision,
                      const struct seed_vec *seeds) {
  for (uint32_t i = 0; i < seeds->count; i++)
    precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
}

static bool is_proved(struct shrink *shrink, const struct seed_vec *seeds,
                      struct path_vec *paths, uint64_t last_check) {
  struct precision *precision = precision_new(shrink->effects, shrink->table);
  add_seeds(precision, seeds);
  if (shrink->given)
    add_seeds(precision, shrink->given);
  precision_infer(precision);
  transfer_set_precision(shrink->transfer, precision);
  bool proved =
      !lets_through(shrink, paths) && explore(shrink, paths, last_check);
  transfer_set_precision(shrink->transfer, NULL);
  precision_free(precision);
  return proved;
}

static uint32_t draw(struct shrinking *shrinking, uint32_t bound) {
  shrinking->random ^= shrinking->random << 13;
  shrinking->random ^= shrinking->random >> 7;
  shrinking->random ^= shrinking->random << 17;
  return (uint32_t)(shrinking->random % bound);
}

static void shuffle(struct shrinking *shrinking) {
  struct u32_vec *branches = &shrinking->branches;
  for (uint32_t i = branches->count; i > 1; i--) {
    uint32_t other = draw(shrinking, i);
    uint32_t old = branches->at[i - 1];
    branches->at[i - 1] = branches->at[other];
    branches->at[other] = old;
  }
}

static void list_branches(struct shrinking *shrinking) {
  for (uint32_t i = 0; i < shrinking->seeds->count; i++) {
    uint32_t branch = shrinking->seeds->at[i].location.id;
    bool is_new = true;
    for (uint32_t k = 0; k < shrinking->branches.count && is_new; k++)
      is_new = shrinking->branches.at[k] != branch;
    if (is_new)
      u32_vec_push(&shrinking->branches, branch);
  }
}

static void take_seeds(const struct shrinking *shrinking,
                       const struct u32_vec *branches, struct seed_vec *into) {
  for (uint32_t i = 0; i < shrinking->seeds->count; i++) {
    struct seed seed = shrinking->seeds->at[i];
    uint32_t branch = seed.location.id;
    bool is_kept = false;
    for (uint32_t k = 0; k < branches->count && !is_kept; k++)
      is_kept = branches->at[k] == branch;
    if (is_kept)
      seed_vec_push(into, seed);
  }
}

// Without the branches from `first` on, `size` of them. True when that is
// enough.
static bool spare(struct shrinking *shrinking, uint32_t first, uint32_t size) {
  struct u32_vec *branches = &shrinking->branches, rest = {0};
  struct seed_vec seeds = {0};
  uint32_t end =
      first + size < branches->count ? first + size : branches->count;
  u32_vec_append(&rest, branches->at, first);
  u32_vec_append(&rest, branches->at + end, branches->count - end);
  take_seeds(shrinking, &rest, &seeds);
  shrinking->trials++;
  bool enough = is_proved(shrinking->shrink, &seeds, shrinking->paths,
                          shrinking->last_check);
  if (enough) {
    seed_vec_clear(shrinking->seeds);
    seed_vec_append(shrinking->seeds, seeds.at, seeds.count);
    u32_vec_clear(branches);
    u32_vec_append(branches, rest.at, rest.count);
  }
  seed_vec_release(&seeds);
  u32_vec_release(&rest);
  return enough;
}

static bool is_exhausted(const struct shrinking *shrinking) {
  return shrinking->trials >= shrinking->shrink->trials ||
         checks_of(shrinking->shrink) >= shrinking->last_check ||
         must_stop(shrinking->shrink);
}

// Every chunk once. True when some could be spared.
static bool sweep(struct shrinking *shrinking, uint32_t size) {
  bool any = false;
  shuffle(shrinking);
  for (uint32_t first = 0;
       first < shrinking->branches.count && !is_exhausted(shrinking);) {
    bool spared = spare(shrinking, first, size);
    any |= spared;
    if (!spared)
      first += size;
  }
  return any;
}

uint32_t shrink_run(struct shrink *shrink, struct seed_vec *seeds,
                    struct path_vec *paths) {
  struct shrinking shrinking = {.shrink = shrink,
                                .seeds = seeds,
                                .paths = paths,
                                .random = 0x9e3779b97f4a7c15u,
                                .last_check =
                                    checks_of(shrink) + shrink->checks};
  list_branches(&shrinking);
  const struct u32_vec *branches = &shrinking.branches;
  for (uint32_t size = (branches->count + 1) / 2; size && branches->count;) {
    bool any = sweep(&shrinking, size);
    if (is_exhausted(&shrinking))
      break;
    if (size == 1 && !any)
      break;
    if (!any || size > branches->count)
      size = size > 1 ? size / 2 : 1;
  }
  u32_vec_release(&shrinking.branches);
  return shrinking.trials;
}
