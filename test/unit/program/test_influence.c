// The closure against a naive one on random dependences.
#include "fixture.h"

#include "program/influence.h"

enum { VARIABLES = 10 };

struct model {
  bool depends[VARIABLES + 1][VARIABLES + 1]; // on; 0 is memory
  bool matters[VARIABLES + 1];
};

// Number 0 is memory, which has no term.
static struct term source(struct fixture *fx, uint32_t number) {
  return number ? value_of(fx, (struct variable){number}) : (struct term){0};
}

static void add_random(struct fixture *fx, struct random *random,
                       struct influence *influence, struct model *model) {
  uint32_t target = random_below(random, VARIABLES + 1);
  uint32_t a = random_below(random, VARIABLES + 1);
  uint32_t b = random_below(random, VARIABLES + 1);
  model->depends[target][a] = true;
  struct term value = source(fx, a);
  if (a && b) {
    model->depends[target][b] = true;
    value = term_binary(fx->program->terms, OP_BVAND, value, source(fx, b));
  }
  influence_add(influence, (struct variable){target}, value);
}

static void close_model(struct model *model) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i <= VARIABLES; i++)
      for (uint32_t k = 0; k <= VARIABLES; k++)
        if (model->matters[i] && model->depends[i][k] && !model->matters[k])
          changed = model->matters[k] = true;
  }
}

static void test_random(void **state) {
  (void)state;
  struct random random = {5};
  for (int round = 0; round < 500; round++) {
    struct fixture fx;
    fixture_init(&fx);
    for (uint32_t i = 0; i < VARIABLES; i++)
      variable(&fx, VARIABLE_GLOBAL, "v", fx.type_int);
    struct influence influence = {.program = fx.program};
    struct model model = {0};
    for (uint32_t i = random_below(&random, 15); i; i--)
      add_random(&fx, &random, &influence, &model);
    uint32_t root = random_below(&random, VARIABLES + 1);
    model.matters[root] = true;
    influence_mark(&influence, source(&fx, root));
    influence_close(&influence);
    close_model(&model);
    for (uint32_t i = 0; i <= VARIABLES; i++)
      assert_int_equal(influence_matters(&influence, (struct variable){i}),
                       model.matters[i]);
    influence_release(&influence);
    fixture_release(&fx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
