// Steps by predicates, the examples of seed 004, section 3.2.
#include "../unit.h"

#include "slam/update.h"

struct setting {
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
  struct updater *updater;
  struct bp_exprs *exprs;
  struct term x, y;
  struct update update;
};

static void setting_init(struct setting *s) {
  *s = (struct setting){.names = interner_new()};
  s->terms = term_table_new(s->names);
  s->solver = solver_new(s->terms);
  s->updater = updater_new(s->terms, s->solver);
  s->exprs = bp_exprs_new();
  s->x = term_variable(s->terms, intern(s->names, "x"), sort_bits(32));
  s->y = term_variable(s->terms, intern(s->names, "y"), sort_bits(32));
  s->update.guard = term_true(s->terms);
}

static void setting_release(struct setting *s) {
  update_release(&s->update);
  bp_exprs_free(s->exprs);
  updater_free(s->updater);
  solver_free(s->solver);
  term_table_free(s->terms);
  interner_free(s->names);
}

static struct term number(struct setting *s, uint32_t value) {
  return term_const(s->terms, 32, value);
}

static struct bp_expr variable(struct setting *s, uint32_t index,
                               bool is_next) {
  return bp_expr_variable(s->exprs, (struct bp_variable){index, true}, is_next);
}

// Is tracked: the variable of that number.
static void add_source(struct setting *s, struct term t) {
  struct bp_expr name = variable(s, s->update.sources.count, false);
  update_source_vec_push(&s->update.sources, (struct update_source){t, name});
}

static void add_target(struct setting *s, struct term before) {
  struct bp_expr next = variable(s, s->update.targets.count, true);
  update_target_vec_push(&s->update.targets,
                         (struct update_target){before, next, {0}});
}

static void run(struct setting *s, enum prover prover) {
  struct update_options options = {.provider = PROVIDER_CARTESIAN,
                                   .prover = prover};
  update_abstract(s->updater, &options, s->exprs, &s->update);
}

static void check_target(struct setting *s, uint32_t target,
                         struct bp_expr wanted) {
  assert_true(bp_expr_equal(s->update.targets.at[target].value, wanted));
}

static struct bp_expr choice(struct setting *s, struct bp_expr q,
                             struct bp_expr r) {
  return bp_expr_binary(s->exprs, BP_CHOOSE, q, r);
}

// y > 0 is approximated by choice(y > 1, f), and its negation by choice(f, y >
// 1); by neither of them where nothing of y is tracked.
static void check_condition(enum prover prover) {
  struct setting s;
  setting_init(&s);
  struct term positive = term_compare(s.terms, OP_SLT, number(&s, 0), s.y);
  struct bp_expr p = variable(&s, 0, false);
  struct bp_expr no = bp_expr_constant(s.exprs, false);
  add_source(&s, term_compare(s.terms, OP_SLT, number(&s, 1), s.y));
  add_target(&s, positive);
  add_target(&s, term_not(s.terms, positive));
  add_target(&s, term_compare(s.terms, OP_SLT, number(&s, 0), s.x));
  run(&s, prover);
  check_target(&s, 0, choice(&s, p, no));
  check_target(&s, 1, choice(&s, no, p));
  check_target(&s, 2, bp_expr_any(s.exprs));
  setting_release(&s);
}

static void test_condition(void **state) {
  (void)state;
  check_condition(PROVER_EXACT);
  check_condition(PROVER_FAST);
}

// y := y - 1 where y is not 0 (then it would be large): (y <= 2) becomes
// choice(y <= 2, f), and x = 2 stays as it is.
static void test_decrement(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  struct term less = term_sub(s.terms, s.y, number(&s, 1));
  struct term is_two = term_eq(s.terms, s.x, number(&s, 2));
  struct bp_expr p = variable(&s, 0, false), q = variable(&s, 1, false);
  s.update.guard = term_not(s.terms, term_eq(s.terms, s.y, number(&s, 0)));
  add_source(&s, term_compare(s.terms, OP_ULE, s.y, number(&s, 2)));
  add_source(&s, is_two);
  add_target(&s, term_compare(s.terms, OP_ULE, less, number(&s, 2)));
  add_target(&s, is_two);
  run(&s, PROVER_EXACT);
  check_target(&s, 0, choice(&s, p, bp_expr_constant(s.exprs, false)));
  check_target(&s, 1, q);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_condition),
                                     cmocka_unit_test(test_decrement)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
