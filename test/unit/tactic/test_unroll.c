// Unrolling against exhaustive exploration.

#include "../abstraction/random_graph.h"

#include "tactic/unroll.h"

struct setting {
  struct automaton a;
  struct blocks *blocks;
  struct solver *solver;
  struct unroll unroll;
  struct walk walk;
  struct journey real;
};

static void setting_start(struct setting *s, uint32_t rounds) {
  s->blocks = blocks_new(s->a.question, NULL);
  s->solver = solver_new(s->a.fx.program->terms);
  s->unroll = (struct unroll){
      .blocks = s->blocks,
      .solver = s->solver,
      .limits = {.rounds = rounds, .terms = 200000, .units = UINT64_MAX}};
  s->walk = (struct walk){0};
  journey_all(&s->real, &s->a);
}

static void setting_release(struct setting *s) {
  journey_release(&s->real);
  walk_release(&s->walk);
  solver_free(s->solver);
  blocks_free(s->blocks);
  automaton_release(&s->a);
}

// Round by round, by stepping along the edges: what must come out, and after
// how many rounds.
static enum unroll_outcome explore(struct setting *s, uint32_t *rounds) {
  struct automaton *a = &s->a;
  uint32_t count = a->fx.f->locations.count;
  bool *is_cut = cut_flags(s->blocks);
  struct states *now = calloc(count, sizeof *now);
  assert_non_null(now);
  now[a->fx.f->entry.id] = automaton_initial(a);
  enum unroll_outcome outcome = UNROLL_STOPPED;
  bool goes_on = true;
  for (*rounds = 0; goes_on && *rounds < s->unroll.limits.rounds;) {
    struct journey j;
    journey_init(&j, a);
    for (uint32_t l = 1; l < count; l++)
      for (uint32_t state = 0; state < automaton_states(a); state++)
        if (now[l].has[state])
          journey_leave(&j, a, l, state);
    journey_go(&j, a, is_cut);
    goes_on = !journey_ends(&j, a, ROLE_VIOLATES);
    outcome = goes_on ? UNROLL_COVERED : UNROLL_VIOLATED;
    *rounds += goes_on;
    bool is_odd = goes_on && journey_ends(&j, a, ROLE_UNSUPPORTED);
    bool any = false;
    for (uint32_t l = 1; l < count; l++) {
      now[l] = is_cut[l] ? j.at[l] : (struct states){0};
      any |= !states_empty(&now[l]);
    }
    if (is_odd || (goes_on && any))
      outcome = UNROLL_STOPPED;
    goes_on &= any && !is_odd;
    journey_release(&j);
  }
  free(now);
  free(is_cut);
  return outcome;
}

struct tally {
  uint32_t outcomes[3];
  uint32_t covered_loops; // rounds beyond the first
  uint32_t odd;
};

static void check_answer(struct setting *s, enum unroll_outcome outcome) {
  bool violates = journey_ends(&s->real, &s->a, ROLE_VIOLATES);
  bool is_odd = journey_ends(&s->real, &s->a, ROLE_UNSUPPORTED);
  if (outcome == UNROLL_COVERED)
    assert_false(violates || is_odd);
  if (outcome != UNROLL_VIOLATED)
    return;
  assert_true(violates);
  check_violation(&s->a, &s->walk);
}

// The answer, and that it is the right one after the right number of rounds.
// Only where several edges are enabled at once may a violation be lost.
static void check(struct setting *s, bool may_lose, struct tally *tally) {
  uint32_t rounds;
  enum unroll_outcome expected = explore(s, &rounds);
  enum unroll_outcome outcome = unroll_run(&s->unroll, &s->walk);
  check_answer(s, outcome);
  tally->outcomes[outcome]++;
  tally->odd += journey_ends(&s->real, &s->a, ROLE_UNSUPPORTED);
  tally->covered_loops += outcome == UNROLL_COVERED && rounds > 2;
  if (may_lose && expected == UNROLL_VIOLATED && outcome == UNROLL_STOPPED)
    return;
  assert_int_equal(outcome, expected);
  assert_int_equal(s->unroll.rounds, rounds);
}

static void test_graphs(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 120; seed++) {
    struct setting s;
    graph_init(&s.a, seed, seed % 4 == 0, false);
    setting_start(&s, 6);
    check(&s, true, &tally);
    setting_release(&s);
  }
  for (int i = 0; i < 3; i++)
    assert_in_range(tally.outcomes[i], 15, 80);
  assert_true(tally.odd > 10);
}

static void test_programs(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 120; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2 + seed % 2);
    setting_start(&s, 40);
    check(&s, false, &tally);
    setting_release(&s);
  }
  assert_true(tally.outcomes[UNROLL_COVERED] > 30);
  assert_true(tally.outcomes[UNROLL_VIOLATED] > 30);
  assert_true(tally.covered_loops > 10);
  assert_true(tally.odd > 3);
}

// x counts from 2 to 6 at the entry itself; then x is `wanted`, or else.
static void count_to_six(struct automaton *a, u128 wanted) {
  automaton_begin(a, 1, 2);
  struct fixture *fx = &a->fx;
  struct term_table *terms = fx->program->terms;
  struct term x = value_of(fx, a->variables[0]);
  program_variable(fx->program, a->variables[0])->initial = constant(fx, 3, 2);
  a->initial = 2;
  struct location_id body = location(fx, 2), after = location(fx, 3);
  automaton_branch(a, fx->f->entry, body, after,
                   term_compare(terms, OP_ULT, x, constant(fx, 3, 6)));
  edge(fx, body, fx->f->entry,
       operation_assign_one(fx->program, a->variables[0],
                            term_add(terms, x, constant(fx, 3, 1))));
  automaton_branch(a, after, fx->f->exit, a->bad,
                   term_eq(terms, x, constant(fx, 3, wanted)));
  automaton_end(a);
}

static void test_entry_is_head(void **state) {
  (void)state;
  for (u128 wanted = 5; wanted <= 6; wanted++) {
    struct setting s;
    count_to_six(&s.a, wanted);
    setting_start(&s, 20);
    assert_int_equal(s.blocks->count, 1);
    assert_int_equal(unroll_run(&s.unroll, &s.walk),
                     wanted == 6 ? UNROLL_COVERED : UNROLL_VIOLATED);
    if (wanted == 5) {
      check_violation(&s.a, &s.walk);
      assert_int_equal(s.walk.path.count, 4 * 2 + 3);
    }
    setting_release(&s);
  }
}

static bool stop_at_once(void *context) {
  (void)context;
  return true;
}

// Every limit gives no answer.
static void test_limits(void **state) {
  (void)state;
  for (int which = 0; which < 6; which++) {
    struct setting s;
    count_to_six(&s.a, 6);
    setting_start(&s, 20);
    switch (which) {
    case 0: s.unroll.limits.rounds = 4; break;
    case 1: s.unroll.limits.terms = 0; break;
    case 2: s.unroll.limits.poll.stops = stop_at_once; break;
    case 3: s.blocks->is_complete = false; break;
    case 4: solver_interrupt(s.solver); break;
    default: s.unroll.limits.rounds = 0; break;
    }
    // Constants suffice here: the solver is not asked when it is interrupted.
    enum unroll_outcome outcome = unroll_run(&s.unroll, &s.walk);
    assert_int_equal(outcome, which == 4 ? UNROLL_COVERED : UNROLL_STOPPED);
    setting_release(&s);
  }
}

// A solver that gives up has excluded nothing.
static void test_gives_up(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2);
    setting_start(&s, 30);
    solver_interrupt(s.solver);
    check_answer(&s, unroll_run(&s.unroll, &s.walk));
    setting_release(&s);
  }
}

// Units are taken from the checks: a bound of one stops after the first round
// that asks.
static void test_units(void **state) {
  (void)state;
  uint32_t stopped = 0;
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2);
    setting_start(&s, 30);
    s.unroll.limits.units = 1;
    enum unroll_outcome outcome = unroll_run(&s.unroll, &s.walk);
    check_answer(&s, outcome);
    stopped += outcome == UNROLL_STOPPED;
    setting_release(&s);
  }
  assert_true(stopped > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graphs),        cmocka_unit_test(test_programs),
      cmocka_unit_test(test_entry_is_head), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_gives_up),      cmocka_unit_test(test_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
