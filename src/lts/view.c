#include "lts/view.h"

#include <stdlib.h>

#include "base/memory.h"

// An LTS as a view

static uint32_t plain_initial(void *data) {
  return ((const struct lts *)data)->initial;
}

static void plain_steps(void *data, uint32_t state, struct lts_step_vec *out) {
  struct lts_step_range range = lts_steps(data, state);
  lts_step_vec_append(out, range.begin, (uint32_t)(range.end - range.begin));
}

static enum state_kind plain_kind(void *data, uint32_t state) {
  return lts_kind(data, state);
}

static void plain_describe(void *data, uint32_t state, struct strbuf *out) {
  char buffer[16];
  strbuf_add(out, lts_state_text(data, state, buffer));
}

struct lts_view lts_view_of(const struct lts *lts) {
  return (struct lts_view){.data = (void *)lts,
                           .actions = lts->actions,
                           .alphabet = &lts->alphabet,
                           .initial = plain_initial,
                           .steps = plain_steps,
                           .kind = plain_kind,
                           .describe = plain_describe};
}

// Materialisation

struct explorer {
  const struct lts_view *view;
  struct u32_vec order;  // the view's number of each state found
  struct u32_vec number; // by the view's number: 1 + ours, 0 = not found
};

static uint32_t explorer_find(struct explorer *explorer, uint32_t state) {
  if (state >= explorer->number.count)
    u32_vec_resize(&explorer->number, state + 1);
  if (!explorer->number.at[state])
    explorer->number.at[state] = u32_vec_push(&explorer->order, state) + 1;
  return explorer->number.at[state] - 1;
}

static void explorer_release(struct explorer *explorer) {
  u32_vec_release(&explorer->order);
  u32_vec_release(&explorer->number);
}

static void label_state(struct lts_builder *builder,
                        const struct lts_view *view, uint32_t from, uint32_t to,
                        bool named) {
  enum state_kind kind = view->kind(view->data, from);
  if (kind != STATE_PLAIN)
    lts_builder_kind(builder, to, kind);
  if (!named)
    return;
  struct strbuf text = {0};
  view->describe(view->data, from, &text);
  lts_builder_name(builder, to, strbuf_text(&text));
  strbuf_release(&text);
}

// All that is reachable, in breadth-first order, or null if there are more
// states than `limit` (0: no limit). With `named`, states carry their
// descriptions.
static struct lts *lts_materialise(const struct lts_view *view, uint64_t limit,
                                   bool named) {
  struct explorer explorer = {.view = view};
  struct lts_builder builder;
  struct lts_step_vec steps = {0};
  lts_builder_init(&builder, view->actions);
  bitset_copy(&builder.alphabet, view->alphabet);
  explorer_find(&explorer, view->initial(view->data));
  bool within = true;
  for (uint32_t k = 0; within && k < explorer.order.count; k++) {
    lts_step_vec_clear(&steps);
    view->steps(view->data, explorer.order.at[k], &steps);
    for (uint32_t i = 0; i < steps.count; i++) {
      uint32_t to = explorer_find(&explorer, steps.at[i].target);
      lts_edge_vec_push(&builder.edges,
                        (struct lts_edge){k, steps.at[i].action, to});
    }
    lts_builder_state(&builder);
    label_state(&builder, view, explorer.order.at[k], k, named);
    within = !limit || explorer.order.count <= limit;
  }
  lts_step_vec_release(&steps);
  explorer_release(&explorer);
  if (within)
    return lts_builder_finish(&builder);
  lts_builder_release(&builder);
  return NULL;
}

struct lts *lts_compose(const struct lts *const *components, uint32_t count,
                        uint64_t limit) {
  struct lts_view *views = memory_new((count + 1u) * sizeof *views);
  bool named = false;
  for (uint32_t i = 0; i < count; i++) {
    views[i] = lts_view_of(components[i]);
    named |= components[i]->names != NULL;
  }
  struct lts_product *product = lts_product_new(views, count);
  struct lts_view view = lts_product_view(product);
  struct lts *lts = lts_materialise(&view, limit, named);
  lts_product_free(product);
  free(views);
  return lts;
}

// Deadlock

static void trace_back(const struct u32_vec *parents,
                       const struct lts_step_vec *how, uint32_t at,
                       struct lts_step_vec *path) {
  for (uint32_t k = at; k; k = parents->at[k])
    lts_step_vec_push(path, how->at[k]);
  for (uint32_t i = 0, j = path->count; i + 1 < j; i++) {
    struct lts_step step = path->at[i];
    path->at[i] = path->at[--j];
    path->at[j] = step;
  }
}

struct deadlock lts_find_deadlock(const struct lts_view *view, uint64_t limit) {
  struct deadlock result = {DEADLOCK_FREE, STATE_NONE, {0}};
  struct explorer explorer = {.view = view};
  struct u32_vec parents = {0};               // by our number
  struct lts_step_vec how = {0}, steps = {0}; // how: the step that found it
  explorer_find(&explorer, view->initial(view->data));
  u32_vec_push(&parents, 0);
  lts_step_vec_push(&how, (struct lts_step){{0}, explorer.order.at[0]});
  for (uint32_t k = 0; k < explorer.order.count; k++) {
    uint32_t state = explorer.order.at[k];
    lts_step_vec_clear(&steps);
    view->steps(view->data, state, &steps);
    enum state_kind kind = view->kind(view->data, state);
    if (kind == STATE_ERROR || (!steps.count && kind == STATE_PLAIN)) {
      result.answer = DEADLOCK_FOUND;
      result.state = state;
      trace_back(&parents, &how, k, &result.path);
      break;
    }
    for (uint32_t i = 0; i < steps.count; i++)
      if (explorer_find(&explorer, steps.at[i].target) == parents.count) {
        u32_vec_push(&parents, k);
        lts_step_vec_push(&how, steps.at[i]);
      }
    if (limit && explorer.order.count > limit) {
      result.answer = DEADLOCK_UNKNOWN;
      break;
    }
  }
  u32_vec_release(&parents);
  lts_step_vec_release(&how);
  lts_step_vec_release(&steps);
  explorer_release(&explorer);
  return result;
}

void deadlock_release(struct deadlock *deadlock) {
  lts_step_vec_release(&deadlock->path);
}
