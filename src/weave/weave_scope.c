// The places of a specification (scope.h) at a call or at an entry.
#include "weave/weaver.h"

#include "term/variables.h"

// Which places do the terms mention, also through addresses?
static void find_used(const struct weaver *w, const struct spec_scope *scope,
                      const struct term_vec *mentioned, struct bitset *used) {
  struct term_vec roots = {0}, parts = {0};
  term_vec_append(&roots, mentioned->at, mentioned->count);
  for (uint32_t i = scope->places.count; i-- > 0;) {
    const struct spec_place *place = &scope->places.at[i];
    term_vec_clear(&parts);
    term_collect(w->program->terms, roots.at, roots.count, &parts);
    if (!term_vec_has(&parts, place->variable))
      continue;
    bitset_add(used, i);
    if (place->kind == PLACE_MEMORY)
      term_vec_push(&roots, place->address);
  }
  term_vec_release(&roots);
  term_vec_release(&parts);
}

// Can a call change the value of the term? Only globals, and its own target.
static bool is_changed(const struct weaver *w, struct term t,
                       struct variable target) {
  struct term_vec parts = {0};
  bool found = false;
  term_variables(w->program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable = program_variable_of(w->program, parts.at[i]);
    found = variable_equal(variable, target) ||
            program_variable(w->program, variable)->kind == VARIABLE_GLOBAL;
  }
  term_vec_release(&parts);
  return found;
}

static struct location_id any_value(struct weaver *w,
                                    const struct spec_place *place,
                                    struct substitution *bound,
                                    struct location_id from) {
  struct variable any = weave_variable(
      w, name_text(w->program->names, place->text),
      term_sort(w->program->terms, place->variable), place->type);
  substitution_set(bound, place->variable, program_term(w->program, any));
  return weave_havoc(w, from, any, place->text);
}

static struct location_id bind_parameter(struct weaver *w,
                                         const struct spec_scope *scope,
                                         const struct spec_place *place,
                                         const struct actuals *actuals,
                                         bool keeps, struct substitution *bound,
                                         struct location_id from) {
  struct term actual = scope_actual(w->program->terms, w->program->types, scope,
                                    place, actuals->arguments, actuals->count);
  if (term_is_none(actual))
    return any_value(w, place, bound, from);
  if (keeps && is_changed(w, actual, actuals->target)) {
    struct variable copy =
        weave_variable(w, name_text(w->program->names, place->text),
                       term_sort(w->program->terms, actual), place->type);
    from = weave_assign(w, from, copy, actual);
    actual = program_term(w->program, copy);
  }
  substitution_set(bound, place->variable, actual);
  return from;
}

struct term weave_astray(struct weaver *w, const struct spec_scope *scope,
                         struct term address, struct substitution *bound) {
  struct term_table *terms = w->program->terms;
  struct term_vec parts = {0};
  struct term astray = weave_null_test(w, substitution_apply(bound, address));
  term_collect(terms, &address, 1, &parts);
  for (uint32_t i = 0; i < scope->places.count; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (place->kind == PLACE_MEMORY && term_vec_has(&parts, place->variable))
      astray =
          term_or(terms, astray, weave_astray(w, scope, place->address, bound));
  }
  term_vec_release(&parts);
  return astray;
}

static struct location_id bind_memory(struct weaver *w,
                                      const struct spec_scope *scope,
                                      const struct spec_place *place,
                                      struct substitution *bound,
                                      struct location_id from) {
  struct variable loaded = weave_variable(
      w, name_text(w->program->names, place->text),
      term_sort(w->program->terms, place->variable), place->type);
  from = weave_load(w, from, loaded, substitution_apply(bound, place->address),
                    weave_astray(w, scope, place->address, bound));
  substitution_set(bound, place->variable, program_term(w->program, loaded));
  return from;
}

// Globals change; what they were is kept.
static struct location_id bind_old(struct weaver *w,
                                   const struct spec_place *place,
                                   struct substitution *bound,
                                   struct location_id from) {
  struct variable kept =
      weave_variable(w, name_text(w->program->names, place->text),
                     term_sort(w->program->terms, place->global), place->type);
  from = weave_assign(w, from, kept, place->global);
  substitution_set(bound, place->variable,
                   scope_fit(w->program->terms, w->program->types, place,
                             program_term(w->program, kept)));
  return from;
}

struct location_id weave_scope_later(struct weaver *w,
                                     const struct spec_scope *scope,
                                     const struct term_vec *mentioned,
                                     struct substitution *bound,
                                     struct location_id from) {
  struct bitset used = {0};
  find_used(w, scope, mentioned, &used);
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (bitset_has(&used, i) && scope->places.at[i].kind == PLACE_MEMORY &&
        scope->places.at[i].is_later)
      from = bind_memory(w, scope, &scope->places.at[i], bound, from);
  bitset_release(&used);
  return from;
}

struct location_id weave_scope(struct weaver *w, const struct spec_scope *scope,
                               const struct actuals *actuals,
                               const struct term_vec *mentioned, bool keeps,
                               struct substitution *bound,
                               struct location_id from) {
  struct bitset used = {0};
  find_used(w, scope, mentioned, &used);
  for (uint32_t i = 0; i < scope->places.count; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (!bitset_has(&used, i))
      continue;
    switch (place->kind) {
    case PLACE_PARAMETER:
      from = bind_parameter(w, scope, place, actuals, keeps, bound, from);
      break;
    case PLACE_MEMORY:
      if (!place->is_later)
        from = bind_memory(w, scope, place, bound, from);
      break;
    case PLACE_OLD: from = bind_old(w, place, bound, from); break;
    case PLACE_UNKNOWN: from = any_value(w, place, bound, from); break;
    case PLACE_RESULT:
      if (scope_is_copied(scope, place))
        from = bind_parameter(w, scope, place, actuals, keeps, bound, from);
      break;
    }
  }
  bitset_release(&used);
  return from;
}
