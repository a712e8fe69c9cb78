// Which proofs rest on which, in which order, and what goes in circles.

#include "../program/fixture.h"

#include "check/dependency.h"

enum { MOST = 8 };

// Procedures p0, p1, ..; those with an abstraction have numbers in the spec in
// an order of their own.
struct setting {
  struct fixture fx;
  struct spec spec;
  struct procedure *procedures[MOST];
  uint32_t count;
};

static void setting_init(struct setting *s, uint32_t count) {
  *s = (struct setting){.count = count};
  fixture_init(&s->fx);
  s->spec.program = s->fx.program;
  s->spec.names = s->fx.names;
  for (uint32_t i = 0; i < count; i++) {
    char name[16];
    snprintf(name, sizeof name, "p%u", i);
    s->procedures[i] = begin(&s->fx, name, i + 1);
  }
}

static void setting_release(struct setting *s) {
  spec_proc_vec_release(&s->spec.procs);
  bitset_release(&s->spec.address_taken);
  fixture_release(&s->fx);
}

static uint32_t abstracts(struct setting *s, uint32_t procedure,
                          bool is_assumed) {
  return spec_proc_vec_push(
      &s->spec.procs,
      (struct spec_proc){.name = s->procedures[procedure]->name,
                         .procedure = s->procedures[procedure]->self,
                         .is_assumed = is_assumed,
                         .is_bound = true});
}

static void calls(struct setting *s, uint32_t caller, struct operation op) {
  struct procedure *f = s->fx.f = s->procedures[caller];
  struct location_id to = location(&s->fx, 50);
  edge(&s->fx, f->entry, to, op);
}

static void calls_directly(struct setting *s, uint32_t caller,
                           uint32_t callee) {
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = s->procedures[callee]->self;
  calls(s, caller, op);
}

static void calls_pointer(struct setting *s, uint32_t caller) {
  struct operation op = {.kind = OPERATION_CALL};
  op.call.function = pointer_size(&s->fx, 1);
  calls(s, caller, op);
}

static void check_order(const struct dependencies *dependencies,
                        const uint32_t *order, uint32_t count) {
  assert_int_equal(dependencies->order.count, count);
  assert_memory_equal(dependencies->order.at, order, count * sizeof *order);
}

// p0 calls p1 through p3, which has no abstraction; p1 calls p2, only assumed.
static void test_order(void **state) {
  (void)state;
  struct setting s;
  struct dependencies found;
  setting_init(&s, 4);
  uint32_t top = abstracts(&s, 0, false);
  uint32_t middle = abstracts(&s, 1, false);
  uint32_t bottom = abstracts(&s, 2, true);
  calls_directly(&s, 0, 3);
  calls_directly(&s, 3, 1);
  calls_directly(&s, 1, 2);
  calls_directly(&s, 2, 0); // nobody looks at the body of what is assumed
  dependencies_init(&found, &s.spec);
  check_order(&found, (uint32_t[]){bottom, middle, top}, 3);
  assert_true(bitset_has(&found.rests_on[top], middle));
  assert_true(bitset_has(&found.rests_on[top], bottom));
  assert_false(bitset_has(&found.rests_on[middle], top));
  assert_true(bitset_is_empty(&found.rests_on[bottom]));
  for (uint32_t i = 0; i < 3; i++)
    assert_false(dependencies_is_circular(&found, i));
  dependencies_release(&found);
  setting_release(&s);
}

// p0 <-> p1, p2 calls itself, p3 calls p0.
static void test_circles(void **state) {
  (void)state;
  struct setting s;
  struct dependencies found;
  setting_init(&s, 4);
  for (uint32_t i = 4; i-- > 0;)
    abstracts(&s, i, false); // number 3 - i
  calls_directly(&s, 0, 1);
  calls_directly(&s, 1, 0);
  calls_directly(&s, 2, 2);
  calls_directly(&s, 3, 0);
  dependencies_init(&found, &s.spec);
  assert_true(dependencies_are_mutual(&found, 3, 2));
  assert_false(dependencies_are_mutual(&found, 3, 1));
  assert_false(dependencies_are_mutual(&found, 0, 3));
  assert_false(dependencies_is_circular(&found, 0));
  assert_true(dependencies_is_circular(&found, 1));
  assert_true(dependencies_is_circular(&found, 2));
  assert_true(dependencies_is_circular(&found, 3));
  assert_true(bitset_has(&found.rests_on[0], 2));
  check_order(&found, (uint32_t[]){1, 2, 3, 0}, 4);
  dependencies_release(&found);
  setting_release(&s);
}

// Through a pointer: whatever has its address taken.
static void test_pointers(void **state) {
  (void)state;
  struct setting s;
  struct dependencies found;
  setting_init(&s, 3);
  for (uint32_t i = 0; i < 3; i++)
    abstracts(&s, i, false);
  calls_pointer(&s, 0);
  bitset_add(&s.spec.address_taken, s.procedures[2]->self.id);
  dependencies_init(&found, &s.spec);
  assert_true(bitset_has(&found.rests_on[0], 2));
  assert_false(bitset_has(&found.rests_on[0], 1));
  check_order(&found, (uint32_t[]){1, 2, 0}, 3);
  dependencies_release(&found);
  setting_release(&s);
}

// ---- Random call graphs against reachability --------------------------------

static bool naive_reaches(bool edges[MOST][MOST], uint32_t count, uint32_t from,
                          uint32_t to) {
  bool seen[MOST] = {0};
  for (uint32_t i = 0; i < count; i++)
    seen[i] = edges[from][i];
  for (uint32_t round = 0; round < count; round++)
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; seen[i] && k < count; k++)
        seen[k] |= edges[i][k];
  return seen[to];
}

static void check_random(uint64_t seed) {
  struct random random = {seed};
  struct setting s;
  struct dependencies found;
  bool edges[MOST][MOST] = {{0}};
  uint32_t place[MOST];
  setting_init(&s, 2 + random_below(&random, MOST - 1));
  for (uint32_t i = 0; i < s.count; i++)
    abstracts(&s, i, false);
  for (uint32_t i = random_below(&random, 2 * s.count); i-- > 0;) {
    uint32_t from = random_below(&random, s.count);
    uint32_t to = random_below(&random, s.count);
    edges[from][to] = true;
    calls_directly(&s, from, to);
  }
  dependencies_init(&found, &s.spec);
  assert_int_equal(found.order.count, s.count);
  for (uint32_t i = 0; i < s.count; i++)
    place[found.order.at[i]] = i;
  for (uint32_t i = 0; i < s.count; i++)
    for (uint32_t k = 0; k < s.count; k++) {
      bool reaches = naive_reaches(edges, s.count, i, k);
      bool back = naive_reaches(edges, s.count, k, i);
      assert_int_equal(bitset_has(&found.rests_on[i], k), reaches);
      assert_int_equal(dependencies_are_mutual(&found, i, k), reaches && back);
      if (i != k && reaches && !back)
        assert_true(place[k] < place[i]);
    }
  dependencies_release(&found);
  setting_release(&s);
}

static void test_random(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++)
    check_random(seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_circles),
      cmocka_unit_test(test_pointers),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
