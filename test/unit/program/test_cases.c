// Edges that no case takes: null or alive by hand, and random programs that
// must do the same before and after.
#include "random_program.h"

#include "program/cases.h"
#include "program/inline.h"
#include "program/texts.h"
#include "program/threading.h"
#include "program/validate.h"

static void check_valid(struct fixture *fx) {
  struct strbuf errors = {0};
  if (!program_validate(fx->program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

static void test_random(void **state) {
  (void)state;
  uint32_t ends[3] = {0}, dropped = 0;
  const struct propagate_options options = {0};
  for (uint64_t seed = 1; seed <= 600; seed++) {
    struct random_program p;
    struct inline_result result;
    random_program_init(&p, seed, 3);
    struct fixture *fx = &p.fx;
    program_inline(fx->program, fx->f->self, INLINE_EDGE_LIMIT, &result);
    uint32_t before = result.procedure->edges.count;
    program_thread_tests(fx->program, result.procedure);
    check_valid(fx);
    program_leave_out(fx->program, result.procedure, &options);
    program_walk_texts(fx->program, result.procedure, &options);
    check_valid(fx);
    dropped += before - result.procedure->edges.count;
    for (uint32_t run = 0; run < 5; run++)
      ends[compare_executions(&p, fx->f, result.procedure)]++;
    inline_result_release(&result);
    random_program_release(&p);
  }
  assert_true(dropped > 100);
  assert_true(ends[END_RETURN] > 200);
}

// if (a) p = 7, alive = 1; else p = 0, alive = 0;  if (p == 0) return;
// if (alive == 0 || p != number) undefined
static uint32_t edges_after(uint64_t number) {
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct variable a = variable(&fx, VARIABLE_PARAMETER, "a", fx.type_char);
  struct variable p = variable(&fx, VARIABLE_LOCAL, "p", fx.type_char);
  struct variable alive = variable(&fx, VARIABLE_LOCAL, "alive", fx.type_char);
  struct location_id at[9];
  for (uint32_t i = 0; i < 9; i++)
    at[i] = location(&fx, i + 2);
  struct program *program = fx.program;
  struct term_table *terms = program->terms;
  struct term zero = constant(&fx, 8, 0), one = constant(&fx, 8, 1);
  struct term test = term_eq(terms, value_of(&fx, a), zero);
  struct term null = term_eq(terms, value_of(&fx, p), zero);
  struct term other =
      term_eq(terms, value_of(&fx, p), constant(&fx, 8, number));
  struct term dead = term_eq(terms, value_of(&fx, alive), zero);
  struct term bad = term_or(terms, dead, term_not(terms, other));
  edge(&fx, f->entry, at[0], operation_assume(term_not(terms, test)));
  edge(&fx, f->entry, at[1], operation_assume(test));
  edge(&fx, at[0], at[2],
       operation_assign_one(program, p, constant(&fx, 8, 7)));
  edge(&fx, at[2], at[4], operation_assign_one(program, alive, one));
  edge(&fx, at[1], at[3], operation_assign_one(program, p, zero));
  edge(&fx, at[3], at[4], operation_assign_one(program, alive, zero));
  edge(&fx, at[4], at[5], operation_assume(null));
  edge(&fx, at[4], at[6], operation_assume(term_not(terms, null)));
  edge(&fx, at[5], f->exit, op_return(zero));
  edge(&fx, at[6], at[7], operation_assume(bad));
  edge(&fx, at[6], at[8], operation_assume(term_not(terms, bad)));
  edge(&fx, at[7], at[7], operation_unsupported(intern(program->names, "x")));
  edge(&fx, at[8], f->exit, op_return(one));
  procedure_seal(f);
  const struct propagate_options options = {0};
  program_leave_out(program, f, &options);
  check_valid(&fx);
  uint32_t count = f->edges.count - 1;
  fixture_release(&fx);
  return count;
}

static void test_null_or_alive(void **state) {
  (void)state;
  assert_int_equal(edges_after(7), 11); // nothing fails
  assert_int_equal(edges_after(8), 11); // nothing goes on behind it
}

// for (i = from; i < n; i += step) if (i < bound) undefined: what a loop counts
// up never gets below where it began, up to what it is compared with.
static uint32_t loop_edges(uint64_t from, uint64_t most, uint64_t bound) {
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct variable n = variable(&fx, VARIABLE_PARAMETER, "n", fx.type_char);
  struct variable i = variable(&fx, VARIABLE_LOCAL, "i", fx.type_char);
  struct location_id at[6];
  for (uint32_t k = 0; k < 6; k++)
    at[k] = location(&fx, k + 2);
  struct program *program = fx.program;
  struct term_table *terms = program->terms;
  struct term vi = value_of(&fx, i), vn = value_of(&fx, n);
  struct term small = term_compare(terms, OP_ULE, vn, constant(&fx, 8, most));
  struct term more = term_compare(terms, OP_ULT, vi, vn);
  struct term bad = term_compare(terms, OP_ULT, vi, constant(&fx, 8, bound));
  edge(&fx, f->entry, at[0], operation_assume(small));
  edge(&fx, at[0], at[1],
       operation_assign_one(program, i, constant(&fx, 8, from)));
  edge(&fx, at[1], at[2], operation_assume(more));
  edge(&fx, at[1], f->exit, op_return(constant(&fx, 8, 0)));
  edge(&fx, at[2], at[3], operation_assume(bad));
  edge(&fx, at[2], at[4], operation_assume(term_not(terms, bad)));
  edge(&fx, at[3], at[3], operation_unsupported(intern(program->names, "x")));
  edge(&fx, at[4], at[1],
       operation_assign_one(program, i,
                            term_add(terms, vi, constant(&fx, 8, 3))));
  procedure_seal(f);
  const struct propagate_options options = {0};
  program_leave_out(program, f, &options);
  check_valid(&fx);
  uint32_t count = f->edges.count - 1;
  fixture_release(&fx);
  return count;
}

static void test_counted_up(void **state) {
  (void)state;
  assert_int_equal(loop_edges(20, 200, 20), 6); // i >= 20
  assert_int_equal(loop_edges(20, 254, 20), 8); // it may wrap
}

// t = 0 -> J    t = a < b -> J    J: [t] -> one, J: [!t] -> zero
static void test_threaded(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct variable a = variable(&fx, VARIABLE_PARAMETER, "a", fx.type_char);
  struct program *program = fx.program;
  struct term_table *terms = program->terms;
  struct variable t = program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_LOCAL,
                             .name = intern(program->names, "t"),
                             .owner = f->self},
      sort_bool());
  struct location_id at[5];
  for (uint32_t k = 0; k < 5; k++)
    at[k] = location(&fx, k + 2);
  struct term zero = constant(&fx, 8, 0), one = constant(&fx, 8, 1);
  struct term is_one = term_eq(terms, value_of(&fx, a), one);
  struct term less =
      term_compare(terms, OP_ULT, value_of(&fx, a), constant(&fx, 8, 9));
  struct term tested = program_term(program, t);
  edge(&fx, f->entry, at[0], operation_assume(is_one));
  edge(&fx, f->entry, at[1], operation_assume(term_not(terms, is_one)));
  edge(&fx, at[0], at[2], operation_assign_one(program, t, term_false(terms)));
  edge(&fx, at[1], at[2], operation_assign_one(program, t, less));
  edge(&fx, at[2], at[3], operation_assume(tested));
  edge(&fx, at[2], at[4], operation_assume(term_not(terms, tested)));
  edge(&fx, at[3], f->exit, op_return(one));
  edge(&fx, at[4], f->exit, op_return(zero));
  procedure_seal(f);
  assert_true(program_thread_tests(program, f));
  check_valid(&fx);
  assert_int_equal(f->edges.count - 1, 9); // one and two tests for two
  assert_false(program_thread_tests(program, f));
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_threaded),
      cmocka_unit_test(test_null_or_alive),
      cmocka_unit_test(test_counted_up),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
