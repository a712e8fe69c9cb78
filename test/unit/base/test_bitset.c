// Bit sets against arrays of bool.
#include "../unit.h"

#include "base/bitset.h"

enum { MEMBERS = 400, SETS = 4 };

struct model {
  bool has[MEMBERS];
};

// Each model set belongs to the real set of the same index.
struct world {
  struct bitset sets[SETS];
  struct model models[SETS];
};

static uint32_t model_next(const struct model *model, uint32_t from) {
  for (uint32_t i = from; i < MEMBERS; i++)
    if (model->has[i])
      return i;
  return UINT32_MAX;
}

static uint32_t model_count(const struct model *model) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < MEMBERS; i++)
    count += model->has[i];
  return count;
}

static void assert_same(const struct bitset *set, const struct model *model) {
  for (uint32_t i = 0; i < MEMBERS; i++) {
    assert_int_equal(bitset_has(set, i), model->has[i]);
    assert_int_equal(bitset_next(set, i), model_next(model, i));
  }
  assert_int_equal(bitset_count(set), model_count(model));
  assert_int_equal(bitset_is_empty(set), model_count(model) == 0);
  assert_false(bitset_has(set, 1u << 30));
  assert_int_equal(bitset_next(set, 1u << 30), UINT32_MAX);
}

static void assert_same_relations(const struct world *world, int a, int b) {
  bool equal = true, subset = true, intersects = false;
  for (uint32_t i = 0; i < MEMBERS; i++) {
    bool in_a = world->models[a].has[i], in_b = world->models[b].has[i];
    equal &= in_a == in_b;
    subset &= !in_a || in_b;
    intersects |= in_a && in_b;
  }
  const struct bitset *set_a = &world->sets[a], *set_b = &world->sets[b];
  assert_int_equal(bitset_equal(set_a, set_b), equal);
  assert_int_equal(bitset_is_subset(set_a, set_b), subset);
  assert_int_equal(bitset_intersects(set_a, set_b), intersects);
}

static bool add(struct model *model, uint32_t member) {
  bool was_in = model->has[member];
  model->has[member] = true;
  return !was_in;
}

static bool drop(struct model *model, uint32_t member) {
  bool was_in = model->has[member];
  model->has[member] = false;
  return was_in;
}

static bool model_unite(struct model *to, const struct model *with) {
  bool changed = false;
  for (uint32_t i = 0; i < MEMBERS; i++)
    if (with->has[i])
      changed |= add(to, i);
  return changed;
}

static bool model_subtract(struct model *to, const struct model *what) {
  bool changed = false;
  for (uint32_t i = 0; i < MEMBERS; i++)
    if (what->has[i])
      changed |= drop(to, i);
  return changed;
}

static bool model_intersect(struct model *to, const struct model *with) {
  bool changed = false;
  for (uint32_t i = 0; i < MEMBERS; i++)
    if (!with->has[i])
      changed |= drop(to, i);
  return changed;
}

static void combine(struct world *world, int a, int b, uint32_t how) {
  struct bitset *to = &world->sets[a];
  const struct bitset *from = &world->sets[b];
  struct model *model_to = &world->models[a];
  const struct model copy = world->models[b]; // a and b may be the same
  switch (how) {
  case 0:
    assert_int_equal(bitset_unite(to, from), model_unite(model_to, &copy));
    break;
  case 1:
    assert_int_equal(bitset_subtract(to, from),
                     model_subtract(model_to, &copy));
    break;
  case 2:
    assert_int_equal(bitset_intersect(to, from),
                     model_intersect(model_to, &copy));
    break;
  case 3:
    bitset_copy(to, from);
    *model_to = copy;
    break;
  default: bitset_clear(to); *model_to = (struct model){{0}};
  }
}

static void step(struct world *world, struct random *random) {
  int a = (int)random_below(random, SETS), b = (int)random_below(random, SETS);
  // Small limits leave the sets with different capacities.
  uint32_t limit = random_below(random, 4) ? 70 : MEMBERS;
  uint32_t member = random_below(random, limit);
  uint32_t what = random_below(random, 40);
  if (what < 5)
    combine(world, a, b, what);
  else if (what < 28)
    assert_int_equal(bitset_add(&world->sets[a], member),
                     add(&world->models[a], member));
  else
    assert_int_equal(bitset_remove(&world->sets[a], member),
                     drop(&world->models[a], member));
  assert_same_relations(world, a, b);
  assert_same_relations(world, b, a);
}

static void test_random_operations(void **state) {
  (void)state;
  struct random random = {5};
  for (int round = 0; round < 10; round++) {
    struct world world = {.sets = {{0}}};
    for (int i = 0; i < 3000; i++) {
      step(&world, &random);
      for (int set = 0; i % 20 == 0 && set < SETS; set++)
        assert_same(&world.sets[set], &world.models[set]);
    }
    for (int set = 0; set < SETS; set++)
      bitset_release(&world.sets[set]);
  }
}

static void test_iteration(void **state) {
  (void)state;
  const uint32_t members[] = {0, 1, 63, 64, 127, 128, 1000, 100000};
  struct bitset set = {0};
  for (int i = 7; i >= 0; i--)
    assert_true(bitset_add(&set, members[i]));
  int seen = 0;
  for (uint32_t m = bitset_next(&set, 0); m != UINT32_MAX;
       m = bitset_next(&set, m + 1))
    assert_int_equal(m, members[seen++]);
  assert_int_equal(seen, 8);
  bitset_release(&set);
}

static void test_empty(void **state) {
  (void)state;
  struct bitset a = {0}, b = {0};
  assert_true(bitset_equal(&a, &b));
  assert_true(bitset_is_subset(&a, &b));
  assert_false(bitset_unite(&a, &b));
  assert_false(bitset_remove(&a, 3));
  bitset_copy(&a, &b);
  bitset_clear(&a);
  assert_int_equal(bitset_next(&a, 0), UINT32_MAX);
  assert_int_equal(bitset_next(&a, UINT32_MAX), UINT32_MAX);
  bitset_add(&a, 1000);
  bitset_remove(&a, 1000); // capacity without content
  assert_true(bitset_equal(&a, &b));
  bitset_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_iteration),
      cmocka_unit_test(test_random_operations),
  };
  return cmocka_run_group_tests_name("bitset", tests, NULL, NULL);
}
