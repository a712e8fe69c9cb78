// Vectors against a plain array that is large enough.
#include "../unit.h"

#include "base/vec.h"

struct point {
  uint32_t x;
  uint64_t y;
};

VEC_DEFINE(point_vec, struct point);

enum { LIMIT = 3000 };

struct model {
  struct point at[LIMIT];
  uint32_t count;
};

static struct point random_point(struct random *random) {
  return (struct point){random_below(random, 1000), random_next(random)};
}

static void assert_same(const struct point_vec *vec,
                        const struct model *model) {
  assert_int_equal(vec->count, model->count);
  assert_true(vec->capacity >= vec->count);
  for (uint32_t i = 0; i < vec->count; i++) {
    assert_int_equal(vec->at[i].x, model->at[i].x);
    assert_int_equal(vec->at[i].y, model->at[i].y);
  }
}

static void push(struct point_vec *vec, struct model *model,
                 struct random *random) {
  struct point point = random_point(random);
  assert_int_equal(point_vec_push(vec, point), model->count);
  model->at[model->count++] = point;
  assert_int_equal(point_vec_last(vec)->y, point.y);
}

static void pop(struct point_vec *vec, struct model *model) {
  if (!model->count)
    return;
  assert_int_equal(point_vec_pop(vec).y, model->at[--model->count].y);
}

static void resize(struct point_vec *vec, struct model *model,
                   struct random *random) {
  uint32_t count = random_below(random, 100);
  for (uint32_t i = model->count; i < count; i++)
    model->at[i] = (struct point){0};
  model->count = count;
  point_vec_resize(vec, count);
}

static void append(struct point_vec *vec, struct model *model,
                   struct random *random) {
  struct point points[20];
  uint32_t count = random_below(random, 20);
  for (uint32_t i = 0; i < count; i++)
    model->at[model->count++] = points[i] = random_point(random);
  point_vec_append(vec, points, count);
}

static void step(struct point_vec *vec, struct model *model,
                 struct random *random) {
  switch (random_below(random, 16)) {
  case 0: append(vec, model, random); break;
  case 1: resize(vec, model, random); break;
  case 2: point_vec_reserve(vec, random_below(random, 200)); break;
  case 3:
  case 4:
  case 5:
  case 6: pop(vec, model); break;
  default: push(vec, model, random);
  }
}

static void test_random_operations(void **state) {
  (void)state;
  struct random random = {1};
  struct model *model = calloc(1, sizeof *model);
  for (int round = 0; round < 20; round++) {
    struct point_vec vec = {0};
    model->count = 0;
    for (int i = 0; i < 1000 && model->count < LIMIT - 100; i++) {
      step(&vec, model, &random);
      if (i % 10 == 0)
        assert_same(&vec, model);
    }
    assert_same(&vec, model);
    point_vec_clear(&vec);
    assert_int_equal(vec.count, 0);
    point_vec_release(&vec);
    assert_null(vec.at);
  }
  free(model);
}

static void test_empty(void **state) {
  (void)state;
  struct u32_vec vec = {0};
  u32_vec_append(&vec, NULL, 0);
  u32_vec_resize(&vec, 0);
  assert_int_equal(vec.count, 0);
  u32_vec_release(&vec);
  u32_vec_release(&vec); // twice does no harm
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_random_operations),
  };
  return cmocka_run_group_tests_name("vec", tests, NULL, NULL);
}
