// Loops as a whole against exhaustive exploration: every answer is right.

#include "../abstraction/random_graph.h"

#include "program/slice.h"
#include "tactic/loops.h"

struct setting {
  struct automaton a;
  struct slice slice;
  struct solver *solver;
  struct log log;
  struct loops loops;
  struct walk walk;
  struct journey real;
  uint32_t polls; // that are left
};

// Like component_init: only what leads to a violation, or to something that is
// not modelled.
static void cut(struct setting *s) {
  struct question *question = s->a.question;
  struct bitset targets = {0};
  uint32_t count = s->a.fx.f->edges.count;
  for (uint32_t i = 1; i < count; i++)
    if (question->roles[i] == ROLE_VIOLATES ||
        question->roles[i] == ROLE_UNSUPPORTED)
      bitset_add(&targets, i);
  slice_init(&s->slice, s->a.fx.program, s->a.fx.f,
             (struct slice_targets){.edges = &targets});
  question_cut(question, &s->slice.edges, NULL);
  bitset_release(&targets);
}

static bool count_down(void *context) {
  uint32_t *left = context;
  if (*left)
    --*left;
  return *left == 0;
}

static void setting_start(struct setting *s, uint32_t polls) {
  journey_all(&s->real, &s->a);
  cut(s);
  s->solver = solver_new(s->a.fx.program->terms);
  s->log = (struct log){0};
  s->walk = (struct walk){0};
  s->polls = polls;
  loops_init(&s->loops, s->a.question, &s->slice.variables, s->solver, &s->log);
  s->loops.poll = (struct poll){count_down, &s->polls};
}

static void setting_release(struct setting *s) {
  loops_release(&s->loops);
  walk_release(&s->walk);
  solver_free(s->solver);
  slice_release(&s->slice);
  journey_release(&s->real);
  automaton_release(&s->a);
}

// Inputs of variables that do not matter are not taken: zero for them.
static void complete_walk(struct setting *s) {
  for (uint32_t v = 1; v < s->a.variable_count; v++)
    if (!slice_has_variable(&s->slice, s->a.variables[v]))
      walk_input_vec_push(&s->walk.inputs,
                          (struct walk_input){.step = UINT32_MAX,
                                              .variable = s->a.variables[v],
                                              .value = 0});
  for (uint32_t i = 0; i < s->walk.path.count; i++) {
    const struct effect *effect = &s->a.effects->at[s->walk.path.at[i].id];
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      if (!slice_has_variable(&s->slice, effect->havocked[k]))
        walk_input_vec_push(&s->walk.inputs,
                            (struct walk_input){.step = i,
                                                .variable = effect->havocked[k],
                                                .value = 0});
  }
}

static void check(struct setting *s, uint32_t *outcomes) {
  bool violates = journey_ends(&s->real, &s->a, ROLE_VIOLATES);
  bool is_odd = journey_ends(&s->real, &s->a, ROLE_UNSUPPORTED);
  enum loops_outcome outcome = loops_decide(&s->loops, &s->walk);
  outcomes[outcome]++;
  switch (outcome) {
  case LOOPS_OPEN: return;
  case LOOPS_PROVED:
    assert_true(lemmas_hold(&s->loops.lemmas));
    assert_true(lemmas_suffice(&s->loops.lemmas));
    assert_false(violates || is_odd);
    return;
  case LOOPS_COVERED: assert_false(violates || is_odd); return;
  case LOOPS_VIOLATED:
    assert_true(violates);
    complete_walk(s);
    check_violation(&s->a, &s->walk);
    return;
  }
}

static void test_graphs(void **state) {
  (void)state;
  uint32_t outcomes[4] = {0};
  for (uint64_t seed = 0; seed < 70; seed++) {
    struct setting s;
    graph_init(&s.a, seed, false, seed % 3 == 0);
    setting_start(&s, 80);
    check(&s, outcomes);
    setting_release(&s);
  }
  assert_true(outcomes[LOOPS_PROVED] + outcomes[LOOPS_COVERED] > 15 &&
              outcomes[LOOPS_VIOLATED] > 15);
}

static void test_programs(void **state) {
  (void)state;
  uint32_t outcomes[4] = {0};
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2 + seed % 2);
    setting_start(&s, 400);
    check(&s, outcomes);
    setting_release(&s);
  }
  assert_true(outcomes[LOOPS_PROVED] + outcomes[LOOPS_COVERED] > 10 &&
              outcomes[LOOPS_VIOLATED] > 10);
}

// y = 3 y + 1, six times from 1 on: no relation that is guessed says that it is
// `wanted` then, but six rounds are few.
static void test_covered(void **state) {
  (void)state;
  for (u128 wanted = 4; wanted <= 5; wanted++) {
    struct setting s;
    automaton_begin(&s.a, 1, 2);
    struct fixture *fx = &s.a.fx;
    struct term_table *terms = fx->program->terms;
    struct term x = value_of(fx, s.a.variables[0]);
    struct term y = value_of(fx, s.a.variables[1]);
    struct term one = constant(fx, 3, 1), three = constant(fx, 3, 3);
    struct binding first[] = {{s.a.variables[0], constant(fx, 3, 0)},
                              {s.a.variables[1], one}};
    struct binding next[] = {
        {s.a.variables[0], term_add(terms, x, one)},
        {s.a.variables[1],
         term_add(terms, term_binary(terms, OP_MUL, y, three), one)}};
    struct location_id head = location(fx, 2), body = location(fx, 3);
    struct location_id after = location(fx, 4);
    edge(fx, fx->f->entry, head, operation_assign(fx->program, first, 2));
    automaton_branch(&s.a, head, body, after,
                     term_compare(terms, OP_ULT, x, constant(fx, 3, 6)));
    edge(fx, body, head, operation_assign(fx->program, next, 2));
    automaton_branch(&s.a, after, fx->f->exit, s.a.bad,
                     term_eq(terms, y, constant(fx, 3, wanted)));
    automaton_end(&s.a);
    setting_start(&s, 100);
    uint32_t outcomes[4] = {0};
    check(&s, outcomes);
    assert_int_equal(outcomes[wanted == 5 ? LOOPS_COVERED : LOOPS_VIOLATED], 1);
    setting_release(&s);
  }
}

// Stopped anywhere, it never says more than it knows.
static void test_stopped(void **state) {
  (void)state;
  uint32_t outcomes[4] = {0};
  for (uint64_t seed = 0; seed < 50; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2);
    setting_start(&s, 1 + (uint32_t)seed % 25);
    if (seed % 10 == 0)
      solver_interrupt(s.solver);
    check(&s, outcomes);
    setting_release(&s);
  }
  assert_true(outcomes[LOOPS_OPEN] > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graphs),
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_covered),
      cmocka_unit_test(test_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
