// The analysis on programs made by hand: before and after inlining, queries,
// and layouts.
#include "../program/fixture.h"

#include "pointsto/layout.h"
#include "pointsto/points_to.h"
#include "program/inline.h"

// void set(int **p, int *v) { *p = v; }
// int main(void) { int *a, *b; set(&a, &x); set(&b, &y); }
struct example {
  struct fixture fx;
  struct procedure *main;
  struct object_id a, b, x, y;
};

static struct operation call_set(struct fixture *fx, struct procedure *set,
                                 struct object_id p, struct object_id v) {
  struct term arguments[] = {address_of(fx, p, 0), address_of(fx, v, 0)};
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = set->self;
  call.call.arguments = program_copy_terms(fx->program, arguments, 2);
  call.call.count = 2;
  return call;
}

static void example_init(struct example *example) {
  struct fixture *fx = &example->fx;
  fixture_init(fx);
  struct ctype pointer = pointer_to(fx, fx->type_int);
  struct procedure *set = begin(fx, "set", 1);
  struct variable p =
      variable(fx, VARIABLE_PARAMETER, "p", pointer_to(fx, pointer));
  struct variable v = variable(fx, VARIABLE_PARAMETER, "v", pointer);
  struct location_id done = location(fx, 1);
  undefined_edge(
      fx, set->entry, UNDEFINED_INVALID_WRITE,
      op_invalid(ACCESS_WRITE, value_of(fx, p),
                 term_const(fx->program->terms, fx->program->pointer_width,
                            fx->program->pointer_width / 8)));
  edge(fx, set->entry, done, op_store(value_of(fx, p), value_of(fx, v)));
  edge(fx, done, set->exit, op_return((struct term){0}));
  procedure_seal(set);
  example->x = object(fx, OBJECT_GLOBAL, "x", fx->type_int);
  example->y = object(fx, OBJECT_GLOBAL, "y", fx->type_int);
  struct procedure *f = example->main = begin(fx, "main", 2);
  example->a = object(fx, OBJECT_FRAME, "a", pointer);
  example->b = object(fx, OBJECT_FRAME, "b", pointer);
  struct location_id between = location(fx, 3), after = location(fx, 4);
  edge(fx, f->entry, between, call_set(fx, set, example->a, example->x));
  edge(fx, between, after, call_set(fx, set, example->b, example->y));
  edge(fx, after, f->exit, op_return((struct term){0}));
  procedure_seal(f);
  fx->program->entry = f->self;
}

static void check_contents(const struct points_to *analysis,
                           struct object_id object, const char *expected) {
  struct memory_object at = points_to_of_object(analysis, object);
  assert_int_not_equal(at.id, 0);
  struct points_to_set set = {0};
  struct strbuf text = {0};
  points_to_contents(analysis, (struct target){at, false, 0}, &set);
  points_to_print_set(analysis, &set, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
  points_to_set_release(&set);
}

static void test_whole_program(void **state) {
  (void)state;
  struct example example;
  example_init(&example);
  struct points_to *analysis =
      points_to_new(example.fx.program, &(struct points_to_options){0});
  check_contents(analysis, example.a, "{x, y}");
  check_contents(analysis, example.b, "{x, y}");
  assert_int_equal(points_to_figures(analysis)->procedures, 2);
  points_to_free(analysis);
  fixture_release(&example.fx);
}

// After inlining each call has its own copy, and nothing is mixed.
static void test_inlined_program(void **state) {
  (void)state;
  struct example example;
  example_init(&example);
  struct inline_result result;
  struct procedure *inlined = program_inline(
      example.fx.program, example.main->self, INLINE_EDGE_LIMIT, &result);
  assert_non_null(inlined);
  struct points_to *analysis = points_to_new(
      example.fx.program, &(struct points_to_options){.entry = inlined->self});
  assert_int_equal(points_to_figures(analysis)->procedures, 1);
  check_contents(analysis, inlined->objects.at[0], "{x}");
  check_contents(analysis, inlined->objects.at[1], "{y}");
  points_to_free(analysis);
  inline_result_release(&result);
  fixture_release(&example.fx);
}

// Called from anywhere: the parameters are, and what they reach escapes.
static void test_open_entry(void **state) {
  (void)state;
  struct example example;
  example_init(&example);
  struct procedure *set = program_find(example.fx.program, "set");
  struct points_to *analysis = points_to_new(
      example.fx.program,
      &(struct points_to_options){.entry = set->self, .is_open = true});
  struct points_to_set other = {0}, both = {0};
  struct term p = program_term(example.fx.program, set->parameters.at[0]);
  points_to_term(analysis, p, &both);
  assert_true(both.is_anywhere);
  assert_int_equal(both.targets.count, 1);
  assert_false(points_to_is_reached(analysis, example.main->self));
  assert_true(points_to_is_reached(analysis, set->self));
  struct procedure_id_vec detached = {0};
  points_to_detached(analysis, &detached);
  assert_int_equal(detached.count, 1);
  procedure_id_vec_release(&detached);
  points_to_set_release(&other);
  points_to_set_release(&both);
  points_to_free(analysis);
  fixture_release(&example.fx);
}

static void test_terms(void **state) {
  (void)state;
  struct example example;
  example_init(&example);
  struct fixture *fx = &example.fx;
  struct points_to *analysis =
      points_to_new(fx->program, &(struct points_to_options){0});
  struct points_to_set a = {0}, x = {0}, moved = {0};
  points_to_term(analysis, address_of(fx, example.a, 0), &a);
  points_to_term(analysis, address_of(fx, example.x, 0), &x);
  // A term that the program does not compute.
  points_to_term(analysis, address_of(fx, example.a, 4), &moved);
  assert_int_equal(moved.targets.count, 1);
  assert_int_equal(moved.targets.at[0].offset, 4);
  assert_true(points_to_set_covers(
      analysis, &a, points_to_of_object(analysis, example.a), 0));
  assert_false(points_to_set_covers(
      analysis, &a, points_to_of_object(analysis, example.a), 1));
  points_to_set_release(&a);
  points_to_set_release(&x);
  points_to_set_release(&moved);
  points_to_free(analysis);
  fixture_release(fx);
}

// struct { int n; struct { int a; int b[3]; } t[9]; int z; }
static struct ctype nested_type(struct fixture *fx) {
  struct cfield inner[] = {field_at(fx, "a", fx->type_int, 0),
                           field_at(fx, "b", array_of(fx, fx->type_int, 3), 4)};
  struct ctype element = record(fx, CTYPE_STRUCT, "e", 16, inner, 2);
  struct cfield outer[] = {field_at(fx, "n", fx->type_int, 0),
                           field_at(fx, "t", array_of(fx, element, 9), 4),
                           field_at(fx, "z", fx->type_int, 148)};
  return record(fx, CTYPE_STRUCT, "s", 152, outer, 3);
}

static void test_layout(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct layout layout;
  layout_init_type(&layout, fx.program->types, nested_type(&fx), 152, true, 8);
  assert_int_equal(layout_normalise(&layout, 0), 0);
  for (int i = 0; i < 9; i++) {
    assert_int_equal(layout_normalise(&layout, 4 + 16 * i), 4);
    for (int k = 0; k < 3; k++)
      assert_int_equal(layout_normalise(&layout, 8 + 16 * i + 4 * k), 8);
  }
  assert_int_equal(layout_normalise(&layout, 148), 148);
  assert_false(layout_repeats(&layout, 148));
  assert_true(layout_repeats(&layout, 4));
  struct offset_vec offsets = {0};
  // An index stays in the array; going back may leave it.
  assert_true(layout_move(&layout, 0, 4, 16, &offsets));
  assert_int_equal(offsets.count, 1);
  assert_int_equal(offsets.at[0], 4);
  offset_vec_clear(&offsets);
  assert_true(layout_move(&layout, 4, -4 - 16 * 3, 0, &offsets));
  bool found = false;
  for (uint32_t i = 0; i < offsets.count; i++)
    found |= offsets.at[i] == 0;
  assert_true(found);
  offset_vec_release(&offsets);
  layout_release(&layout);
  fixture_release(&fx);
}

// Moving a normalised offset covers moving any offset that it stands for, as
// long as both ends are in the object and the assumptions hold: steps that
// stay in an element or go backwards.
static void test_layout_moves_cover(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct layout layout;
  layout_init_type(&layout, fx.program->types, nested_type(&fx), 152, true, 8);
  struct offset_vec offsets = {0};
  for (int64_t from = 0; from < 152; from++)
    for (int64_t to = 0; to <= from; to++) {
      offset_vec_clear(&offsets);
      bool is_exact = layout_move(&layout, layout_normalise(&layout, from),
                                  to - from, 0, &offsets);
      bool found = !is_exact;
      for (uint32_t i = 0; i < offsets.count; i++)
        found |= offsets.at[i] == layout_normalise(&layout, to);
      assert_true(found);
    }
  offset_vec_release(&offsets);
  layout_release(&layout);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_program),
      cmocka_unit_test(test_inlined_program),
      cmocka_unit_test(test_open_entry),
      cmocka_unit_test(test_terms),
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_layout_moves_cover),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
