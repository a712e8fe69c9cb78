#include "abstraction/effect.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/valid.h"
#include "library/routine.h"
#include "term/split.h"

// By edge and term, as one key.
NUMBER_MAP_DEFINE(before_map, uint64_t, struct term);

static struct effect plain(struct effects *effects) {
  return (struct effect){.kind = EFFECT_STEP,
                         .guard = term_true(effects->program->terms)};
}

static struct effect unsupported(struct effects *effects, struct name what) {
  struct effect effect = plain(effects);
  effect.kind = EFFECT_UNSUPPORTED;
  effect.what = what;
  return effect;
}

static struct effect havoc(struct effects *effects,
                           const struct variable_vec *targets,
                           enum havoc_origin origin, struct name what) {
  struct effect effect = plain(effects);
  effect.havocked = arena_copy(&effects->arena, targets->at,
                               targets->count * sizeof *targets->at);
  effect.havoc_count = targets->count;
  effect.origin = origin;
  effect.what = what;
  return effect;
}

// Any value for whatever the operation writes.
static struct effect havoc_targets(struct effects *effects,
                                   const struct operation *op,
                                   enum havoc_origin origin, const char *what) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  struct effect effect =
      havoc(effects, &targets, origin, intern(effects->program->names, what));
  variable_vec_release(&targets);
  return effect;
}

// A function that we know nothing about may change every global it can name:
// static ones only if it stands for one of ours.
static struct effect call_unknown(struct effects *effects,
                                  const struct operation *op,
                                  struct name callee,
                                  const struct bitset *memory,
                                  bool writes_nothing) {
  const struct program *program = effects->program;
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 1; !writes_nothing && i < program->variables.count; i++)
    if (!(memory && bitset_has(memory, i)) &&
        call_can_write(program, op, (struct variable){i}))
      variable_vec_push(&targets, (struct variable){i});
  struct effect effect = havoc(effects, &targets, ORIGIN_ASSUMPTION, callee);
  variable_vec_release(&targets);
  return effect;
}

static struct effect call_effect(struct effects *effects,
                                 const struct operation *op,
                                 const struct effect_rules *rules) {
  struct program *program = effects->program;
  if (!op->call.callee.id)
    return unsupported(effects, intern(program->names, UNSEEN_CALL));
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  struct effect effect = plain(effects);
  effect.what = callee->name;
  if (callee->is_defined)
    return unsupported(effects, callee->name);
  struct routine routine = routine_find(name);
  bool ends = routine.ends && !is_assumed(callee);
  if (ends || callee->is_noreturn) {
    effect.kind = EFFECT_ENDS;
    return effect;
  }
  return call_unknown(effects, op, callee->name, rules->memory,
                      rules->writes_nothing || routine_is_pure(&routine));
}

static struct effect effect_of(struct effects *effects, const struct edge *edge,
                               const struct effect_rules *rules) {
  struct program *program = effects->program;
  const struct operation *op = &edge->op;
  struct effect effect = plain(effects);
  if (edge->undefined != UNDEFINED_NONE)
    effect.kind = EFFECT_ENDS;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    effect.bindings = op->assign.bindings;
    effect.binding_count = op->assign.count;
    return effect;
  case OPERATION_ASSUME: effect.guard = op->assume.condition; return effect;
  case OPERATION_HAVOC:
    effect.havocked = op->havoc.targets;
    effect.havoc_count = op->havoc.count;
    effect.origin = op->havoc.origin;
    effect.what = op->havoc.what;
    return effect;
  case OPERATION_LOAD:
  case OPERATION_UPDATE:
    return havoc_targets(effects, op, ORIGIN_APPROXIMATION, "memory");
  case OPERATION_ALLOCATE:
    return havoc_targets(effects, op, ORIGIN_APPROXIMATION, "allocation");
  case OPERATION_CALL: return call_effect(effects, op, rules);
  case OPERATION_THREAD:
    return unsupported(effects, intern(program->names, "threads"));
  case OPERATION_UNSUPPORTED: return unsupported(effects, op->unsupported.what);
  default: return effect;
  }
}

static struct substitution *make_change(struct effects *effects,
                                        const struct effect *effect) {
  struct program *program = effects->program;
  struct substitution *change = substitution_new(program->terms);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    substitution_set(change, program_term(program, effect->bindings[i].target),
                     effect->bindings[i].value);
  return change;
}

// Globals start with their initialisers, or zero.
static struct substitution *initial_values(struct program *program) {
  struct substitution *initial = substitution_new(program->terms);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind != VARIABLE_GLOBAL)
      continue;
    struct sort sort = term_sort(program->terms, info->term);
    struct term value = info->initial;
    if (term_is_none(value) && sort_is_array(sort))
      value = term_const_array(program->terms, sort_index_width(sort),
                               term_const(program->terms, sort_width(sort), 0));
    else if (term_is_none(value))
      value = sort_is_bool(sort)
                  ? term_false(program->terms)
                  : term_const(program->terms, sort_width(sort), 0);
    substitution_set(initial, info->term, value);
  }
  return initial;
}

static void allocate(struct effects *effects) {
  uint32_t count = effects->procedure->edges.count;
  effects->at = memory_new_zero(count, sizeof *effects->at);
  effects->changes = memory_new_zero(count, sizeof *effects->changes);
  effects->known = memory_new_zero(1, sizeof *effects->known);
  arena_init(&effects->arena);
}

struct effects *effects_new(struct program *program,
                            struct procedure *procedure,
                            const struct effect_rules *rules) {
  struct effects *effects = memory_new_zero(1, sizeof *effects);
  uint32_t count = procedure->edges.count;
  *effects = (struct effects){.program = program, .procedure = procedure};
  allocate(effects);
  for (uint32_t i = 1; i < count; i++)
    effects->at[i] = effect_of(effects, &procedure->edges.at[i], rules);
  if (rules->starts_program)
    effects->initial = initial_values(program);
  DCHECK_VALID(effects_validate, effects, "the effects of a procedure");
  return effects;
}

struct effects *effects_derive(const struct effects *effects) {
  struct effects *derived = memory_new_zero(1, sizeof *derived);
  *derived = *effects;
  derived->is_derived = true;
  allocate(derived);
  memcpy(derived->at, effects->at,
         effects->procedure->edges.count * sizeof *effects->at);
  return derived;
}

void effects_unfold(struct effects *effects, struct effects *base,
                    const uint32_t *places, const uint32_t *originals) {
  effects->base = base;
  effects->places = places;
  effects->originals = originals;
  DCHECK_VALID(effects_validate, effects, "the effects of an unfolding");
}

struct location_id effects_place(const struct effects *effects,
                                 struct location_id location) {
  return effects->places ? (struct location_id){effects->places[location.id]}
                         : location;
}

struct effects *effects_base(struct effects *effects) {
  return effects->base ? effects->base : effects;
}

void effects_free(struct effects *effects) {
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (effects->changes[i])
      substitution_free(effects->changes[i]);
  if (effects->initial && !effects->is_derived)
    substitution_free(effects->initial);
  before_map_release(effects->known);
  free(effects->known);
  free(effects->changes);
  free(effects->at);
  arena_release(&effects->arena);
  free(effects);
}

struct term effects_at_entry(struct effects *effects, struct term t) {
  return effects->initial ? substitution_apply(effects->initial, t) : t;
}

bool effect_want_before(const struct program *program,
                        const struct effect *effect, struct bitset *wanted) {
  struct bitset read = {0};
  bool writes = false;
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    writes |= bitset_remove(wanted, effect->havocked[i].id);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    if (!bitset_remove(wanted, effect->bindings[i].target.id))
      continue;
    program_mark_variables(program, effect->bindings[i].value, &read);
    writes = true;
  }
  bitset_unite(wanted, &read);
  bitset_release(&read);
  return writes;
}

bool effects_havocs(const struct effects *effects, struct edge_id edge,
                    struct variable variable) {
  const struct effect *effect = &effects->at[edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (variable_equal(effect->havocked[i], variable))
      return true;
  return false;
}

static bool mentions_havocked(struct effects *effects, struct edge_id edge,
                              struct term t) {
  struct variable_vec variables = {0};
  program_variables_in(effects->program, &t, 1, &variables);
  bool found = false;
  for (uint32_t i = 0; i < variables.count && !found; i++)
    found = effects_havocs(effects, edge, variables.at[i]);
  variable_vec_release(&variables);
  return found;
}

static struct term compute_before(struct effects *effects, struct edge_id edge,
                                  struct term after) {
  if (effects->at[edge.id].havoc_count &&
      mentions_havocked(effects, edge, after))
    return (struct term){0};
  if (!effects->at[edge.id].binding_count)
    return after;
  if (!effects->changes[edge.id])
    effects->changes[edge.id] = make_change(effects, &effects->at[edge.id]);
  return term_split_selects(
      effects->program->terms,
      substitution_apply(effects->changes[edge.id], after));
}

// Every precision asks again for what an earlier one asked.
struct term effects_before(struct effects *effects, struct edge_id edge,
                           struct term after) {
  const struct effect *effect = &effects->at[edge.id];
  if (!effect->havoc_count && !effect->binding_count)
    return after;
  uint64_t key = (uint64_t)edge.id << 32 | after.id;
  struct term *known = before_map_find(effects->known, key);
  if (known)
    return *known;
  struct term before = compute_before(effects, edge, after);
  before_map_put(effects->known, key, before);
  return before;
}
