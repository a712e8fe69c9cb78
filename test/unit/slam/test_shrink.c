// Leaving predicates out of a proof, against what is known to be needed.

#include "abstracted.h"

#include "slam/shrink.h"

// Predicates of two parts and of a global.
#define TEXT                                                                   \
  "int __VERIFIER_nondet_int(void); void reach_error(void);\n"                 \
  "int g;\n"                                                                   \
  "int f(int a) {\n"                                                           \
  "  if (a < 3) return 1;\n"                                                   \
  "  if (a < 7) return 2;\n"                                                   \
  "  if (a == g) return 3;\n"                                                  \
  "  return a;\n"                                                              \
  "}\n"                                                                        \
  "int main(void) {\n"                                                         \
  "  int x = __VERIFIER_nondet_int(), y = f(x);\n"                             \
  "  if (x < y) g = 4;\n"                                                      \
  "  if (y == 2) g = 5;\n"                                                     \
  "  if (x == 9) g = 6;\n"                                                     \
  "  if (x < g) g = 7;\n"                                                      \
  "  if (g < 5) g = 8;\n"                                                      \
  "  if (g == 2) g = 9;\n"                                                     \
  "  if (f(g) == 1) reach_error();\n"                                          \
  "  return 0;\n"                                                              \
  "}\n"

enum { RULES = 4 };

// It is proved when each rule has one of its predicates, which are given by id.
struct needs {
  const struct tracked *tracked;
  struct bitset rules[RULES];
  uint32_t count, asked;
};

static void current(const struct tracked *t, struct bitset *ids) {
  bitset_clear(ids);
  for (uint32_t part = 0; part <= t->parts->at.count; part++) {
    const struct predicate_vec *list =
        part ? &t->locals[part - 1] : &t->globals;
    for (uint32_t i = 0; i < list->count; i++)
      bitset_add(ids, list->at[i].id);
  }
}

static bool is_met(const struct needs *needs, const struct bitset *ids) {
  for (uint32_t i = 0; i < needs->count; i++)
    if (!bitset_intersects(&needs->rules[i], ids))
      return false;
  return true;
}

static bool proves(void *context) {
  struct needs *needs = context;
  struct bitset ids = {0};
  needs->asked++;
  current(needs->tracked, &ids);
  bool is_so = is_met(needs, &ids);
  bitset_release(&ids);
  return is_so;
}

static void draw(struct needs *needs, const struct bitset *all,
                 uint32_t *seed) {
  needs->count = RULES;
  needs->asked = 0;
  for (uint32_t i = 0; i < RULES; i++) {
    bitset_clear(&needs->rules[i]);
    BITSET_EACH (id, all) {
      *seed = *seed * 1664525 + 1013904223;
      if ((*seed >> 16) % 3 == 0)
        bitset_add(&needs->rules[i], id);
    }
    if (bitset_is_empty(&needs->rules[i]))
      bitset_copy(&needs->rules[i], all);
  }
}

static void assert_minimal(const struct needs *needs) {
  struct bitset ids = {0}, fewer = {0};
  current(needs->tracked, &ids);
  assert_true(is_met(needs, &ids));
  BITSET_EACH (id, &ids) {
    bitset_copy(&fewer, &ids);
    bitset_remove(&fewer, id);
    assert_false(is_met(needs, &fewer));
  }
  bitset_release(&ids);
  bitset_release(&fewer);
}

static void test_minimal(void **unused) {
  (void)unused;
  uint32_t seed = 1;
  for (uint32_t round = 0; round < 12; round++) {
    struct abstracted a;
    struct needs needs = {0};
    struct bitset all = {0};
    abstracted_load(&a, TEXT, "f");
    abstracted_make(&a);
    needs.tracked = &a.tracked;
    current(&a.tracked, &all);
    uint32_t before = tracked_count(&a.tracked);
    assert_int_equal(bitset_count(&all), before);
    assert_true(before >= 9 && a.tracked.globals.count >= 2);
    draw(&needs, &all, &seed);
    struct slam_shrink shrink = {&a.tracked, 1000, proves, &needs};
    struct slam_shrunk shrunk = slam_shrink(&shrink);
    assert_int_equal(shrunk.trials, needs.asked);
    assert_int_equal(tracked_count(&a.tracked), before - shrunk.removed);
    assert_minimal(&needs);
    for (uint32_t i = 0; i < RULES; i++)
      bitset_release(&needs.rules[i]);
    bitset_release(&all);
    abstracted_release(&a);
  }
}

// Beyond the limit nothing is asked, and nothing is left out unasked.
static void test_limit(void **unused) {
  (void)unused;
  struct abstracted a;
  struct bitset all = {0}, left = {0};
  abstracted_load(&a, TEXT, "f");
  abstracted_make(&a);
  struct needs needs = {.tracked = &a.tracked, .count = 1}; // nothing suffices
  current(&a.tracked, &all);
  struct slam_shrink shrink = {&a.tracked, 3, proves, &needs};
  struct slam_shrunk shrunk = slam_shrink(&shrink);
  assert_int_equal(shrunk.trials, 3);
  assert_int_equal(needs.asked, 3);
  assert_int_equal(shrunk.removed, 0);
  current(&a.tracked, &left);
  assert_true(bitset_is_subset(&all, &left));
  needs.count = 0; // everything suffices
  shrink.trials = 1;
  assert_true(slam_shrink(&shrink).removed > 0);
  assert_int_equal(needs.asked, 4);
  shrink.trials = 1000;
  slam_shrink(&shrink);
  assert_int_equal(tracked_count(&a.tracked), 0);
  bitset_release(&all);
  bitset_release(&left);
  abstracted_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_minimal),
                                     cmocka_unit_test(test_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
