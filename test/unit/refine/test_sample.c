// Samples are states that can be reached, of the variables that matter.

#include "../abstraction/random_graph.h"

#include "refine/sample.h"

struct setting {
  struct automaton a;
  struct blocks *blocks;
  struct samples samples;
  struct walk violation;
  struct journey real;
  bool violates;
};

static void setting_start(struct setting *s) {
  s->blocks = blocks_new(s->a.question, NULL);
  s->violation = (struct walk){0};
  journey_all(&s->real, &s->a);
  s->violates = samples_collect(&s->samples, s->blocks, NULL, &s->violation);
}

static void setting_release(struct setting *s) {
  samples_release(&s->samples);
  walk_release(&s->violation);
  journey_release(&s->real);
  blocks_free(s->blocks);
  automaton_release(&s->a);
}

// The columns may be some of the variables.
static bool is_reached(const struct setting *s, const struct states *set,
                       const struct sample_table *table, uint32_t row) {
  for (uint32_t state = 0; state < automaton_states(&s->a); state++) {
    bool fits = set->has[state];
    for (uint32_t i = 0; fits && i < table->columns.count; i++)
      fits = sample_value(table, row, i) ==
             state_value(state, automaton_index(&s->a, table->columns.at[i]));
    if (fits)
      return true;
  }
  return false;
}

static uint32_t check_rows(const struct setting *s) {
  uint32_t rows = 0;
  assert_int_equal(s->samples.count, s->blocks->count);
  for (uint32_t cut = 0; cut < s->blocks->count; cut++) {
    const struct sample_table *table = &s->samples.at[cut];
    const struct states *set = &s->real.at[s->blocks->cuts[cut].id];
    assert_int_equal(table->values.count, table->rows * table->columns.count);
    for (uint32_t row = 0; row < table->rows; row++)
      assert_true(is_reached(s, set, table, row));
    rows += table->rows;
  }
  return rows;
}

static void test_random(void **state) {
  (void)state;
  uint32_t rows = 0, violations = 0, missed = 0;
  for (uint64_t seed = 0; seed < 120; seed++) {
    struct setting s;
    if (seed % 2)
      graph_init(&s.a, seed, false, false);
    else
      nest_init(&s.a, seed, 2 + seed % 4 / 2);
    setting_start(&s);
    rows += check_rows(&s);
    violations += s.violates;
    if (s.violates)
      check_violation(&s.a, &s.violation);
    else
      missed += journey_ends(&s.real, &s.a, ROLE_VIOLATES);
    setting_release(&s);
  }
  assert_true(rows > 5000 && violations > 20);
  assert_true(missed < violations);
}

// x is compared in the loop; y is not, and nothing depends on it.
static void test_columns(void **state) {
  (void)state;
  struct setting s;
  automaton_begin(&s.a, 1, 2);
  struct fixture *fx = &s.a.fx;
  struct term_table *terms = fx->program->terms;
  struct term x = value_of(fx, s.a.variables[0]);
  struct term y = value_of(fx, s.a.variables[1]);
  struct term five = constant(fx, 3, 5);
  struct location_id head = location(fx, 2), body = location(fx, 3);
  edge(fx, fx->f->entry, head, operation_skip());
  automaton_branch(&s.a, head, body, s.a.bad, term_eq(terms, x, five));
  edge(fx, body, head,
       operation_assign_one(fx->program, s.a.variables[1],
                            term_add(terms, y, constant(fx, 3, 1))));
  automaton_end(&s.a);
  setting_start(&s);
  assert_int_equal(s.blocks->count, 2);
  for (uint32_t cut = 0; cut < 2; cut++) {
    assert_int_equal(s.samples.at[cut].columns.count, 1);
    assert_int_equal(s.samples.at[cut].columns.at[0].id, s.a.variables[0].id);
  }
  // 5 of three bits is -3; 1 and 0, which is always there.
  static const uint64_t expected[] = {(uint64_t)-3, 0, 1};
  assert_int_equal(s.samples.constants.count, 3);
  assert_memory_equal(s.samples.constants.at, expected, sizeof expected);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
