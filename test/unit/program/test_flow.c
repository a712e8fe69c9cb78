// Flow in an automaton with a loop inside a loop; on random ones, what is
// computed in one way and in another.
#include "random_program.h"

#include <stdlib.h>

#include "program/flow.h"

struct nest {
  struct fixture fx;
  struct location_id outer, inner, body;
};

// entry -> outer -> inner -> body -> inner, inner -> outer, outer -> exit;
// nothing leads to the undefined location
static void nest_init(struct nest *n) {
  struct fixture *fx = &n->fx;
  fixture_init(fx);
  begin(fx, "f", 1);
  n->outer = location(fx, 2);
  n->inner = location(fx, 3);
  n->body = location(fx, 4);
  edge(fx, fx->f->entry, n->outer, operation_skip());
  edge(fx, n->outer, n->inner, operation_skip());
  edge(fx, n->inner, n->body, operation_skip());
  edge(fx, n->body, n->inner, operation_skip());
  edge(fx, n->inner, n->outer, operation_skip());
  edge(fx, n->outer, fx->f->exit, operation_skip());
}

static void test_order(void **state) {
  (void)state;
  struct nest n;
  struct flow_order order;
  nest_init(&n);
  procedure_seal(n.fx.f);
  flow_order_init(&order, n.fx.f, NULL, NULL);
  struct location_id entry = n.fx.f->entry;
  assert_int_equal(order.locations[order.place[entry.id]], entry.id);
  assert_true(order.place[entry.id] < order.place[n.outer.id]);
  assert_true(order.place[n.outer.id] < order.place[n.inner.id]);
  assert_true(order.place[n.inner.id] < order.place[n.body.id]);
  assert_true(order.place[n.outer.id] < order.place[n.fx.f->exit.id]);
  assert_int_equal(order.place[n.fx.f->undefined.id], 0);
  assert_int_equal(bitset_count(&order.heads), 2);
  assert_true(bitset_has(&order.heads, n.outer.id));
  assert_true(bitset_has(&order.heads, n.inner.id));
  flow_order_release(&order);
  fixture_release(&n.fx);
}

static bool avoids(const void *context, uint32_t edge) {
  const struct nest *n = context;
  return n->fx.f->edges.at[edge].to.id != n->inner.id;
}

static void test_filter(void **state) {
  (void)state;
  struct nest n;
  struct flow_order order;
  struct bitset reached = {0};
  nest_init(&n);
  procedure_seal(n.fx.f);
  flow_order_init(&order, n.fx.f, avoids, &n);
  flow_reach(n.fx.f, n.fx.f->entry, avoids, &n, &reached);
  assert_true(bitset_is_empty(&order.heads));
  assert_int_equal(bitset_count(&reached), 3);
  assert_false(bitset_has(&reached, n.body.id));
  flow_order_release(&order);
  bitset_release(&reached);
  fixture_release(&n.fx);
}

static void test_components(void **state) {
  (void)state;
  struct nest n;
  nest_init(&n);
  procedure_seal(n.fx.f);
  uint32_t *component = flow_components(n.fx.f);
  assert_int_equal(component[n.outer.id], component[n.inner.id]);
  assert_int_equal(component[n.inner.id], component[n.body.id]);
  assert_int_not_equal(component[n.outer.id], component[n.fx.f->entry.id]);
  assert_int_not_equal(component[n.outer.id], component[n.fx.f->exit.id]);
  free(component);
  fixture_release(&n.fx);
}

// What can be reached, as sets of locations that flow backwards.
static bool add_target(void *context, uint32_t edge, struct bitset *set) {
  const struct procedure *procedure = context;
  bitset_add(set, procedure->edges.at[edge].to.id);
  return true;
}

struct forward {
  const struct procedure *procedure;
  struct bitset reached;
};

static bool carry(void *context, uint32_t edge) {
  struct forward *forward = context;
  return bitset_add(&forward->reached,
                    forward->procedure->edges.at[edge].to.id);
}

static void compare_reached(const struct procedure *procedure) {
  struct flow_sets sets =
      flow_solve_back(procedure, add_target, (void *)procedure);
  struct forward forward = {.procedure = procedure};
  bitset_add(&forward.reached, procedure->entry.id);
  flow_solve(procedure, carry, &forward);
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    struct bitset reached = {0};
    flow_reach(procedure, (struct location_id){i}, NULL, NULL, &reached);
    bitset_add(&sets.at[i], i);
    assert_true(bitset_equal(&reached, &sets.at[i]));
    if (i == procedure->entry.id)
      assert_true(bitset_equal(&reached, &forward.reached));
    bitset_release(&reached);
  }
  flow_sets_release(&sets);
  bitset_release(&forward.reached);
}

static void compare_into(const struct procedure *procedure) {
  struct flow_into into;
  uint32_t count = 0;
  flow_into_init(&into, procedure);
  for (uint32_t l = 1; l < procedure->locations.count; l++)
    for (uint32_t i = into.first[l]; i < into.first[l + 1]; i++, count++)
      assert_int_equal(procedure->edges.at[into.at[i]].to.id, l);
  assert_int_equal(count, procedure->edges.count - 1);
  flow_into_release(&into);
}

static void test_against_reach(void **state) {
  (void)state;
  struct nest n;
  nest_init(&n);
  procedure_seal(n.fx.f);
  compare_reached(n.fx.f);
  compare_into(n.fx.f);
  fixture_release(&n.fx);
}

static void test_random(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct random_program p;
    random_program_init(&p, seed, 1);
    compare_reached(p.fx.f);
    compare_into(p.fx.f);
    random_program_release(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order), cmocka_unit_test(test_filter),
      cmocka_unit_test(test_components), cmocka_unit_test(test_against_reach),
      cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
