// What each kind of operation reads and writes.
#include "fixture.h"

static void assert_effect(const struct operation *op, uint32_t targets,
                          uint32_t terms) {
  struct variable_vec written = {0};
  struct term_vec read = {0};
  operation_targets(op, &written);
  operation_terms(op, &read);
  assert_int_equal(written.count, targets);
  assert_int_equal(read.count, terms);
  variable_vec_release(&written);
  term_vec_release(&read);
}

static void test_memory_effects(void **state) {
  (void)state;
  struct variable x = {1};
  struct term p = {1}, v = {2}, n = {3};
  struct operation op = op_load(x, p);
  assert_effect(&op, 1, 1);
  op = op_store(p, v);
  assert_effect(&op, 0, 2);
  op.kind = OPERATION_UPDATE;
  op.memory.target = x;
  assert_effect(&op, 1, 2);
  op = (struct operation){.kind = OPERATION_COPY,
                          .block = {.address = p, .source = v, .size = n}};
  assert_effect(&op, 0, 3);
  op = (struct operation){.kind = OPERATION_FILL,
                          .block = {.address = p, .value = v, .size = n}};
  assert_effect(&op, 0, 3);
  op = (struct operation){.kind = OPERATION_ALLOCATE,
                          .allocate = {.target = x, .size = n}};
  assert_effect(&op, 1, 1);
  op = (struct operation){.kind = OPERATION_FREE, .free.address = p};
  assert_effect(&op, 0, 1);
  struct term both[] = {p, v};
  op = (struct operation){.kind = OPERATION_LIVE,
                          .live = {.addresses = both, .count = 2}};
  assert_effect(&op, 0, 2);
  op = op_invalid(ACCESS_READ, p, n);
  assert_effect(&op, 0, 2);
  op = op_invalid(ACCESS_FREE, p, (struct term){0});
  assert_effect(&op, 0, 1);
}

static void test_other_effects(void **state) {
  (void)state;
  struct variable xs[] = {{1}, {2}};
  struct term ts[] = {{1}, {2}, {3}};
  struct binding bindings[] = {{xs[0], ts[0]}, {xs[1], ts[1]}};
  struct operation op = operation_skip();
  assert_effect(&op, 0, 0);
  op = (struct operation){.kind = OPERATION_ASSIGN, .assign = {bindings, 2}};
  assert_effect(&op, 2, 2);
  op = operation_assume(ts[0]);
  assert_effect(&op, 0, 1);
  op = (struct operation){.kind = OPERATION_HAVOC,
                          .havoc = {.targets = xs, .count = 2}};
  assert_effect(&op, 2, 0);
  op = (struct operation){.kind = OPERATION_CALL,
                          .call = {.function = ts[0],
                                   .arguments = ts,
                                   .count = 3,
                                   .variadic = ts[1],
                                   .target = xs[0]}};
  assert_effect(&op, 1, 5);
  op.call.target.id = 0;
  op.call.function.id = 0;
  assert_effect(&op, 0, 4);
  op = op_return((struct term){0});
  assert_effect(&op, 0, 0);
  op = (struct operation){
      .kind = OPERATION_THREAD,
      .thread = {.arguments = ts, .count = 3, .target = xs[0]}};
  assert_effect(&op, 1, 3);
  op = operation_unsupported((struct name){0});
  assert_effect(&op, 0, 0);
}

// Operands that come from the stack are copied.
static void test_operands_are_copied(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct variable x = variable(&fx, VARIABLE_GLOBAL, "x", fx.type_int);
  struct term value = constant(&fx, 32, 7);
  struct binding binding = {x, value};
  struct operation assign = operation_assign(fx.program, &binding, 1);
  struct variable target = x;
  struct operation havoc = operation_havoc(
      fx.program, &target, 1, ORIGIN_ASSUMPTION, name_of(&fx, "rand"));
  struct term *copy = program_copy_terms(fx.program, &value, 1);
  binding = (struct binding){0};
  target.id = 0;
  value.id = 0;
  assert_int_equal(assign.assign.bindings[0].target.id, x.id);
  assert_int_equal(havoc.havoc.targets[0].id, x.id);
  assert_int_equal(copy[0].id, assign.assign.bindings[0].value.id);
  assert_null(program_copy_terms(fx.program, NULL, 0));
  fixture_release(&fx);
}

static void test_names(void **state) {
  (void)state;
  for (int i = 0; i < OPERATION_KIND_COUNT; i++)
    assert_non_null(operation_kind_name((enum operation_kind)i));
  for (int i = 0; i < THREAD_ACTION_COUNT; i++)
    assert_non_null(thread_action_name((enum thread_action)i));
  for (int i = 0; i < UNDEFINED_COUNT; i++)
    assert_non_null(undefined_text((enum undefined_reason)i));
  assert_string_equal(operation_kind_name(OPERATION_ASSIGN), "assign");
  assert_string_equal(havoc_origin_name(ORIGIN_UNINITIALISED), "uninitialised");
  assert_string_equal(access_kind_name(ACCESS_CALL), "call");
  assert_string_equal(thread_action_name(THREAD_JOIN), "join");
  assert_string_equal(undefined_text(UNDEFINED_INVALID_READ), "invalid read");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory_effects),
      cmocka_unit_test(test_other_effects),
      cmocka_unit_test(test_operands_are_copied),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
