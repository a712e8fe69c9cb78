// The fewest classes, against trying all.

#include "../unit.h"

#include "solver/colour.h"

enum { MOST_THINGS = 7, MOST_CLAUSES = 12, CLAUSE_SETS = 1000 };

static void draw(struct random *random, struct colouring *colouring) {
  uint32_t clauses = random_below(random, MOST_CLAUSES + 1);
  for (uint32_t i = 0; i < clauses; i++) {
    struct colour_pair pairs[3];
    uint32_t count = 1 + random_below(random, 3);
    for (uint32_t k = 0; k < count; k++) {
      pairs[k].a = random_below(random, colouring->things);
      pairs[k].b =
          (pairs[k].a + 1 + random_below(random, colouring->things - 1)) %
          colouring->things;
    }
    colouring_add(colouring, pairs, count);
  }
}

static uint32_t power(uint32_t base, uint32_t exponent) {
  return exponent ? base * power(base, exponent - 1) : 1;
}

static bool suffices(const struct colouring *colouring, uint32_t classes) {
  uint32_t all = power(classes, colouring->things);
  for (uint32_t code = 0; code < all; code++) {
    uint32_t colours[MOST_THINGS], rest = code;
    for (uint32_t i = 0; i < colouring->things; i++, rest /= classes)
      colours[i] = rest % classes;
    if (colours_satisfy(&colouring->clauses, colours))
      return true;
  }
  return false;
}

static uint32_t highest(const uint32_t *colours, uint32_t count) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < count; i++)
    most = colours[i] > most ? colours[i] : most;
  return most;
}

static void check(struct colouring *colouring) {
  uint32_t colours[MOST_THINGS];
  assert_true(colouring_solve(colouring, colours));
  assert_true(colours_satisfy(&colouring->clauses, colours));
  assert_true(highest(colours, colouring->things) < colouring->classes);
  assert_true(colouring->classes <= colouring->things);
  if (colouring->classes > 1)
    assert_false(suffices(colouring, colouring->classes - 1));
}

// And with more clauses, from the last number on.
static void test_least(void **state) {
  (void)state;
  struct random random = {1};
  for (uint32_t i = 0; i < CLAUSE_SETS / 2; i++) {
    struct colouring colouring;
    colouring_init(&colouring, 2 + random_below(&random, MOST_THINGS - 1), 0);
    draw(&random, &colouring);
    check(&colouring);
    uint32_t before = colouring.classes;
    draw(&random, &colouring);
    check(&colouring);
    assert_true(colouring.classes >= before);
    colouring_release(&colouring);
  }
}

// Two bits would allow four numbers.
static void test_bound(void **state) {
  (void)state;
  struct colouring colouring;
  uint32_t colours[5];
  colouring_init(&colouring, 5, 0);
  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t k = i + 1; k < 3; k++)
      colouring_add(&colouring, &(struct colour_pair){2 + i, 2 + k}, 1);
  assert_true(colouring_solve(&colouring, colours));
  assert_int_equal(colouring.classes, 3);
  assert_true(highest(colours, 5) < 3);
  colouring_release(&colouring);
}

static void test_empty_clause(void **state) {
  (void)state;
  struct colouring colouring;
  uint32_t colours[3];
  colouring_init(&colouring, 3, 0);
  colouring_add(&colouring, NULL, 0);
  assert_false(colouring_solve(&colouring, colours));
  colouring_release(&colouring);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_least),
      cmocka_unit_test(test_bound),
      cmocka_unit_test(test_empty_clause),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
