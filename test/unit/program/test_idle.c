// A loop that stands for one step is left out where what it assigns matters to
// nothing, and stays where it does, or stands for several.
#include "fixture.h"

#include "program/flow.h"
#include "program/idle.h"

enum what { IDLE, TESTED_LATER, ASSIGNED_ANEW, SEVERAL_STEPS, TWO_ENDS };

static bool has_rounds(const struct procedure *procedure) {
  uint32_t *components = flow_components(procedure);
  bool found = false;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    found |= components[edge->from.id] &&
             components[edge->from.id] == components[edge->to.id];
  }
  free(components);
  return found;
}

// head: [i == n] -> last    head: [i != n] -> body    body: i = i + n -> head
static bool is_left_out(enum what what) {
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct program *program = fx.program;
  struct term_table *terms = program->terms;
  struct variable n = variable(&fx, VARIABLE_PARAMETER, "n", fx.type_char);
  struct variable i = variable(&fx, VARIABLE_LOCAL, "i", fx.type_char);
  struct location_id head = location(&fx, 2), body = location(&fx, 3);
  struct location_id next = location(&fx, 4), last = location(&fx, 5);
  struct term zero = constant(&fx, 8, 0);
  struct term is_end = term_eq(terms, value_of(&fx, i), value_of(&fx, n));
  struct term sum = term_add(terms, value_of(&fx, i), value_of(&fx, n));
  struct term later = term_eq(terms, value_of(&fx, i), zero);
  edge(&fx, f->entry, head, operation_assign_one(program, i, zero));
  edge(&fx, head, what == TWO_ENDS ? last : next, operation_assume(is_end));
  edge(&fx, head, body, operation_assume(term_not(terms, is_end)));
  edge(&fx, body, head, operation_assign_one(program, i, sum));
  if (what == TWO_ENDS)
    edge(&fx, body, next, operation_assume(later));
  if (what == ASSIGNED_ANEW)
    edge(&fx, next, last, operation_assign_one(program, i, zero));
  else
    edge(&fx, next, last, operation_skip());
  bool is_tested = what == TESTED_LATER || what == ASSIGNED_ANEW;
  edge(&fx, last, f->exit, op_return(zero));
  if (is_tested) {
    struct location_id other = location(&fx, 6);
    edge(&fx, last, other, operation_assume(later));
    edge(&fx, other, f->exit, op_return(constant(&fx, 8, 1)));
  }
  procedure_seal(f);
  struct provenance made_of;
  provenance_begin(&made_of);
  for (uint32_t k = 1; k < f->edges.count; k++) {
    uint32_t step = what == SEVERAL_STEPS ? k : 1;
    provenance_add(&made_of, &step, 1);
  }
  bool is = program_leave_idle(program, f, &made_of);
  assert_true(is != has_rounds(f));
  provenance_release(&made_of);
  fixture_release(&fx);
  return is;
}

static void test_what_matters(void **state) {
  (void)state;
  assert_true(is_left_out(IDLE));
  assert_false(is_left_out(TESTED_LATER));
  assert_true(is_left_out(ASSIGNED_ANEW));
}

static void test_shapes(void **state) {
  (void)state;
  assert_false(is_left_out(SEVERAL_STEPS));
  assert_false(is_left_out(TWO_ENDS));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_matters),
                                     cmocka_unit_test(test_shapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
