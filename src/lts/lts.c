#include "lts/lts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "base/valid.h"

// Life cycle

static void free_names(char **names, uint32_t count) {
  for (uint32_t s = 0; names && s < count; s++)
    free(names[s]);
  free(names);
}

void lts_free(struct lts *lts) {
  if (!lts)
    return;
  free(lts->first);
  free(lts->steps);
  free(lts->kinds);
  free_names(lts->names, lts->state_count);
  bitset_release(&lts->alphabet);
  free(lts);
}

static void *copy_block(const void *from, size_t bytes) {
  void *to = memory_new(bytes ? bytes : 1);
  if (bytes)
    memcpy(to, from, bytes);
  return to;
}

static char **copy_names(char **names, uint32_t count) {
  char **copy = memory_new_zero(count, sizeof *copy);
  for (uint32_t s = 0; s < count; s++)
    copy[s] = names[s] ? memory_copy_string(names[s]) : NULL;
  return copy;
}

struct lts *lts_copy(const struct lts *lts) {
  struct lts *copy = memory_new(sizeof *copy);
  *copy = *lts;
  copy->first =
      copy_block(lts->first, (lts->state_count + 1u) * sizeof *lts->first);
  copy->steps = copy_block(lts->steps, lts->step_count * sizeof *lts->steps);
  if (lts->kinds)
    copy->kinds = copy_block(lts->kinds, lts->state_count);
  if (lts->names)
    copy->names = copy_names(lts->names, lts->state_count);
  copy->alphabet = (struct bitset){0};
  bitset_copy(&copy->alphabet, &lts->alphabet);
  return copy;
}

// Queries

int lts_step_compare(const void *a, const void *b) {
  const struct lts_step *left = a, *right = b;
  if (left->action.id != right->action.id)
    return left->action.id < right->action.id ? -1 : 1;
  return (left->target > right->target) - (left->target < right->target);
}

// The first step of the range that is not below (action, target).
static const struct lts_step *lower_bound(struct lts_step_range range,
                                          struct lts_step wanted) {
  const struct lts_step *low = range.begin;
  size_t count = (size_t)(range.end - range.begin);
  while (count) {
    size_t half = count / 2;
    if (lts_step_compare(&low[half], &wanted) < 0) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}

struct lts_step_range lts_steps_by(const struct lts *lts, uint32_t state,
                                   struct action action) {
  struct lts_step_range all = lts_steps(lts, state);
  const struct lts_step *begin = lower_bound(all, (struct lts_step){action, 0});
  const struct lts_step *end =
      lower_bound((struct lts_step_range){begin, all.end},
                  (struct lts_step){{action.id + 1}, 0});
  return (struct lts_step_range){begin, end};
}

struct lts_step_range lts_range_by(struct lts_step_range range,
                                   struct action action) {
  const struct lts_step *low = range.begin, *high = range.end;
  while (low < high) {
    const struct lts_step *middle = low + (high - low) / 2;
    if (middle->action.id < action.id)
      low = middle + 1;
    else
      high = middle;
  }
  const struct lts_step *end = low;
  while (end < range.end && action_equal(end->action, action))
    end++;
  return (struct lts_step_range){low, end};
}

bool lts_has_action(const struct lts *lts, struct action action) {
  for (uint32_t i = 0; i < lts->step_count; i++)
    if (action_equal(lts->steps[i].action, action))
      return true;
  return false;
}

bool lts_has_step(const struct lts *lts, uint32_t from, struct action action,
                  uint32_t to) {
  struct lts_step_range all = lts_steps(lts, from);
  const struct lts_step *found =
      lower_bound(all, (struct lts_step){action, to});
  return found < all.end && found->action.id == action.id &&
         found->target == to;
}

enum state_kind lts_kind(const struct lts *lts, uint32_t state) {
  return lts->kinds ? (enum state_kind)lts->kinds[state] : STATE_PLAIN;
}

const char *state_kind_text(enum state_kind kind) {
  static const char *const texts[] = {"", "STOP", "END", "ERROR"};
  return texts[kind];
}

const char *lts_state_text(const struct lts *lts, uint32_t state,
                           char buffer[16]) {
  if (lts->names && lts->names[state])
    return lts->names[state];
  snprintf(buffer, 16, "%u", state);
  return buffer;
}

bool lts_is_deterministic(const struct lts *lts) {
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = lts_steps(lts, s);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (action_is_tau(step->action) ||
          (step > range.begin && step[-1].action.id == step->action.id))
        return false;
  }
  return true;
}

static bool validate_state(const struct lts *lts, uint32_t state,
                           struct strbuf *errors) {
  struct lts_step_range range = lts_steps(lts, state);
  size_t before = errors->length;
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    uint32_t label = step->action.id;
    if (!label || label > action_count(lts->actions))
      strbuf_format(errors, "state %u: no action %u\n", state, label);
    else if (!action_is_tau(step->action) && !bitset_has(&lts->alphabet, label))
      strbuf_format(errors, "state %u: `%s` is not in the alphabet\n", state,
                    action_text(lts->actions, step->action));
    if (step->target >= lts->state_count)
      strbuf_format(errors, "state %u: no target %u\n", state, step->target);
    if (step > range.begin && lts_step_compare(step - 1, step) >= 0)
      strbuf_format(errors, "state %u: steps out of order\n", state);
  }
  if (lts_kind(lts, state) != STATE_PLAIN && range.begin != range.end)
    strbuf_format(errors, "state %u: steps of a %s state\n", state,
                  state_kind_text(lts_kind(lts, state)));
  return errors->length == before;
}

bool lts_validate(const struct lts *lts, struct strbuf *errors) {
  size_t before = errors->length;
  if (lts->initial >= lts->state_count)
    strbuf_format(errors, "no initial state %u\n", lts->initial);
  if (lts->first[0] != 0 || lts->first[lts->state_count] != lts->step_count)
    strbuf_add(errors, "the rows do not cover the steps\n");
  if (bitset_has(&lts->alphabet, ACTION_TAU))
    strbuf_add(errors, "tau is in the alphabet\n");
  for (uint32_t s = 0; s < lts->state_count; s++) {
    if (lts->first[s] > lts->first[s + 1]) {
      strbuf_format(errors, "state %u: negative row\n", s);
      return false;
    }
    validate_state(lts, s, errors);
  }
  return errors->length == before;
}

// Building

void lts_builder_init(struct lts_builder *builder,
                      struct action_table *actions) {
  *builder = (struct lts_builder){.actions = actions};
}

void lts_builder_init_like(struct lts_builder *builder, const struct lts *lts) {
  lts_builder_init(builder, lts->actions);
  lts_builder_states(builder, lts->state_count);
  lts_builder_initial(builder, lts->initial);
  bitset_copy(&builder->alphabet, &lts->alphabet);
}

void lts_builder_release(struct lts_builder *builder) {
  lts_edge_vec_release(&builder->edges);
  bitset_release(&builder->alphabet);
  free(builder->kinds);
  free_names(builder->names, builder->name_capacity);
  *builder = (struct lts_builder){0};
}

void lts_builder_states(struct lts_builder *builder, uint32_t count) {
  CHECK(count < STATE_NONE - builder->state_count, "too many states");
  builder->state_count += count;
}

uint32_t lts_builder_state(struct lts_builder *builder) {
  lts_builder_states(builder, 1);
  return builder->state_count - 1;
}

void lts_builder_alphabet(struct lts_builder *builder, struct action action) {
  if (!action_is_tau(action))
    bitset_add(&builder->alphabet, action.id);
}

void lts_builder_step(struct lts_builder *builder, uint32_t from,
                      struct action action, uint32_t to) {
  DCHECK(from < builder->state_count && to < builder->state_count,
         "no state %u or %u", from, to);
  lts_edge_vec_push(&builder->edges, (struct lts_edge){from, action, to});
}

// Grows an array indexed by state, zeroing what is new.
static void *grow(void *block, uint32_t *capacity, uint32_t wanted,
                  size_t size) {
  if (wanted <= *capacity)
    return block;
  uint32_t old = *capacity;
  uint64_t want = 2 * (uint64_t)old > wanted ? 2 * (uint64_t)old : wanted;
  *capacity = want > STATE_NONE ? STATE_NONE : (uint32_t)want;
  char *bigger = memory_resize(block, *capacity * size);
  memset(bigger + old * size, 0, (*capacity - old) * size);
  return bigger;
}

void lts_builder_kind(struct lts_builder *builder, uint32_t state,
                      enum state_kind kind) {
  CHECK(state < builder->state_count, "no state %u", state);
  builder->kinds = grow(builder->kinds, &builder->kind_capacity, state + 1,
                        sizeof *builder->kinds);
  builder->kinds[state] = (uint8_t)kind;
}

void lts_builder_name(struct lts_builder *builder, uint32_t state,
                      const char *name) {
  CHECK(state < builder->state_count, "no state %u", state);
  builder->names = grow(builder->names, &builder->name_capacity, state + 1,
                        sizeof *builder->names);
  free(builder->names[state]);
  builder->names[state] = memory_copy_string(name);
}

void lts_builder_initial(struct lts_builder *builder, uint32_t state) {
  CHECK(state < builder->state_count, "no state %u", state);
  builder->initial = state;
}

void lts_builder_labels(struct lts_builder *builder, const struct lts *lts) {
  lts_builder_states(builder, lts->state_count);
  lts_builder_initial(builder, lts->initial);
  bitset_copy(&builder->alphabet, &lts->alphabet);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    if (lts_kind(lts, s) != STATE_PLAIN)
      lts_builder_kind(builder, s, lts_kind(lts, s));
    if (lts->names && lts->names[s])
      lts_builder_name(builder, s, lts->names[s]);
  }
}

void lts_builder_copy(struct lts_builder *builder, const struct lts *lts) {
  lts_builder_labels(builder, lts);
  lts_edge_vec_reserve(&builder->edges, lts->step_count);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      lts_builder_step(builder, s, lts->steps[i].action, lts->steps[i].target);
}

static void check_edges(const struct lts_builder *builder) {
  for (uint32_t i = 0; i < builder->edges.count; i++) {
    const struct lts_edge *edge = &builder->edges.at[i];
    CHECK(edge->from < builder->state_count && edge->to < builder->state_count,
          "no state %u or %u", edge->from, edge->to);
  }
}

// Sorts edges roughly, in place: by ranges of sources. The rows of a range fit
// into the cache, which makes filling them several times faster than in an
// order that jumps all over the memory. ("American flag sort", McIlroy, Bostic
// and McIlroy, 1993.)

enum { RANGES = 512, MANY_EDGES = 1 << 18 };

static uint32_t range_shift(uint32_t state_count) {
  uint32_t shift = 0;
  while ((state_count - 1) >> shift >= RANGES)
    shift++;
  return shift;
}

// Counts the edges per range; false if they are in order already.
static bool count_ranges(const struct lts_edge_vec *edges, uint32_t shift,
                         uint32_t *counts) {
  uint32_t before = 0;
  bool is_sorted = true;
  for (uint32_t i = 0; i < edges->count; i++) {
    uint32_t range = edges->at[i].from >> shift;
    is_sorted &= before <= range;
    before = range;
    counts[range]++;
  }
  return !is_sorted;
}

static void sort_roughly(struct lts_edge_vec *edges, uint32_t state_count) {
  uint32_t next[RANGES] = {0}, end[RANGES], shift = range_shift(state_count);
  if (edges->count < MANY_EDGES || !count_ranges(edges, shift, next))
    return;
  for (uint32_t r = 0, sum = 0; r < RANGES; r++) {
    sum += next[r];
    next[r] = sum - next[r];
    end[r] = sum;
  }
  for (uint32_t r = 0; r < RANGES; r++)
    while (next[r] < end[r]) {
      struct lts_edge edge = edges->at[next[r]];
      for (uint32_t to; (to = edge.from >> shift) != r;) {
        struct lts_edge other = edges->at[next[to]];
        edges->at[next[to]++] = edge;
        edge = other;
      }
      edges->at[next[r]++] = edge;
    }
}

// Counts the edges per source: first[s + 1] becomes the end of row s.
static void make_rows(const struct lts_builder *builder, struct lts *lts) {
  lts->first = memory_new_zero(lts->state_count + 1u, sizeof *lts->first);
  for (uint32_t i = 0; i < builder->edges.count; i++) {
    const struct lts_edge *edge = &builder->edges.at[i];
    lts->first[edge->from + 1]++;
    if (!action_is_tau(edge->action))
      bitset_add(&lts->alphabet, edge->action.id);
  }
  for (uint32_t s = 0; s < lts->state_count; s++)
    lts->first[s + 1] += lts->first[s];
}

// Distributes the edges over the rows; each first[s] ends up where row s ends,
// which is where row s+1 begins, so shifting by one restores it.
static void fill_rows(const struct lts_builder *builder, struct lts *lts) {
  lts->step_count = builder->edges.count;
  lts->steps = memory_new((size_t)(lts->step_count + 1u) * sizeof *lts->steps);
  for (uint32_t i = 0; i < builder->edges.count; i++) {
    const struct lts_edge *edge = &builder->edges.at[i];
    lts->steps[lts->first[edge->from]++] =
        (struct lts_step){edge->action, edge->to};
  }
  memmove(lts->first + 1, lts->first, lts->state_count * sizeof *lts->first);
  lts->first[0] = 0;
}

static void sort_row(struct lts_step *steps, uint32_t count) {
  if (count > 24) {
    qsort(steps, count, sizeof *steps, lts_step_compare);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    struct lts_step step = steps[i];
    uint32_t j = i;
    for (; j && lts_step_compare(&steps[j - 1], &step) > 0; j--)
      steps[j] = steps[j - 1];
    steps[j] = step;
  }
}

// Sorts each row and drops duplicates, moving the rows together.
static void tidy_rows(struct lts *lts) {
  uint32_t kept = 0;
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t begin = lts->first[s], end = lts->first[s + 1];
    sort_row(lts->steps + begin, end - begin);
    lts->first[s] = kept;
    for (uint32_t i = begin; i < end; i++)
      if (i == begin || lts_step_compare(&lts->steps[i - 1], &lts->steps[i]))
        lts->steps[kept++] = lts->steps[i];
  }
  lts->first[lts->state_count] = kept;
  if (kept < lts->step_count)
    lts->steps = memory_resize(lts->steps, (kept + 1u) * sizeof *lts->steps);
  lts->step_count = kept;
}

static void take_labels(struct lts_builder *builder, struct lts *lts) {
  if (builder->kinds)
    lts->kinds = grow(builder->kinds, &builder->kind_capacity, lts->state_count,
                      sizeof *lts->kinds);
  if (builder->names)
    lts->names = grow(builder->names, &builder->name_capacity, lts->state_count,
                      sizeof *lts->names);
  builder->kinds = NULL;
  builder->names = NULL;
}

struct lts *lts_builder_finish(struct lts_builder *builder) {
  CHECK(builder->state_count, "an LTS without states");
  struct lts *lts = memory_new_zero(1, sizeof *lts);
  lts->actions = builder->actions;
  lts->state_count = builder->state_count;
  lts->initial = builder->initial;
  lts->alphabet = builder->alphabet;
  builder->alphabet = (struct bitset){0};
  check_edges(builder);
  sort_roughly(&builder->edges, lts->state_count);
  make_rows(builder, lts);
  fill_rows(builder, lts);
  lts_edge_vec_release(&builder->edges);
  tidy_rows(lts);
  take_labels(builder, lts);
  lts_builder_release(builder);
  DCHECK_VALID(lts_validate, lts, "an LTS that was built");
  return lts;
}
