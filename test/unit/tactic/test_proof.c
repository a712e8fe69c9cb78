// Rechecking proofs: inductive invariants are accepted, anything less is
// refused with the place.

#include "../abstraction/random_automaton.h"

#include "tactic/proof.h"

// A loop that counts x from its initial value 2 to 6:
//
//   1 entry   y = any                        line 1
//   5 head    x < 6: to body, else to after  line 2
//   6 body    x = x + 1                      line 3
//   7 after   x == 6: to exit, else to bad   line 4
//   4 bad     error                          line 99
struct setting {
  struct automaton a;
  struct solver *solver;
  struct location_id head, body, after;
  struct term x;
  struct term *invariants; // by location
};

static struct term at_most(struct setting *s, u128 limit) {
  return term_compare(s->a.fx.program->terms, OP_ULE, s->x,
                      constant(&s->a.fx, 3, limit));
}
static struct term equals(struct setting *s, u128 value) {
  return term_eq(s->a.fx.program->terms, s->x, constant(&s->a.fx, 3, value));
}

static void build(struct setting *s) {
  struct fixture *fx = &s->a.fx;
  s->head = location(fx, 2);
  s->body = location(fx, 3);
  s->after = location(fx, 4);
  edge(fx, fx->f->entry, s->head,
       operation_havoc(fx->program, &s->a.variables[1], 1, ORIGIN_INPUT,
                       name_of(fx, "input")));
  automaton_branch(&s->a, s->head, s->body, s->after, at_most(s, 5));
  edge(fx, s->body, s->head,
       operation_assign_one(
           fx->program, s->a.variables[0],
           term_add(fx->program->terms, s->x, constant(fx, 3, 1))));
  automaton_branch(&s->a, s->after, fx->f->exit, s->a.bad, equals(s, 6));
}

static void setting_init(struct setting *s) {
  automaton_begin(&s->a, 1, 2);
  struct fixture *fx = &s->a.fx;
  s->x = value_of(fx, s->a.variables[0]);
  program_variable(fx->program, s->a.variables[0])->initial =
      constant(fx, 3, 2);
  build(s);
  automaton_end(&s->a);
  s->solver = solver_new(fx->program->terms);
  s->invariants = calloc(fx->f->locations.count, sizeof *s->invariants);
  assert_non_null(s->invariants);
  for (uint32_t i = 1; i < fx->f->locations.count; i++)
    s->invariants[i] = term_true(fx->program->terms);
  s->invariants[fx->f->entry.id] = equals(s, 2);
  s->invariants[s->head.id] = at_most(s, 6);
  s->invariants[s->body.id] = at_most(s, 5);
  s->invariants[s->after.id] = equals(s, 6);
  s->invariants[s->a.bad.id] = term_false(fx->program->terms);
}

static void setting_release(struct setting *s) {
  free(s->invariants);
  solver_free(s->solver);
  automaton_release(&s->a);
}

static void check_accepted(struct setting *s) {
  struct strbuf why = {0};
  struct proof_options options = {.asks_cvc5 = true};
  assert_int_equal(
      proof_check(s->a.question, s->invariants, s->solver, &options, &why),
      PROOF_HOLDS);
  assert_int_equal(why.length, 0);
  strbuf_release(&why);
}

static void check_refused(struct setting *s, const char *text) {
  struct strbuf why = {0};
  struct proof_options options = {0};
  assert_int_equal(
      proof_check(s->a.question, s->invariants, s->solver, &options, &why),
      PROOF_REFUTED);
  if (!strstr(strbuf_text(&why), text))
    fail_msg("`%s` does not contain `%s`", strbuf_text(&why), text);
  strbuf_release(&why);
}

// With another invariant at the location the proof fails there.
static void check_broken(struct location_id location, struct term invariant,
                         const char *text, struct setting *s) {
  struct term good = s->invariants[location.id];
  check_accepted(s);
  s->invariants[location.id] = invariant;
  check_refused(s, text);
  s->invariants[location.id] = good;
}

static void test_accepted(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  check_accepted(&s);
  // Weaker is as good as long as it suffices.
  s.invariants[s.a.fx.f->entry.id] = at_most(&s, 3);
  check_accepted(&s);
  setting_release(&s);
}

static void test_entry(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  struct location_id entry = s.a.fx.f->entry;
  check_broken(entry, equals(&s, 1), "at the entry", &s);
  check_broken(entry, term_false(s.a.fx.program->terms), "at the entry", &s);
  setting_release(&s);
}

// The position is that of the edge that does not preserve it.
static void test_edges(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  struct term_table *terms = s.a.fx.program->terms;
  struct term y = value_of(&s.a.fx, s.a.variables[1]);
  struct term yes = term_true(terms), no = term_false(terms);
  // A havoc: nothing is known about y after it.
  struct term about_y = term_eq(terms, y, constant(&s.a.fx, 3, 0));
  check_broken(s.head, term_and(terms, at_most(&s, 6), about_y), "a.c:1", &s);
  // Not true when first met; true then, but not kept by x = x + 1.
  check_broken(s.head, equals(&s, 3), "a.c:1", &s);
  check_broken(s.body, yes, "a.c:3", &s);
  check_broken(s.head, at_most(&s, 5), "a.c:3", &s);
  // Too strong after a branch, or too weak before one.
  check_broken(s.body, at_most(&s, 4), "a.c:2", &s);
  check_broken(s.after, no, "a.c:2", &s);
  check_broken(s.head, yes, "a.c:2", &s);
  check_broken(s.after, at_most(&s, 6), "a.c:4", &s);
  check_broken(s.a.fx.f->exit, equals(&s, 5), "a.c:4", &s);
  setting_release(&s);
}

static void test_violation(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  struct term yes = term_true(s.a.fx.program->terms);
  check_broken(s.a.bad, yes, "a.c:99", &s);
  check_broken(s.a.bad, equals(&s, 7), "a.c:99", &s);
  setting_release(&s);
}

// Something that is not modelled must not be reachable either.
static void test_unsupported(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct location_id odd = location(fx, 7);
  edge(fx, fx->f->entry, odd, operation_skip());
  edge(fx, odd, fx->f->exit, operation_unsupported(name_of(fx, "odd")));
  automaton_end(&a);
  struct solver *solver = solver_new(fx->program->terms);
  struct term invariants[8];
  struct strbuf why = {0};
  assert_in_range(fx->f->locations.count, 1, 8);
  for (uint32_t i = 0; i < 8; i++)
    invariants[i] = term_true(fx->program->terms);
  struct proof_options options = {0};
  assert_int_equal(proof_check(a.question, invariants, solver, &options, &why),
                   PROOF_REFUTED);
  assert_non_null(strstr(strbuf_text(&why), "a.c:7"));
  strbuf_release(&why);
  solver_free(solver);
  automaton_release(&a);
}

// A solver that gives up has shown nothing.
static void test_gives_up(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  solver_interrupt(s.solver);
  struct strbuf why = {0};
  struct proof_options options = {0};
  assert_int_equal(
      proof_check(s.a.question, s.invariants, s.solver, &options, &why),
      PROOF_UNDECIDED);
  strbuf_release(&why);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accepted),    cmocka_unit_test(test_entry),
      cmocka_unit_test(test_edges),       cmocka_unit_test(test_violation),
      cmocka_unit_test(test_unsupported), cmocka_unit_test(test_gives_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
