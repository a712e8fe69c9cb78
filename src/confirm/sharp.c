#include "confirm/sharp.h"

// The program's condition of an edge whose own is a choice, or none.
static struct term real_condition(const struct component *component,
                                  struct edge_id edge) {
  const struct plain_component *plain = &component->behaviour->plain;
  struct edge_id last = provenance_last(&component->provenance, edge);
  const struct edge *made = procedure_edge(plain->procedure, last);
  const struct edge *original = plain_component_with_pointers(plain, last);
  if (made->op.kind != OPERATION_ASSUME ||
      original->op.kind != OPERATION_ASSUME || !plain->removal.layout)
    return (struct term){0};
  struct term condition =
      substitution_apply(plain->removal.layout, original->op.assume.condition);
  return term_equal(condition, made->op.assume.condition) ? (struct term){0}
                                                          : condition;
}

static struct binding *find(struct binding_vec *bindings,
                            struct variable target) {
  for (uint32_t i = 0; i < bindings->count; i++)
    if (variable_equal(bindings->at[i].target, target))
      return &bindings->at[i];
  return NULL;
}

static void bind(struct binding_vec *into, struct binding binding) {
  struct binding *old = find(into, binding.target);
  if (old)
    old->value = binding.value;
  else
    binding_vec_push(into, binding);
}

// All that the sequence of an edge assigns, as a parallel assignment.
static void list_assigned(const struct component *component,
                          struct edge_id edge, struct binding_vec *into) {
  struct program *program = component->program;
  struct substitution *now = substitution_new(program->terms);
  struct binding_vec next = {0};
  uint32_t count;
  const uint32_t *steps =
      provenance_steps(&component->provenance, edge, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct operation *op =
        &procedure_edge(component->behaviour->plain.procedure,
                        (struct edge_id){steps[i]})
             ->op;
    if (op->kind != OPERATION_ASSIGN)
      continue;
    binding_vec_clear(&next);
    for (uint32_t k = 0; k < op->assign.count; k++) {
      struct binding binding = op->assign.bindings[k];
      binding.value = substitution_apply(now, binding.value);
      binding_vec_push(&next, binding);
    }
    for (uint32_t k = 0; k < next.count; k++) {
      substitution_set(now, program_term(program, next.at[k].target),
                       next.at[k].value);
      bind(into, next.at[k]);
    }
  }
  binding_vec_release(&next);
  substitution_free(now);
}

static void sharpen(struct sharp *sharp, const struct component *component,
                    uint32_t id) {
  struct effect *effect = &sharp->effects->at[id];
  struct term_table *terms = component->program->terms;
  struct edge_id edge = {id};
  struct term real = real_condition(component, edge);
  if (!term_is_none(real)) {
    effect->guard = term_and(terms, effect->guard, real);
    sharp->is_sharper = true;
  }
  struct binding_vec all = {0};
  list_assigned(component, edge, &all);
  if (all.count > effect->binding_count) {
    effect->bindings =
        arena_copy(&sharp->effects->arena, all.at, all.count * sizeof *all.at);
    effect->binding_count = all.count;
  }
  binding_vec_release(&all);
}

// Static variables, and the cells of static objects whose addresses stay here.
static void list_internal(const struct component *component,
                          struct bitset *into) {
  const struct program *program = component->program;
  const struct removal *removal = &component->behaviour->plain.removal;
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].is_internal)
      bitset_add(into, i);
  for (uint32_t b = 1; b < removal->regions.at.count; b++) {
    const struct block *block = &targets_blocks(removal->targets)->at[b];
    const struct cell_vec *cells = &removal->regions.at.at[b].cells;
    if (block->kind != BLOCK_NAMED ||
        !program_object(program, block->object)->is_internal ||
        program_object(program, block->object)->escapes)
      continue;
    for (uint32_t i = 0; i < cells->count; i++)
      bitset_add(into, cells->at[i].variable.id);
  }
}

// Is it a call, or the havoc of memory that one became?
static bool is_call(const struct component *component, uint32_t id) {
  const struct edge *edge =
      component_with_pointers(component, (struct edge_id){id});
  return edge->op.kind == OPERATION_CALL;
}

// Leaves out what a function without a body may change, but cannot name.
static void keep_internal(struct sharp *sharp,
                          const struct component *component, uint32_t id,
                          const struct bitset *internal) {
  const struct operation *op =
      &procedure_edge(component->procedure, (struct edge_id){id})->op;
  struct effect *effect = &sharp->effects->at[id];
  if (!effect->havoc_count || !is_call(component, id))
    return;
  struct variable_vec left = {0};
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (!bitset_has(internal, effect->havocked[i].id) ||
        (op->kind == OPERATION_CALL &&
         variable_equal(effect->havocked[i], op->call.target)))
      variable_vec_push(&left, effect->havocked[i]);
  sharp->is_sharper |= left.count < effect->havoc_count;
  effect->havocked =
      arena_copy(&sharp->effects->arena, left.at, left.count * sizeof *left.at);
  effect->havoc_count = left.count;
  variable_vec_release(&left);
}

void sharp_init(struct sharp *sharp, const struct component *component) {
  *sharp = (struct sharp){.effects = effects_derive(component->effects)};
  sharp->question = question_about(component->question, sharp->effects);
  struct bitset internal = {0};
  list_internal(component, &internal);
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    if (component->question->roles[i] == ROLE_ENDS)
      continue;
    sharpen(sharp, component, i);
    keep_internal(sharp, component, i, &internal);
  }
  bitset_release(&internal);
}

void sharp_release(struct sharp *sharp) {
  question_free(sharp->question);
  effects_free(sharp->effects);
}
