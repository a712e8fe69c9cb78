// Slices of small automata, and on random ones: what is not relevant can be
// changed at will without changing whether the target is reached.
#include "random_program.h"

#include "program/slice.h"

struct example {
  struct fixture fx;
  struct variable x, y, z, w;
};

static void example_init(struct example *e) {
  fixture_init(&e->fx);
  e->w = variable(&e->fx, VARIABLE_GLOBAL, "w", e->fx.type_int);
  begin(&e->fx, "f", 1);
  e->x = variable(&e->fx, VARIABLE_LOCAL, "x", e->fx.type_int);
  e->y = variable(&e->fx, VARIABLE_LOCAL, "y", e->fx.type_int);
  e->z = variable(&e->fx, VARIABLE_LOCAL, "z", e->fx.type_int);
}

static struct operation assign(struct example *e, struct variable to,
                               struct variable from) {
  return operation_assign_one(e->fx.program, to, value_of(&e->fx, from));
}

static struct term is_zero(struct example *e, struct variable v) {
  return term_eq(e->fx.program->terms, value_of(&e->fx, v),
                 constant(&e->fx, 32, 0));
}

static void slice_location(struct example *e, struct slice *slice,
                           struct location_id target) {
  struct bitset targets = {0};
  procedure_seal(e->fx.f);
  bitset_add(&targets, target.id);
  slice_init(slice, e->fx.program, e->fx.f,
             (struct slice_targets){.locations = &targets});
  bitset_release(&targets);
}

// x = y; z = x; if (x == 0) target; else if (z == 0) elsewhere
static void test_assignments(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct fixture *fx = &e.fx;
  struct term_table *terms = fx->program->terms;
  struct location_id a = location(fx, 2), b = location(fx, 3),
                     target = location(fx, 4), other = location(fx, 5);
  edge(fx, fx->f->entry, a, assign(&e, e.x, e.y));
  edge(fx, a, b, assign(&e, e.z, e.x));
  edge(fx, b, target, operation_assume(is_zero(&e, e.x)));
  edge(fx, b, other, operation_assume(term_not(terms, is_zero(&e, e.x))));
  edge(fx, other, fx->f->exit, op_return((struct term){0}));
  struct slice slice;
  slice_location(&e, &slice, target);
  assert_true(slice_has_variable(&slice, e.x));
  assert_true(slice_has_variable(&slice, e.y));
  assert_false(slice_has_variable(&slice, e.z));
  assert_false(slice_has_variable(&slice, e.w));
  assert_false(slice.has_memory);
  assert_int_equal(slice.variable_count, 4);
  assert_int_equal(slice.relevant_count, 2);
  assert_int_equal(bitset_count(&slice.locations), 4);
  assert_true(bitset_has(&slice.locations, target.id));
  assert_false(bitset_has(&slice.locations, other.id));
  assert_int_equal(bitset_count(&slice.edges), 3);
  slice_release(&slice);
  fixture_release(fx);
}

// An edge as the target: its own condition counts, what follows does not.
static void test_edge_target(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct fixture *fx = &e.fx;
  struct location_id a = location(fx, 2);
  edge(fx, fx->f->entry, a, operation_assume(is_zero(&e, e.x)));
  edge(fx, a, fx->f->exit, operation_assume(is_zero(&e, e.y)));
  procedure_seal(fx->f);
  struct bitset targets = {0};
  bitset_add(&targets, 1);
  struct slice slice;
  slice_init(&slice, fx->program, fx->f,
             (struct slice_targets){.edges = &targets});
  assert_true(slice_has_variable(&slice, e.x));
  assert_false(slice_has_variable(&slice, e.y));
  assert_int_equal(bitset_count(&slice.locations), 1);
  slice_release(&slice);
  slice_init(&slice, fx->program, fx->f, (struct slice_targets){0});
  assert_true(bitset_is_empty(&slice.locations));
  assert_int_equal(slice.relevant_count, 0);
  slice_release(&slice);
  bitset_release(&targets);
  fixture_release(fx);
}

// What is stored matters when something relevant is loaded.
static void test_memory(void **state) {
  (void)state;
  for (int loads = 0; loads < 2; loads++) {
    struct example e;
    example_init(&e);
    struct fixture *fx = &e.fx;
    struct object_id o = object(fx, OBJECT_FRAME, "o", fx->type_int);
    struct location_id a = location(fx, 2), b = location(fx, 3),
                       target = location(fx, 4);
    edge(fx, fx->f->entry, a,
         op_store(address_of(fx, o, 0), value_of(fx, e.y)));
    edge(fx, a, b, op_load(loads ? e.x : e.z, address_of(fx, o, 0)));
    edge(fx, b, target, operation_assume(is_zero(&e, e.x)));
    struct slice slice;
    slice_location(&e, &slice, target);
    assert_int_equal(slice.has_memory, loads);
    assert_int_equal(slice_has_variable(&slice, e.y), loads);
    assert_false(slice_has_variable(&slice, e.z));
    slice_release(&slice);
    fixture_release(fx);
  }
}

// Whether an access is valid decides whether control gets past it.
static void test_access(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct fixture *fx = &e.fx;
  struct variable p =
      variable(fx, VARIABLE_LOCAL, "p", pointer_to(fx, fx->type_int));
  struct location_id target = location(fx, 2);
  undefined_edge(
      fx, fx->f->entry, UNDEFINED_INVALID_WRITE,
      op_invalid(ACCESS_WRITE, value_of(fx, p), pointer_size(fx, 4)));
  edge(fx, fx->f->entry, target, op_store(value_of(fx, p), value_of(fx, e.x)));
  struct slice slice;
  slice_location(&e, &slice, target);
  assert_true(slice_has_variable(&slice, p));
  slice_release(&slice);
  slice_location(&e, &slice, fx->f->undefined);
  assert_true(slice_has_variable(&slice, p));
  slice_release(&slice);
  fixture_release(fx);
}

// A call of a declaration computes its result from its arguments; one through
// a pointer reads globals, too.
static void test_calls(void **state) {
  (void)state;
  for (int indirect = 0; indirect < 2; indirect++) {
    struct example e;
    example_init(&e);
    struct fixture *fx = &e.fx;
    struct procedure *f = fx->f;
    struct procedure *outside =
        program_add_procedure(fx->program, name_of(fx, "outside"));
    struct variable p =
        variable(fx, VARIABLE_LOCAL, "p", pointer_to(fx, fx->type_int));
    struct operation call = {.kind = OPERATION_CALL};
    struct term argument = value_of(fx, e.y);
    call.call.arguments = program_copy_terms(fx->program, &argument, 1);
    call.call.count = 1;
    call.call.target = e.x;
    if (indirect)
      call.call.function = value_of(fx, p);
    else
      call.call.callee = outside->self;
    struct location_id a = location(fx, 2), target = location(fx, 3);
    edge(fx, f->entry, a, call);
    edge(fx, a, target, operation_assume(is_zero(&e, e.x)));
    struct slice slice;
    slice_location(&e, &slice, target);
    assert_true(slice_has_variable(&slice, e.y));
    assert_int_equal(slice_has_variable(&slice, e.w), indirect);
    assert_int_equal(slice_has_variable(&slice, p), indirect);
    assert_false(slice_has_variable(&slice, e.z));
    slice_release(&slice);
    fixture_release(fx);
  }
}

// Runs the only procedure; what is in the slice starts as told by the seed, the
// rest by another.
static enum execution_end run(struct random_program *p,
                              const struct slice *slice, uint64_t seed,
                              uint64_t other) {
  struct execution x;
  struct random relevant = {seed}, rest = {other};
  execution_init(&x, p->fx.program, 40);
  for (uint32_t i = 1; i < p->fx.program->variables.count; i++) {
    uint32_t a = random_below(&relevant, 256), b = random_below(&rest, 256);
    struct variable v = {i};
    execution_set(&x, v, slice_has_variable(slice, v) ? a : b);
  }
  enum execution_end end = execute(&x, p->fx.f);
  execution_release(&x);
  return end;
}

static void test_random(void **state) {
  (void)state;
  uint32_t irrelevant = 0, reached = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct random_program p;
    random_program_init(&p, seed, 1);
    struct bitset targets = {0};
    struct slice slice;
    bitset_add(&targets, p.fx.f->undefined.id);
    slice_init(&slice, p.fx.program, p.fx.f,
               (struct slice_targets){.locations = &targets});
    irrelevant += slice.variable_count - slice.relevant_count;
    for (uint64_t k = 0; k < 10; k++) {
      bool first = run(&p, &slice, k, 2 * k) == END_UNDEFINED;
      bool second = run(&p, &slice, k, 2 * k + 1) == END_UNDEFINED;
      assert_int_equal(first, second);
      reached += first;
    }
    slice_release(&slice);
    bitset_release(&targets);
    random_program_release(&p);
  }
  assert_true(irrelevant > 100);
  assert_true(reached > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignments), cmocka_unit_test(test_edge_target),
      cmocka_unit_test(test_memory),      cmocka_unit_test(test_access),
      cmocka_unit_test(test_calls),       cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
