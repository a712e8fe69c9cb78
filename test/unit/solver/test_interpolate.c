// Sequence interpolants: their three conditions, on paths of small programs.

#include "fixture.h"

enum { MOST_STEPS = 6, VERSIONS = MOST_STEPS + 1 };

struct path {
  struct term x[VERSIONS], y[VERSIONS]; // versions of two variables
  struct term steps[MOST_STEPS];
  uint32_t count;
};

static bool follows(struct fixture *f, struct term a, struct term b,
                    struct term conclusion) {
  struct term list[] = {a, b, term_not(f->terms, conclusion)};
  return solver_check(f->solver, PURPOSE_PROOF, list, 3) == ANSWER_UNSAT;
}

static bool mentions(struct fixture *f, const struct term *list, uint32_t count,
                     struct term variable) {
  struct term_vec all = {0};
  bool is_there = false;
  term_collect(f->terms, list, count, &all);
  for (uint32_t i = 0; i < all.count; i++)
    is_there |= term_equal(all.at[i], variable);
  term_vec_release(&all);
  return is_there;
}

static void check_vocabulary(struct fixture *f, const struct path *path,
                             struct term interpolant, uint32_t at) {
  struct term_vec all = {0};
  term_collect(f->terms, &interpolant, 1, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    if (term_op(f->terms, all.at[i]) != OP_VAR)
      continue;
    assert_true(mentions(f, path->steps, at + 1, all.at[i]));
    assert_true(
        mentions(f, path->steps + at + 1, path->count - at - 1, all.at[i]));
  }
  term_vec_release(&all);
}

static void check_interpolants(struct fixture *f, const struct path *path,
                               const struct term *found) {
  struct term yes = term_true(f->terms), no = term_false(f->terms);
  for (uint32_t i = 0; i < path->count; i++) {
    bool is_last = i + 1 == path->count;
    assert_true(follows(f, i ? found[i - 1] : yes, path->steps[i],
                        is_last ? no : found[i]));
    if (!is_last)
      check_vocabulary(f, path, found[i], i);
  }
}

// Random statements: x := e, y := e, or an assumption on both.
static struct term random_step(struct fixture *f, struct path *path,
                               uint32_t at) {
  f->x = path->x[at];
  f->y = path->y[at];
  struct term new_x = f->x, new_y = f->y, guard = term_true(f->terms);
  switch (random_below(&f->random, 3)) {
  case 0: new_x = small_bits(f, 2); break;
  case 1: new_y = small_bits(f, 2); break;
  default: guard = small_bool(f, 2); break;
  }
  struct term parts[] = {guard, term_eq(f->terms, path->x[at + 1], new_x),
                         term_eq(f->terms, path->y[at + 1], new_y)};
  return term_and_all(f->terms, parts, 3);
}

static void random_path(struct fixture *f, struct path *path) {
  path->count = 2 + random_below(&f->random, MOST_STEPS - 1);
  for (uint32_t i = 0; i < VERSIONS; i++) {
    path->x[i] = fixture_variable(f, "x", sort_bits(SMALL_WIDTH));
    path->y[i] = fixture_variable(f, "y", sort_bits(SMALL_WIDTH));
  }
  for (uint32_t i = 0; i < path->count; i++)
    path->steps[i] = random_step(f, path, i);
  f->x = path->x[path->count];
  f->y = path->y[path->count];
  path->steps[path->count - 1] =
      term_and(f->terms, path->steps[path->count - 1],
               term_and(f->terms, small_bool(f, 2), small_bool(f, 2)));
}

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 31);
  unsigned infeasible = 0;
  for (unsigned round = 0; round < 60; round++) {
    struct path path;
    struct term found[MOST_STEPS];
    random_path(&f, &path);
    bool is_feasible = solver_check(f.solver, PURPOSE_FEASIBILITY, path.steps,
                                    path.count) == ANSWER_SAT;
    bool is_found = solver_interpolate(f.solver, path.steps, path.count, found);
    assert_int_equal(is_found, !is_feasible);
    infeasible += is_found;
    if (is_found)
      check_interpolants(&f, &path, found);
  }
  assert_true(infeasible >= 10);
  fixture_release(&f);
}

// x = 0; x += 2, ten times; x == 21.
static void test_parity(void **state) {
  (void)state;
  enum { LENGTH = 12 };
  struct fixture f;
  fixture_init(&f, 32);
  struct term steps[LENGTH], found[LENGTH - 1];
  struct term x = fixture_variable(&f, "x", sort_bits(32));
  steps[0] = term_eq(f.terms, x, term_const(f.terms, 32, 0));
  for (unsigned i = 1; i < LENGTH - 1; i++) {
    struct term next = fixture_variable(&f, "x", sort_bits(32));
    steps[i] = term_eq(f.terms, next,
                       term_add(f.terms, x, term_const(f.terms, 32, 2)));
    x = next;
  }
  steps[LENGTH - 1] = term_eq(f.terms, x, term_const(f.terms, 32, 21));
  assert_true(solver_interpolate(f.solver, steps, LENGTH, found));
  for (unsigned i = 0; i < LENGTH; i++)
    assert_true(follows(&f, i ? found[i - 1] : term_true(f.terms), steps[i],
                        i < LENGTH - 1 ? found[i] : term_false(f.terms)));
  fixture_release(&f);
}

static void test_short(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 33);
  struct term step = term_compare(f.terms, OP_ULT, f.x, f.x), found;
  assert_true(solver_interpolate(f.solver, &step, 1, NULL));
  assert_false(solver_interpolate(f.solver, &f.b, 1, NULL));
  struct term apart[] = {f.b, term_false(f.terms)};
  assert_true(solver_interpolate(f.solver, apart, 2, &found));
  assert_true(term_is_true(f.terms, found));
  struct term p = fixture_variable(&f, "p", sort_bits(32));
  struct term floats[] = {
      term_compare(f.terms, OP_FLT, p, term_binary(f.terms, OP_FADD, p, p)),
      f.b};
  assert_false(solver_interpolate(f.solver, floats, 2, &found));
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_parity),
      cmocka_unit_test(test_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
