#include "abstraction/edge_labels.h"

void edge_builder_init(struct edge_builder *builder,
                       const struct edge_labels *labels,
                       const struct effects *effects,
                       struct action_table *actions) {
  *builder = (struct edge_builder){
      .labels = labels, .effects = effects, .aside = STATE_NONE};
  lts_builder_init(&builder->lts, actions);
}

struct action edge_builder_start(const struct edge_builder *builder) {
  struct action start = builder->labels->start;
  return action_is_none(start) ? action_tau : start;
}

bool edge_builder_steps(const struct edge_builder *builder,
                        struct edge_id edge) {
  enum effect_kind kind = builder->effects->at[edge.id].kind;
  return kind == EFFECT_STEP || kind == EFFECT_UNSUPPORTED;
}

static void step_aside(struct edge_builder *builder, uint32_t from,
                       struct action action) {
  if (builder->aside == STATE_NONE)
    builder->aside = lts_builder_state(&builder->lts);
  lts_builder_step(&builder->lts, from, action, builder->aside);
}

// Coming back is the end, and no place to wait.
static bool waits(const struct edge_builder *builder, struct edge_id edge,
                  struct action action) {
  const struct bitset *all = builder->labels->waits;
  return all && bitset_has(all, action.id) &&
         procedure_edge(builder->effects->procedure, edge)->op.kind !=
             OPERATION_RETURN;
}

struct action edge_builder_take(struct edge_builder *builder, uint32_t state,
                                struct edge_id edge) {
  struct action none = {0}, action = builder->labels->edges[edge.id];
  if (builder->effects->at[edge.id].kind == EFFECT_UNSUPPORTED) {
    if (!action_is_none(builder->labels->unsupported))
      step_aside(builder, state, builder->labels->unsupported);
    return none;
  }
  if (action_is_none(action))
    return action_tau;
  if (!waits(builder, edge, action))
    return action;
  step_aside(builder, state, action);
  return action_tau;
}
