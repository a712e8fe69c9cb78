#include "check/shrink.h"

struct shrinking {
  struct shrink *shrink;
  struct seed_vec *seeds;
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

static bool is_proved(struct shrink *shrink, const struct seed_vec *seeds,
                      struct path_vec *paths, uint64_t last_check) {
  struct precision *precision = precision_new(shrink->effects, shrink->table);
  for (uint32_t i = 0; i < seeds->count; i++)
    precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
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
  struct seed_vec *seeds = shrinking->seeds;
  for (uint32_t i = seeds->count; i > 1; i--) {
    uint32_t other = draw(shrinking, i);
    struct seed old = seeds->at[i - 1];
    seeds->at[i - 1] = seeds->at[other];
    seeds->at[other] = old;
  }
}

// Without the seeds from `first` on, `size` of them. True when that is enough.
static bool spare(struct shrinking *shrinking, uint32_t first, uint32_t size) {
  struct seed_vec *seeds = shrinking->seeds;
  struct seed_vec rest = {0};
  uint32_t end = first + size < seeds->count ? first + size : seeds->count;
  seed_vec_append(&rest, seeds->at, first);
  seed_vec_append(&rest, seeds->at + end, seeds->count - end);
  shrinking->trials++;
  bool enough = is_proved(shrinking->shrink, &rest, shrinking->paths,
                          shrinking->last_check);
  if (enough) {
    seed_vec_clear(seeds);
    seed_vec_append(seeds, rest.at, rest.count);
  }
  seed_vec_release(&rest);
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
       first < shrinking->seeds->count && !is_exhausted(shrinking);) {
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
  for (uint32_t size = (seeds->count + 1) / 2; size && seeds->count;) {
    bool any = sweep(&shrinking, size);
    if (is_exhausted(&shrinking))
      break;
    if (size == 1 && !any)
      break;
    if (!any || size > seeds->count)
      size = size > 1 ? size / 2 : 1;
  }
  return shrinking.trials;
}
