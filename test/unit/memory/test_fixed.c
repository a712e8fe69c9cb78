// Variables that hold one address wherever they are read.
#include "../program/fixture.h"

#include "memory/fixed.h"

struct example {
  struct fixture fx;
  struct object_id object;
  struct location_id here;
  struct ctype type;
  uint32_t line;
};

static void example_init(struct example *e) {
  *e = (struct example){.line = 1};
  fixture_init(&e->fx);
  begin(&e->fx, "f", 1);
  e->object =
      object(&e->fx, OBJECT_FRAME, "a", array_of(&e->fx, e->fx.type_int, 4));
  e->type = pointer_to(&e->fx, e->fx.type_int);
  e->here = e->fx.f->entry;
}

static struct variable pointer(struct example *e, const char *name) {
  return variable(&e->fx, VARIABLE_LOCAL, name, e->type);
}

static void then(struct example *e, struct operation op) {
  struct location_id to = location(&e->fx, ++e->line);
  edge(&e->fx, e->here, to, op);
  e->here = to;
}

static void assign(struct example *e, struct variable target,
                   struct term value) {
  then(e, operation_assign_one(e->fx.program, target, value));
}

static void forget(struct example *e, struct variable target) {
  then(e, operation_havoc(e->fx.program, &target, 1, ORIGIN_UNINITIALISED,
                          name_of(&e->fx, "locals")));
}

static void read(struct example *e, struct variable v) {
  then(e, op_store(value_of(&e->fx, v), constant(&e->fx, 32, 0)));
}

static struct bitset finish(struct example *e) {
  struct bitset fixed = {0};
  edge(&e->fx, e->here, e->fx.f->exit, op_return((struct term){0}));
  procedure_seal(e->fx.f);
  fixed_find(e->fx.program, e->fx.f, &fixed);
  return fixed;
}

static void example_release(struct example *e, struct bitset *fixed) {
  bitset_release(fixed);
  fixture_release(&e->fx);
}

static void test_chain(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct variable p = pointer(&e, "p"), q = pointer(&e, "q");
  forget(&e, p);
  assign(&e, p, address_of(&e.fx, e.object, 4));
  assign(&e, q,
         term_add(e.fx.program->terms, value_of(&e.fx, p),
                  pointer_size(&e.fx, 4)));
  read(&e, p);
  read(&e, q);
  struct bitset fixed = finish(&e);
  assert_true(bitset_has(&fixed, p.id));
  assert_true(bitset_has(&fixed, q.id));
  example_release(&e, &fixed);
}

static void test_two_values(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct variable p = pointer(&e, "p"), q = pointer(&e, "q");
  assign(&e, p, address_of(&e.fx, e.object, 0));
  assign(&e, q, value_of(&e.fx, p));
  assign(&e, p, address_of(&e.fx, e.object, 4));
  read(&e, q);
  struct bitset fixed = finish(&e);
  assert_false(bitset_has(&fixed, p.id));
  assert_false(bitset_has(&fixed, q.id));
  example_release(&e, &fixed);
}

// Read on a way that does not pass the assignment.
static void test_read_before(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct variable p = pointer(&e, "p"), q = pointer(&e, "q");
  struct variable x = variable(&e.fx, VARIABLE_LOCAL, "x", e.fx.type_int);
  struct term_table *terms = e.fx.program->terms;
  struct term test = term_nonzero(terms, value_of(&e.fx, x));
  struct location_id split = e.here;
  e.here = location(&e.fx, 50);
  edge(&e.fx, split, e.here, operation_assume(test));
  assign(&e, p, address_of(&e.fx, e.object, 0));
  assign(&e, q, address_of(&e.fx, e.object, 0));
  read(&e, q);
  edge(&e.fx, split, e.here, operation_assume(term_not(terms, test)));
  read(&e, p);
  struct bitset fixed = finish(&e);
  assert_false(bitset_has(&fixed, p.id));
  assert_true(bitset_has(&fixed, q.id));
  example_release(&e, &fixed);
}

// In a loop: forgotten when its procedure is entered again.
static void test_loop(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct variable p = pointer(&e, "p"), late = pointer(&e, "late");
  then(&e, operation_skip());
  struct location_id head = e.here;
  forget(&e, p);
  forget(&e, late);
  read(&e, late); // of the round before, or anything
  assign(&e, p, address_of(&e.fx, e.object, 8));
  assign(&e, late, address_of(&e.fx, e.object, 8));
  read(&e, p);
  struct term_table *terms = e.fx.program->terms;
  struct variable x = variable(&e.fx, VARIABLE_LOCAL, "x", e.fx.type_int);
  struct term test = term_nonzero(terms, value_of(&e.fx, x));
  edge(&e.fx, e.here, head, operation_assume(test));
  then(&e, operation_assume(term_not(terms, test)));
  struct bitset fixed = finish(&e);
  assert_true(bitset_has(&fixed, p.id));
  assert_false(bitset_has(&fixed, late.id));
  example_release(&e, &fixed);
}

// What is loaded, an input, a global: none of them is fixed.
static void test_others(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct variable loaded = pointer(&e, "loaded"), input = pointer(&e, "input");
  struct variable global = variable(&e.fx, VARIABLE_GLOBAL, "g", e.type);
  struct variable number = pointer(&e, "number");
  then(&e, op_load(loaded, address_of(&e.fx, e.object, 0)));
  then(&e, operation_havoc(e.fx.program, &input, 1, ORIGIN_INPUT,
                           name_of(&e.fx, "nondet")));
  assign(&e, global, address_of(&e.fx, e.object, 0));
  assign(&e, number, pointer_size(&e.fx, 64));
  read(&e, loaded);
  read(&e, input);
  read(&e, global);
  read(&e, number);
  struct bitset fixed = finish(&e);
  assert_false(bitset_has(&fixed, loaded.id));
  assert_false(bitset_has(&fixed, input.id));
  assert_false(bitset_has(&fixed, global.id));
  assert_false(bitset_has(&fixed, number.id));
  example_release(&e, &fixed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),       cmocka_unit_test(test_two_values),
      cmocka_unit_test(test_read_before), cmocka_unit_test(test_loop),
      cmocka_unit_test(test_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
