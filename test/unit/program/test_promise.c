// Promises: what they can speak of, their text and their conditions, and what
// is written into callers and bodies.
#include "fixture.h"

#include "program/promise.h"
#include "program/promise_text.h"
#include "program/validate.h"
#include "term/evaluate.h"

// int f(int n) { depth = depth + 1; return n; }, and main, which calls it.
struct example {
  struct fixture fx;
  struct procedure *f, *entry;
  struct variable n, depth;
};

static void add_f(struct example *e) {
  struct fixture *fx = &e->fx;
  struct term_table *terms = fx->program->terms;
  e->f = begin(fx, "f", 1);
  e->f->result = sort_bits(32);
  struct ctype parameters[] = {fx->type_int};
  e->f->type = function_type(fx, fx->type_int, parameters, 1, false);
  e->n = variable(fx, VARIABLE_PARAMETER, "n", fx->type_int);
  struct location_id returns = location(fx, 2);
  edge(fx, e->f->entry, returns,
       operation_assign_one(
           fx->program, e->depth,
           term_add(terms, value_of(fx, e->depth), constant(fx, 32, 1))));
  edge(fx, returns, e->f->exit, op_return(value_of(fx, e->n)));
  procedure_seal(e->f);
}

static void add_main(struct example *e) {
  struct fixture *fx = &e->fx;
  e->entry = begin(fx, "main", 10);
  struct term argument = constant(fx, 32, 7);
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = e->f->self;
  call.call.arguments = program_copy_terms(fx->program, &argument, 1);
  call.call.count = 1;
  struct location_id done = location(fx, 11);
  edge(fx, e->entry->entry, done, call);
  edge(fx, done, e->entry->exit, op_return((struct term){0}));
  procedure_seal(e->entry);
}

static void example_init(struct example *e) {
  fixture_init(&e->fx);
  e->depth = variable(&e->fx, VARIABLE_GLOBAL, "depth", e->fx.type_int);
  add_f(e);
  add_main(e);
}

static void example_release(struct example *e) {
  fixture_release(&e->fx);
}

static struct promise promise_of(struct example *e, enum promise_kind kind) {
  return (struct promise){.scope = promise_scope_of(e->fx.program, e->f),
                          .kind = kind};
}

// As a line of a certificate and back.
static void check_line(struct example *e, const struct promise *promise) {
  struct strbuf line = {0};
  struct promise read;
  promise_text_print(promise, &line);
  strbuf_cut(&line, line.length - 1);
  assert_true(promise_text_read(
      e->fx.program, strbuf_text(&line) + strlen("promise "), &read));
  assert_true(promises_equal(&read, promise));
  strbuf_release(&line);
}

static void test_lines(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct promise affine = promise_of(&e, PROMISE_AFFINE);
  affine.coefficients[0] = 1;
  affine.coefficients[COLUMN_RESULT] = UINT32_MAX;
  affine.constant = 7;
  check_line(&e, &affine);
  struct promise bound = promise_of(&e, PROMISE_AT_LEAST);
  bound.subject = COLUMN_AFTER;
  bound.bound_is_column = true;
  bound.bound = COLUMN_BEFORE;
  bound.guard = GUARD_ABOVE;
  bound.guard_constant = 3;
  check_line(&e, &bound);
  struct promise required = promise_of(&e, PROMISE_AT_MOST);
  required.is_required = true;
  required.constant = UINT32_MAX;
  check_line(&e, &required);
  struct promise never = promise_of(&e, PROMISE_NEVER);
  check_line(&e, &never);
  example_release(&e);
}

// What no function of the program can promise, or is no promise at all. %u is
// the function.
static void test_other_lines(void **state) {
  (void)state;
  static const char *const rests[] = {
      "",
      "ensures",
      "ensures always",
      "ensures never again",
      "requires never",           // of callers
      "ensures affine 3",         // of nothing
      "ensures affine 3 1*1",     // there is one parameter
      "ensures affine 3 7*1",     // and one global
      "ensures affine 3 15*1",    // no column
      "ensures affine 3 0*1 0*1", // twice
      "ensures affine x 0*1",
      "ensures atleast 14",
      "ensures atleast 14 constant",
      "ensures atleast 14 constant 99999999999999999999999",
      "ensures atleast 14 column 9",
      "ensures when 14 atmost 0 never", // a guard is of the entry
      "ensures when 10 atmost 0 never",
      "ensures when 0 below 0 never",
      "requires atleast 14 constant 0", // what callers see to is, too
      "requires atleast 0 column 10",
      "requires affine 0 0*1 10*1",
  };
  struct example e;
  example_init(&e);
  struct promise read;
  for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
    struct strbuf line = {0};
    strbuf_format(&line, "%u %s", e.f->self.id, rests[i]);
    assert_false(promise_text_read(e.fx.program, strbuf_text(&line), &read));
    strbuf_release(&line);
  }
  assert_false(promise_text_read(e.fx.program, "0 ensures never", &read));
  assert_false(promise_text_read(e.fx.program, "9999 ensures never", &read));
  assert_false(promise_text_read(e.fx.program, "-1 ensures never", &read));
  example_release(&e);
}

// Nobody calls f otherwise than by its name, and main is where all begins.
static void test_may_require(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct procedure_id entry = e.entry->self;
  assert_true(promise_may_require(e.fx.program, entry, e.f->self.id));
  assert_false(promise_may_require(e.fx.program, entry, entry.id));
  assert_false(promise_may_require(e.fx.program, e.f->self, e.f->self.id));
  example_release(&e);
}

static void test_scope(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct promise_scope scope = promise_scope_of(e.fx.program, e.f);
  assert_true(variable_equal(scope.globals[0], e.depth));
  assert_true(variable_is_none(scope.globals[1]));
  assert_true(promise_has(e.fx.program, &scope, 0));
  assert_false(promise_has(e.fx.program, &scope, 1));
  assert_true(promise_has(e.fx.program, &scope, COLUMN_BEFORE));
  assert_true(promise_has(e.fx.program, &scope, COLUMN_AFTER));
  assert_false(promise_has(e.fx.program, &scope, COLUMN_AFTER + 1));
  assert_true(promise_has(e.fx.program, &scope, COLUMN_RESULT));
  assert_int_equal(promise_width(e.fx.program, &scope, COLUMN_RESULT), 32);
  example_release(&e);
}

static void check_text(struct example *e, const struct promise *promise,
                       const char *expected) {
  struct strbuf out = {0};
  promise_print(e->fx.program, promise, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

static void test_text(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct promise affine = promise_of(&e, PROMISE_AFFINE);
  affine.coefficients[COLUMN_AFTER] = 1;
  affine.coefficients[COLUMN_BEFORE] = 0xffffffff;
  affine.constant = 1;
  check_text(&e, &affine, "depth - old(depth) == 1");
  affine.guard = GUARD_ABOVE;
  affine.guard_constant = 0xfffffffe;
  check_text(&e, &affine, "n > -2 -> depth - old(depth) == 1");
  struct promise bound = promise_of(&e, PROMISE_AT_LEAST);
  bound.subject = COLUMN_RESULT;
  bound.bound_is_column = true;
  check_text(&e, &bound, "result >= n");
  bound.subject = COLUMN_BEFORE;
  bound.bound_is_column = false;
  bound.is_required = true;
  check_text(&e, &bound, "depth >= 0");
  struct promise never = promise_of(&e, PROMISE_NEVER);
  check_text(&e, &never, "false");
  example_release(&e);
}

// depth after the call is one more, or two more: by constants in the columns.
static void test_condition(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct promise affine = promise_of(&e, PROMISE_AFFINE);
  affine.coefficients[COLUMN_AFTER] = 1;
  affine.coefficients[COLUMN_BEFORE] = 0xffffffff;
  affine.constant = 1;
  struct assignment *nothing = assignment_new(e.fx.program->terms);
  for (uint32_t after = 4; after <= 6; after++) {
    struct term columns[PROMISE_COLUMNS] = {0};
    columns[COLUMN_BEFORE] = constant(&e.fx, 32, 4);
    columns[COLUMN_AFTER] = constant(&e.fx, 32, after);
    struct term t = promise_condition(e.fx.program, &affine, columns);
    assert_int_equal(term_evaluate(nothing, t), after == 5);
  }
  assignment_free(nothing);
  example_release(&e);
}

static uint32_t count_breaches(const struct procedure *procedure) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    count += procedure->edges.at[i].undefined == UNDEFINED_PROMISE;
  return count;
}

static void write_both(struct example *e, bool checks,
                       struct promise_breach_vec *breaches) {
  struct promise_vec promises = {0};
  struct promise required = promise_of(e, PROMISE_AT_LEAST);
  required.is_required = true;
  struct promise kept = promise_of(e, PROMISE_AT_MOST);
  kept.subject = COLUMN_RESULT;
  kept.bound_is_column = true;
  promise_vec_push(&promises, required);
  promise_vec_push(&promises, kept);
  promises_write(e->fx.program, &promises, checks ? breaches : NULL);
  struct strbuf errors = {0};
  if (!program_validate(e->fx.program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
  promise_vec_release(&promises);
}

// What is required is checked where f is called, what is promised where it
// returns; without breaches neither is.
static void test_write(void **state) {
  (void)state;
  for (int checks = 0; checks <= 1; checks++) {
    struct example e;
    struct promise_breach_vec breaches = {0};
    example_init(&e);
    write_both(&e, checks, &breaches);
    assert_int_equal(count_breaches(e.entry), checks);
    assert_int_equal(count_breaches(e.f), checks);
    assert_int_equal(breaches.count, 2 * checks);
    promise_breach_vec_release(&breaches);
    example_release(&e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scope),       cmocka_unit_test(test_lines),
      cmocka_unit_test(test_other_lines), cmocka_unit_test(test_may_require),
      cmocka_unit_test(test_text),        cmocka_unit_test(test_condition),
      cmocka_unit_test(test_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
