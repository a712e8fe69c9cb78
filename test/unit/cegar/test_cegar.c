// The loop: proofs with invariants that hold, violations that end in the right
// edge, limits, and going on after a result.
#include "checked.h"

#include "cegar/record.h"

static const char counting[] =
    CHECKED_HEAD "int main(void) {\n"
                 "  unsigned i = 0, n = __VERIFIER_nondet_uint();\n"
                 "  while (i < n)\n"
                 "    i++;\n"
                 "  if (i > n)\n"
                 "    reach_error();\n"
                 "  return 0;\n"
                 "}\n";

static const char guessing[] =
    CHECKED_HEAD "int main(void) {\n"
                 "  unsigned x = __VERIFIER_nondet_uint(), y = 3 * x;\n"
                 "  if (y == 36 && x < 100)\n"
                 "    reach_error();\n"
                 "  return 0;\n"
                 "}\n";

static void test_proof(void **state) {
  (void)state;
  struct checked s;
  checked_run(&s, counting);
  assert_int_equal(s.cegar.verdict, VERDICT_TRUE);
  assert_int_equal(s.cegar.path.count, 0);
  assert_int_equal(s.cegar.reason.length, 0);
  struct proof proof = {0};
  record_proof(&s.cegar, &proof);
  assert_int_equal(proof.kind, s.cegar.proof);
  assert_true(proof.claim_count > 0);
  claim_vec_release(&proof.claims);
  invariant_vec_release(&proof.invariants);
  checked_release(&s);
}

static void test_violation(void **state) {
  (void)state;
  struct checked s;
  checked_run(&s, guessing);
  assert_int_equal(s.cegar.verdict, VERDICT_FALSE);
  assert_true(s.cegar.path.count > 0);
  const struct check_target *target =
      component_target(&s.component, *edge_id_vec_last(&s.cegar.path));
  assert_int_equal(target->position.line, 6);
  assert_non_null(strstr(strbuf_text(&s.cegar.oracle), "12"));
  checked_release(&s);
}

// The same verdict again after the result was forgotten.
static void test_reset(void **state) {
  (void)state;
  struct checked s;
  checked_run(&s, counting);
  cegar_reset(&s.cegar);
  assert_int_equal(s.cegar.verdict, VERDICT_UNKNOWN);
  cegar_run(&s.cegar);
  assert_int_equal(s.cegar.verdict, VERDICT_TRUE);
  checked_release(&s);
}

// A target that is decided is not found again, and nothing else is.
static void test_retired(void **state) {
  (void)state;
  struct checked s;
  checked_run(&s, guessing);
  component_retire(
      &s.component,
      component_target(&s.component, *edge_id_vec_last(&s.cegar.path)));
  cegar_reset(&s.cegar);
  cegar_run(&s.cegar);
  assert_int_equal(s.cegar.verdict, VERDICT_TRUE);
  checked_release(&s);
}

static void test_stop(void **state) {
  (void)state;
  static const volatile sig_atomic_t now = 1;
  struct checked s;
  checked_load(&s, counting);
  s.search.limits.out_of_time = &now;
  checked_build(&s);
  cegar_run(&s.cegar);
  assert_int_equal(s.cegar.verdict, VERDICT_UNKNOWN);
  assert_true(s.cegar.reason.length > 0);
  assert_non_null(limits_reason(&s.search.limits));
  checked_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_proof), cmocka_unit_test(test_violation),
      cmocka_unit_test(test_reset), cmocka_unit_test(test_retired),
      cmocka_unit_test(test_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
