#include "cegar/usage.h"

#include <stdlib.h>

#include "program/flow.h"

struct looking {
  struct usage *usage;
  const struct cegar *cegar;
  const struct component *component;
  struct bitset reached; // locations
};

static bool can_be_taken(const void *context, uint32_t edge) {
  const struct component *component = context;
  const struct operation *op = &component->procedure->edges.at[edge].op;
  return op->kind != OPERATION_ASSUME ||
         !term_is_false(component->program->terms, op->assume.condition);
}

// Beyond what leads to a violation nothing was explored: there, all that the
// control flow can reach counts.
static void reach_on(struct looking *looking, struct location_id from) {
  flow_reach(looking->component->procedure, from, can_be_taken,
             looking->component, &looking->reached);
}

static void find_reached(struct looking *looking) {
  const struct cegar *cegar = looking->cegar;
  const struct component *component = looking->component;
  const struct procedure *procedure = component->procedure;
  if (!cegar->invariants) { // other proofs do not tell
    reach_on(looking, procedure->entry);
    return;
  }
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    if (!term_is_false(component->program->terms, cegar->invariants[i]) &&
        !bitset_has(&cegar->unreached, i))
      bitset_add(&looking->reached, i);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (bitset_has(&looking->reached, edge->from.id) &&
        !bitset_has(&component->slice.edges, i) &&
        edge->undefined == UNDEFINED_NONE && can_be_taken(component, i))
      reach_on(looking, edge->to);
  }
}

static void mark_steps(struct looking *looking, uint32_t position,
                       struct action action) {
  const struct monitor *monitor = &looking->component->product.monitor;
  struct spec_position at = monitor->positions.at[position];
  if (at.system == UINT32_MAX)
    return;
  const struct lts *lts = monitor->specification->systems[at.system];
  uint32_t count;
  const uint32_t *members =
      subsets_members(monitor->subsets.at[at.system], at.set, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct lts_step_range steps = lts_steps_by(lts, members[i], action);
    for (const struct lts_step *step = steps.begin; step != steps.end; step++)
      bitset_add(&looking->usage->spec.steps, (uint32_t)(step - lts->steps));
  }
}

static void mark_performed(struct looking *looking,
                           const struct performed *performed) {
  struct spec_usage *usage = &looking->usage->spec;
  if (performed->trigger != SPEC_NONE)
    bitset_add(&usage->triggers, performed->trigger);
  if (performed->kind == PERFORMED_ARM)
    bitset_add(&usage->arms, performed->arm);
}

static void mark_edge(struct looking *looking, struct edge_id id) {
  const struct product *product = &looking->component->product;
  const struct edge *origin =
      procedure_edge(looking->component->behaviour->procedure,
                     provenance_last(&product->provenance, id));
  struct action action = {product->actions.at[id.id]};
  if (origin->op.kind == OPERATION_PERFORM)
    mark_performed(looking, &product->monitor.specification->weaving->performed
                                 .at[origin->op.perform.number]);
  if (action_is_none(action))
    return;
  bitset_add(&looking->usage->performed, action.id);
  mark_steps(looking, product->positions.at[id.id], action);
}

void usage_init(struct usage *usage, const struct cegar *cegar) {
  *usage = (struct usage){0};
  const struct component *component = cegar->component;
  struct looking looking = {
      .usage = usage, .cegar = cegar, .component = component};
  find_reached(&looking);
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    if (bitset_has(&looking.reached, component->procedure->edges.at[i].from.id))
      mark_edge(&looking, (struct edge_id){i});
  }
  bitset_release(&looking.reached);
}

void usage_release(struct usage *usage) {
  spec_usage_release(&usage->spec);
  bitset_release(&usage->performed);
}
