// Concrete walks: each goes where the automaton goes with the inputs it took.

#include "random_graph.h"

struct drawing {
  struct automaton *a;
  const struct journey *real;
  struct random random;
  uint32_t arrivals;
};

static u128 draw_value(void *context, struct edge_id edge,
                       struct variable variable) {
  struct drawing *drawing = context;
  assert_true(!edge.id || effects_havocs(drawing->a->effects, edge, variable));
  // Bits beyond the width must not matter.
  return random_next(&drawing->random);
}

// What is met can be reached.
static void arrive(void *context, struct location_id location,
                   struct assignment *values) {
  struct drawing *drawing = context;
  struct automaton *a = drawing->a;
  uint32_t state = 0;
  for (uint32_t v = 0; v < a->variable_count; v++)
    state = state_with(
        state, v,
        (uint32_t)term_evaluate(values, value_of(&a->fx, a->variables[v])));
  assert_true(drawing->real->at[location.id].has[state]);
  drawing->arrivals++;
}

// Nothing is enabled in the state: the walk had to end.
static void check_stuck(struct automaton *a, struct location_id here,
                        uint32_t state) {
  const struct location *location = procedure_location(a->fx.f, here);
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct states next = {0};
    const struct edge *taken = &a->fx.f->edges.at[location->first_out + i];
    assert_true(graph_goes_on(taken));
    graph_successors(a, state, taken, &next);
    assert_true(states_empty(&next));
  }
}

static void check_end(struct automaton *a, const struct walk *walk,
                      enum walk_outcome outcome, uint32_t steps) {
  struct edge_id last = {0};
  if (!walk->path.count)
    return;
  uint32_t state = check_walk(a, walk);
  last = walk->path.at[walk->path.count - 1];
  enum role kind = question_role(a->question, last);
  assert_int_equal(outcome == WALK_VIOLATED, kind == ROLE_VIOLATES);
  if (outcome == WALK_STOPPED)
    assert_true(kind == ROLE_UNSUPPORTED || walk->path.count == steps);
  if (outcome != WALK_ENDED)
    return;
  const struct edge *taken = procedure_edge(a->fx.f, last);
  check_stuck(a, taken->to,
              walk_step(a, walk, walk->path.count - 1, taken, state));
}

static void test_random(void **state) {
  (void)state;
  uint32_t outcomes[3] = {0};
  for (uint64_t seed = 0; seed < 400; seed++) {
    struct automaton a;
    struct journey real;
    struct walk walk = {0};
    if (seed % 2)
      graph_init(&a, seed, false, seed % 3 == 0);
    else
      nest_init(&a, seed, 2 + seed % 4 / 2);
    journey_all(&real, &a);
    struct drawing drawing = {&a, &real, {seed}, 0};
    struct walk_source source = {
        .value = draw_value, .arrive = arrive, .context = &drawing};
    enum walk_outcome outcome = walk_run(&walk, a.question, NULL, &source, 60);
    outcomes[outcome]++;
    assert_true(drawing.arrivals >= walk.path.count);
    check_end(&a, &walk, outcome, 60);
    walk_release(&walk);
    journey_release(&real);
    automaton_release(&a);
  }
  for (int i = 0; i < 3; i++)
    assert_in_range(outcomes[i], 40, 300);
}

// Variables that are not followed take no inputs.
static void test_relevant(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct automaton a;
    struct walk walk = {0};
    struct bitset relevant = {0};
    graph_init(&a, seed, false, true);
    bitset_add(&relevant, a.variables[0].id);
    bitset_add(&relevant, a.variables[1].id);
    struct drawing drawing = {&a, NULL, {seed}, 0};
    struct walk_source source = {.value = draw_value, .context = &drawing};
    walk_run(&walk, a.question, &relevant, &source, 60);
    for (uint32_t i = 0; i < walk.inputs.count; i++)
      assert_int_not_equal(walk.inputs.at[i].variable.id, a.variables[2].id);
    walk_release(&walk);
    bitset_release(&relevant);
    automaton_release(&a);
  }
}

// A global that starts as the address of something has that address, whichever
// of the two is older.
static void test_addresses(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct term_table *terms = fx->program->terms;
  struct variable p =
      variable(fx, VARIABLE_GLOBAL, "p", pointer_to(fx, fx->type_int));
  struct object_id later = object(fx, OBJECT_GLOBAL, "later", fx->type_int);
  struct term address = address_of(fx, later, 0);
  program_variable(fx->program, p)->initial = address;
  automaton_branch(&a, fx->f->entry, fx->f->exit, a.bad,
                   term_eq(terms, value_of(fx, p), address));
  automaton_end(&a);
  struct walk walk = {0};
  struct drawing drawing = {&a, NULL, {1}, 0};
  struct walk_source source = {.value = draw_value, .context = &drawing};
  assert_int_equal(walk_run(&walk, a.question, NULL, &source, 10), WALK_ENDED);
  walk_release(&walk);
  automaton_release(&a);
}

static u128 give_two(void *context, struct edge_id edge,
                     struct variable variable) {
  (void)context;
  (void)edge;
  (void)variable;
  return 2;
}

// An input is what the walk made of it: of 2 a Boolean takes the last bit.
static void test_boolean(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct variable_info info = {
      .kind = VARIABLE_LOCAL, .name = name_of(fx, "b"), .owner = fx->f->self};
  struct variable b = program_add_variable(fx->program, info, sort_bool());
  struct location_id next = location(fx, 2);
  edge(fx, fx->f->entry, next,
       operation_havoc(fx->program, &b, 1, ORIGIN_INPUT, name_of(fx, "b")));
  automaton_branch(&a, next, fx->f->exit, a.bad, value_of(fx, b));
  automaton_end(&a);
  struct walk walk = {0};
  struct walk_source source = {.value = give_two};
  assert_int_equal(walk_run(&walk, a.question, NULL, &source, 9), WALK_VIOLATED);
  struct walk_input last = *walk_input_vec_last(&walk.inputs);
  assert_int_equal(last.variable.id, b.id);
  assert_int_equal(last.value, 0);
  walk_release(&walk);
  automaton_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_relevant),
      cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_boolean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
