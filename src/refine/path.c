#include "refine/path.h"

#include <string.h>

#include "base/check.h"
#include "base/map.h"
#include "term/variables.h"

HANDLE_MAP_DEFINE(value_map, struct variable, struct term);

struct execution {
  struct path *path;
  struct effects *effects;
  struct program *program;
  struct value_map values; // of the variables met so far
  struct substitution *substitution;
};

static struct term new_input(struct execution *execution, uint32_t step,
                             struct variable variable) {
  struct program *program = execution->program;
  struct term t = program_term(program, variable);
  struct term input =
      term_variable(program->terms, term_variable_name(program->terms, t),
                    term_sort(program->terms, t));
  const struct term *before = value_map_find(&execution->values, variable);
  path_input_vec_push(&execution->path->inputs,
                      (struct path_input){step, variable, input,
                                          before ? *before : (struct term){0}});
  return input;
}

static void set_value(struct execution *execution, struct variable variable,
                      struct term value) {
  value_map_put(&execution->values, variable, value);
  substitution_set(execution->substitution,
                   program_term(execution->program, variable), value);
}

// A variable that was never written has the value it had at the entry.
// Addresses are constants of their own.
static void meet_variables(struct execution *execution, struct term t) {
  struct program *program = execution->program;
  struct term_vec parts = {0};
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    bool is_address =
        program_variable(program, variable)->kind == VARIABLE_ADDRESS;
    if (is_address || value_map_has(&execution->values, variable))
      continue;
    struct term known = effects_at_entry(execution->effects, parts.at[i]);
    bool is_given = !term_equal(known, parts.at[i]);
    set_value(execution, variable,
              is_given ? known : new_input(execution, UINT32_MAX, variable));
  }
  term_vec_release(&parts);
}

static struct term evaluate(struct execution *execution, struct term t) {
  meet_variables(execution, t);
  return substitution_apply(execution->substitution, t);
}

static void take_guard(struct execution *execution, uint32_t step,
                       struct term guard) {
  struct term t = evaluate(execution, guard);
  if (!term_is_true(execution->program->terms, t))
    path_guard_vec_push(&execution->path->guards, (struct path_guard){step, t});
}

static void take_bindings(struct execution *execution,
                          const struct effect *effect) {
  struct term_vec values = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++)
    term_vec_push(&values, evaluate(execution, effect->bindings[i].value));
  for (uint32_t i = 0; i < effect->binding_count; i++)
    set_value(execution, effect->bindings[i].target, values.at[i]);
  term_vec_release(&values);
}

void path_execute(struct path *path, struct effects *effects,
                  const struct edge_id_vec *edges) {
  struct execution execution = {.path = path,
                                .effects = effects,
                                .program = effects->program,
                                .substitution =
                                    substitution_new(effects->program->terms)};
  for (uint32_t i = 0; i < edges->count; i++) {
    const struct effect *effect = &effects->at[edges->at[i].id];
    take_guard(&execution, i, effect->guard);
    take_bindings(&execution, effect);
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      set_value(&execution, effect->havocked[k],
                new_input(&execution, i, effect->havocked[k]));
  }
  substitution_free(execution.substitution);
  value_map_release(&execution.values);
}

void path_release(struct path *path) {
  path_guard_vec_release(&path->guards);
  path_input_vec_release(&path->inputs);
}

enum answer path_check(const struct path *path, struct solver *solver,
                       struct assignment *model, struct u32_vec *core) {
  struct query *query = query_new(solver, PURPOSE_FEASIBILITY);
  struct term_vec guards = {0};
  for (uint32_t i = 0; i < path->guards.count; i++)
    term_vec_push(&guards, path->guards.at[i].term);
  enum answer answer = query_check(query, guards.at, guards.count);
  if (answer == ANSWER_SAT && model)
    query_model(query, model);
  if (answer == ANSWER_UNSAT && core) {
    query_core(query, true, core);
    for (uint32_t i = 0; i < core->count; i++)
      core->at[i] = path->guards.at[core->at[i]].step;
    for (uint32_t i = 1; i < core->count; i++)
      DCHECK(core->at[i - 1] < core->at[i], "the steps are not ascending");
  }
  term_vec_release(&guards);
  query_free(query);
  return answer;
}

// Drops the last of those that do not fit together, or all of them when that
// has taken long.
static void drop_preferred(struct query *query, struct term_vec *left,
                           bool is_late) {
  struct u32_vec core = {0};
  query_core(query, false, &core);
  for (uint32_t i = core.count; i-- > 0;) {
    uint32_t at = core.at[i];
    memmove(&left->at[at], &left->at[at + 1],
            (left->count - at - 1) * sizeof *left->at);
    left->count--;
    if (!is_late)
      break;
  }
  if (!core.count)
    term_vec_clear(left);
  u32_vec_release(&core);
}

enum answer path_check_preferring(const struct path *path,
                                  struct solver *solver,
                                  const struct term_vec *preferred,
                                  struct assignment *model) {
  enum { PATIENT_ROUNDS = 16 };
  struct query *query = query_new(solver, PURPOSE_FEASIBILITY);
  for (uint32_t i = 0; i < path->guards.count; i++)
    query_assert(query, path->guards.at[i].term);
  struct term_vec left = {0};
  term_vec_append(&left, preferred->at, preferred->count);
  enum answer answer = query_check(query, left.at, left.count);
  for (uint32_t round = 0; answer == ANSWER_UNSAT && left.count; round++) {
    drop_preferred(query, &left, round >= PATIENT_ROUNDS);
    answer = query_check(query, left.at, left.count);
  }
  if (answer == ANSWER_SAT)
    query_model(query, model);
  term_vec_release(&left);
  query_free(query);
  return answer;
}
