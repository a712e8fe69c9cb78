#include "abstraction/edge_labels.h"

void edge_builder_init(struct edge_builder *builder,
                       const struct edge_labels *labels,
                       const struct question *question,
                       struct action_table *actions) {
  *builder = (struct edge_builder){
      .labels = labels, .question = question, .aside = STATE_NONE};
  lts_builder_init(&builder->lts, actions);
}

struct action edge_builder_start(const struct edge_builder *builder) {
  struct action start = builder->labels->start;
  return action_is_none(start) ? action_tau : start;
}

bool edge_builder_steps(const struct edge_builder *builder,
                        struct edge_id edge) {
  enum role role = question_role(builder->question, edge);
  return role == ROLE_STEP || role == ROLE_UNSUPPORTED;
}

static void step_aside(struct edge_builder *builder, uint32_t from,
                       struct action action) {
  if (builder->aside == STATE_NONE)
    builder->aside = lts_builder_state(&builder->lts);
  lts_builder_step(&builder->lts, from, action, builder->aside);
}

// Coming back is the end, and no place to wait.
static bool waits(const struct edge_labels *labels,
                  const struct question *question, struct edge_id edge,
                  struct action action) {
  return labels->waits && bitset_has(labels->waits, action.id) &&
         procedure_edge(question->effects->procedure, edge)->op.kind !=
             OPERATION_RETURN;
}

struct edge_label edge_label(const struct edge_labels *labels,
                             const struct question *question,
                             struct edge_id edge) {
  struct action none = {0}, action = labels->edges[edge.id];
  if (question_role(question, edge) == ROLE_UNSUPPORTED)
    return (struct edge_label){labels->unsupported, none};
  if (action_is_none(action))
    return (struct edge_label){none, action_tau};
  if (!waits(labels, question, edge, action))
    return (struct edge_label){none, action};
  return (struct edge_label){action, action_tau};
}

struct action edge_builder_take(struct edge_builder *builder, uint32_t state,
                                struct edge_id edge) {
  struct edge_label label = edge_label(builder->labels, builder->question, edge);
  if (!action_is_none(label.aside))
    step_aside(builder, state, label.aside);
  return label.step;
}
