// Returns as conditions, and their disjoint cases, against all 256 values of an
// unsigned or signed char.

#include "fixture.h"

#include "spec/spec.h"
#include "term/evaluate.h"

struct setting {
  struct interner *names;
  struct capture capture;
  struct diag *diag;
  struct syntax syntax;
  struct spec *spec;
};

static void setting_init(struct setting *s, const char *text) {
  *s = (struct setting){.names = interner_new()};
  capture_init(&s->capture);
  s->diag = diag_new(s->names, s->capture.out);
  struct syntax_options options = {0};
  bool ok = syntax_read_text(&s->syntax, "test.spec", text, strlen(text),
                             &options, s->names, s->diag);
  assert_true(ok);
  s->spec = spec_new(&s->syntax, NULL, NULL, 64, &ok);
}

static void setting_release(struct setting *s) {
  spec_free(s->spec);
  syntax_release(&s->syntax);
  diag_free(s->diag);
  capture_release(&s->capture);
  interner_free(s->names);
}

// ---- Cases ------------------------------------------------------------------

static bool is_any_return(const struct setting *s, const struct spec_proc *proc,
                          uint32_t i) {
  return !strcmp(action_text(s->spec->actions, proc->returns.at[i].action),
                 "return{*}");
}

// How many cases hold for the value, which one, and which conditions do.
static void check_value(struct setting *s, const struct spec_proc *proc,
                        const struct spec_case_vec *cases, u128 value) {
  struct assignment *a = assignment_new(s->spec->program->terms);
  assignment_set(a, scope_result(&proc->scope)->variable, value);
  uint32_t found = 0;
  bool all_any = true;
  for (uint32_t k = 0; k < proc->returns.count; k++)
    all_any &= is_any_return(s, proc, k);
  for (uint32_t i = 0; i < cases->count; i++) {
    const struct spec_case *one = &cases->at[i];
    if (!term_evaluate(a, one->condition))
      continue;
    found++;
    bool is_other = !all_any;
    for (uint32_t k = 0; k < proc->returns.count; k++) {
      bool holds = term_evaluate(a, proc->returns.at[k].condition) != 0;
      assert_int_equal(bitset_has(&one->members, k), holds);
      is_other &= !holds || is_any_return(s, proc, k);
    }
    assert_int_equal(one->is_other, is_other);
  }
  assert_int_equal(found, 1); // disjoint and complete
  assignment_free(a);
}

// The split system has the steps of the original by the cases inside each.
static void check_split(struct setting *s, const struct spec_proc *proc,
                        const struct spec_case_vec *cases) {
  const struct lts *lts = proc->arms.at[0].lts;
  struct lts *split = spec_split_lts(s->spec, lts, &proc->returns, cases,
                                     false);
  struct strbuf errors = {0};
  assert_true(lts_validate(split, &errors));
  strbuf_release(&errors);
  for (uint32_t i = 0; i < cases->count; i++)
    for (uint32_t k = 0; k < proc->returns.count; k++) {
      if (!bitset_has(&cases->at[i].members, k))
        continue;
      struct lts_step_range steps =
          lts_steps_by(lts, lts->initial, proc->returns.at[k].action);
      for (const struct lts_step *at = steps.begin; at < steps.end; at++)
        assert_true(lts_has_step(split, split->initial, cases->at[i].action,
                                 at->target));
    }
  lts_free(split);
}

static void check_text(const char *text) {
  struct setting s;
  setting_init(&s, text);
  const struct spec_proc *proc = &s.spec->procs.at[0];
  if (proc->is_bound) {
    struct spec_case_vec cases = {0};
    assert_true(spec_split_returns(s.spec, &proc->scope, &proc->returns,
                                   (struct name){0}, &cases));
    for (u128 value = 0; value < 256; value++)
      check_value(&s, proc, &cases, value);
    check_split(&s, proc, &cases);
    spec_case_vec_free(&cases);
  }
  setting_release(&s);
}

static void random_return(struct random *random, struct strbuf *out) {
  static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
  int bound = (int)random_below(random, 260) - 4;
  switch (random_below(random, 6)) {
  case 0: strbuf_format(out, "return{%d}", bound & 127); break;
  case 1: strbuf_add(out, "return{*}"); break;
  case 2:
    strbuf_format(out, "return{$ & %d}", 1 << random_below(random, 8));
    break;
  default:
    strbuf_format(out, "return{$ %s %d}", relations[random_below(random, 6)],
                  bound);
  }
}

static void test_random_cases(void **state) {
  (void)state;
  struct random random = {11};
  for (int round = 0; round < 60; round++) {
    struct strbuf text = {0};
    strbuf_format(&text, "assume proc %s char f(void) : ( ",
                  random_below(&random, 2) ? "unsigned" : "signed");
    for (uint32_t i = 1 + random_below(&random, 5); i-- > 0;) {
      random_return(&random, &text);
      strbuf_add(&text, i ? " | " : "");
    }
    strbuf_add(&text, " );");
    check_text(strbuf_text(&text));
    strbuf_release(&text);
  }
}

static const char *case_text(const struct setting *s,
                             const struct spec_case_vec *cases, uint32_t i) {
  assert_true(i < cases->count);
  return action_text(s->spec->actions, cases->at[i].action);
}

static void test_names_of_cases(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, "assume proc int f(void) : ( return{0} | return{$ < 0} | "
                   "return{-1} );");
  const struct spec_proc *proc = &s.spec->procs.at[0];
  struct spec_case_vec cases = {0};
  assert_true(spec_split_returns(s.spec, &proc->scope, &proc->returns,
                                 (struct name){0}, &cases));
  assert_int_equal(cases.count, 4);
  assert_string_equal(case_text(&s, &cases, 0), "return{0}");
  assert_string_equal(case_text(&s, &cases, 1), "return{$ == -1}");
  assert_string_equal(case_text(&s, &cases, 2), "return{$ < 0 && $ != -1}");
  assert_string_equal(case_text(&s, &cases, 3), "return{other}");
  assert_true(cases.at[3].is_other);
  spec_case_vec_free(&cases);
  setting_release(&s);
}

static void check_cases(const char *text, const char *expected) {
  struct setting s;
  setting_init(&s, text);
  const struct spec_proc *proc = &s.spec->procs.at[0];
  struct spec_case_vec cases = {0};
  struct strbuf actual = {0};
  assert_true(proc->is_bound);
  assert_true(spec_split_returns(s.spec, &proc->scope, &proc->returns,
                                 (struct name){0}, &cases));
  for (uint32_t i = 0; i < cases.count; i++)
    strbuf_format(&actual, "%s%s", i ? " " : "", case_text(&s, &cases, i));
  assert_string_equal(strbuf_text(&actual), expected);
  strbuf_release(&actual);
  spec_case_vec_free(&cases);
  setting_release(&s);
}

static void test_few_cases(void **state) {
  (void)state;
  check_cases("assume proc void f(void) : ( a -> return{} );", "return{}");
  check_cases("assume proc void f(void) : ( return{} | return{*} );",
              "return{}");
  check_cases("assume proc void f(void) : END;", "");
  check_cases("assume proc int f(void) : return{*};", "return{*}");
  check_cases("assume proc int f(void) : ( return{*} | return{7} );",
              "return{7} return{other}");
  check_cases("assume proc _Bool f(void) : ( return{0} | return{1} );",
              "return{0} return{1}");
  check_cases("assume proc void *f(void) : ( return{0} | return{fresh} );",
              "return{0} return{fresh}");
}

static void test_values(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s,
               "assume proc void *f(void) : ( return{fresh} | return{0} );");
  const struct spec_proc *proc = &s.spec->procs.at[0];
  assert_int_equal(proc->returns.count, 2);
  assert_true(proc->returns.at[0].is_fresh);
  assert_false(proc->returns.at[1].is_fresh);
  assert_true(term_is_const(s.spec->program->terms, proc->returns.at[1].value));
  assert_int_equal(
      term_width(s.spec->program->terms, proc->returns.at[1].value), 64);
  setting_release(&s);
}

// ---- After a check ----------------------------------------------------------

static void test_usage(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, "assume proc int f(int n) {\n"
                   "  when (n < 0) : return{0};\n"
                   "  otherwise : ( a -> return{1} );\n"
                   "}\n"
                   "P = ( a -> P | b -> P );\n"
                   "event b = call g;\n"
                   "check main refines P;\n");
  struct spec_usage usage = {0};
  struct spec_check *check = &s.spec->checks.at[0];
  const struct lts *lts = s.spec->processes.at[check->process].lts;
  bitset_add(&check->alphabet, s.spec->events.at[0].action.id);
  bitset_add(&usage.arms, s.spec->procs.at[0].arms.at[1].number);
  bitset_add(&usage.steps, 0);
  spec_report_usage(s.spec, check, lts, &usage);
  const char *said = capture_text(&s.capture);
  assert_non_null(strstr(said, "trigger `call g` matched nothing"));
  assert_non_null(strstr(said, "arm 1 of 'f' was never taken"));
  assert_null(strstr(said, "arm 2 of 'f' was never taken"));
  assert_non_null(
      strstr(said, "the step 'b' from state P was never exercised"));
  assert_null(strstr(said, "the step 'a'"));
  struct bitset performed = {0};
  assert_true(spec_is_vacuous(s.spec, check, &performed));
  bitset_add(&performed, s.spec->events.at[0].action.id);
  assert_false(spec_is_vacuous(s.spec, check, &performed));
  bitset_release(&performed);
  spec_usage_release(&usage);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_cases),
      cmocka_unit_test(test_names_of_cases),
      cmocka_unit_test(test_few_cases),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_usage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
