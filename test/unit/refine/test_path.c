// Feasibility of random paths against all executions.

#include "../abstraction/random_automaton.h"

#include "refine/path.h"

enum { LONGEST = 10 };

static void random_path(struct automaton *a, struct edge_id_vec *path) {
  const struct procedure *f = a->fx.f;
  struct location_id here = f->entry;
  edge_id_vec_clear(path);
  while (path->count < LONGEST) {
    const struct location *from = procedure_location(f, here);
    if (!from->out_count)
      return;
    struct edge_id id = {from->first_out +
                         random_below(&a->random, from->out_count)};
    edge_id_vec_push(path, id);
    here = procedure_edge(f, id)->to;
  }
}

static bool contains(const struct u32_vec *list, uint32_t value) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i] == value)
      return true;
  return false;
}

// Is there an execution along the path that passes the guards of these steps
// (null: of all), except one?
static bool is_feasible(struct automaton *a, const struct edge_id_vec *path,
                        const struct u32_vec *steps, uint32_t except) {
  struct states set = automaton_initial(a), next;
  for (uint32_t i = 0; i < path->count; i++) {
    bool is_ignored = i == except || (steps && !contains(steps, i));
    automaton_post(a, &set, procedure_edge(a->fx.f, path->at[i]), is_ignored,
                   &next);
    set = next;
  }
  return !states_empty(&set);
}

// The solver's inputs pass every guard.
static void check_model(const struct path *path, struct assignment *model) {
  for (uint32_t i = 0; i < path->guards.count; i++)
    assert_true(term_evaluate(model, path->guards.at[i].term));
}

// The guards of the core contradict each other, and no fewer do.
static void check_core(struct automaton *a, const struct edge_id_vec *edges,
                       const struct u32_vec *core) {
  assert_true(core->count > 0);
  for (uint32_t i = 0; i + 1 < core->count; i++)
    assert_true(core->at[i] < core->at[i + 1]);
  assert_false(is_feasible(a, edges, core, UINT32_MAX));
  for (uint32_t i = 0; i < core->count; i++)
    assert_true(is_feasible(a, edges, core, core->at[i]));
}

static enum answer check_random_path(struct automaton *a,
                                     struct solver *solver) {
  struct edge_id_vec edges = {0};
  struct path path = {0};
  struct u32_vec core = {0};
  struct assignment *model = assignment_new(a->fx.program->terms);
  random_path(a, &edges);
  path_execute(&path, a->effects, &edges);
  enum answer answer = path_check(&path, solver, model, &core);
  assert_int_equal(answer, is_feasible(a, &edges, NULL, UINT32_MAX)
                               ? ANSWER_SAT
                               : ANSWER_UNSAT);
  if (answer == ANSWER_SAT)
    check_model(&path, model);
  else
    check_core(a, &edges, &core);
  assert_int_equal(path_check(&path, solver, NULL, NULL), answer);
  assignment_free(model);
  u32_vec_release(&core);
  path_release(&path);
  edge_id_vec_release(&edges);
  return answer;
}

static void test_random(void **state) {
  (void)state;
  uint32_t answers[3] = {0};
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct automaton a;
    automaton_init(&a, seed, 2 + seed % 2);
    struct solver *solver = solver_new(a.fx.program->terms);
    for (uint32_t round = 0; round < 6; round++)
      answers[check_random_path(&a, solver)]++;
    solver_free(solver);
    automaton_release(&a);
  }
  assert_true(answers[ANSWER_SAT] > 50);
  assert_true(answers[ANSWER_UNSAT] > 50);
}

// x is 0 at the start of the program, y unknown; x gets an input, then y is
// compared with it.
static void test_inputs(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct term x = value_of(fx, a.variables[0]);
  struct term y = value_of(fx, a.variables[1]);
  struct location_id one = location(fx, 2), two = location(fx, 3);
  edge(fx, fx->f->entry, one,
       operation_assume(
           term_eq(fx->program->terms, x, constant(fx, 3, a.initial))));
  edge(fx, one, two,
       operation_havoc(fx->program, a.variables, 1, ORIGIN_INPUT,
                       name_of(fx, "input")));
  edge(fx, two, a.bad,
       operation_assume(term_compare(fx->program->terms, OP_ULT, x, y)));
  automaton_end(&a);
  struct edge_id_vec edges = {0};
  struct location_id here = fx->f->entry;
  for (uint32_t i = 0; i < 4; i++) {
    struct edge_id id = {procedure_location(fx->f, here)->first_out};
    edge_id_vec_push(&edges, id);
    here = procedure_edge(fx->f, id)->to;
  }
  struct path path = {0};
  path_execute(&path, a.effects, &edges);
  // The first guard is true as it stands; x's value at the entry is known.
  assert_int_equal(path.guards.count, 1);
  assert_int_equal(path.guards.at[0].step, 2);
  assert_int_equal(path.inputs.count, 2);
  assert_int_equal(path.inputs.at[0].step, 1);
  assert_true(variable_equal(path.inputs.at[0].variable, a.variables[0]));
  assert_int_equal(path.inputs.at[1].step, UINT32_MAX);
  assert_true(variable_equal(path.inputs.at[1].variable, a.variables[1]));
  path_release(&path);
  edge_id_vec_release(&edges);
  automaton_release(&a);
}

// Of two guards that are false the last is the reason: it is what the violation
// is about.
static void test_last_reason(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct term_table *terms = fx->program->terms;
  struct term x = value_of(fx, a.variables[0]);
  struct term other = constant(fx, 3, (a.initial + 1) % 8);
  struct location_id one = location(fx, 2), two = location(fx, 3);
  edge(fx, fx->f->entry, one, operation_assume(term_eq(terms, x, other)));
  edge(fx, one, two, operation_assume(term_true(terms)));
  edge(fx, two, a.bad,
       operation_assume(
           term_not(terms, term_eq(terms, x, constant(fx, 3, a.initial)))));
  automaton_end(&a);
  struct edge_id_vec edges = {0};
  struct location_id here = fx->f->entry;
  while (procedure_location(fx->f, here)->out_count) {
    edge_id_vec_push(
        &edges, (struct edge_id){procedure_location(fx->f, here)->first_out});
    here = procedure_edge(fx->f, edges.at[edges.count - 1])->to;
  }
  struct path path = {0};
  struct u32_vec core = {0};
  struct solver *solver = solver_new(terms);
  path_execute(&path, a.effects, &edges);
  assert_int_equal(path.guards.count, 2);
  assert_int_equal(path_check(&path, solver, NULL, &core), ANSWER_UNSAT);
  assert_int_equal(core.count, 1);
  assert_int_equal(core.at[0], 2);
  u32_vec_release(&core);
  solver_free(solver);
  path_release(&path);
  edge_id_vec_release(&edges);
  automaton_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_last_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
