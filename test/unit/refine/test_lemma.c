// Lemmas against the greatest inductive subset by exhaustive exploration.

#include "../abstraction/random_graph.h"

#include "refine/lemma.h"

enum { STATES = 64, MOST_CANDIDATES = 80 }; // two variables

struct setting {
  struct automaton a;
  struct blocks *blocks;
  struct solver *solver;
  struct lemmas lemmas;
  struct journey real;
  struct states *post;              // by cut point, state and cut point
  bool *ends;                       // by cut point and state: some end is met
  struct term_vec *candidates;      // by cut point: what there was
  bool (*is_kept)[MOST_CANDIDATES]; // by cut point: the expectation
};

static struct states *post_of(struct setting *s, uint32_t cut, uint32_t state,
                              uint32_t target) {
  uint32_t count = s->blocks->count;
  return &s->post[((size_t)cut * STATES + state) * count + target];
}

// What every block does, by stepping along the edges.
static void explore(struct setting *s) {
  uint32_t count = s->blocks->count;
  bool *is_cut = cut_flags(s->blocks);
  s->post = calloc((size_t)count * STATES * count, sizeof *s->post);
  s->ends = calloc((size_t)count * STATES, sizeof *s->ends);
  assert_true(s->post && s->ends);
  for (uint32_t cut = 0; cut < count; cut++)
    for (uint32_t state = 0; state < STATES; state++) {
      struct journey j;
      journey_block(&j, &s->a, is_cut, s->blocks->cuts[cut].id, state);
      for (uint32_t i = 0; i < count; i++)
        *post_of(s, cut, state, i) = j.at[s->blocks->cuts[i].id];
      s->ends[cut * STATES + state] = journey_ends(&j, &s->a, ROLE_VIOLATES) ||
                                      journey_ends(&j, &s->a, ROLE_UNSUPPORTED);
      journey_release(&j);
    }
  free(is_cut);
}

static void setting_start(struct setting *s) {
  s->blocks = blocks_new(s->a.question, NULL);
  s->solver = solver_new(s->a.fx.program->terms);
  lemmas_init(&s->lemmas, s->blocks, NULL, s->solver);
  journey_all(&s->real, &s->a);
  explore(s);
  s->candidates = calloc(s->blocks->count, sizeof *s->candidates);
  s->is_kept = calloc(s->blocks->count, sizeof *s->is_kept);
  assert_true(s->candidates && s->is_kept);
}

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){0};
  if (seed % 2)
    graph_init(&s->a, seed, false, false);
  else
    nest_init(&s->a, seed, 2);
  setting_start(s);
}

static void setting_release(struct setting *s) {
  for (uint32_t i = 0; i < s->blocks->count; i++)
    term_vec_release(&s->candidates[i]);
  free(s->candidates);
  free(s->is_kept);
  free(s->post);
  free(s->ends);
  journey_release(&s->real);
  lemmas_release(&s->lemmas);
  solver_free(s->solver);
  blocks_free(s->blocks);
  automaton_release(&s->a);
}

static struct term is_state(struct automaton *a, uint32_t state) {
  struct term_table *terms = a->fx.program->terms;
  struct term both = term_true(terms);
  for (uint32_t v = 0; v < 2; v++)
    both = term_and(terms, both,
                    term_eq(terms, value_of(&a->fx, a->variables[v]),
                            constant(&a->fx, 3, state_value(state, v))));
  return both;
}

// Any comparisons, and with `is_exact` the states that are never there: all of
// those together say exactly what can be reached.
static void draw_candidates(struct setting *s, bool is_exact) {
  struct term_table *terms = s->a.fx.program->terms;
  for (uint32_t cut = 0; cut < s->blocks->count; cut++) {
    struct term_vec *into = &s->candidates[cut];
    const struct states *here = &s->real.at[s->blocks->cuts[cut].id];
    for (int i = 0; i < 12; i++)
      term_vec_push(into, automaton_condition(&s->a));
    for (uint32_t state = 0; is_exact && state < STATES; state++)
      if (!here->has[state])
        term_vec_push(into, term_not(terms, is_state(&s->a, state)));
    term_vec_append(&s->lemmas.at[cut], into->at, into->count);
  }
}

// Houdini by hand

static bool allowed(struct setting *s, uint32_t cut, uint32_t state) {
  for (uint32_t i = 0; i < s->candidates[cut].count; i++)
    if (s->is_kept[cut][i] &&
        !automaton_holds(&s->a, state, s->candidates[cut].at[i]))
      return false;
  return true;
}

static bool drop_wrong(struct setting *s, uint32_t cut,
                       const struct states *set) {
  bool changed = false;
  for (uint32_t state = 0; state < STATES; state++)
    for (uint32_t i = 0; set->has[state] && i < s->candidates[cut].count; i++)
      if (s->is_kept[cut][i] &&
          !automaton_holds(&s->a, state, s->candidates[cut].at[i])) {
        s->is_kept[cut][i] = false;
        changed = true;
      }
  return changed;
}

static bool drop_once(struct setting *s) {
  bool changed = false;
  for (uint32_t cut = 0; cut < s->blocks->count; cut++)
    for (uint32_t state = 0; state < STATES; state++)
      for (uint32_t i = 0; i < s->blocks->count; i++)
        if (!states_empty(post_of(s, cut, state, i)) && allowed(s, cut, state))
          changed |= drop_wrong(s, i, post_of(s, cut, state, i));
  return changed;
}

static void expect(struct setting *s) {
  struct states initial = automaton_initial(&s->a);
  for (uint32_t cut = 0; cut < s->blocks->count; cut++) {
    assert_true(s->candidates[cut].count <= MOST_CANDIDATES);
    memset(s->is_kept[cut], true, sizeof s->is_kept[cut]);
  }
  drop_wrong(s, 0, &initial);
  while (drop_once(s))
    continue;
}

static bool expect_sufficient(struct setting *s) {
  for (uint32_t cut = 0; cut < s->blocks->count; cut++)
    for (uint32_t state = 0; state < STATES; state++)
      if (s->ends[cut * STATES + state] && allowed(s, cut, state))
        return false;
  return true;
}

// Checks

static void check_kept(struct setting *s) {
  for (uint32_t cut = 0; cut < s->blocks->count; cut++) {
    const struct term_vec *kept = &s->lemmas.at[cut];
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->candidates[cut].count; i++)
      if (s->is_kept[cut][i]) {
        assert_true(next < kept->count);
        assert_int_equal(kept->at[next++].id, s->candidates[cut].at[i].id);
      }
    assert_int_equal(next, kept->count);
  }
}

// Whatever is there holds in all states that can be reached.
static void check_true(struct setting *s) {
  for (uint32_t cut = 0; cut < s->blocks->count; cut++)
    for (uint32_t state = 0; state < STATES; state++)
      for (uint32_t i = 0; i < s->lemmas.at[cut].count; i++)
        if (s->real.at[s->blocks->cuts[cut].id].has[state])
          assert_true(automaton_holds(&s->a, state, s->lemmas.at[cut].at[i]));
}

static uint32_t total(const struct setting *s) {
  uint32_t count = 0;
  for (uint32_t cut = 0; cut < s->blocks->count; cut++)
    count += s->lemmas.at[cut].count;
  return count;
}

static bool ends_badly(const struct setting *s) {
  return journey_ends(&s->real, &s->a, ROLE_VIOLATES) ||
         journey_ends(&s->real, &s->a, ROLE_UNSUPPORTED);
}

// Fewer, still inductive, still enough.
static void check_shrunk(struct setting *s, uint32_t *spared) {
  uint32_t before = total(s);
  lemmas_shrink(&s->lemmas);
  assert_true(total(s) <= before);
  *spared += before - total(s);
  check_true(s);
  assert_true(lemmas_hold(&s->lemmas));
  assert_true(lemmas_suffice(&s->lemmas));
}

static void test_random(void **state) {
  (void)state;
  uint32_t kept = 0, sufficient = 0, by_exact = 0, spared = 0;
  for (uint64_t seed = 0; seed < 72; seed++) {
    struct setting s;
    bool is_exact = seed % 6 > 3;
    setting_init(&s, seed);
    draw_candidates(&s, is_exact);
    expect(&s);
    lemmas_prove(&s.lemmas);
    check_kept(&s);
    check_true(&s);
    kept += total(&s);
    assert_true(lemmas_hold(&s.lemmas));
    bool suffices = lemmas_suffice(&s.lemmas);
    assert_int_equal(suffices, expect_sufficient(&s));
    assert_false(suffices && ends_badly(&s));
    by_exact += is_exact && suffices;
    sufficient += suffices;
    if (is_exact)
      assert_int_equal(suffices, !ends_badly(&s));
    if (suffices)
      check_shrunk(&s, &spared);
    setting_release(&s);
  }
  assert_true(kept > 300 && spared > 60);
  assert_in_range(sufficient, 12, 60);
  assert_true(by_exact >= 3 && by_exact < sufficient);
}

// What is not inductive does not pass the recheck.
static void test_recheck(void **state) {
  (void)state;
  uint32_t refused = 0;
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct setting s;
    setting_init(&s, seed);
    draw_candidates(&s, false);
    expect(&s);
    bool all = true;
    for (uint32_t cut = 0; cut < s.blocks->count; cut++)
      for (uint32_t i = 0; i < s.candidates[cut].count; i++)
        all &= s.is_kept[cut][i];
    assert_int_equal(lemmas_hold(&s.lemmas), all);
    refused += !all;
    setting_release(&s);
  }
  assert_true(refused > 20);
}

static bool count_down(void *context) {
  uint32_t *left = context;
  return (*left)-- == 0;
}

// A stop, even if the poll changes its mind later, an incomplete block or a
// solver that is interrupted: nothing is kept that was not proved.
static void test_given_up(void **state) {
  (void)state;
  uint32_t stopped = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct setting s;
    uint32_t left = (uint32_t)(seed % 30) / 3;
    setting_init(&s, seed);
    draw_candidates(&s, false);
    if (seed % 3 == 0)
      s.lemmas.poll = (struct poll){count_down, &left};
    else if (seed % 3 == 1)
      s.blocks->is_complete = false;
    else
      solver_interrupt(s.solver);
    lemmas_prove(&s.lemmas);
    check_true(&s);
    stopped += !total(&s);
    if (seed % 3 == 1) {
      assert_int_equal(total(&s), 0);
      assert_false(lemmas_suffice(&s.lemmas));
      assert_false(lemmas_hold(&s.lemmas));
    }
    if (s.lemmas.is_stopped)
      assert_int_equal(total(&s), 0);
    if (lemmas_suffice(&s.lemmas))
      assert_false(ends_badly(&s));
    setting_release(&s);
  }
  assert_true(stopped > 30);
}

// Each round x, y = y, z: x is 0 because y was, because z is.
static void build_chain(struct automaton *a) {
  automaton_begin(a, 1, 3);
  struct fixture *fx = &a->fx;
  struct term_table *terms = fx->program->terms;
  struct term x = value_of(fx, a->variables[0]);
  struct location_id head = location(fx, 2), body = location(fx, 3);
  struct term zero = constant(fx, 3, 0);
  struct binding first[] = {{a->variables[0], zero},
                            {a->variables[1], zero},
                            {a->variables[2], zero}};
  struct binding next[] = {{a->variables[0], value_of(fx, a->variables[1])},
                           {a->variables[1], value_of(fx, a->variables[2])}};
  edge(fx, fx->f->entry, head, operation_assign(fx->program, first, 3));
  automaton_branch(a, head, body, a->bad, term_eq(terms, x, zero));
  edge(fx, body, head, operation_assign(fx->program, next, 2));
  automaton_end(a);
}

// What a needed lemma needs is needed, in whatever order they are.
static void test_chain(void **state) {
  (void)state;
  for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
    struct automaton a;
    build_chain(&a);
    struct fixture *fx = &a.fx;
    struct term_table *terms = fx->program->terms;
    struct blocks *blocks = blocks_new(a.question, NULL);
    struct solver *solver = solver_new(terms);
    struct lemmas lemmas;
    lemmas_init(&lemmas, blocks, NULL, solver);
    assert_int_equal(blocks->count, 2);
    for (uint32_t i = 0; i < 3; i++)
      term_vec_push(&lemmas.at[1],
                    term_eq(terms,
                            value_of(fx, a.variables[is_reversed ? 2 - i : i]),
                            constant(fx, 3, 0)));
    term_vec_push(&lemmas.at[1],
                  term_compare(terms, OP_ULT, value_of(fx, a.variables[2]),
                               constant(fx, 3, 5)));
    lemmas_prove(&lemmas);
    assert_int_equal(lemmas.at[1].count, 4);
    lemmas_shrink(&lemmas);
    assert_int_equal(lemmas.at[1].count, 3);
    assert_true(lemmas_hold(&lemmas) && lemmas_suffice(&lemmas));
    lemmas_release(&lemmas);
    solver_free(solver);
    blocks_free(blocks);
    automaton_release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_recheck),
      cmocka_unit_test(test_given_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
