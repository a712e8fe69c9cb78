// Limits and interrupts end a check and nothing else.

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "fixture.h"

// A factorisation that takes a solver ages, also one that knows numbers: their
// bits are mixed.
static struct term hard_problem(struct fixture *f) {
  struct term p = fixture_variable(f, "p", sort_bits(40));
  struct term q = fixture_variable(f, "q", sort_bits(40));
  struct term wide_p = term_convert(f->terms, OP_ZEXT, 80, p);
  struct term wide_q = term_convert(f->terms, OP_ZEXT, 80, q);
  struct term one = term_const(f->terms, 40, 1);
  struct term shift = term_const(f->terms, 80, 3);
  struct term mixed = term_binary(f->terms, OP_BVXOR,
                                  term_binary(f->terms, OP_MUL, wide_p, wide_q),
                                  term_binary(f->terms, OP_SHL, wide_p, shift));
  u128 first = 549755813881, second = 1099511627689;
  struct term parts[] = {
      term_eq(f->terms, mixed,
              term_const(f->terms, 80, (first * second) ^ (first << 3))),
      term_compare(f->terms, OP_ULT, one, p),
      term_compare(f->terms, OP_ULT, p, q)};
  return term_and_all(f->terms, parts, 3);
}

static void test_limit(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 41);
  struct term hard = hard_problem(&f);
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  solver_set_limit(f.solver, 300000);
  assert_int_equal(query_check(query, &hard, 1), ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_LIMIT);
  assert_int_equal(query_check(query, &f.b, 1), ANSWER_SAT);
  struct term both[] = {f.b, term_eq(f.terms, f.x, f.y)};
  assert_int_equal(query_check(query, both, 2), ANSWER_SAT);
  query_free(query);
  for (unsigned again = 0; again < 2; again++) {
    assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, &hard, 1),
                     ANSWER_UNKNOWN);
    assert_int_equal(solver_reason(f.solver), UNKNOWN_LIMIT);
  }
  assert_int_equal(solver_counts(f.solver)->cached[PURPOSE_PROOF], 0);
  assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, both, 2), ANSWER_SAT);
  fixture_release(&f);
}

static bool search_interpolant(struct fixture *f) {
  struct term hard[] = {hard_problem(f), f->b}, found;
  return solver_interpolate(f->solver, hard, 2, &found);
}

// The Horn engine's child gave up or is no more: the solver is as it was.
static void check_interpolates(struct fixture *f) {
  struct term easy[] = {f->b, term_not(f->terms, f->b)}, found;
  assert_int_equal(solver_check(f->solver, PURPOSE_OTHER, &f->b, 1),
                   ANSWER_SAT);
  assert_true(solver_interpolate(f->solver, easy, 2, &found));
  assert_true(term_equal(found, f->b));
}

// What the child took counts.
static void test_limit_of_interpolation(void **state) {
  (void)state;
  enum { LIMIT = 300000 };
  struct fixture f;
  fixture_init(&f, 45);
  solver_set_limit(f.solver, LIMIT);
  uint64_t before = solver_units(f.solver);
  uint64_t checks = solver_counts(f.solver)->checks[PURPOSE_REFINEMENT];
  assert_false(search_interpolant(&f));
  assert_true(solver_units(f.solver) >= before + LIMIT);
  assert_int_equal(solver_counts(f.solver)->checks[PURPOSE_REFINEMENT],
                   checks + 1);
  check_interpolates(&f);
  fixture_release(&f);
}

// Children do not ignore it, as this process does.
static void end_children(int signal_number) {
  (void)signal_number;
  kill(0, SIGTERM);
}

static void test_dead_child(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 46);
  setpgid(0, 0); // those who run this test are no children
  signal(SIGTERM, SIG_IGN);
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = end_children}, NULL);
  struct itimerval soon = {.it_value = {.tv_usec = 100000},
                           .it_interval = {.tv_usec = 100000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_false(search_interpolant(&f));
  setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
  signal(SIGTERM, SIG_DFL);
  assert_int_equal(solver_counts(f.solver)->checks[PURPOSE_REFINEMENT], 1);
  check_interpolates(&f);
  fixture_release(&f);
}

// The same again takes the same, so that runs can be repeated.
static void test_limit_repeats(void **state) {
  (void)state;
  enum answer answers[2][12];
  for (unsigned run = 0; run < 2; run++) {
    struct fixture f;
    fixture_init(&f, 42);
    for (unsigned i = 0; i < 12; i++) {
      struct term v = fixture_variable(&f, "v", sort_bits(24));
      struct term w = fixture_variable(&f, "w", sort_bits(24));
      struct term t = term_eq(f.terms, term_binary(f.terms, OP_MUL, v, w),
                              term_const(f.terms, 24, random_next(&f.random)));
      solver_set_limit(f.solver, 2000u << i);
      answers[run][i] = solver_check(f.solver, PURPOSE_OTHER, &t, 1);
    }
    fixture_release(&f);
  }
  assert_memory_equal(answers[0], answers[1], sizeof answers[0]);
}

static struct solver *to_interrupt; // for the signal handler

static void on_signal(int signal_number) {
  (void)signal_number;
  solver_interrupt(to_interrupt);
}

static void check_interrupted(struct fixture *f, struct query *query) {
  struct term path[] = {f->b, term_not(f->terms, f->b)}, found;
  struct u32_vec chosen = {0};
  uint32_t items[] = {0}, starts[] = {0, 1}, weights[] = {1};
  struct clause_set clauses = {items, starts, 1};
  assert_int_equal(query_check(query, &f->b, 1), ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_INTERRUPTED);
  assert_int_equal(solver_check(f->solver, PURPOSE_OTHER, &f->b, 1),
                   ANSWER_UNKNOWN);
  assert_int_equal(solver_reason(f->solver), UNKNOWN_INTERRUPTED);
  assert_false(solver_interpolate(f->solver, path, 2, &found));
  assert_false(solver_least_cover(f->solver, 1, weights, &clauses, &chosen));
  query_push(query);
  query_assert(query, f->b);
  query_pop(query);
}

static void test_interrupt(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 43);
  struct term hard = hard_problem(&f);
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  to_interrupt = f.solver;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval soon = {.it_value = {.tv_usec = 100000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_int_equal(query_check(query, &hard, 1), ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_INTERRUPTED);
  check_interrupted(&f, query);
  query_free(query);
  fixture_release(&f);
}

static void press_keyboard(int signal_number) {
  (void)signal_number;
  raise(SIGINT);
}

// Z3 must not take Ctrl-C for itself, whatever it is searching for.
static void check_keyboard(bool (*search)(struct fixture *f)) {
  struct fixture f;
  fixture_init(&f, 44);
  to_interrupt = f.solver;
  sigaction(SIGINT, &(struct sigaction){.sa_handler = on_signal}, NULL);
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = press_keyboard}, NULL);
  struct itimerval soon = {.it_value = {.tv_usec = 100000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_false(search(&f));
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, &f.b, 1),
                   ANSWER_UNKNOWN);
  assert_int_equal(solver_reason(f.solver), UNKNOWN_INTERRUPTED);
  fixture_release(&f);
}

static bool search_model(struct fixture *f) {
  struct term hard = hard_problem(f);
  return solver_check(f->solver, PURPOSE_OTHER, &hard, 1) != ANSWER_UNKNOWN;
}

// Clauses of a random problem that is far too big.
static bool search_cover(struct fixture *f) {
  enum { ITEMS = 400, CLAUSES = 3000, LENGTH = 12 };
  static uint32_t items[CLAUSES * LENGTH], starts[CLAUSES + 1], weights[ITEMS];
  struct u32_vec chosen = {0};
  for (uint32_t i = 0; i < CLAUSES * LENGTH; i++)
    items[i] = random_below(&f->random, ITEMS);
  for (uint32_t i = 0; i <= CLAUSES; i++)
    starts[i] = i * LENGTH;
  for (uint32_t i = 0; i < ITEMS; i++)
    weights[i] = 1 + random_below(&f->random, 50);
  struct clause_set clauses = {items, starts, CLAUSES};
  bool is_found =
      solver_least_cover(f->solver, ITEMS, weights, &clauses, &chosen);
  u32_vec_release(&chosen);
  return is_found;
}

static void test_keyboard(void **state) {
  (void)state;
  check_keyboard(search_model);
  check_keyboard(search_interpolant);
  check_keyboard(search_cover);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limit),
      cmocka_unit_test(test_limit_of_interpolation),
      cmocka_unit_test(test_dead_child),
      cmocka_unit_test(test_limit_repeats),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_keyboard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
