#include "check/drawing.h"

static struct name label(const struct lts *lts, struct interner *names,
                         struct action action) {
  return action_equal(action, action_tau)
             ? (struct name){0}
             : intern(names, action_text(lts->actions, action));
}

static void take_state(const struct lts *lts, struct interner *names,
                       uint32_t state, struct spec_graph *into) {
  char buffer[16];
  const char *text = lts_state_text(lts, state, buffer);
  struct lts_step_range steps = lts_steps(lts, state);
  enum state_kind kind = lts_kind(lts, state);
  name_vec_push(
      &into->states,
      intern(names, kind == STATE_PLAIN ? text : state_kind_text(kind)));
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    spec_graph_edge_vec_push(
        &into->edges,
        (struct spec_graph_edge){state, step->target,
                                 label(lts, names, step->action)});
}

void spec_graph_take(const struct lts *lts, struct interner *names,
                     struct spec_graph *into) {
  if (lts->state_count > MOST_SPEC_GRAPH_STATES ||
      lts->step_count > MOST_SPEC_GRAPH_EDGES || into->states.count)
    return;
  into->initial = lts->initial;
  for (uint32_t i = 0; i < lts->state_count; i++)
    take_state(lts, names, i, into);
  BITSET_EACH (a, &lts->alphabet)
    name_vec_push(&into->alphabet, label(lts, names, (struct action){a}));
}
