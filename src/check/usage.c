#include "check/usage.h"

#include <stdlib.h>

#include "base/memory.h"

struct looking {
  struct usage *usage;
  const struct cegar *cegar;
  const struct component *component;
  bool *is_reached; // by location
};

static bool can_be_taken(const struct looking *looking,
                         const struct edge *edge) {
  return edge->op.kind != OPERATION_ASSUME ||
         !term_is_false(looking->component->program->terms,
                        edge->op.assume.condition);
}

// Beyond what leads to a violation nothing was explored: there, all that the
// control flow can reach counts.
static void reach_on(struct looking *looking, struct location_id from) {
  const struct procedure *procedure = looking->component->procedure;
  struct u32_vec pending = {0};
  u32_vec_push(&pending, from.id);
  while (pending.count) {
    struct location_id at = {u32_vec_pop(&pending)};
    if (looking->is_reached[at.id])
      continue;
    looking->is_reached[at.id] = true;
    const struct location *location = procedure_location(procedure, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      const struct edge *edge = &procedure->edges.at[location->first_out + i];
      if (can_be_taken(looking, edge))
        u32_vec_push(&pending, edge->to.id);
    }
  }
  u32_vec_release(&pending);
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
    looking->is_reached[i] =
        !term_is_false(component->program->terms, cegar->invariants[i]) &&
        !bitset_has(&cegar->unreached, i);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (looking->is_reached[edge->from.id] &&
        !bitset_has(&component->slice.edges, i) &&
        edge->undefined == UNDEFINED_NONE && can_be_taken(looking, edge))
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
      procedure_edge(looking->component->base->procedure,
                     (struct edge_id){product->origins.at[id.id]});
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
      .usage = usage,
      .cegar = cegar,
      .component = component,
      .is_reached = memory_new_zero(component->procedure->locations.count,
                                    sizeof *looking.is_reached)};
  find_reached(&looking);
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    if (looking.is_reached[component->procedure->edges.at[i].from.id])
      mark_edge(&looking, (struct edge_id){i});
  }
  free(looking.is_reached);
}

void usage_release(struct usage *usage) {
  spec_usage_release(&usage->spec);
  bitset_release(&usage->performed);
}
