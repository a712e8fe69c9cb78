// Symbolic states against stepping with numbers, and what is live against what
// conditions can tell.

#include "random_automaton.h"

#include "abstraction/symbolic_state.h"

enum { LONGEST = 12 };

// A walk along edges with numbers: inputs get random values, and symbolic
// states are told those.
struct walk {
  struct automaton a;
  uint32_t state;                // now
  struct assignment *assignment; // at the beginning, and of inputs
  uint32_t drawn;                // for the last havoc
};

static struct term draw_input(void *context, struct variable variable) {
  struct walk *w = context;
  struct term t = program_term(w->a.fx.program, variable);
  struct term input = term_variable_again(w->a.fx.program->terms, t);
  w->drawn = random_below(&w->a.random, 8);
  assignment_set(w->assignment, input, w->drawn);
  return input;
}

static void walk_init(struct walk *w, uint64_t seed) {
  *w = (struct walk){0};
  automaton_init(&w->a, seed, 3);
  w->assignment = assignment_new(w->a.fx.program->terms);
  w->state = random_below(&w->a.random, automaton_states(&w->a));
  for (uint32_t i = 0; i < 3; i++)
    assignment_set(w->assignment, value_of(&w->a.fx, w->a.variables[i]),
                   state_value(w->state, i));
}

static void walk_release(struct walk *w) {
  assignment_free(w->assignment);
  automaton_release(&w->a);
}

static uint32_t random_edges(struct automaton *a, uint32_t *edges) {
  uint32_t count = 0;
  struct location_id at = a->fx.f->entry;
  const struct location *location = procedure_location(a->fx.f, at);
  for (; count < LONGEST && location->out_count; count++) {
    edges[count] =
        location->first_out + random_below(&a->random, location->out_count);
    at = a->fx.f->edges.at[edges[count]].to;
    location = procedure_location(a->fx.f, at);
  }
  return count;
}

// Numbers after the edge; the last havoc drew its own.
static void step(struct walk *w, uint32_t edge) {
  const struct operation *op = &w->a.fx.f->edges.at[edge].op;
  if (op->kind == OPERATION_ASSIGN)
    w->state = automaton_assigned(&w->a, w->state, op);
  else if (op->kind == OPERATION_HAVOC)
    w->state = state_with(
        w->state, automaton_index(&w->a, op->havoc.targets[0]), w->drawn);
}

static void check_values(struct walk *w, struct symbolic_state *state) {
  for (uint32_t i = 0; i < 3; i++) {
    struct term t = value_of(&w->a.fx, w->a.variables[i]);
    assert_int_equal(
        (uint32_t)term_evaluate(w->assignment, symbolic_state_read(state, t)),
        state_value(w->state, i));
  }
}

// All edges at once, and the last ones executed apart and put behind the first.
static void test_steps(void **context) {
  (void)context;
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct walk w;
    uint32_t edges[LONGEST];
    walk_init(&w, seed);
    struct symbolic_rules rules = {.havocked = draw_input, .context = &w};
    struct program *program = w.a.fx.program;
    uint32_t count = random_edges(&w.a, edges), first = count / 2;
    struct symbolic_state whole = symbolic_state_new(program);
    struct symbolic_state begun = {0}, rest = symbolic_state_new(program);
    for (uint32_t i = 0; i < count; i++) {
      if (i == first)
        begun = symbolic_state_copy(&whole);
      const struct effect *effect = &w.a.effects->at[edges[i]];
      symbolic_state_apply(&whole, effect, &rules, &whole);
      step(&w, edges[i]);
      check_values(&w, &whole);
      if (i < first)
        continue;
      struct symbolic_rules same = {0};
      if (effect->havoc_count) // the input that the whole took
        symbolic_state_set(&rest, effect->havocked[0],
                           symbolic_state_value(&whole, effect->havocked[0]));
      else
        symbolic_state_apply(&rest, effect, &same, &rest);
    }
    if (count) {
      struct symbolic_state after = symbolic_state_copy(&begun);
      symbolic_state_compose(&begun, &rest, &after);
      check_values(&w, &after);
      symbolic_state_release(&after);
    }
    symbolic_state_release(&begun);
    symbolic_state_release(&rest);
    symbolic_state_release(&whole);
    walk_release(&w);
  }
}

static struct term no_value(void *context, struct variable variable) {
  struct automaton *a = context;
  return constant(&a->fx, AUTOMATON_WIDTH, automaton_index(a, variable) + 5);
}

static struct term no_change(void *context, struct variable variable,
                             struct term value) {
  (void)value;
  return no_value(context, variable);
}

// Rules say what is followed, what is there at first, and what is left.
static void test_rules(void **context) {
  (void)context;
  struct automaton a;
  automaton_init(&a, 1, 3);
  struct program *program = a.fx.program;
  struct bitset relevant = {0};
  bitset_add(&relevant, a.variables[1].id);
  struct binding bindings[] = {
      {a.variables[0], value_of(&a.fx, a.variables[1])},
      {a.variables[1], value_of(&a.fx, a.variables[0])}};
  struct effect swap = {.bindings = bindings, .binding_count = 2};
  struct symbolic_rules rules = {
      .relevant = &relevant, .first = no_value, .context = &a};
  struct symbolic_state state = symbolic_state_new(program);
  symbolic_state_apply(&state, &swap, &rules, &state);
  struct term five = constant(&a.fx, AUTOMATON_WIDTH, 5);
  struct term six = constant(&a.fx, AUTOMATON_WIDTH, 6);
  assert_true(term_equal(symbolic_state_value(&state, a.variables[0]), five));
  assert_true(term_equal(symbolic_state_value(&state, a.variables[1]), five));
  assert_true(term_is_none(symbolic_state_value(&state, a.variables[2])));
  rules.assigned = no_change;
  symbolic_state_apply(&state, &swap, &rules, &state);
  assert_true(term_equal(symbolic_state_value(&state, a.variables[1]), six));
  symbolic_state_release(&state);
  bitset_release(&relevant);
  automaton_release(&a);
}

// From two states that differ in what is not live, the same edges can be taken.
static void test_live(void **context) {
  (void)context;
  uint32_t dead = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    struct walk w;
    uint32_t edges[LONGEST];
    walk_init(&w, seed);
    struct flow_sets live = question_live(w.a.question);
    uint32_t count = random_edges(&w.a, edges), other = w.state;
    for (uint32_t i = 0; i < 3; i++)
      if (!bitset_has(&live.at[w.a.fx.f->entry.id], w.a.variables[i].id)) {
        other = state_with(other, i, random_below(&w.a.random, 8));
        dead++;
      }
    for (uint32_t i = 0; i < count; i++) {
      struct term guard = w.a.effects->at[edges[i]].guard;
      bool goes_on = automaton_holds(&w.a, w.state, guard);
      assert_int_equal(goes_on, automaton_holds(&w.a, other, guard));
      if (!goes_on)
        break;
      uint32_t before = w.state;
      w.drawn = random_below(&w.a.random, 8);
      w.state = other;
      step(&w, edges[i]);
      other = w.state;
      w.state = before;
      step(&w, edges[i]);
    }
    flow_sets_release(&live);
    walk_release(&w);
  }
  assert_true(dead > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_live),
  };
  return cmocka_run_group_tests_name("symbolic state", tests, NULL, NULL);
}
