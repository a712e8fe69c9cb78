#include "lts/transform.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/internal.h"

// Hiding, renaming, extension

static void copy_labels(struct lts_builder *builder, const struct lts *lts,
                        uint32_t from, uint32_t to) {
  if (lts_kind(lts, from) != STATE_PLAIN)
    lts_builder_kind(builder, to, lts_kind(lts, from));
  if (lts->names && lts->names[from])
    lts_builder_name(builder, to, lts->names[from]);
}

static void start(struct lts_builder *builder, const struct lts *lts) {
  lts_builder_init(builder, lts->actions);
  lts_builder_states(builder, lts->state_count);
  lts_builder_initial(builder, lts->initial);
  lts_edge_vec_reserve(&builder->edges, lts->step_count);
  for (uint32_t s = 0; s < lts->state_count; s++)
    copy_labels(builder, lts, s, s);
}

static struct lts *relabel(const struct lts *lts, const struct bitset *set,
                           bool hide_members) {
  struct lts_builder builder;
  start(&builder, lts);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  if (hide_members)
    bitset_subtract(&builder.alphabet, set);
  else
    bitset_intersect(&builder.alphabet, set);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      struct lts_step step = lts->steps[i];
      bool hidden = bitset_has(set, step.action.id) == hide_members;
      lts_builder_step(&builder, s, hidden ? action_tau : step.action,
                       step.target);
    }
  return lts_builder_finish(&builder);
}

struct lts *lts_hide(const struct lts *lts, const struct bitset *hidden) {
  return relabel(lts, hidden, true);
}

struct lts *lts_project(const struct lts *lts, const struct bitset *kept) {
  return relabel(lts, kept, false);
}

// Adds all images of an edge, or the edge itself if its label has none.
static void add_renamed(struct lts_builder *builder, struct lts_edge edge,
                        const struct action_pair *pairs, uint32_t count) {
  bool renamed = false;
  for (uint32_t k = 0; k < count; k++) {
    if (!action_equal(pairs[k].from, edge.action))
      continue;
    lts_builder_step(builder, edge.from, pairs[k].to, edge.to);
    renamed = true;
  }
  if (!renamed)
    lts_builder_step(builder, edge.from, edge.action, edge.to);
}

static void rename_alphabet(struct lts_builder *builder, const struct lts *lts,
                            const struct action_pair *pairs, uint32_t count) {
  bitset_copy(&builder->alphabet, &lts->alphabet);
  for (uint32_t k = 0; k < count; k++)
    bitset_remove(&builder->alphabet, pairs[k].from.id);
  for (uint32_t k = 0; k < count; k++)
    if (bitset_has(&lts->alphabet, pairs[k].from.id))
      lts_builder_alphabet(builder, pairs[k].to);
}

struct lts *lts_rename(const struct lts *lts, const struct action_pair *pairs,
                       uint32_t count) {
  struct lts_builder builder;
  start(&builder, lts);
  rename_alphabet(&builder, lts, pairs, count);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      add_renamed(
          &builder,
          (struct lts_edge){s, lts->steps[i].action, lts->steps[i].target},
          pairs, count);
  return lts_builder_finish(&builder);
}

struct lts *lts_cut(const struct lts *lts, const struct bitset *actions) {
  struct lts_builder builder;
  start(&builder, lts);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  bitset_subtract(&builder.alphabet, actions);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      if (!bitset_has(actions, lts->steps[i].action.id))
        lts_builder_step(&builder, s, lts->steps[i].action,
                         lts->steps[i].target);
  return lts_builder_finish(&builder);
}

struct lts *lts_extend(const struct lts *lts, const struct bitset *alphabet) {
  struct lts *extended = lts_copy(lts);
  bitset_unite(&extended->alphabet, alphabet);
  bitset_remove(&extended->alphabet, ACTION_TAU);
  return extended;
}

// Reachable part

static struct u32_vec breadth_first(const struct lts *lts, uint32_t *map) {
  struct u32_vec order = {0};
  for (uint32_t s = 0; s < lts->state_count; s++)
    map[s] = STATE_NONE;
  map[lts->initial] = u32_vec_push(&order, lts->initial);
  for (uint32_t k = 0; k < order.count; k++) {
    struct lts_step_range range = lts_steps(lts, order.at[k]);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (map[step->target] == STATE_NONE)
        map[step->target] = u32_vec_push(&order, step->target);
  }
  return order;
}

static void renumber(struct lts_builder *builder, const struct lts *lts,
                     const struct u32_vec *order, const uint32_t *number) {
  lts_builder_init(builder, lts->actions);
  lts_builder_states(builder, order->count);
  bitset_copy(&builder->alphabet, &lts->alphabet);
  for (uint32_t k = 0; k < order->count; k++) {
    copy_labels(builder, lts, order->at[k], k);
    struct lts_step_range range = lts_steps(lts, order->at[k]);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      lts_builder_step(builder, k, step->action, number[step->target]);
  }
}

struct lts *lts_reachable(const struct lts *lts, uint32_t **map) {
  uint32_t *number = memory_new(lts->state_count * sizeof *number);
  struct u32_vec order = breadth_first(lts, number);
  struct lts_builder builder;
  renumber(&builder, lts, &order, number);
  u32_vec_release(&order);
  if (map)
    *map = number;
  else
    free(number);
  return lts_builder_finish(&builder);
}

struct lts *lts_keep_reachable(struct lts *lts, uint32_t **map) {
  uint32_t *number = memory_new(lts->state_count * sizeof *number);
  struct u32_vec order = breadth_first(lts, number);
  bool is_whole = order.count == lts->state_count;
  struct lts_builder builder;
  if (!is_whole)
    renumber(&builder, lts, &order, number);
  u32_vec_release(&order);
  *map = NULL;
  if (is_whole) {
    free(number);
    return lts;
  }
  lts_free(lts);
  *map = number;
  return lts_builder_finish(&builder);
}

// Union

struct lts *lts_union(const struct lts *a, const struct lts *b) {
  CHECK(a->actions == b->actions, "systems over different action tables");
  struct lts_builder builder;
  lts_builder_init(&builder, a->actions);
  lts_builder_states(&builder, a->state_count);
  lts_builder_states(&builder, b->state_count);
  lts_builder_initial(&builder, a->initial);
  bitset_copy(&builder.alphabet, &a->alphabet);
  bitset_unite(&builder.alphabet, &b->alphabet);
  const struct lts *parts[2] = {a, b};
  for (int side = 0; side < 2; side++) {
    uint32_t shift = side ? a->state_count : 0;
    for (uint32_t s = 0; s < parts[side]->state_count; s++) {
      copy_labels(&builder, parts[side], s, s + shift);
      struct lts_step_range range = lts_steps(parts[side], s);
      for (const struct lts_step *step = range.begin; step < range.end; step++)
        lts_builder_step(&builder, s + shift, step->action,
                         step->target + shift);
    }
  }
  return lts_builder_finish(&builder);
}

// Kinds as loops. The labels contain a blank, so that no specification and no
// C program has an action of that name.

static const char *const exposed_labels[] = {"", "is STOP", "is END",
                                             "is ERROR"};

struct lts *lts_expose_kinds(const struct lts *lts) {
  if (!lts->kinds)
    return lts_copy(lts);
  struct lts_builder builder;
  lts_builder_init_like(&builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    if (lts->names && lts->names[s])
      lts_builder_name(&builder, s, lts->names[s]);
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      lts_builder_step(&builder, s, lts->steps[i].action, lts->steps[i].target);
    if (lts_kind(lts, s) != STATE_PLAIN)
      lts_builder_step(
          &builder, s,
          action_intern(lts->actions, exposed_labels[lts_kind(lts, s)]), s);
  }
  return lts_builder_finish(&builder);
}

struct lts *lts_absorb_kinds(const struct lts *lts) {
  struct action kinds[4] = {{0}};
  bool any = false;
  for (int k = STATE_STOP; k <= STATE_ERROR; k++) {
    kinds[k] = action_find(lts->actions, exposed_labels[k]);
    any |= kinds[k].id && bitset_has(&lts->alphabet, kinds[k].id);
  }
  if (!any)
    return lts_copy(lts);
  struct lts_builder builder;
  start(&builder, lts);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  for (int k = STATE_STOP; k <= STATE_ERROR; k++)
    bitset_remove(&builder.alphabet, kinds[k].id);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      struct lts_step step = lts->steps[i];
      int kind = STATE_ERROR;
      while (kind && step.action.id != kinds[kind].id)
        kind--;
      if (kind)
        lts_builder_kind(&builder, s, (enum state_kind)kind);
      else
        lts_builder_step(&builder, s, step.action, step.target);
    }
  return lts_builder_finish(&builder);
}

// Quotient

static void label_blocks(struct lts_builder *builder, const struct lts *lts,
                         const uint32_t *block_of) {
  if (!lts->kinds && !lts->names)
    return;
  for (uint32_t s = lts->state_count; s-- > 0;)
    copy_labels(builder, lts, s, block_of[s]);
}

void lts_quotient_start(struct lts_builder *builder, const struct lts *lts,
                        const uint32_t *block_of, uint32_t block_count) {
  lts_builder_init(builder, lts->actions);
  lts_builder_states(builder, block_count);
  lts_builder_initial(builder, block_of[lts->initial]);
  bitset_copy(&builder->alphabet, &lts->alphabet);
  label_blocks(builder, lts, block_of);
}

struct lts *lts_quotient(const struct lts *lts, const uint32_t *block_of,
                         uint32_t block_count, bool keep_inert) {
  struct lts_builder builder;
  lts_quotient_start(&builder, lts, block_of, block_count);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      struct lts_step step = lts->steps[i];
      uint32_t to = block_of[step.target];
      if (keep_inert || !action_is_tau(step.action) || to != block_of[s])
        lts_builder_step(&builder, block_of[s], step.action, to);
    }
  return lts_builder_finish(&builder);
}

// Silent steps

enum silent_course lts_silent_course(const struct lts *lts) {
  bool up = false, down = false;
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s];
         i < lts->first[s + 1] && action_is_tau(lts->steps[i].action); i++) {
      up |= lts->steps[i].target >= s;
      down |= lts->steps[i].target <= s;
    }
  if (up && down)
    return SILENT_ANYWHERE;
  return up ? SILENT_UP : down ? SILENT_DOWN : SILENT_NOWHERE;
}

// Silent cycles: Tarjan's algorithm with an explicit stack. Components are
// numbered in the order in which they are completed, which is after all that
// they reach.

struct tarjan {
  const struct lts *lts;
  uint32_t *low;  // lowest index reached; 0 = not visited
  uint32_t *next; // next step to look at, of the states on the path
  uint32_t *map;  // component, STATE_NONE while open
  struct u32_vec path;
  struct u32_vec open;
  uint32_t index;
  uint32_t count;
};

static void enter(struct tarjan *tarjan, uint32_t state) {
  tarjan->low[state] = ++tarjan->index;
  tarjan->next[state] = tarjan->lts->first[state];
  u32_vec_push(&tarjan->path, state);
  u32_vec_push(&tarjan->open, state);
}

// Leaves the state at the end of the path, whose index is `index`.
static void leave(struct tarjan *tarjan, uint32_t state, uint32_t index) {
  u32_vec_pop(&tarjan->path);
  if (tarjan->low[state] == index) {
    uint32_t member;
    do {
      member = u32_vec_pop(&tarjan->open);
      tarjan->map[member] = tarjan->count;
    } while (member != state);
    tarjan->count++;
  }
  if (tarjan->path.count) {
    uint32_t parent = *u32_vec_last(&tarjan->path);
    if (tarjan->map[state] == STATE_NONE &&
        tarjan->low[state] < tarjan->low[parent])
      tarjan->low[parent] = tarjan->low[state];
  }
}

// The index of a state is its low value on entry; kept on a parallel stack.
static void visit(struct tarjan *tarjan, uint32_t root) {
  struct u32_vec indices = {0};
  enter(tarjan, root);
  u32_vec_push(&indices, tarjan->index);
  while (tarjan->path.count) {
    uint32_t state = *u32_vec_last(&tarjan->path);
    uint32_t i = tarjan->next[state]++;
    if (i == tarjan->lts->first[state + 1] ||
        !action_is_tau(tarjan->lts->steps[i].action)) {
      leave(tarjan, state, u32_vec_pop(&indices));
      continue;
    }
    uint32_t target = tarjan->lts->steps[i].target;
    if (!tarjan->low[target]) {
      enter(tarjan, target);
      u32_vec_push(&indices, tarjan->index);
    } else if (tarjan->map[target] == STATE_NONE &&
               tarjan->low[target] < tarjan->low[state]) {
      tarjan->low[state] = tarjan->low[target];
    }
  }
  u32_vec_release(&indices);
}

uint32_t *lts_tau_components(const struct lts *lts, uint32_t *count) {
  struct tarjan tarjan = {.lts = lts};
  tarjan.low = memory_new_zero(lts->state_count, sizeof *tarjan.low);
  tarjan.next = memory_new(lts->state_count * sizeof *tarjan.next);
  tarjan.map = memory_new(lts->state_count * sizeof *tarjan.map);
  memset(tarjan.map, 0xff, lts->state_count * sizeof *tarjan.map);
  for (uint32_t s = 0; s < lts->state_count; s++)
    if (!tarjan.low[s])
      visit(&tarjan, s);
  free(tarjan.low);
  free(tarjan.next);
  u32_vec_release(&tarjan.path);
  u32_vec_release(&tarjan.open);
  *count = tarjan.count;
  return tarjan.map;
}

bool *lts_on_tau_cycle(const struct lts *lts, const uint32_t *components,
                       uint32_t count) {
  bool *cyclic = memory_new_zero(count, sizeof *cyclic);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range silent = lts_steps_by(lts, s, action_tau);
    for (const struct lts_step *step = silent.begin; step < silent.end; step++)
      if (components[step->target] == components[s])
        cyclic[components[s]] = true;
  }
  bool *result = memory_new(lts->state_count * sizeof *result);
  for (uint32_t s = 0; s < lts->state_count; s++)
    result[s] = cyclic[components[s]];
  free(cyclic);
  return result;
}

static const char divergent_label[] = "is divergent";

struct lts *lts_expose_divergence(const struct lts *lts) {
  uint32_t count;
  uint32_t *components = lts_tau_components(lts, &count);
  bool *cyclic = lts_on_tau_cycle(lts, components, count);
  struct lts_builder builder;
  start(&builder, lts);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      lts_builder_step(&builder, s, lts->steps[i].action, lts->steps[i].target);
    if (cyclic[s])
      lts_builder_step(&builder, s,
                       action_intern(lts->actions, divergent_label), s);
  }
  free(components);
  free(cyclic);
  return lts_builder_finish(&builder);
}

struct lts *lts_absorb_divergence(const struct lts *lts) {
  struct action label = action_find(lts->actions, divergent_label);
  struct action_pair pair = {label, action_tau};
  return lts_rename(lts, &pair, action_is_none(label) ? 0 : 1);
}

void lts_forget_kinds(struct lts *lts) {
  free(lts->kinds);
  lts->kinds = NULL;
}
