#include "check/exclusion.h"

#include "base/hash.h"
#include "base/map.h"

static uint64_t exclusion_hash(struct exclusion e) {
  return hash_u64(
      hash_u64((uint64_t)e.position.line << 32 | e.position.column) +
      ((uint64_t)e.position.file.id << 32 | (uint64_t)e.reason));
}
static bool exclusion_equal(struct exclusion a, struct exclusion b) {
  return a.reason == b.reason && a.position.line == b.position.line &&
         a.position.column == b.position.column &&
         a.position.file.id == b.position.file.id;
}

MAP_DEFINE(exclusion_map, struct exclusion, uint32_t, exclusion_hash,
           exclusion_equal);

struct finding {
  const struct component *component;
  const struct procedure *procedure;
  const struct target_rules *rules;
  struct bitset reached; // locations, by the control flow
  bool has_settled;      // some rows are not in the component any more, perhaps
                         // because of what is excluded
  struct exclusion_vec *into;
  struct exclusion_map numbers; // their indices
};

static bool can_be_taken(const struct finding *finding,
                         const struct edge *edge) {
  const struct program *program = finding->component->program;
  if (edge->op.kind == OPERATION_CALL && edge->op.call.callee.id)
    return !program_procedure(program, edge->op.call.callee)->is_noreturn;
  if (edge->op.kind == OPERATION_UNSUPPORTED)
    return false;
  return edge->op.kind != OPERATION_ASSUME ||
         !term_is_false(program->terms, edge->op.assume.condition);
}

static void find_reached(struct finding *finding) {
  struct u32_vec pending = {0};
  u32_vec_push(&pending, finding->procedure->entry.id);
  bitset_add(&finding->reached, finding->procedure->entry.id);
  while (pending.count) {
    struct location_id at = {u32_vec_pop(&pending)};
    const struct location *location =
        procedure_location(finding->procedure, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      const struct edge *edge =
          &finding->procedure->edges.at[location->first_out + i];
      if (can_be_taken(finding, edge) &&
          bitset_add(&finding->reached, edge->to.id))
        u32_vec_push(&pending, edge->to.id);
    }
  }
  u32_vec_release(&pending);
}

// The edge to the undefined outcome that the edge is, or leads to for certain:
// merging takes the test and what follows it for one.
static const struct edge *failure_of(const struct procedure *procedure,
                                     const struct edge *edge) {
  if (edge->undefined != UNDEFINED_NONE)
    return edge;
  const struct location *next = procedure_location(procedure, edge->to);
  if (next->out_count != 1)
    return NULL;
  const struct edge *only = &procedure->edges.at[next->first_out];
  return only->undefined != UNDEFINED_NONE ? only : NULL;
}

// Does nothing else leave the location?
static bool is_certain(const struct finding *finding, const struct edge *edge) {
  const struct location *location =
      procedure_location(finding->procedure, edge->from);
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *other =
        &finding->procedure->edges.at[location->first_out + i];
    if (can_be_taken(finding, other) && !failure_of(finding->procedure, other))
      return false;
  }
  return true;
}

static void add(struct finding *finding, struct exclusion exclusion) {
  uint32_t *known = exclusion_map_find(&finding->numbers, exclusion);
  if (known)
    finding->into->at[*known].is_certain &= exclusion.is_certain;
  else
    exclusion_map_put(&finding->numbers, exclusion,
                      exclusion_vec_push(finding->into, exclusion));
}

// Behaviour is excluded where something else is checked behind it, or would be
// if it were not for the behaviour.
static void look_at(struct finding *finding, const struct edge *edge) {
  const struct component *component = finding->component;
  const struct edge *failure = failure_of(finding->procedure, edge);
  if (!failure || edge->op.kind == OPERATION_CALL ||
      failure->undefined == UNDEFINED_IMPOSSIBLE ||
      failure->undefined == UNDEFINED_REQUIRED ||
      !bitset_has(&finding->reached, edge->from.id) ||
      !can_be_taken(finding, edge) ||
      target_kind_of_edge(finding->rules, component->program, failure))
    return;
  struct exclusion exclusion = {failure->undefined, failure->position,
                                is_certain(finding, edge)};
  if (exclusion.is_certain || finding->has_settled ||
      bitset_has(&component->slice.locations, edge->from.id))
    add(finding, exclusion);
}

static bool has_settled(const struct component *component) {
  struct bitset there = {0};
  for (uint32_t i = 0; i < component->target_of.count; i++)
    bitset_add(&there, component->target_of.at[i]);
  bool found = bitset_count(&there) < component->targets.count;
  bitset_release(&there);
  return found;
}

void exclusions_find(const struct component *component,
                     const struct target_rules *rules,
                     struct exclusion_vec *into) {
  if (!component->effects)
    return;
  struct finding finding = {.component = component,
                            .procedure = component->procedure,
                            .rules = rules,
                            .has_settled = has_settled(component),
                            .into = into};
  find_reached(&finding);
  for (uint32_t i = 1; i < finding.procedure->edges.count; i++)
    look_at(&finding, &finding.procedure->edges.at[i]);
  bitset_release(&finding.reached);
  exclusion_map_release(&finding.numbers);
}

const struct exclusion *exclusions_at(const struct exclusion_vec *exclusions,
                                      struct position position) {
  for (uint32_t i = 0; i < exclusions->count; i++) {
    struct exclusion one = {exclusions->at[i].reason, position, false};
    if (exclusion_equal(exclusions->at[i], one))
      return &exclusions->at[i];
  }
  return NULL;
}

bool exclusions_have(const struct exclusion_vec *exclusions,
                     struct position position) {
  return exclusions_at(exclusions, position) != NULL;
}

void exclusions_required(const struct component *component,
                         struct exclusion_vec *into) {
  const struct procedure *plain =
      component->behaviour ? component->behaviour->plain.procedure : NULL;
  struct finding finding = {
      .component = component, .procedure = plain, .into = into};
  for (uint32_t i = 1; plain && i < plain->edges.count; i++) {
    const struct edge *edge = &plain->edges.at[i];
    const struct edge *failure = failure_of(plain, edge);
    if (failure && failure->undefined == UNDEFINED_REQUIRED)
      add(&finding, (struct exclusion){failure->undefined, failure->position,
                                       is_certain(&finding, edge)});
  }
  exclusion_map_release(&finding.numbers);
}
