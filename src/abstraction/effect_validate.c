// What effect.h states about the effects of a procedure's edges.
#include "abstraction/effect.h"

#include "base/strbuf.h"

struct validation {
  const struct effects *effects;
  struct strbuf *errors;
  uint32_t edge;
};

static void report(struct validation *v, const char *what) {
  strbuf_format(v->errors, "edge %u: %s\n", v->edge, what);
}

static bool is_variable(const struct validation *v, struct variable variable) {
  return variable.id && variable.id < v->effects->program->variables.count;
}

// Each variable gets one value, from a binding or from a havoc.
static void check_targets(struct validation *v, const struct effect *effect) {
  const struct program *program = v->effects->program;
  struct bitset written = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    const struct binding *binding = &effect->bindings[i];
    if (!is_variable(v, binding->target))
      report(v, "binds no variable");
    else if (!sort_equal(term_sort(program->terms, binding->value),
                         term_sort(program->terms,
                                   program_term(program, binding->target))))
      report(v, "binds a value of another sort");
    else if (!bitset_add(&written, binding->target.id))
      report(v, "binds a variable twice");
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (!is_variable(v, effect->havocked[i]))
      report(v, "havocs no variable");
    else if (!bitset_add(&written, effect->havocked[i].id))
      report(v, "havocs a variable that it writes already");
  bitset_release(&written);
}

static void check_effect(struct validation *v) {
  const struct effects *effects = v->effects;
  const struct effect *effect = &effects->at[v->edge];
  if (effect->kind > EFFECT_UNSUPPORTED)
    report(v, "is of no kind");
  if (term_is_none(effect->guard) ||
      !sort_is_bool(term_sort(effects->program->terms, effect->guard)))
    report(v, "the guard is not Boolean");
  check_targets(v, effect);
  if (effects->changes[v->edge] && !effect->binding_count)
    report(v, "changes variables without a binding");
}

static bool same_bindings(const struct effect *a, const struct effect *b) {
  if (a->binding_count != b->binding_count || a->havoc_count != b->havoc_count)
    return false;
  for (uint32_t i = 0; i < a->binding_count; i++)
    if (!variable_equal(a->bindings[i].target, b->bindings[i].target) ||
        !term_equal(a->bindings[i].value, b->bindings[i].value))
      return false;
  for (uint32_t i = 0; i < a->havoc_count; i++)
    if (!variable_equal(a->havocked[i], b->havocked[i]))
      return false;
  return term_equal(a->guard, b->guard);
}

// An edge that has an original does the same between the same places.
static void check_original(struct validation *v) {
  const struct effects *effects = v->effects, *base = effects->base;
  uint32_t original = effects->originals[v->edge];
  if (!original)
    return;
  if (original >= base->procedure->edges.count) {
    report(v, "is a copy of no edge");
    return;
  }
  const struct edge *copy = &effects->procedure->edges.at[v->edge];
  const struct edge *edge = &base->procedure->edges.at[original];
  if (effects->places[copy->from.id] != edge->from.id ||
      effects->places[copy->to.id] != edge->to.id)
    report(v, "is a copy of an edge between other places");
  else if (!same_bindings(&effects->at[v->edge], &base->at[original]))
    report(v, "is a copy of an edge that does something else");
}

static void check_places(struct validation *v) {
  const struct effects *effects = v->effects;
  uint32_t places = effects->base->procedure->locations.count;
  for (uint32_t i = 1; i < effects->procedure->locations.count; i++)
    if (effects->places[i] >= places)
      strbuf_format(v->errors, "location %u is a copy of none\n", i);
}

bool effects_validate(const struct effects *effects, struct strbuf *errors) {
  size_t before = errors->length;
  struct validation v = {.effects = effects, .errors = errors};
  if (!effects->base != !effects->places ||
      !effects->base != !effects->originals)
    strbuf_add(errors, "a base without places and originals\n");
  else if (effects->base)
    check_places(&v);
  for (v.edge = 1; v.edge < effects->procedure->edges.count; v.edge++) {
    check_effect(&v);
    if (effects->base && errors->length == before)
      check_original(&v);
  }
  return errors->length == before;
}
