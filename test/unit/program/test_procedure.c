// Sealing, on a small automaton and on random ones against a naive model; the
// program's tables.
#include "fixture.h"

static void test_seal_small(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  struct location_id dead = location(&fx, 9);
  struct location_id a = location(&fx, 10);
  struct location_id b = location(&fx, 11);
  edge(&fx, b, f->exit, op_return((struct term){0}));
  edge(&fx, f->entry, b, operation_skip());
  edge(&fx, dead, a, operation_skip());
  edge(&fx, f->entry, a, operation_skip());
  edge(&fx, a, f->entry, operation_skip());
  procedure_seal(f);
  assert_true(f->is_sealed);
  // entry 1, exit 2, undefined 3, a 4, b 5
  assert_int_equal(f->locations.count, 6);
  assert_int_equal(f->entry.id, 1);
  assert_int_equal(f->exit.id, 2);
  assert_int_equal(f->undefined.id, 3);
  assert_int_equal(f->locations.at[4].position.line, 10);
  assert_int_equal(f->edges.count, 5);
  const uint32_t expected[][2] = {{1, 5}, {1, 4}, {4, 1}, {5, 2}};
  for (uint32_t i = 1; i < f->edges.count; i++) {
    assert_int_equal(f->edges.at[i].from.id, expected[i - 1][0]);
    assert_int_equal(f->edges.at[i].to.id, expected[i - 1][1]);
  }
  assert_int_equal(f->locations.at[1].out_count, 2);
  assert_int_equal(f->locations.at[4].first_out, 3);
  assert_int_equal(f->locations.at[2].out_count, 0);
  fixture_release(&fx);
}

static void test_adding_unseals(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  procedure_seal(f);
  assert_int_equal(f->locations.count, 4);
  edge(&fx, f->entry, f->exit, op_return((struct term){0}));
  assert_false(f->is_sealed);
  procedure_seal(f);
  assert_int_equal(f->locations.at[1].out_count, 1);
  fixture_release(&fx);
}

enum { MAX_LOCATIONS = 40 };

// Positions identify locations, and lines of edges identify edges, through the
// renumbering.
struct model {
  uint32_t locations, edges;
  uint32_t from[4 * MAX_LOCATIONS], to[4 * MAX_LOCATIONS];
  bool is_kept[MAX_LOCATIONS + 4];
};

static void model_reach(struct model *model) {
  model->is_kept[1] = model->is_kept[2] = model->is_kept[3] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->edges; i++)
      if (model->is_kept[model->from[i]] && !model->is_kept[model->to[i]])
        changed = model->is_kept[model->to[i]] = true;
  }
}

static void build_random(struct fixture *fx, struct random *random,
                         struct model *model) {
  struct procedure *f = begin(fx, "f", 0);
  model->locations = 3 + random_below(random, MAX_LOCATIONS);
  for (uint32_t i = 4; i <= model->locations; i++)
    location(fx, 0);
  for (uint32_t i = 1; i <= model->locations; i++)
    f->locations.at[i].position.line = i;
  model->edges = random_below(random, 2 * model->locations);
  for (uint32_t i = 0; i < model->edges; i++) {
    model->from[i] = 1 + random_below(random, model->locations);
    model->to[i] = 1 + random_below(random, model->locations);
    procedure_add_edge(f, (struct edge){.from = {model->from[i]},
                                        .to = {model->to[i]},
                                        .position = {.line = i + 1}});
  }
}

// The next edge of the location in the model, from number `from` on.
static uint32_t model_next(const struct model *model, uint32_t location_number,
                           uint32_t from) {
  while (from < model->edges && model->from[from] != location_number)
    from++;
  return from;
}

static void check_random(const struct procedure *f, const struct model *model) {
  uint32_t kept = 0, next_edge = 1;
  for (uint32_t i = 1; i <= model->locations; i++) {
    if (!model->is_kept[i])
      continue;
    const struct location *found = &f->locations.at[++kept];
    assert_int_equal(found->position.line, i);
    assert_int_equal(found->first_out, next_edge);
    uint32_t expected = model_next(model, i, 0);
    for (uint32_t k = 0; k < found->out_count; k++, next_edge++) {
      const struct edge *edge_found = &f->edges.at[next_edge];
      assert_int_equal(edge_found->position.line, expected + 1);
      assert_int_equal(edge_found->from.id, kept);
      assert_int_equal(f->locations.at[edge_found->to.id].position.line,
                       model->to[expected]);
      expected = model_next(model, i, expected + 1);
    }
    assert_int_equal(expected, model->edges);
  }
  assert_int_equal(f->locations.count, kept + 1);
  assert_int_equal(f->edges.count, next_edge);
}

static void test_seal_random(void **state) {
  (void)state;
  struct random random = {7};
  for (int round = 0; round < 500; round++) {
    struct fixture fx;
    struct model model = {0};
    fixture_init(&fx);
    build_random(&fx, &random, &model);
    model_reach(&model);
    procedure_seal(fx.f);
    check_random(fx.f, &model);
    procedure_seal(fx.f);
    check_random(fx.f, &model);
    fixture_release(&fx);
  }
}

static void test_tables(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct program *program = fx.program;
  struct variable g = variable(&fx, VARIABLE_GLOBAL, "g", fx.type_int);
  struct procedure *f = begin(&fx, "f", 1);
  struct variable x = variable(&fx, VARIABLE_PARAMETER, "x", fx.type_int);
  struct variable y = variable(&fx, VARIABLE_LOCAL, "y", fx.type_int);
  struct object_id q = object(&fx, OBJECT_FRAME, "q", fx.type_int);
  assert_ptr_equal(program_find(program, "f"), f);
  assert_null(program_find(program, "x"));
  assert_null(program_find(program, "nobody"));
  assert_int_equal(program_variable(program, g)->slot, 0);
  assert_int_equal(program_variable(program, x)->slot, 0);
  assert_int_equal(program_variable(program, y)->slot, 1);
  assert_int_equal(f->parameters.count, 1);
  assert_int_equal(f->variables.count, 3);
  assert_int_equal(f->objects.at[0].id, q.id);
  struct variable address = program_object(program, q)->address;
  const struct variable_info *info = program_variable(program, address);
  assert_int_equal(info->kind, VARIABLE_ADDRESS);
  assert_int_equal(info->owner.id, f->self.id);
  assert_string_equal(name_text(fx.names, info->name), "&q");
  assert_int_equal(program_variable_of(program, value_of(&fx, y)).id, y.id);
  struct term other =
      term_variable(program->terms, name_of(&fx, "other"), sort_bits(8));
  assert_true(variable_is_none(program_variable_of(program, other)));
  struct object_id text =
      object(&fx, OBJECT_STRING, "\"hi\"", array_of(&fx, fx.type_char, 3));
  address = program_object(program, text)->address;
  assert_string_equal(
      name_text(fx.names, program_variable(program, address)->name), "\"hi\"");
  assert_int_equal(program_variable(program, address)->owner.id, 0);
  assert_int_equal(program->global_count, 2);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_seal_small),
      cmocka_unit_test(test_adding_unseals),
      cmocka_unit_test(test_seal_random),
      cmocka_unit_test(test_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
