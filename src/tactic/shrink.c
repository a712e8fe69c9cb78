#include "tactic/shrink.h"

#include <stdlib.h>

#include "base/memory.h"
#include "refine/path.h"

struct shrinking {
  struct shrink *shrink;
  struct seed_vec *seeds;
  struct u32_vec branches; // of the seeds, as places
  struct bitset needed;    // of them: known not to be spared
  struct path_vec *paths;
  uint32_t passing;           // the path that was let through last
  uint32_t marked;            // paths that mark_needed has looked at
  struct precision *given;    // what is always tracked
  struct precision **tracked; // by place: what its seeds make; or null
  uint64_t random;
  uint64_t last_check; // that the solver may be asked for
  uint64_t last_image; // that may be taken
  uint32_t trials;
};

// A trial that asks the solver for much has lost the predicates that make
// successors look-ups.
struct trial {
  const struct shrink *shrink;
  uint64_t last_check; // that it may ask for
  uint64_t last_image;
};

static uint64_t checks_of(const struct shrink *shrink) {
  return solver_counts(shrink->solver)->checks[PURPOSE_SUCCESSOR];
}

static uint64_t images_of(const struct shrink *shrink) {
  return transfer_stats(shrink->transfer)->images;
}

static bool has_failed(void *context) {
  const struct trial *trial = context;
  return checks_of(trial->shrink) > trial->last_check ||
         images_of(trial->shrink) > trial->last_image ||
         poll_stops(trial->shrink->poll);
}

// Does the present precision let one of the paths from `first` on through? The
// one that came through last is tried first.
static bool lets_through(struct shrinking *shrinking, uint32_t first) {
  const struct path_vec *paths = shrinking->paths;
  struct transfer *transfer = shrinking->shrink->transfer;
  const struct question *question = shrinking->shrink->question;
  uint32_t favourite = shrinking->passing;
  if (favourite >= first && favourite < paths->count &&
      reach_follows(transfer, question, &paths->at[favourite], NULL))
    return true;
  for (uint32_t i = paths->count; i-- > first;)
    if (i != favourite &&
        reach_follows(transfer, question, &paths->at[i], NULL)) {
      shrinking->passing = i;
      return true;
    }
  return false;
}

static bool explore(struct shrinking *shrinking) {
  struct shrink *shrink = shrinking->shrink;
  struct reach *reach = reach_new(shrink->transfer, shrink->question);
  uint64_t rest = shrinking->last_check - checks_of(shrink);
  struct trial trial = {shrink, checks_of(shrink) + rest / 2,
                        shrinking->last_image};
  enum reach_outcome outcome =
      reach_run(reach, NULL, (struct poll){has_failed, &trial});
  if (outcome == REACH_VIOLATION) {
    struct edge_id_vec path = {0};
    edge_id_vec_append(&path, reach_path(reach)->at, reach_path(reach)->count);
    shrinking->passing = path_vec_push(shrinking->paths, path);
  }
  bool proved = outcome == REACH_SAFE && !reach_unsupported(reach)->count;
  reach_free(reach);
  return proved;
}

static struct precision *infer(const struct shrink *shrink,
                               const struct seed_vec *seeds, uint32_t place) {
  struct precision *precision = precision_new(shrink->question, shrink->table);
  for (uint32_t i = 0; seeds && i < seeds->count; i++)
    if (place == UINT32_MAX || seeds->at[i].location.id == place)
      precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
  precision_infer(precision);
  return precision;
}

// Inferred branch by branch, once: see precision_unite.
static struct precision *precision_of(const struct shrinking *shrinking,
                                      const struct u32_vec *branches) {
  struct precision *precision = precision_copy(shrinking->given);
  for (uint32_t i = 0; i < branches->count; i++) {
    uint32_t place = branches->at[i];
    struct precision **tracked = &shrinking->tracked[place];
    if (!*tracked)
      *tracked = infer(shrinking->shrink, shrinking->seeds, place);
    precision_unite(precision, *tracked);
  }
  return precision;
}

// Do these branches exclude the paths from `first` on, and with `whole` all
// others?
static bool is_proved(struct shrinking *shrinking,
                      const struct u32_vec *branches, uint32_t first,
                      bool whole) {
  struct shrink *shrink = shrinking->shrink;
  struct precision *precision = precision_of(shrinking, branches);
  shrinking->trials++;
  transfer_set_precision(shrink->transfer, precision);
  bool proved =
      !lets_through(shrinking, first) && (!whole || explore(shrinking));
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

static void keep_branches(struct shrinking *shrinking,
                          const struct u32_vec *branches) {
  struct seed_vec *seeds = shrinking->seeds;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < seeds->count; i++)
    if (u32_vec_has(branches, seeds->at[i].location.id))
      seeds->at[kept++] = seeds->at[i];
  seeds->count = kept;
  u32_vec_clear(&shrinking->branches);
  u32_vec_append(&shrinking->branches, branches->at, branches->count);
}

// With these branches only. True when that is enough.
static bool try_branches(struct shrinking *shrinking,
                         const struct u32_vec *branches) {
  bool enough = is_proved(shrinking, branches, 0, true);
  if (enough)
    keep_branches(shrinking, branches);
  return enough;
}

static bool is_exhausted(const struct shrinking *shrinking) {
  return shrinking->trials >= shrinking->shrink->trials ||
         checks_of(shrinking->shrink) >= shrinking->last_check ||
         images_of(shrinking->shrink) >= shrinking->last_image ||
         poll_stops(shrinking->shrink->poll);
}

// ---- Branches that took part in a reason -----------------------------------

static void add_reason(const struct shrinking *shrinking,
                       const struct edge_id_vec *edges, struct bitset *places) {
  struct effects *effects = shrinking->shrink->question->effects;
  struct path path = {0};
  struct u32_vec core = {0};
  path_execute(&path, effects, edges);
  if (path_check(&path, shrinking->shrink->solver, NULL, &core) == ANSWER_UNSAT)
    shrink_add_places(effects, edges, &core, places);
  path_release(&path);
  u32_vec_release(&core);
}

static void list_without(const struct u32_vec *all,
                         const struct u32_vec *left_out, struct u32_vec *into) {
  for (uint32_t i = 0; i < all->count; i++)
    if (!u32_vec_has(left_out, all->at[i]))
      u32_vec_push(into, all->at[i]);
}

// Do the members exclude the path together with `helpers`, except `chunk`?
static bool excludes(struct shrinking *shrinking, uint32_t path,
                     const struct u32_vec *members,
                     const struct u32_vec *helpers,
                     const struct u32_vec *chunk) {
  struct u32_vec branches = {0};
  u32_vec_append(&branches, members->at, members->count);
  list_without(helpers, chunk, &branches);
  struct precision *precision = precision_of(shrinking, &branches);
  struct transfer *transfer = shrinking->shrink->transfer;
  transfer_set_precision(transfer, precision);
  bool is_excluded = !reach_follows(transfer, shrinking->shrink->question,
                                    &shrinking->paths->at[path], NULL);
  transfer_set_precision(transfer, NULL);
  precision_free(precision);
  u32_vec_release(&branches);
  return is_excluded;
}

// All branches together exclude the path. Which of the others help the members
// to do so? By chunks, the larger ones first.
static void add_helpers(struct shrinking *shrinking, uint32_t path,
                        struct u32_vec *members) {
  struct u32_vec helpers = {0}, rest = {0};
  list_without(&shrinking->branches, members, &helpers);
  for (uint32_t size = helpers.count; size; size /= 2)
    for (uint32_t first = 0;
         first < helpers.count && !is_exhausted(shrinking);) {
      uint32_t count = helpers.count - first;
      struct u32_vec chunk = {.at = helpers.at + first,
                              .count = size < count ? size : count};
      if (!excludes(shrinking, path, members, &helpers, &chunk)) {
        first += size;
        continue;
      }
      u32_vec_clear(&rest);
      list_without(&helpers, &chunk, &rest);
      u32_vec_clear(&helpers);
      u32_vec_append(&helpers, rest.at, rest.count);
    }
  u32_vec_append(members, helpers.at, helpers.count);
  u32_vec_release(&helpers);
  u32_vec_release(&rest);
}

// What excludes the path that came through: the branches of its reason, or if
// they are all there, whatever else helps.
static bool add_members(struct shrinking *shrinking, struct u32_vec *members) {
  uint32_t before = members->count, path = shrinking->passing;
  struct bitset places = {0};
  if (path >= shrinking->paths->count || is_exhausted(shrinking))
    return false;
  add_reason(shrinking, &shrinking->paths->at[path], &places);
  for (uint32_t i = 0; i < shrinking->branches.count; i++)
    if (bitset_has(&places, shrinking->branches.at[i]) &&
        !u32_vec_has(members, shrinking->branches.at[i]))
      u32_vec_push(members, shrinking->branches.at[i]);
  if (members->count == before)
    add_helpers(shrinking, path, members);
  bitset_release(&places);
  return members->count > before;
}

// Most of many are needed: what could be gained is not worth a search in haste.
static bool is_hopeless(const struct shrinking *shrinking,
                        const struct u32_vec *members) {
  enum { MANY = 10 };
  return shrinking->shrink->images && shrinking->branches.count > MANY &&
         members->count > shrinking->branches.count / 2;
}

// As long as each path that comes through brings more branches. False when
// there is no point in going on.
static bool begin_with_likely(struct shrinking *shrinking) {
  struct u32_vec members = {0};
  for (uint32_t i = 0; i < shrinking->branches.count; i++)
    if (bitset_has(shrinking->shrink->likely, shrinking->branches.at[i]))
      u32_vec_push(&members, shrinking->branches.at[i]);
  bool is_done = false;
  while (!is_done && members.count < shrinking->branches.count &&
         !is_hopeless(shrinking, &members) && !is_exhausted(shrinking))
    is_done =
        try_branches(shrinking, &members) || !add_members(shrinking, &members);
  bool goes_on = is_done || !is_hopeless(shrinking, &members);
  u32_vec_release(&members);
  return goes_on;
}

// ---- Chunks -----------------------------------------------------------------

// Branches that are not known to be needed. Predicates only grow with the
// branches, so what is needed now is needed when others have gone.
static void list_open(struct shrinking *shrinking, struct u32_vec *open) {
  u32_vec_clear(open);
  for (uint32_t i = 0; i < shrinking->branches.count; i++)
    if (!bitset_has(&shrinking->needed, shrinking->branches.at[i]))
      u32_vec_push(open, shrinking->branches.at[i]);
}

// A branch without which a known path comes through is needed. Paths that were
// looked at before are left out.
static void mark_needed(struct shrinking *shrinking, struct u32_vec *open) {
  list_open(shrinking, open);
  bool any = shrinking->marked < shrinking->paths->count;
  for (uint32_t i = 0; any && i < open->count && !is_exhausted(shrinking);
       i++) {
    struct u32_vec one = {.at = &open->at[i], .count = 1}, rest = {0};
    list_without(&shrinking->branches, &one, &rest);
    if (!is_proved(shrinking, &rest, shrinking->marked, false))
      bitset_add(&shrinking->needed, open->at[i]);
    u32_vec_release(&rest);
  }
  shrinking->marked = shrinking->paths->count;
  list_open(shrinking, open);
}

// True when they are spared.
static bool spare(struct shrinking *shrinking, const struct u32_vec *chunk) {
  struct u32_vec rest = {0};
  list_without(&shrinking->branches, chunk, &rest);
  bool enough = try_branches(shrinking, &rest);
  u32_vec_release(&rest);
  return enough;
}

// Every chunk of the open branches once.
static void sweep(struct shrinking *shrinking, const struct u32_vec *open,
                  uint32_t size) {
  for (uint32_t first = 0; first < open->count && !is_exhausted(shrinking);
       first += size) {
    uint32_t rest = open->count - first;
    struct u32_vec chunk = {.at = open->at + first,
                            .count = size < rest ? size : rest};
    if (!spare(shrinking, &chunk) && chunk.count == 1 &&
        !is_exhausted(shrinking))
      bitset_add(&shrinking->needed, chunk.at[0]);
  }
}

static void spare_chunks(struct shrinking *shrinking) {
  struct u32_vec open = {0};
  shuffle(shrinking);
  mark_needed(shrinking, &open);
  for (uint32_t size = open.count; open.count && !is_exhausted(shrinking);) {
    sweep(shrinking, &open, size);
    size = size > 1 ? size / 2 : 1;
    mark_needed(shrinking, &open);
  }
  u32_vec_release(&open);
}

void shrink_add_places(struct effects *effects, const struct edge_id_vec *edges,
                       const struct u32_vec *core, struct bitset *places) {
  for (uint32_t i = 0; i < core->count; i++) {
    struct edge_id edge = edges->at[core->at[i]];
    struct location_id from = procedure_edge(effects->procedure, edge)->from;
    bitset_add(places, effects_place(effects, from).id);
  }
}

static void shrinking_init(struct shrinking *shrinking, struct shrink *shrink,
                           struct seed_vec *seeds, struct path_vec *paths) {
  const struct effects *base = effects_base(shrink->question->effects);
  *shrinking = (struct shrinking){
      .shrink = shrink,
      .seeds = seeds,
      .paths = paths,
      .given = infer(shrink, shrink->given, UINT32_MAX),
      .tracked = memory_new_zero(base->procedure->locations.count,
                                 sizeof *shrinking->tracked),
      .passing = UINT32_MAX,
      .random = 0x9e3779b97f4a7c15u,
      .last_check = checks_of(shrink) + shrink->checks,
      .last_image =
          shrink->images ? images_of(shrink) + shrink->images : UINT64_MAX};
  list_branches(shrinking);
}

static void shrinking_release(struct shrinking *shrinking) {
  const struct effects *base =
      effects_base(shrinking->shrink->question->effects);
  for (uint32_t i = 0; i < base->procedure->locations.count; i++)
    if (shrinking->tracked[i])
      precision_free(shrinking->tracked[i]);
  free(shrinking->tracked);
  precision_free(shrinking->given);
  u32_vec_release(&shrinking->branches);
  bitset_release(&shrinking->needed);
}

uint32_t shrink_run(struct shrink *shrink, struct seed_vec *seeds,
                    struct path_vec *paths) {
  struct shrinking shrinking;
  shrinking_init(&shrinking, shrink, seeds, paths);
  if (!shrink->likely || begin_with_likely(&shrinking))
    spare_chunks(&shrinking);
  shrinking_release(&shrinking);
  return shrinking.trials;
}
