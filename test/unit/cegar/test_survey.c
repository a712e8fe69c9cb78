// Every target gets a row: one that is violated, one that holds, one that
// nothing reaches, and what is left when nobody looks any further.
#include "checked.h"

#include "cegar/survey.h"
#include "cegar/visit.h"

// Lines 6, 8 and 11 have a target each.
static const char three[] =
    CHECKED_HEAD "int main(void) {\n"
                 "  unsigned x = __VERIFIER_nondet_uint();\n"
                 "  if (x == 7)\n"
                 "    reach_error();\n"
                 "  if (x == 7)\n"
                 "    reach_error();\n"
                 "  if (x > 5 && x < 4)\n"
                 "    if (x == 9)\n"
                 "      reach_error();\n"
                 "  return 0;\n"
                 "}\n";

static enum row_status status_at(const struct checked *s, uint32_t line) {
  for (uint32_t i = 0; i < s->component.targets.count; i++)
    if (s->component.targets.at[i].position.line == line)
      return s->component.targets.at[i].status;
  fail_msg("no target in line %u", line);
  return ROW_OPEN;
}

static void count(void *context, struct cegar *cegar,
                  const struct check_target *target) {
  assert_int_equal(cegar->verdict, VERDICT_FALSE);
  assert_int_equal(target->position.line, 6);
  ++*(uint32_t *)context;
}

static void test_rows(void **state) {
  (void)state;
  struct checked s;
  uint32_t decided = 0;
  checked_load(&s, three);
  checked_build(&s);
  survey_run(&s.cegar,
             &(struct survey_options){.decided = count, .context = &decided});
  assert_int_equal(decided, 1);
  assert_int_equal(status_at(&s, 6), ROW_FAILS);
  assert_int_equal(status_at(&s, 8), ROW_HOLDS); // behind the first
  assert_int_equal(status_at(&s, 11), ROW_HOLDS);
  checked_release(&s);
}

static void test_abandoned(void **state) {
  (void)state;
  struct checked s;
  checked_load(&s, three);
  checked_build(&s);
  survey_abandon(&s.component.targets, s.names, "no time");
  for (uint32_t i = 0; i < s.component.targets.count; i++) {
    assert_int_equal(s.component.targets.at[i].status, ROW_UNKNOWN);
    assert_string_equal(name_text(s.names, s.component.targets.at[i].reason),
                        "no time");
  }
  assert_false(component_has_open_target(&s.component));
  checked_release(&s);
}

// Is what holds ever decided? The program is that which was loaded, so that the
// rows come from another copy of it.
static void test_visits(void **state) {
  (void)state;
  struct checked rows, s;
  checked_load(&rows, three);
  checked_component(&rows);
  checked_load(&s, three);
  struct strbuf oracles = {0}, vacuity = {0};
  struct check_target_vec same = {0};
  for (uint32_t i = 0; i < rows.component.targets.count; i++) {
    struct check_target target = rows.component.targets.at[i];
    target.position.file = // each copy is in a folder of its own
        program_find(s.program, "main")->edges.at[1].position.file;
    target.text = intern(s.names, name_text(rows.names, target.text));
    check_target_vec_push(&same, target);
  }
  enum visit answers[3];
  assert_int_equal(same.count, 3);
  visit_decide(&(struct visit_question){.program = s.program,
                                        .options = &s.options,
                                        .search = &s.search,
                                        .rows = &same,
                                        .oracles = &oracles,
                                        .cpu_ms = 20000},
               answers, &vacuity);
  assert_int_equal(answers[0], VISIT_REACHED);
  assert_int_equal(answers[1], VISIT_REACHED);
  assert_int_equal(answers[2], VISIT_UNREACHED);
  assert_int_equal(vacuity.length, 0);
  check_target_vec_release(&same);
  strbuf_release(&vacuity);
  checked_release(&rows);
  checked_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_abandoned),
      cmocka_unit_test(test_visits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
