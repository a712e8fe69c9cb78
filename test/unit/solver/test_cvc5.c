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
  struct cvc5_options stopped = {.query_ms = 10000, .stop = at_once};
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests_name("cvc5", tests, NULL, NULL);
}
