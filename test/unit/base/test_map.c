// Maps against a list of pairs kept in the order that the header promises:
// insertion at the end, removal by moving the last pair into the gap.
#include "../unit.h"

#include "base/map.h"

static bool equal_u32(uint32_t a, uint32_t b) {
  return a == b;
}

// Few distinct hashes, so that probe sequences are long, overlap and wrap.
static uint64_t clustered_hash(uint32_t key) {
  return key % 7 + (key % 3 ? 0 : UINT32_MAX - 3);
}

MAP_DEFINE(u32_map, uint32_t, uint64_t, hash_u32, equal_u32);
MAP_DEFINE(slow_map, uint32_t, uint64_t, clustered_hash, equal_u32);

enum { KEYS = 500 };

struct model {
  struct {
    uint32_t key;
    uint64_t value;
  } pairs[KEYS];
  uint32_t count;
};

static uint32_t model_find(const struct model *model, uint32_t key) {
  uint32_t i = 0;
  while (i < model->count && model->pairs[i].key != key)
    i++;
  return i; // model->count when absent
}

// Returns true if the key is new.
static bool model_put(struct model *model, uint32_t key, uint64_t value) {
  uint32_t at = model_find(model, key);
  bool is_new = at == model->count;
  model->count += is_new;
  model->pairs[at].key = key;
  model->pairs[at].value = value;
  return is_new;
}

static bool model_remove(struct model *model, uint32_t key) {
  uint32_t at = model_find(model, key);
  if (at == model->count)
    return false;
  model->pairs[at] = model->pairs[--model->count];
  return true;
}

// The same test for each kind of map.
#define TEST_MAP(map)                                                          \
  static void map##_assert_same(const struct map *m,                           \
                                const struct model *model) {                   \
    assert_int_equal(m->count, model->count);                                  \
    for (uint32_t i = 0; i < m->count; i++) {                                  \
      assert_int_equal(m->entries[i].key, model->pairs[i].key);                \
      assert_int_equal(m->entries[i].value, model->pairs[i].value);            \
    }                                                                          \
    for (uint32_t key = 0; key < KEYS; key++) {                                \
      uint32_t at = model_find(model, key);                                    \
      uint64_t *value = map##_find(m, key);                                    \
      assert_int_equal(map##_has(m, key), at < model->count);                  \
      assert_int_equal(value != NULL, at < model->count);                      \
      if (value)                                                               \
        assert_int_equal(*value, model->pairs[at].value);                      \
    }                                                                          \
  }                                                                            \
  static void map##_step(struct map *m, struct model *model, uint32_t keys,    \
                         struct random *random) {                              \
    uint32_t key = random_below(random, keys);                                 \
    uint64_t value = random_next(random);                                      \
    bool is_new = false, known = map##_has(m, key);                            \
    switch (random_below(random, 5)) {                                         \
    case 0:                                                                    \
    case 1:                                                                    \
      assert_int_equal(map##_remove(m, key), model_remove(model, key));        \
      break;                                                                   \
    case 2:                                                                    \
      map##_put(m, key, value);                                                \
      model_put(model, key, value);                                            \
      break;                                                                   \
    default: {                                                                 \
      uint64_t *slot = map##_insert(m, key, &is_new);                          \
      assert_int_equal(is_new, !known);                                        \
      assert_true(known || *slot == 0);                                        \
      *slot = value;                                                           \
      assert_int_equal(model_put(model, key, value), is_new);                  \
    }                                                                          \
    }                                                                          \
  }                                                                            \
  static void test_##map(void **state) {                                       \
    (void)state;                                                               \
    struct random random = {2};                                                \
    for (uint32_t keys = 4; keys <= KEYS; keys = keys * 3 / 2) {               \
      struct map m = {0};                                                      \
      struct model model = {.count = 0};                                       \
      for (int i = 0; i < 4000; i++) {                                         \
        map##_step(&m, &model, keys, &random);                                 \
        if (i % 50 == 0)                                                       \
          map##_assert_same(&m, &model);                                       \
        if (i == 2000) {                                                       \
          map##_clear(&m);                                                     \
          model.count = 0;                                                     \
        }                                                                      \
      }                                                                        \
      map##_assert_same(&m, &model);                                           \
      map##_release(&m);                                                       \
    }                                                                          \
  }                                                                            \
  struct map

TEST_MAP(u32_map);
TEST_MAP(slow_map);

static void test_many(void **state) {
  (void)state;
  struct u32_map map = {0};
  for (uint32_t i = 0; i < 200000; i++)
    u32_map_put(&map, i * 64, i);
  assert_int_equal(map.count, 200000);
  for (uint32_t i = 0; i < 200000; i++)
    assert_int_equal(*u32_map_find(&map, i * 64), i);
  assert_null(u32_map_find(&map, 1));
  for (uint32_t i = 0; i < 200000; i++)
    assert_true(u32_map_remove(&map, i * 64));
  assert_int_equal(map.count, 0);
  assert_false(u32_map_remove(&map, 0));
  u32_map_release(&map);
}

static void test_empty(void **state) {
  (void)state;
  struct u32_map map = {0};
  assert_null(u32_map_find(&map, 1));
  assert_false(u32_map_remove(&map, 1));
  u32_map_clear(&map);
  u32_map_release(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_u32_map),
      cmocka_unit_test(test_slow_map),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
