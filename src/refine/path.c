#include "refine/path.h"

#include <string.h>

#include "abstraction/symbolic_state.h"
#include "base/check.h"

struct execution {
  struct path *path;
  struct effects *effects;
  struct symbolic_state state;
  uint32_t step;
};

static struct term new_input(struct execution *execution, uint32_t step,
                             struct variable variable) {
  struct program *program = execution->effects->program;
  struct path_input input = {
      .step = step,
      .variable = variable,
      .term =
          term_variable_again(program->terms, program_term(program, variable)),
      .before = symbolic_state_value(&execution->state, variable)};
  path_input_vec_push(&execution->path->inputs, input);
  return input.term;
}

// A variable that was never written has the value it had at the entry.
static struct term value_at_entry(void *context, struct variable variable) {
  struct execution *execution = context;
  struct effects *effects = execution->effects;
  struct term t = program_term(effects->program, variable);
  struct term known = effects_at_entry(effects, t);
  return term_equal(known, t) ? new_input(execution, UINT32_MAX, variable)
                              : known;
}

static struct term havocked_value(void *context, struct variable variable) {
  struct execution *execution = context;
  return new_input(execution, execution->step, variable);
}

void path_execute(struct path *path, struct effects *effects,
                  const struct edge_id_vec *edges) {
  struct execution execution = {.path = path,
                                .effects = effects,
                                .state = symbolic_state_new(effects->program)};
  struct symbolic_rules rules = {.first = value_at_entry,
                                 .havocked = havocked_value,
                                 .context = &execution};
  struct symbolic_state *state = &execution.state;
  for (uint32_t i = 0; i < edges->count; i++) {
    const struct effect *effect = &effects->at[edges->at[i].id];
    execution.step = i;
    struct term guard = symbolic_state_evaluate(state, &rules, effect->guard);
    if (!term_is_true(effects->program->terms, guard)) {
      path_guard_vec_push(&path->guards, (struct path_guard){i, guard});
      path->is_refuted = term_is_false(effects->program->terms, guard);
    }
    symbolic_state_apply(state, effect, &rules, state);
  }
  symbolic_state_release(state);
}

void path_release(struct path *path) {
  path_guard_vec_release(&path->guards);
  path_input_vec_release(&path->inputs);
}

enum answer path_check(const struct path *path, struct solver *solver,
                       struct assignment *model, struct u32_vec *core) {
  if (path->is_refuted) {
    if (core)
      u32_vec_push(core, path->guards.at[path->guards.count - 1].step);
    return ANSWER_UNSAT;
  }
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
