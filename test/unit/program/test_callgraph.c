// Order and cycles of the call graph, on random graphs against a naive model.
#include "fixture.h"

#include "program/callgraph.h"

enum { MAX_PROCEDURES = 8 };

struct graph {
  uint32_t count;
  bool calls[MAX_PROCEDURES + 1][MAX_PROCEDURES + 1];
  bool reaches[MAX_PROCEDURES + 1][MAX_PROCEDURES + 1]; // in one call or more
};

static struct operation op_call(struct procedure *callee) {
  return (struct operation){.kind = OPERATION_CALL,
                            .call.callee = callee->self};
}

// One procedure per node, which calls its callees one after the other.
static void build(struct fixture *fx, const struct graph *graph) {
  for (uint32_t i = 1; i <= graph->count; i++)
    begin(fx, "f", i);
  for (uint32_t i = 1; i <= graph->count; i++) {
    fx->f = program_procedure(fx->program, (struct procedure_id){i});
    struct location_id here = fx->f->entry;
    for (uint32_t k = 1; k <= graph->count; k++) {
      if (!graph->calls[i][k])
        continue;
      struct location_id next = location(fx, i);
      edge(fx, here, next, op_call(fx->program->procedures.at[k]));
      here = next;
    }
    edge(fx, here, fx->f->exit, op_return((struct term){0}));
    procedure_seal(fx->f);
  }
}

static void close_graph(struct graph *graph) {
  memcpy(graph->reaches, graph->calls, sizeof graph->calls);
  for (uint32_t k = 1; k <= graph->count; k++)
    for (uint32_t i = 1; i <= graph->count; i++)
      for (uint32_t j = 1; j <= graph->count; j++)
        graph->reaches[i][j] |= graph->reaches[i][k] && graph->reaches[k][j];
}

static bool has_cycle(const struct graph *graph) {
  for (uint32_t i = 1; i <= graph->count; i++)
    if (graph->reaches[i][i] && (i == 1 || graph->reaches[1][i]))
      return true;
  return false;
}

static void check_cycle(const struct graph *graph,
                        const struct procedure_id_vec *cycle) {
  assert_true(cycle->count >= 2);
  assert_int_equal(cycle->at[0].id, cycle->at[cycle->count - 1].id);
  for (uint32_t i = 0; i + 1 < cycle->count; i++) {
    assert_true(graph->calls[cycle->at[i].id][cycle->at[i + 1].id]);
    for (uint32_t k = i + 1; k + 1 < cycle->count; k++)
      assert_int_not_equal(cycle->at[i].id, cycle->at[k].id);
  }
}

static bool is_one_group(const struct graph *graph, uint32_t a, uint32_t b) {
  return a == b || (graph->reaches[a][b] && graph->reaches[b][a]);
}

// Procedures that reach each other, and only these, have the same number, and
// stand together.
static void check_groups(const struct graph *model,
                         const struct callgraph *graph) {
  const struct procedure_id_vec *order = &graph->order;
  for (uint32_t i = 0; i < order->count; i++)
    for (uint32_t k = 0; k < order->count; k++) {
      uint32_t a = order->at[i].id, b = order->at[k].id;
      assert_int_equal(graph->groups.at[a] == graph->groups.at[b],
                       is_one_group(model, a, b));
      assert_true(i >= k || graph->groups.at[a] <= graph->groups.at[b]);
    }
}

static void check_order(const struct graph *graph,
                        const struct procedure_id_vec *order) {
  uint32_t expected = 1, place[MAX_PROCEDURES + 1] = {0};
  for (uint32_t i = 2; i <= graph->count; i++)
    expected += graph->reaches[1][i];
  assert_int_equal(order->count, expected);
  for (uint32_t i = 0; i < order->count; i++) {
    uint32_t id = order->at[i].id;
    assert_int_equal(place[id], 0);
    place[id] = i + 1;
    for (uint32_t k = 1; k <= graph->count; k++)
      if (graph->calls[id][k] && !is_one_group(graph, id, k))
        assert_true(place[k] && place[k] < place[id]);
  }
}

static void test_random(void **state) {
  (void)state;
  struct random random = {11};
  uint32_t cycles = 0;
  for (int round = 0; round < 400; round++) {
    struct graph model = {.count = 1 + random_below(&random, MAX_PROCEDURES)};
    for (uint32_t i = 1; i <= model.count; i++)
      for (uint32_t k = 1; k <= model.count; k++)
        model.calls[i][k] = random_below(&random, i < k ? 3 : 30) == 0;
    close_graph(&model);
    struct fixture fx;
    fixture_init(&fx);
    build(&fx, &model);
    struct callgraph graph;
    callgraph_init(&graph, fx.program, (struct procedure_id){1});
    cycles += graph.cycle.count > 0;
    assert_int_equal(graph.cycle.count > 0, has_cycle(&model));
    if (graph.cycle.count)
      check_cycle(&model, &graph.cycle);
    else
      assert_int_equal(graph.order.at[graph.order.count - 1].id, 1);
    check_order(&model, &graph.order);
    check_groups(&model, &graph);
    callgraph_release(&graph);
    fixture_release(&fx);
  }
  assert_in_range(cycles, 40, 360);
}

// Calls through pointers and to declarations are no edges.
static void test_other_calls(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *outside =
      program_add_procedure(fx.program, name_of(&fx, "p"));
  struct procedure *f = begin(&fx, "f", 1);
  struct object_id address = object(&fx, OBJECT_FUNCTION, "f", fx.type_int);
  struct operation indirect = {.kind = OPERATION_CALL,
                               .call.function = address_of(&fx, address, 0)};
  struct location_id a = location(&fx, 2);
  struct location_id b = location(&fx, 3);
  edge(&fx, f->entry, a, op_call(outside));
  edge(&fx, a, b, indirect);
  edge(&fx, b, f->exit, op_return((struct term){0}));
  procedure_seal(f);
  assert_null(callgraph_callee(fx.program, &indirect));
  struct operation direct = op_call(outside);
  assert_null(callgraph_callee(fx.program, &direct));
  direct = op_call(f);
  assert_ptr_equal(callgraph_callee(fx.program, &direct), f);
  struct callgraph graph;
  callgraph_init(&graph, fx.program, f->self);
  assert_int_equal(graph.order.count, 1);
  assert_int_equal(graph.cycle.count, 0);
  callgraph_release(&graph);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_other_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
