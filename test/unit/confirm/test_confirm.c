// A path as an oracle, and what runs make of it: the right one confirms, others
// are told where they go another way; a path that hangs on a guess is doubted.
#include "../cegar/checked.h"

#include "confirm/confirm.h"
#include "confirm/detour.h"
#include "confirm/doubt.h"
#include "confirm/path_oracle.h"
#include "confirm/replay.h"
#include "confirm/sharp.h"
#include "term/evaluate.h"

static const char guarded[] =
    CHECKED_HEAD "int main(void) {\n"
                 "  unsigned x = __VERIFIER_nondet_uint();\n"
                 "  unsigned y = __VERIFIER_nondet_uint();\n"
                 "  if (x == 5)\n"
                 "    if (y == x + 2)\n"
                 "      reach_error();\n"
                 "  return 0;\n"
                 "}\n";

static const struct check_target *target_of_path(struct checked *s) {
  return component_target(&s->component, *edge_id_vec_last(&s->cegar.path));
}

// Was a variable seen to have it?
static bool has_value(const struct checked *s, const struct lane *lane,
                      const char *value) {
  for (uint32_t i = 0; i < lane->steps.count; i++)
    if (lane->steps.at[i].kind == STEP_VALUE &&
        !strcmp(name_text(s->component.program->names, lane->steps.at[i].value),
                value))
      return true;
  return false;
}

static void test_oracle(void **state) {
  (void)state;
  struct checked s;
  struct strbuf oracle = {0};
  uint64_t steps = 0;
  checked_run(&s, guarded);
  assert_int_equal(s.cegar.verdict, VERDICT_FALSE);
  path_oracle_write(&s.component, &s.cegar.path, &s.cegar.inputs, &oracle);
  const char *five = strstr(strbuf_text(&oracle), "5");
  assert_non_null(five);
  assert_non_null(strstr(five, "7")); // in the order of the path
  struct execution execution = {0};
  assert_true(replay_confirms(&s.component, &s.options, target_of_path(&s),
                              &oracle, &execution, &steps));
  assert_true(steps > 0);
  assert_int_equal(execution.lanes.count, 1);
  assert_true(has_value(&s, &execution.lanes.at[0], "5"));
  assert_true(has_value(&s, &execution.lanes.at[0], "7"));
  execution_release(&execution);
  strbuf_release(&oracle);
  checked_release(&s);
}

// With another value the run passes the first test by, and that is told.
static void test_detour(void **state) {
  (void)state;
  struct checked s;
  struct strbuf oracle = {0}, why = {0};
  uint64_t steps = 0;
  checked_run(&s, guarded);
  path_oracle_write(&s.component, &s.cegar.path, &s.cegar.inputs, &oracle);
  char *five = strstr(oracle.text, " 5");
  assert_non_null(five);
  five[1] = '6';
  assert_false(replay_confirms(&s.component, &s.options, target_of_path(&s),
                               &oracle, NULL, &steps));
  replay_explain(&s.component, &s.options, &s.cegar.path, &oracle, &why);
  assert_non_null(strstr(strbuf_text(&why), "goes another way"));
  assert_non_null(strstr(strbuf_text(&why), "a.c:6"));
  strbuf_release(&why);
  strbuf_release(&oracle);
  checked_release(&s);
}

// A model is taken from the solver; the inputs then lead along the path.
static void test_path(void **state) {
  (void)state;
  struct checked s;
  struct strbuf oracle = {0}, why = {0};
  struct path path = {0};
  struct u32_vec core = {0};
  uint64_t steps = 0;
  checked_run(&s, guarded);
  path_execute(&path, s.component.effects, &s.cegar.path);
  struct assignment *model = assignment_new(s.program->terms);
  assert_int_equal(path_check(&path, s.cegar.solver, model, &core), ANSWER_SAT);
  struct path inputs = {0};
  struct confirm confirm = {.component = &s.component,
                            .options = &s.options,
                            .solver = s.cegar.solver,
                            .log = &s.log,
                            .steps = &steps,
                            .inputs = &inputs,
                            .oracle = &oracle};
  confirm_take(&confirm, &path, model);
  assert_true(confirm_path(&confirm, &s.cegar.path, &why));
  assert_true(oracle.length > 0);
  path_release(&inputs);
  path_release(&path);
  assignment_free(model);
  u32_vec_release(&core);
  strbuf_release(&why);
  strbuf_release(&oracle);
  checked_release(&s);
}

static void test_no_doubt(void **state) {
  (void)state;
  struct checked s;
  struct doubt doubt;
  struct sharp sharp;
  checked_run(&s, guarded);
  doubt_init(&doubt, &s.component, s.cegar.solver, &s.cegar.path);
  assert_false(doubt_has_guesses(&doubt));
  doubt_release(&doubt);
  sharp_init(&sharp, &s.component);
  assert_false(sharp.is_sharper); // no test depends on an address
  sharp_release(&sharp);
  checked_release(&s);
}

// What inline assembly gives may be any value, which no run has to meet.
static void test_doubt(void **state) {
  (void)state;
  struct checked s;
  checked_run(&s, CHECKED_HEAD "int main(void) {\n"
                               "  unsigned x;\n"
                               "  __asm__(\"rdtsc\" : \"=a\"(x) : : \"edx\");\n"
                               "  if (x == 5)\n"
                               "    reach_error();\n"
                               "  return 0;\n"
                               "}\n");
  assert_int_equal(s.cegar.verdict, VERDICT_UNKNOWN);
  assert_non_null(strstr(strbuf_text(&s.cegar.reason), "a.c:5"));
  struct doubt doubt;
  struct strbuf told = {0};
  assert_true(s.cegar.path.count > 0);
  doubt_init(&doubt, &s.component, s.cegar.solver, &s.cegar.path);
  assert_true(doubt_has_guesses(&doubt));
  doubt_tell(&doubt, &told);
  assert_non_null(strstr(strbuf_text(&told), "inline assembly"));
  strbuf_release(&told);
  doubt_release(&doubt);
  checked_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oracle), cmocka_unit_test(test_detour),
      cmocka_unit_test(test_path),   cmocka_unit_test(test_no_doubt),
      cmocka_unit_test(test_doubt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
