// The system of all concrete states of a random automaton whose edges perform
// actions.
#ifndef VOUCH_TEST_ABSTRACTION_CONCRETE_SYSTEM_H
#define VOUCH_TEST_ABSTRACTION_CONCRETE_SYSTEM_H

#include "random_graph.h"

#include "lts/compare.h"

struct concrete {
  struct automaton *a;
  const struct action *labels; // by edge, none for tau
  struct action unsupported;   // where it is not modelled; none: no step
  bool has_kinds;              // the exit is STOP
};

// Edges perform tau, a or b; the caller frees the labels.
static inline struct action *draw_labels(struct automaton *a,
                                         struct action_table *actions) {
  static const char *const names[] = {"tau", "a", "b"};
  struct action *labels = calloc(a->fx.f->edges.count, sizeof *labels);
  assert_non_null(labels);
  for (uint32_t i = 1; i < a->fx.f->edges.count; i++) {
    uint32_t kind = random_below(&a->random, 4);
    if (kind < 3) // and none, which is tau
      labels[i] = action_intern(actions, names[kind]);
  }
  return labels;
}

// 0 is before the entry, and there is one more for what is not modelled.
static inline uint32_t concrete_number(const struct concrete *c,
                                       uint32_t location, uint32_t state) {
  return 1 + location * automaton_states(c->a) + state;
}

static inline void concrete_edge(const struct concrete *c,
                                 struct lts_builder *builder, uint32_t id,
                                 uint32_t state) {
  const struct edge *taken = &c->a->fx.f->edges.at[id];
  struct action action =
      action_is_none(c->labels[id]) ? action_tau : c->labels[id];
  uint32_t from = concrete_number(c, taken->from.id, state);
  struct states next = {0};
  if (taken->op.kind == OPERATION_UNSUPPORTED &&
      !action_is_none(c->unsupported))
    lts_builder_step(builder, from, c->unsupported, builder->state_count - 1);
  if (!graph_goes_on(taken))
    return;
  graph_successors(c->a, state, taken, &next);
  for (uint32_t k = 0; k < automaton_states(c->a); k++)
    if (next.has[k])
      lts_builder_step(builder, from, action,
                       concrete_number(c, taken->to.id, k));
}

static inline struct lts *concrete_system(const struct concrete *c,
                                          struct action_table *actions) {
  const struct procedure *f = c->a->fx.f;
  struct states initial = automaton_initial(c->a);
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, concrete_number(c, f->locations.count, 0) + 1);
  for (uint32_t i = 0; i < automaton_states(c->a); i++) {
    if (initial.has[i])
      lts_builder_step(&builder, 0, action_tau,
                       concrete_number(c, f->entry.id, i));
    if (c->has_kinds)
      lts_builder_kind(&builder, concrete_number(c, f->exit.id, i), STATE_STOP);
    for (uint32_t k = 1; k < f->edges.count; k++)
      concrete_edge(c, &builder, k, i);
  }
  return lts_builder_finish(&builder);
}

static inline void check_relation(const struct lts *a, const struct lts *b,
                                  enum lts_relation relation) {
  struct compare_options options = {.relation = relation};
  struct comparison comparison = lts_compare(a, b, options);
  if (comparison.answer != COMPARE_HOLDS) {
    struct strbuf text = {0};
    comparison_print(&comparison, a, b, options, &text);
    fail_msg("%s", strbuf_text(&text));
  }
  comparison_release(&comparison);
}

#endif
