// With fewer predicates the answer is never worse: where there is no time to
// look for them, it is what it was.
#include "../cegar/checked.h"

#include "engine/engine.h"
#include "program/draft.h"

static const char *const TEXT =
    CHECKED_HEAD "int main(void) {\n"
                 "  unsigned locked = 0, errors = 0, calls = 0;\n"
                 "  while (__VERIFIER_nondet_uint()) {\n"
                 "    unsigned kind = __VERIFIER_nondet_uint();\n"
                 "    if (locked) reach_error();\n"
                 "    locked = 1;\n"
                 "    if (kind > 3) errors++;\n"
                 "    else if (kind < 2 && errors > calls) calls = errors;\n"
                 "    locked = 0;\n"
                 "  }\n"
                 "  return 0;\n"
                 "}\n";

// The predicates that the answer rests on; `end_ms` is when the time is over.
static uint64_t ask(int64_t shrink, uint64_t end_ms) {
  struct checked s;
  struct options options = {
      .shrink = shrink, .merge = true, .reuse = true, .check_proof = true};
  checked_load(&s, TEXT);
  program_freeze(s.program);
  struct engine_context context = {.program = s.program,
                                   .names = s.names,
                                   .options = &options,
                                   .limits = s.search.limits,
                                   .progress = &s.progress,
                                   .log = &s.log,
                                   .stats = &s.stats};
  context.limits.end_ms = end_ms;
  struct demand demand = {.component = s.options, .is_exact = true};
  struct result result = {.names = s.names};
  engine_answer(&context, &demand, &result);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  result_release(&result);
  uint64_t predicates = s.stats.expressions;
  checked_release(&s);
  return predicates;
}

static void test_limit(void **state) {
  (void)state;
  uint64_t all = ask(0, 0), fewer = ask(50, 0), stopped = ask(50, 1);
  assert_true(fewer <= all);
  assert_int_equal(stopped, all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests_name("formula_decide", tests, NULL, NULL);
}
