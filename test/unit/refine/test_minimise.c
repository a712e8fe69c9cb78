// The choice of branches by the pseudo-Boolean optimum, against brute force,
// and the example of the paper.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/intern.h"
#include "refine/minimise.h"
#include "solver/solver.h"

enum { BRANCHES = 6 };

struct fixture {
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
};

static void fixture_init(struct fixture *f) {
  f->names = interner_new();
  f->terms = term_table_new(f->names);
  f->solver = solver_new(f->terms);
}

static void fixture_release(struct fixture *f) {
  solver_free(f->solver);
  term_table_free(f->terms);
  interner_free(f->names);
}

// Seed 000, example 5: CE1 by {p1, p3, p5} or {p2, p5}, CE2 by {p2, p3} or
// {p4}. The optimum has three branches.
static void test_example_5(void **state) {
  (void)state;
  struct fixture f;
  struct branch_sets sets = {0};
  struct u32_vec firsts = {0}, chosen = {0};
  fixture_init(&f);
  u32_vec_push(&firsts, 0);
  branch_sets_add(&sets, (uint32_t[]){1, 3, 5}, 3);
  branch_sets_add(&sets, (uint32_t[]){2, 5}, 2);
  u32_vec_push(&firsts, 2);
  branch_sets_add(&sets, (uint32_t[]){2, 3}, 2);
  branch_sets_add(&sets, (uint32_t[]){4}, 1);
  assert_true(minimise_choose(f.solver, BRANCHES, &sets, &firsts, &chosen));
  assert_int_equal(chosen.count, 3);
  assert_int_equal(chosen.at[0], 2);
  assert_true((chosen.at[1] == 3 && chosen.at[2] == 5) ||
              (chosen.at[1] == 4 && chosen.at[2] == 5));
  u32_vec_release(&chosen);
  u32_vec_release(&firsts);
  branch_sets_release(&sets);
  fixture_release(&f);
}

// The choice excludes every path so far and replaces the one before (seed 002,
// figure 3: NonMonRefine, here of data): what was chosen for the first path
// alone is not chosen any more.
static void test_replaced(void **state) {
  (void)state;
  struct fixture f;
  struct branch_sets sets = {0};
  struct u32_vec firsts = {0}, chosen = {0};
  fixture_init(&f);
  u32_vec_push(&firsts, 0);
  branch_sets_add(&sets, (uint32_t[]){1, 2}, 2);
  branch_sets_add(&sets, (uint32_t[]){3, 4, 5}, 3);
  assert_true(minimise_choose(f.solver, BRANCHES, &sets, &firsts, &chosen));
  assert_int_equal(chosen.count, 2);
  assert_true(u32_vec_has(&chosen, 1) && u32_vec_has(&chosen, 2));
  u32_vec_clear(&chosen);
  u32_vec_push(&firsts, 2);
  branch_sets_add(&sets, (uint32_t[]){3}, 1);
  u32_vec_push(&firsts, 3);
  branch_sets_add(&sets, (uint32_t[]){4, 5}, 2);
  assert_true(minimise_choose(f.solver, BRANCHES, &sets, &firsts, &chosen));
  assert_int_equal(chosen.count, 3);
  assert_false(u32_vec_has(&chosen, 1) || u32_vec_has(&chosen, 2));
  u32_vec_release(&chosen);
  u32_vec_release(&firsts);
  branch_sets_release(&sets);
  fixture_release(&f);
}

// ---- Against brute force ----------------------------------------------------

static uint32_t draw(uint64_t *random, uint32_t bound) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return (uint32_t)(*random % bound);
}

static bool is_enough(uint32_t choice, const struct branch_sets *sets,
                      const struct u32_vec *firsts) {
  for (uint32_t c = 0; c < firsts->count; c++) {
    uint32_t end =
        c + 1 < firsts->count ? firsts->at[c + 1] : sets->starts.count - 1;
    bool is_met = false;
    for (uint32_t s = firsts->at[c]; s < end && !is_met; s++) {
      is_met = true;
      for (uint32_t i = sets->starts.at[s]; i < sets->starts.at[s + 1]; i++)
        is_met &= choice >> sets->items.at[i] & 1;
    }
    if (!is_met)
      return false;
  }
  return true;
}

static int least_size(const struct branch_sets *sets,
                      const struct u32_vec *firsts) {
  int least = BRANCHES + 1;
  for (uint32_t choice = 0; choice < 1u << BRANCHES; choice++)
    if (__builtin_popcount(choice) < least && is_enough(choice, sets, firsts))
      least = __builtin_popcount(choice);
  return least;
}

static void add_random_set(uint64_t *random, struct branch_sets *sets) {
  uint32_t items[BRANCHES], count = 0;
  uint32_t members = 1 + draw(random, (1u << BRANCHES) - 1);
  for (uint32_t i = 0; i < BRANCHES; i++)
    if (members >> i & 1)
      items[count++] = i;
  branch_sets_add(sets, items, count);
}

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  uint64_t random = 88172645463325252u;
  fixture_init(&f);
  for (int round = 0; round < 100; round++) {
    struct branch_sets sets = {0};
    struct u32_vec firsts = {0}, chosen = {0};
    uint32_t examples = 1 + draw(&random, 4);
    for (uint32_t c = 0; c < examples; c++) {
      u32_vec_push(&firsts, sets.starts.count ? sets.starts.count - 1 : 0);
      uint32_t count = 1 + draw(&random, 4);
      for (uint32_t s = 0; s < count; s++)
        add_random_set(&random, &sets);
    }
    assert_true(minimise_choose(f.solver, BRANCHES, &sets, &firsts, &chosen));
    uint32_t choice = 0;
    for (uint32_t i = 0; i < chosen.count; i++)
      choice |= 1u << chosen.at[i];
    assert_true(is_enough(choice, &sets, &firsts));
    assert_int_equal(chosen.count, least_size(&sets, &firsts));
    u32_vec_release(&chosen);
    u32_vec_release(&firsts);
    branch_sets_release(&sets);
  }
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_example_5),
      cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
