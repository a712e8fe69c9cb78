#include "abstraction/must.h"

#include "term/variables.h"

// Does the term speak of havocked variables alone?
static bool is_havocked(const struct effects *effects, struct edge_id edge,
                        struct term t) {
  const struct program *program = effects->program;
  struct term_vec parts = {0};
  bool all = true;
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && all; i++)
    all = effects_havocs(effects, edge,
                         program_variable_of(program, parts.at[i]));
  term_vec_release(&parts);
  return all;
}

static bool is_exact(const struct effect *effect) {
  return !effect->havoc_count || effect->origin != ORIGIN_APPROXIMATION;
}

// What must hold before, and what must be possible for the havocked variables.
// False when a literal depends on both.
static bool split(struct effects *effects, struct edge_id edge,
                  const struct term_vec *target, struct term *before,
                  struct term *any) {
  struct term_table *terms = effects->program->terms;
  *before = effects->at[edge.id].guard;
  *any = term_true(terms);
  for (uint32_t i = 0; i < target->count; i++) {
    struct term literal = effects_before(effects, edge, target->at[i]);
    if (!term_is_none(literal))
      *before = term_and(terms, *before, literal);
    else if (is_havocked(effects, edge, target->at[i]))
      *any = term_and(terms, *any, target->at[i]);
    else
      return false;
  }
  return true;
}

static bool is_possible(struct solver *solver, struct term_table *terms,
                        struct term t) {
  return term_is_true(terms, t) ||
         solver_check(solver, PURPOSE_SUCCESSOR, &t, 1) == ANSWER_SAT;
}

static bool is_implied(struct solver *solver, struct term_table *terms,
                       const struct term_vec *source, struct term t) {
  if (term_is_true(terms, t))
    return true;
  struct term_vec all = {0};
  term_vec_append(&all, source->at, source->count);
  term_vec_push(&all, term_not(terms, t));
  bool is_implied = solver_check(solver, PURPOSE_SUCCESSOR, all.at,
                                 all.count) == ANSWER_UNSAT;
  term_vec_release(&all);
  return is_implied;
}

bool must_step(struct effects *effects, struct solver *solver,
               struct edge_id edge, const struct term_vec *source,
               const struct term_vec *target) {
  struct term_table *terms = effects->program->terms;
  struct term before, any;
  return is_exact(&effects->at[edge.id]) &&
         split(effects, edge, target, &before, &any) &&
         is_implied(solver, terms, source, before) &&
         is_possible(solver, terms, any);
}

bool must_start(struct effects *effects, struct solver *solver,
                const struct term_vec *target) {
  struct term_table *terms = effects->program->terms;
  struct term all = term_true(terms);
  for (uint32_t i = 0; i < target->count; i++)
    all = term_and(terms, all, effects_at_entry(effects, target->at[i]));
  return is_possible(solver, terms, all);
}
