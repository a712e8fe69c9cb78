#include "abstraction/action_lts.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/valid.h"

// ---- The abstraction of a partition -----------------------------------------

static void drop_repeated(struct lts_step_vec *steps) {
  if (!steps->count)
    return;
  qsort(steps->at, steps->count, sizeof *steps->at, lts_step_compare);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < steps->count; i++)
    if (!kept || lts_step_compare(&steps->at[kept - 1], &steps->at[i]))
      steps->at[kept++] = steps->at[i];
  steps->count = kept;
}

static void compute_steps(struct action_lts *abstract, uint32_t block) {
  const struct u32_vec *members = &abstract->members.at[block];
  struct lts_step_vec *steps = &abstract->steps.at[block];
  lts_step_vec_clear(steps);
  for (uint32_t i = 0; i < members->count; i++) {
    struct lts_step_range range = lts_steps(abstract->concrete, members->at[i]);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      uint32_t target = abstract->block_of[step->target];
      if (target != block || !action_is_tau(step->action))
        lts_step_vec_push(steps, (struct lts_step){step->action, target});
    }
    if (steps->count > 4096)
      drop_repeated(steps);
  }
  drop_repeated(steps);
}

static void make_lts(struct action_lts *abstract) {
  const struct lts *concrete = abstract->concrete;
  struct lts_builder builder;
  lts_builder_init(&builder, concrete->actions);
  lts_builder_states(&builder, abstract->members.count);
  for (uint32_t b = 0; b < abstract->members.count; b++)
    for (uint32_t i = 0; i < abstract->steps.at[b].count; i++)
      lts_builder_step(&builder, b, abstract->steps.at[b].at[i].action,
                       abstract->steps.at[b].at[i].target);
  lts_builder_initial(&builder, abstract->block_of[concrete->initial]);
  BITSET_EACH (a, &concrete->alphabet)
    lts_builder_alphabet(&builder, (struct action){a});
  if (abstract->lts)
    lts_free(abstract->lts);
  abstract->lts = lts_builder_finish(&builder);
  DCHECK_VALID(action_lts_validate, abstract, "an action-guided abstraction");
}

// ---- What the header states
// --------------------------------------------------

static void check_members(const struct action_lts *abstract, uint32_t block,
                          struct strbuf *errors) {
  const struct u32_vec *members = &abstract->members.at[block];
  if (!members->count)
    strbuf_format(errors, "block %u is empty\n", block);
  for (uint32_t i = 0; i < members->count; i++) {
    if (abstract->block_of[members->at[i]] != block)
      strbuf_format(errors, "state %u is in two blocks\n", members->at[i]);
    if (i && members->at[i - 1] >= members->at[i])
      strbuf_format(errors, "block %u is not ascending\n", block);
  }
}

static void check_steps(const struct action_lts *abstract, uint32_t block,
                        struct strbuf *errors) {
  const struct u32_vec *members = &abstract->members.at[block];
  const struct lts_step_vec *steps = &abstract->steps.at[block];
  for (uint32_t i = 0; i < steps->count; i++)
    if ((i && lts_step_compare(&steps->at[i - 1], &steps->at[i]) >= 0) ||
        (action_is_tau(steps->at[i].action) && steps->at[i].target == block))
      strbuf_format(errors, "block %u: steps out of order or silent\n", block);
  for (uint32_t i = 0; i < members->count; i++) {
    struct lts_step_range range = lts_steps(abstract->concrete, members->at[i]);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      struct lts_step own = {step->action, abstract->block_of[step->target]};
      if ((own.target != block || !action_is_tau(own.action)) &&
          !lts_has_step(abstract->lts, block, own.action, own.target))
        strbuf_format(errors, "block %u lacks a step of state %u\n", block,
                      members->at[i]);
    }
  }
}

bool action_lts_validate(const struct action_lts *abstract,
                         struct strbuf *errors) {
  size_t before = errors->length;
  uint32_t sum = 0;
  for (uint32_t b = 0; b < abstract->members.count; b++) {
    sum += abstract->members.at[b].count;
    check_members(abstract, b, errors);
    check_steps(abstract, b, errors);
  }
  if (sum != abstract->concrete->state_count)
    strbuf_add(errors, "the blocks do not divide the states\n");
  return errors->length == before;
}

// ---- The first partition ----------------------------------------------------

// The actions that a state can perform, as bytes.
static struct name enabled_key(const struct lts *lts, uint32_t state,
                               struct interner *keys) {
  struct strbuf key = {0};
  struct lts_step_range range = lts_steps(lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    if (step == range.begin || step[-1].action.id != step->action.id)
      strbuf_bytes(&key, (const char *)&step->action.id,
                   sizeof step->action.id);
  struct name name = intern_bytes(keys, key.length ? key.text : "", key.length);
  strbuf_release(&key);
  return name;
}

static void partition(struct action_lts *abstract, enum first_partition first) {
  const struct lts *lts = abstract->concrete;
  struct interner *keys = interner_new();
  struct u32_vec blocks = {0}; // by name
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t block = first == PARTITION_FINEST ? s : 0;
    if (first == PARTITION_ENABLED) {
      struct name key = enabled_key(lts, s, keys);
      if (key.id >= blocks.count)
        u32_vec_resize(&blocks, key.id + 1);
      if (!blocks.at[key.id])
        blocks.at[key.id] = abstract->members.count + 1;
      block = blocks.at[key.id] - 1;
    }
    if (block == abstract->members.count)
      block_members_vec_push(&abstract->members, (struct u32_vec){0});
    abstract->block_of[s] = block;
    u32_vec_push(&abstract->members.at[block], s);
  }
  u32_vec_release(&blocks);
  interner_free(keys);
}

void action_lts_init(struct action_lts *abstract, const struct lts *concrete,
                     enum first_partition first) {
  *abstract = (struct action_lts){.concrete = concrete};
  abstract->block_of =
      memory_new_zero(concrete->state_count, sizeof *abstract->block_of);
  partition(abstract, first);
  for (uint32_t b = 0; b < abstract->members.count; b++) {
    block_steps_vec_push(&abstract->steps, (struct lts_step_vec){0});
    compute_steps(abstract, b);
  }
  make_lts(abstract);
}

void action_lts_release(struct action_lts *abstract) {
  for (uint32_t b = 0; b < abstract->members.count; b++) {
    u32_vec_release(&abstract->members.at[b]);
    lts_step_vec_release(&abstract->steps.at[b]);
  }
  block_members_vec_release(&abstract->members);
  block_steps_vec_release(&abstract->steps);
  free(abstract->block_of);
  if (abstract->lts)
    lts_free(abstract->lts);
}

// ---- An abstract path that accepts a trace ----------------------------------

struct abstract_step {
  uint32_t from;
  struct action action;
  uint32_t to;
};

VEC_DEFINE(abstract_path, struct abstract_step);

// Breadth first over pairs of a position in the trace and a block.
struct path_search {
  const struct action_lts *abstract;
  const struct lts_action_vec *trace;
  uint32_t blocks;
  uint32_t *before; // by pair: the pair before it, plus 1; 0: not met
  struct u32_vec pairs;
};

static void meet(struct path_search *search, uint32_t pair, uint32_t before) {
  if (search->before[pair])
    return;
  search->before[pair] = before + 1;
  u32_vec_push(&search->pairs, pair);
}

static void go_on(struct path_search *search, uint32_t pair) {
  uint32_t at = pair / search->blocks, block = pair % search->blocks;
  const struct lts_step_vec *steps = &search->abstract->steps.at[block];
  for (uint32_t i = 0; i < steps->count; i++) {
    const struct lts_step *step = &steps->at[i];
    if (action_is_tau(step->action))
      meet(search, at * search->blocks + step->target, pair);
    else if (action_equal(step->action, search->trace->at[at]))
      meet(search, (at + 1) * search->blocks + step->target, pair);
  }
}

static void collect_path(const struct path_search *search, uint32_t pair,
                         struct abstract_path *path) {
  while (search->before[pair] != pair + 1) {
    uint32_t before = search->before[pair] - 1;
    uint32_t from = before / search->blocks, to = pair / search->blocks;
    abstract_path_push(path,
                       (struct abstract_step){
                           before % search->blocks,
                           from == to ? action_tau : search->trace->at[from],
                           pair % search->blocks});
    pair = before;
  }
  for (uint32_t i = 0; i < path->count / 2; i++) {
    struct abstract_step first = path->at[i];
    path->at[i] = path->at[path->count - 1 - i];
    path->at[path->count - 1 - i] = first;
  }
}

static bool find_path(const struct action_lts *abstract,
                      const struct lts_action_vec *trace,
                      struct abstract_path *path) {
  struct path_search search = {
      .abstract = abstract, .trace = trace, .blocks = abstract->members.count};
  uint64_t pairs = (uint64_t)(trace->count + 1) * search.blocks;
  CHECK(pairs < UINT32_MAX, "a trace of %u actions over %u blocks",
        trace->count, search.blocks);
  search.before = memory_new_zero(pairs, sizeof *search.before);
  uint32_t first = abstract->block_of[abstract->concrete->initial];
  uint32_t goal = trace->count * search.blocks;
  bool found = false;
  meet(&search, first, first);
  for (uint32_t i = 0; i < search.pairs.count && !found; i++) {
    found = search.pairs.at[i] >= goal;
    if (found)
      collect_path(&search, search.pairs.at[i], path);
    else
      go_on(&search, search.pairs.at[i]);
  }
  free(search.before);
  u32_vec_release(&search.pairs);
  return found;
}

// ---- Following it in the LTS ------------------------------------------------

// Adds what silent steps inside the block lead to.
static void close_inside(const struct action_lts *abstract, uint32_t block,
                         struct u32_vec *states, struct bitset *met) {
  for (uint32_t i = 0; i < states->count; i++) {
    struct lts_step_range range = lts_steps(abstract->concrete, states->at[i]);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      if (abstract->block_of[step->target] == block &&
          bitset_add(met, step->target))
        u32_vec_push(states, step->target);
  }
}

// The states that a step of the path leads to.
static void follow(const struct action_lts *abstract,
                   const struct abstract_step *step, const struct u32_vec *from,
                   struct u32_vec *to) {
  struct bitset met = {0};
  for (uint32_t i = 0; i < from->count; i++) {
    struct lts_step_range range =
        lts_steps_by(abstract->concrete, from->at[i], step->action);
    for (const struct lts_step *s = range.begin; s < range.end; s++)
      if (abstract->block_of[s->target] == step->to &&
          bitset_add(&met, s->target))
        u32_vec_push(to, s->target);
  }
  close_inside(abstract, step->to, to, &met);
  bitset_release(&met);
}

// The first step of the path that no run can take.
static const struct abstract_step *find_gap(const struct action_lts *abstract,
                                            const struct abstract_path *path) {
  struct u32_vec at = {0}, next = {0};
  struct bitset met = {0};
  uint32_t initial = abstract->concrete->initial;
  u32_vec_push(&at, initial);
  bitset_add(&met, initial);
  close_inside(abstract, abstract->block_of[initial], &at, &met);
  const struct abstract_step *gap = NULL;
  for (uint32_t i = 0; i < path->count && !gap; i++) {
    u32_vec_clear(&next);
    follow(abstract, &path->at[i], &at, &next);
    struct u32_vec swapped = at;
    at = next;
    next = swapped;
    if (!at.count)
      gap = &path->at[i];
  }
  u32_vec_release(&at);
  u32_vec_release(&next);
  bitset_release(&met);
  return gap;
}

// ---- Splitting --------------------------------------------------------------

static bool takes(const struct action_lts *abstract, uint32_t state,
                  const struct abstract_step *step) {
  struct lts_step_range range =
      lts_steps_by(abstract->concrete, state, step->action);
  for (const struct lts_step *s = range.begin; s < range.end; s++)
    if (abstract->block_of[s->target] == step->to)
      return true;
  return false;
}

static bool leads_into(const struct action_lts *abstract, uint32_t state,
                       uint32_t block, const struct bitset *set) {
  struct lts_step_range range = lts_steps(abstract->concrete, state);
  for (const struct lts_step *s = range.begin;
       s < range.end && action_is_tau(s->action); s++)
    if (abstract->block_of[s->target] == block && bitset_has(set, s->target))
      return true;
  return false;
}

// The members that can take the step, also after silent steps inside.
static void find_able(const struct action_lts *abstract,
                      const struct abstract_step *step, struct bitset *able) {
  const struct u32_vec *members = &abstract->members.at[step->from];
  for (uint32_t i = 0; i < members->count; i++)
    if (takes(abstract, members->at[i], step))
      bitset_add(able, members->at[i]);
  for (bool grows = true; grows;) {
    grows = false;
    for (uint32_t i = members->count; i-- > 0;)
      if (!bitset_has(able, members->at[i]) &&
          leads_into(abstract, members->at[i], step->from, able)) {
        bitset_add(able, members->at[i]);
        grows = true;
      }
  }
}

static bool leads_to(const struct lts_step_vec *steps, uint32_t block) {
  for (uint32_t i = 0; i < steps->count; i++)
    if (steps->at[i].target == block)
      return true;
  return false;
}

// Only steps of the block, and into it, are other ones now.
static void recompute(struct action_lts *abstract, uint32_t block) {
  for (uint32_t b = 0; b < abstract->members.count; b++)
    if (b == block || b + 1 == abstract->members.count ||
        leads_to(&abstract->steps.at[b], block))
      compute_steps(abstract, b);
}

static void split(struct action_lts *abstract, const struct abstract_step *step,
                  struct bitset *touched) {
  struct bitset able = {0};
  struct u32_vec *members = &abstract->members.at[step->from];
  struct u32_vec unable = {0};
  uint32_t added = abstract->members.count, kept = 0;
  find_able(abstract, step, &able);
  for (uint32_t i = 0; i < members->count; i++)
    if (bitset_has(&able, members->at[i]))
      members->at[kept++] = members->at[i];
    else
      u32_vec_push(&unable, members->at[i]);
  CHECK(kept && unable.count, "a split that splits nothing");
  members->count = kept;
  for (uint32_t i = 0; i < unable.count; i++)
    abstract->block_of[unable.at[i]] = added;
  block_members_vec_push(&abstract->members, unable);
  block_steps_vec_push(&abstract->steps, (struct lts_step_vec){0});
  recompute(abstract, step->from);
  bitset_add(touched, step->from);
  abstract->splits++;
  bitset_release(&able);
}

uint32_t action_lts_exclude(struct action_lts *abstract,
                            const struct lts_action_vec *trace,
                            struct bitset *touched) {
  uint32_t before = abstract->splits;
  struct abstract_path path = {0};
  while (find_path(abstract, trace, &path)) {
    const struct abstract_step *gap = find_gap(abstract, &path);
    CHECK(gap, "the LTS has a trace that was to be excluded");
    split(abstract, gap, touched);
    abstract_path_clear(&path);
  }
  abstract_path_release(&path);
  if (abstract->splits != before)
    make_lts(abstract);
  return abstract->splits - before;
}
