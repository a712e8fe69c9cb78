// cvc5 as a process of its own, against the truth by trying every assignment.

#include "fixture.h"

#include <unistd.h>

#include "solver/cvc5.h"

enum { CONJUNCTIONS = 60, CONJUNCTS = 3 };

static const struct cvc5_options options = {.query_ms = 10000};

static bool is_missing(void) {
  return access("/usr/bin/cvc5", X_OK) != 0;
}

// The first conjunction that is satisfiable is the one that it does not refute.
// Of some arrays cvc5 says that it does not support them yet.
static void test_random(void **state) {
  (void)state;
  if (is_missing())
    skip();
  unsigned decided = 0;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    struct fixture f;
    fixture_init(&f, seed);
    f.plain_consts = true;
    struct conjunctions list = {0};
    uint32_t first = CONJUNCTIONS;
    for (uint32_t i = 0; i < CONJUNCTIONS; i++) {
      struct term terms[CONJUNCTS];
      do
        for (int k = 0; k < CONJUNCTS; k++)
          terms[k] = small_bool(&f, 3);
      while (is_possible(&f, terms, CONJUNCTS) && i < 4 * seed);
      if (is_possible(&f, terms, CONJUNCTS) && first == CONJUNCTIONS)
        first = i;
      conjunctions_add(&list, terms, CONJUNCTS);
    }
    struct strbuf why = {0};
    uint32_t failed;
    enum answer answer = cvc5_refutes(f.terms, &list, &options, &failed, &why);
    if (answer == ANSWER_UNKNOWN)
      assert_non_null(strstr(strbuf_text(&why), "does not yet support"));
    else
      assert_int_equal(answer,
                       first == CONJUNCTIONS ? ANSWER_UNSAT : ANSWER_SAT);
    if (answer != ANSWER_UNKNOWN)
      assert_int_equal(failed, first);
    decided += answer != ANSWER_UNKNOWN;
    strbuf_release(&why);
    conjunctions_release(&list);
    fixture_release(&f);
  }
  assert_in_range(decided, 4, 10);
}

static bool at_once(void *context) {
  (void)context;
  return true;
}

static void test_stopped(void **state) {
  (void)state;
  if (is_missing())
    skip();
  struct fixture f;
  fixture_init(&f, 1);
  struct conjunctions list = {0};
  conjunctions_add(&list, &f.b, 1);
  struct cvc5_options stopped = {.query_ms = 10000, .poll = {at_once, NULL}};
  struct strbuf why = {0};
  uint32_t failed;
  assert_int_equal(cvc5_refutes(f.terms, &list, &stopped, &failed, &why),
                   ANSWER_UNKNOWN);
  assert_true(why.length > 0);
  strbuf_release(&why);
  conjunctions_release(&list);
  fixture_release(&f);
}

static void test_nothing(void **state) {
  (void)state;
  if (is_missing())
    skip();
  struct fixture f;
  fixture_init(&f, 1);
  struct conjunctions list = {0};
  struct strbuf why = {0};
  uint32_t failed;
  assert_int_equal(cvc5_refutes(f.terms, &list, &options, &failed, &why),
                   ANSWER_UNSAT);
  strbuf_release(&why);
  fixture_release(&f);
}

// x / 10 * 10 + x % 10 != x: hard as bits, easy as integers.
static struct term not_made_up(struct fixture *f) {
  struct term x = fixture_variable(f, "wide", sort_bits(64));
  struct term ten = term_const(f->terms, 64, 10);
  struct term q = term_binary(f->terms, OP_UDIV, x, ten);
  struct term r = term_binary(f->terms, OP_UREM, x, ten);
  struct term product = term_binary(f->terms, OP_MUL, q, ten);
  return term_not(f->terms,
                  term_eq(f->terms, term_add(f->terms, product, r), x));
}

static void test_by_integers(void **state) {
  (void)state;
  if (is_missing())
    skip();
  struct fixture f;
  fixture_init(&f, 1);
  struct conjunctions list = {0};
  struct term hard = not_made_up(&f), last = term_true(f.terms);
  struct term never[] = {f.b, term_not(f.terms, f.b)};
  conjunctions_add(&list, never, 2);
  conjunctions_add(&list, &hard, 1);
  conjunctions_add(&list, never, 2);
  struct cvc5_options brief = {.query_ms = 1000};
  struct strbuf why = {0};
  uint32_t failed;
  assert_int_equal(cvc5_refutes(f.terms, &list, &brief, &failed, &why),
                   ANSWER_UNSAT);
  assert_int_equal(why.length, 0);
  conjunctions_add(&list, &last, 1);
  assert_int_equal(cvc5_refutes(f.terms, &list, &brief, &failed, &why),
                   ANSWER_SAT);
  assert_int_equal(failed, 3);
  strbuf_release(&why);
  conjunctions_release(&list);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_by_integers),
  };
  return cmocka_run_group_tests_name("cvc5", tests, NULL, NULL);
}
