// Inlining: a listing, the tables that lead back to the original, limits, and
// random programs that must do the same before and after.
#include "random_program.h"

#include "program/inline.h"
#include "program/print.h"
#include "program/validate.h"

static void check_valid(struct fixture *fx) {
  struct strbuf errors = {0};
  if (!program_validate(fx->program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

static void check_listing(struct fixture *fx, const struct procedure *f,
                          const char *expected) {
  struct strbuf out = {0};
  program_print_procedure(fx->program, f, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

static struct operation op_call(struct fixture *fx, struct procedure *callee,
                                struct variable target, struct term argument) {
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = callee->self;
  call.call.target = target;
  if (!term_is_none(argument)) {
    call.call.arguments = program_copy_terms(fx->program, &argument, 1);
    call.call.count = 1;
  }
  return call;
}

static struct term divide(struct fixture *fx, struct variable a,
                          struct variable b) {
  return term_binary(fx->program->terms, OP_UDIV, value_of(fx, a),
                     value_of(fx, b));
}

// int f(int x) { int b[1]; b[0] = x; return 100 / x; }, with the division's
// undefined outcome.
static struct procedure *add_f(struct fixture *fx) {
  struct term_table *terms = fx->program->terms;
  struct procedure *f = begin(fx, "f", 1);
  f->result = sort_bits(32);
  struct variable x = variable(fx, VARIABLE_PARAMETER, "x", fx->type_int);
  struct object_id b =
      object(fx, OBJECT_FRAME, "b", array_of(fx, fx->type_int, 1));
  struct variable t = variable(fx, VARIABLE_TEMPORARY, "$1", fx->type_int);
  program_variable(fx->program, t)->text = name_of(fx, "b[0] / g");
  struct location_id divides = location(fx, 2), done = location(fx, 3),
                     returns = location(fx, 4);
  struct operation store = op_store(address_of(fx, b, 0), value_of(fx, x));
  store.memory.text = name_of(fx, "b[x]");
  struct term is_zero = term_eq(terms, value_of(fx, x), constant(fx, 32, 0));
  edge(fx, f->entry, divides, store);
  undefined_edge(fx, divides, UNDEFINED_DIVISION_BY_ZERO,
                 operation_assume(is_zero));
  edge(fx, divides, done, operation_assume(term_not(terms, is_zero)));
  edge(fx, done, returns,
       operation_assign_one(fx->program, t, divide(fx, x, x)));
  edge(fx, returns, f->exit, op_return(value_of(fx, t)));
  procedure_location(f, done)->label = name_of(fx, "done");
  procedure_seal(f);
  return f;
}

// int main(int n) { n = f(n); f(7); outside(); return n; }
static struct procedure *add_main(struct fixture *fx, struct procedure *f,
                                  struct procedure *outside) {
  struct procedure *entry = begin(fx, "main", 10);
  entry->result = sort_bits(32);
  struct variable n = variable(fx, VARIABLE_PARAMETER, "n", fx->type_int);
  struct location_id a = location(fx, 11), b = location(fx, 12),
                     c = location(fx, 13);
  struct variable none = {0};
  edge(fx, entry->entry, a, op_call(fx, f, n, value_of(fx, n)));
  edge(fx, a, b, op_call(fx, f, none, constant(fx, 32, 7)));
  edge(fx, b, c, op_call(fx, outside, none, (struct term){0}));
  edge(fx, c, entry->exit, op_return(value_of(fx, n)));
  procedure_seal(entry);
  return entry;
}

static struct procedure *add_outside(struct fixture *fx) {
  return program_add_procedure(fx->program, name_of(fx, "outside"));
}

static void test_listing(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = add_f(&fx);
  struct procedure *entry = add_main(&fx, f, add_outside(&fx));
  struct inline_result result;
  struct procedure *made =
      program_inline(fx.program, entry->self, INLINE_EDGE_LIMIT, &result);
  assert_ptr_equal(made, result.procedure);
  assert_int_equal(result.size, made->edges.count - 1);
  check_valid(&fx);
  check_listing(
      &fx, made,
      "procedure bits32 main (inlined)(int n)  // a.c:10:5\n"
      "  local int f::x\n"
      "  local int f#2::x\n"
      "  object int f::b[1] (4 bytes)\n"
      "  object int f#2::b[1] (4 bytes)\n"
      "  (entry)\n"
      "  L1   10:3     -> L7 : f::x = n\n"
      "  L4   11:3     -> L11 : f#2::x = 7\n"
      "  L5   12:3     -> L6 : outside()\n"
      "  L6   13:3     -> exit : return n\n"
      "  L7   1:3      -> L8 : store4(f::b, f::x)  // f::b[f::x]\n"
      "  L8   2:3      -> undefined (division by zero) : [f::x == 0]\n"
      "                -> L9 : [f::x != 0]\n"
      "  (label done)\n"
      "  L9   3:3      -> L10 : f::$1 = (unsigned)f::x / (unsigned)f::x"
      "  // f::b[0] / g\n"
      "  L10  4:3      -> L4 : n = f::b[0] / g\n"
      "  L11  1:3      -> L12 : store4(f#2::b, f#2::x)  // f::b[f::x]\n"
      "  L12  2:3      -> undefined (division by zero) : [f#2::x == 0]\n"
      "                -> L13 : [f#2::x != 0]\n"
      "  (label done)\n"
      "  L13  3:3      -> L14 : f#2::$1 = (unsigned)f#2::x / (unsigned)f#2::x"
      "  // f::b[0] / g\n"
      "  L14  4:3      -> L5 : skip\n");
  assert_ptr_equal(program_find(fx.program, "main"), entry);
  inline_result_release(&result);
  fixture_release(&fx);
}

static void check_texts(struct fixture *fx, struct variable variable_found,
                        const char *name, const char *text) {
  const struct variable_info *info =
      program_variable(fx->program, variable_found);
  assert_string_equal(name_text(fx->names, info->name), name);
  assert_string_equal(name_text(fx->names, info->text), text);
}

static void test_tables(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = add_f(&fx);
  struct procedure *entry = add_main(&fx, f, add_outside(&fx));
  struct inline_result result;
  struct procedure *made =
      program_inline(fx.program, entry->self, INLINE_EDGE_LIMIT, &result);
  assert_int_equal(result.instances.count, 4);
  const struct inline_instance *second = &result.instances.at[3];
  assert_int_equal(second->procedure.id, f->self.id);
  assert_int_equal(second->parent, 1);
  assert_int_equal(second->depth, 1);
  assert_int_equal(second->copy, 2);
  assert_int_equal(second->call.id, 2);
  assert_int_equal(second->position.line, 11);
  assert_int_equal(second->first_object, 1);
  struct variable x = made->variables.at[second->first_variable];
  check_texts(&fx, x, "f#2::x", "f::x");
  check_texts(&fx, made->variables.at[0], "n", "n");
  assert_int_equal(inline_original(fx.program, &result, x).id,
                   f->parameters.at[0].id);
  assert_int_equal(inline_instance_of(fx.program, &result, x), 3);
  // The edge that passes the argument, and the first of the body.
  struct location *call = procedure_location(made, (struct location_id){4});
  struct inline_origin origin = result.origins.at[call->first_out];
  assert_int_equal(origin.procedure.id, entry->self.id);
  assert_int_equal(origin.edge.id, 2);
  assert_int_equal(origin.instance, 1);
  assert_int_equal(origin.entered, 3);
  origin =
      result.origins
          .at[procedure_location(made, (struct location_id){11})->first_out];
  assert_int_equal(origin.procedure.id, f->self.id);
  assert_int_equal(origin.edge.id, 1);
  assert_int_equal(origin.instance, 3);
  assert_int_equal(origin.entered, 0);
  inline_result_release(&result);
  fixture_release(&fx);
}

static void test_limit(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *entry = add_main(&fx, add_f(&fx), add_outside(&fx));
  uint32_t procedures = fx.program->procedures.count;
  uint32_t variables = fx.program->variables.count;
  struct inline_result result;
  assert_null(program_inline(fx.program, entry->self, 13, &result));
  assert_true(result.is_too_large);
  assert_int_equal(result.size, 14);
  assert_int_equal(fx.program->procedures.count, procedures);
  assert_int_equal(fx.program->variables.count, variables);
  inline_result_release(&result);
  assert_non_null(program_inline(fx.program, entry->self, 14, &result));
  inline_result_release(&result);
  fixture_release(&fx);
}

// Each procedure calls the one before it twice: 2^80 edges, counted quickly.
static void test_explosion(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *previous = NULL;
  for (uint32_t i = 0; i < 80; i++) {
    struct procedure *f = begin(&fx, "f", i + 1);
    struct location_id a = location(&fx, i + 1), b = location(&fx, i + 1);
    struct operation call = operation_skip();
    if (previous)
      call = op_call(&fx, previous, (struct variable){0}, (struct term){0});
    edge(&fx, f->entry, a, call);
    edge(&fx, a, b, call);
    edge(&fx, b, f->exit, op_return((struct term){0}));
    procedure_seal(f);
    previous = f;
  }
  struct inline_result result;
  assert_null(
      program_inline(fx.program, previous->self, INLINE_EDGE_LIMIT, &result));
  assert_true(result.is_too_large);
  assert_true(result.size >= (uint64_t)1 << 62);
  inline_result_release(&result);
  fixture_release(&fx);
}

static void test_recursion(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *all[3]; // main calls f, f calls g, g calls f
  for (uint32_t i = 0; i < 3; i++)
    all[i] = begin(&fx, "f", i + 1);
  for (uint32_t i = 0; i < 3; i++) {
    fx.f = all[i];
    struct location_id a = location(&fx, i + 1);
    edge(&fx, fx.f->entry, a,
         op_call(&fx, all[i == 2 ? 1 : i + 1], (struct variable){0},
                 (struct term){0}));
    edge(&fx, a, fx.f->exit, op_return((struct term){0}));
    procedure_seal(fx.f);
  }
  struct inline_result result;
  assert_null(
      program_inline(fx.program, all[0]->self, INLINE_EDGE_LIMIT, &result));
  assert_false(result.is_too_large);
  assert_int_equal(result.recursion.count, 3);
  assert_int_equal(result.recursion.at[0].id, all[1]->self.id);
  assert_int_equal(result.recursion.at[1].id, all[2]->self.id);
  assert_int_equal(result.recursion.at[2].id, all[1]->self.id);
  assert_int_equal(fx.program->procedures.count, 4);
  inline_result_release(&result);
  // A kept procedure cuts the cycle: f stays, with g in it, and calls itself.
  struct bitset kept = {0};
  bitset_add(&kept, all[1]->self.id);
  const struct inline_options options = {.kept = &kept,
                                         .edge_limit = INLINE_EDGE_LIMIT};
  assert_non_null(
      program_inline_as(fx.program, all[0]->self, &options, &result));
  assert_int_equal(result.parts.count, 2);
  assert_int_equal(result.instances.count - 1, 3);
  assert_int_equal(result.instances.at[3].part, 1);
  check_valid(&fx);
  inline_result_release(&result);
  bitset_release(&kept);
  fixture_release(&fx);
}

// main calls f, which calls itself twice: each level has twice the copies.
static void test_depth(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  struct location_id a = location(&fx, 2), b = location(&fx, 3);
  edge(&fx, f->entry, a,
       op_call(&fx, f, (struct variable){0}, (struct term){0}));
  edge(&fx, a, b, op_call(&fx, f, (struct variable){0}, (struct term){0}));
  edge(&fx, b, f->exit, op_return((struct term){0}));
  procedure_seal(f);
  struct procedure *entry = begin(&fx, "main", 9);
  a = location(&fx, 10);
  edge(&fx, entry->entry, a,
       op_call(&fx, f, (struct variable){0}, (struct term){0}));
  edge(&fx, a, entry->exit, op_return((struct term){0}));
  procedure_seal(entry);
  for (uint32_t depth = 1; depth < 6; depth++) {
    struct inline_result result;
    struct inline_options options = {.edge_limit = INLINE_EDGE_LIMIT,
                                     .depth = depth};
    uint32_t copies = (1u << (depth + 1)) - 1;
    struct procedure *made =
        program_inline_as(fx.program, entry->self, &options, &result);
    assert_non_null(made);
    assert_int_equal(result.size, 2 + 3 * copies);
    assert_int_equal(result.instances.count - 1, 1 + copies);
    assert_int_equal(result.cuts, 2u << depth);
    uint32_t deepest = 0;
    for (uint32_t i = 1; i < result.instances.count; i++)
      if (result.instances.at[i].level > deepest)
        deepest = result.instances.at[i].level;
    assert_int_equal(deepest, depth);
    check_valid(&fx);
    options.edge_limit = (uint32_t)result.size - 1;
    inline_result_release(&result);
    assert_null(program_inline_as(fx.program, entry->self, &options, &result));
    assert_true(result.is_too_large);
    inline_result_release(&result);
  }
  fixture_release(&fx);
}

// Calls of a kept procedure stay calls, and its body is a part of its own.
static void test_kept(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = add_f(&fx);
  struct procedure *entry = add_main(&fx, f, add_outside(&fx));
  struct inline_result result;
  struct bitset kept = {0};
  bitset_add(&kept, f->self.id);
  const struct inline_options options = {.kept = &kept,
                                         .edge_limit = INLINE_EDGE_LIMIT};
  struct procedure *made =
      program_inline_as(fx.program, entry->self, &options, &result);
  check_valid(&fx);
  check_listing(
      &fx, made,
      "procedure bits32 main (inlined)(int n)  // a.c:10:5\n"
      "  local int f::x\n"
      "  object int f::b[1] (4 bytes)\n"
      "  L1   10:3     -> L4 : n = f(n)\n"
      "  L4   11:3     -> L5 : f(7)\n"
      "  L5   12:3     -> L6 : outside()\n"
      "  L6   13:3     -> exit : return n\n"
      "  L7   1:3      -> L9 : store4(f::b, f::x)  // f::b[f::x]\n"
      "  L8   1:3      blocks\n"
      "  L9   2:3      -> undefined (division by zero) : [f::x == 0]\n"
      "                -> L10 : [f::x != 0]\n"
      "  (label done)\n"
      "  L10  3:3      -> L11 : f::$1 = (unsigned)f::x / (unsigned)f::x  // "
      "f::b[0] / g\n"
      "  L11  4:3      -> L8 : f::result = f::b[0] / g\n"
      "  (entry)\n"
      "  L12  10:5     -> L1 : skip\n"
      "       1:5      -> L7 : havoc f::x (approximation: f)\n");
  assert_int_equal(result.parts.count, 2);
  assert_int_equal(result.parts.at[1].procedure.id, f->self.id);
  uint32_t calls = 0, starts = 0;
  for (uint32_t i = 1; i < made->edges.count; i++) {
    calls += inline_part_called(&result, &made->edges.at[i].op) == 1;
    starts += inline_enters_part(&result, i);
    if (inline_part_called(&result, &made->edges.at[i].op))
      assert_int_equal(inline_part_of(&result, i), 0);
  }
  assert_int_equal(calls, 2);
  assert_int_equal(starts, 1);
  struct variable formal =
      inline_formal(fx.program, &result, 1, f->parameters.at[0]);
  assert_int_equal(inline_original(fx.program, &result, formal).id,
                   f->parameters.at[0].id);
  inline_result_release(&result);
  bitset_release(&kept);
  fixture_release(&fx);
}

// A variadic callee gets the area's address, or null.
static void test_variadic(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->is_variadic = true;
  f->variadic =
      variable(&fx, VARIABLE_LOCAL, "...", pointer_to(&fx, fx.type_int));
  edge(&fx, f->entry, f->exit, op_return((struct term){0}));
  procedure_seal(f);
  struct procedure *entry = begin(&fx, "main", 2);
  struct object_id area =
      object(&fx, OBJECT_FRAME, "area", array_of(&fx, fx.type_int, 4));
  struct location_id a = location(&fx, 3), b = location(&fx, 4);
  struct operation call =
      op_call(&fx, f, (struct variable){0}, (struct term){0});
  edge(&fx, entry->entry, a, call);
  call.call.variadic = address_of(&fx, area, 0);
  edge(&fx, a, b, call);
  edge(&fx, b, entry->exit, op_return((struct term){0}));
  procedure_seal(entry);
  struct inline_result result;
  struct procedure *made =
      program_inline(fx.program, entry->self, INLINE_EDGE_LIMIT, &result);
  check_valid(&fx);
  const struct operation *first = &made->edges.at[1].op;
  const struct operation *second = &made->edges.at[2].op;
  assert_int_equal(first->assign.count, 1);
  assert_true(
      term_equal(first->assign.bindings[0].value, pointer_size(&fx, 0)));
  struct variable copy =
      program_object(fx.program, made->objects.at[0])->address;
  assert_true(
      term_equal(second->assign.bindings[0].value, value_of(&fx, copy)));
  inline_result_release(&result);
  fixture_release(&fx);
}

static void check_origins(struct fixture *fx,
                          const struct inline_result *result) {
  const struct procedure *made = result->procedure;
  for (uint32_t i = 1; i < made->edges.count; i++) {
    struct inline_origin origin = result->origins.at[i];
    const struct edge *original = procedure_edge(
        program_procedure(fx->program, origin.procedure), origin.edge);
    assert_int_equal(original->position.line, made->edges.at[i].position.line);
    assert_int_equal(original->undefined, made->edges.at[i].undefined);
    assert_int_equal(original->op.kind == OPERATION_CALL, origin.entered != 0);
    assert_int_equal(result->instances.at[origin.instance].procedure.id,
                     origin.procedure.id);
    if (origin.entered)
      assert_int_equal(result->instances.at[origin.entered].parent,
                       origin.instance);
  }
}

static void check_variables(struct fixture *fx,
                            const struct inline_result *result) {
  const struct procedure *made = result->procedure;
  for (uint32_t i = 0; i < made->variables.count; i++) {
    struct variable copy = made->variables.at[i];
    uint32_t instance = inline_instance_of(fx->program, result, copy);
    struct variable original = inline_original(fx->program, result, copy);
    assert_int_equal(program_variable(fx->program, original)->owner.id,
                     result->instances.at[instance].procedure.id);
  }
}

static void test_random(void **state) {
  (void)state;
  uint32_t ends[3] = {0};
  for (uint64_t seed = 1; seed <= 300; seed++) {
    struct random_program p;
    random_program_init(&p, seed, 1 + seed % 4);
    check_valid(&p.fx);
    struct procedure *entry = p.fx.f;
    struct inline_result result;
    struct procedure *made =
        program_inline(p.fx.program, entry->self, INLINE_EDGE_LIMIT, &result);
    check_valid(&p.fx);
    check_origins(&p.fx, &result);
    check_variables(&p.fx, &result);
    for (uint32_t run = 0; run < 10; run++)
      ends[compare_executions(&p, entry, made)]++;
    inline_result_release(&result);
    random_program_release(&p);
  }
  for (uint32_t i = 0; i < 3; i++)
    assert_true(ends[i] >= 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_listing),   cmocka_unit_test(test_tables),
      cmocka_unit_test(test_limit),     cmocka_unit_test(test_explosion),
      cmocka_unit_test(test_recursion), cmocka_unit_test(test_kept),
      cmocka_unit_test(test_depth),     cmocka_unit_test(test_variadic),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
