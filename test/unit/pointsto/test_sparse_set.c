// Sparse sets against arrays of Booleans.
#include "pointsto/sparse_set.h"
#include "../unit.h"

enum { LIMIT = 600 };

static void check(const struct sparse_set *set, const bool *model) {
  uint32_t size = 0, last = 0;
  for (uint32_t i = 0; i < LIMIT; i++) {
    assert_int_equal(sparse_set_has(set, i), model[i]);
    size += model[i];
  }
  assert_int_equal(sparse_set_size(set), size);
  assert_int_equal(sparse_set_is_empty(set), size == 0);
  struct sparse_cursor at = {0};
  for (uint32_t i = sparse_set_next(set, 0); i != UINT32_MAX;
       i = sparse_set_next(set, i + 1)) {
    assert_true(model[i]);
    assert_true(sparse_set_step(set, &at));
    assert_int_equal(at.member, i);
    assert_true(i >= last);
    last = i;
    size--;
  }
  assert_false(sparse_set_step(set, &at));
  assert_int_equal(size, 0);
}

static void fill(struct sparse_set *set, bool *model, struct random *random) {
  uint32_t count = random_below(random, 40), base = random_below(random, LIMIT);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t member = random_below(random, 2) ? random_below(random, LIMIT)
                                              : (base + i) % LIMIT;
    assert_int_equal(sparse_set_add(set, member), !model[member]);
    model[member] = true;
  }
  for (uint32_t i = 0; i < count / 4; i++) {
    uint32_t member = random_below(random, LIMIT);
    sparse_set_remove(set, member);
    model[member] = false;
  }
}

static void test_against_model(void **state) {
  (void)state;
  struct random random = {7};
  for (int round = 0; round < 2000; round++) {
    struct sparse_set a = {0}, b = {0}, except = {0}, added = {0};
    bool in_a[LIMIT] = {0}, in_b[LIMIT] = {0}, excepted[LIMIT] = {0},
         in_added[LIMIT] = {0};
    fill(&a, in_a, &random);
    fill(&b, in_b, &random);
    fill(&except, excepted, &random);
    fill(&added, in_added, &random);
    bool has_except = random_below(&random, 2);
    bool any = false;
    for (uint32_t i = 0; i < LIMIT; i++) {
      bool is_new = in_b[i] && !in_a[i] && !(has_except && excepted[i]);
      in_added[i] |= is_new;
      in_a[i] |= is_new;
      any |= is_new;
    }
    assert_int_equal(
        sparse_set_join_new(&a, &b, has_except ? &except : NULL, &added), any);
    check(&a, in_a);
    check(&added, in_added);
    sparse_set_join(&b, &a);
    for (uint32_t i = 0; i < LIMIT; i++)
      in_b[i] |= in_a[i];
    check(&b, in_b);
    sparse_set_release(&a);
    sparse_set_release(&b);
    sparse_set_release(&except);
    sparse_set_release(&added);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
