// The abstraction of a component is rechecked against its code: the one that
// proved something is confirmed, and one that lacks a step is not.

#include "../unit.h"

#include "frontend/frontend.h"
#include "lts/determinise.h"
#include "spec/syntax.h"
#include "system/system.h"

static const volatile sig_atomic_t never;

struct setting {
  struct interner *names;
  FILE *sink;
  struct diag *diag;
  struct log log;
  struct stats stats;
  struct progress progress;
  struct declaration_vec declarations;
  struct program *program;
  struct syntax syntax;
  struct spec *spec;
  struct system_check system;
};

static void load(struct setting *s, const char *c_file, const char *spec_file) {
  int code;
  bool ok;
  *s = (struct setting){.names = interner_new(),
                        .sink = fopen("/dev/null", "w")};
  s->diag = diag_new(s->names, s->sink);
  struct frontend frontend = {
      .options = {.compiler = "clang-19", .pointer_width = 64},
      .names = s->names,
      .diag = s->diag,
      .stats = &s->stats};
  s->program = frontend_load(&frontend, &c_file, 1, NULL, &code);
  assert_non_null(s->program);
  struct syntax_options options = {0};
  assert_true(syntax_read(&s->syntax, spec_file, &options, s->names, s->diag));
  s->spec = spec_new(&s->syntax, s->program, &s->declarations, 64, &ok);
  assert_true(ok);
}

static const struct spec_check *find_check(const struct setting *s,
                                           const char *name) {
  for (uint32_t i = 0; i < s->spec->checks.count; i++)
    if (!strcmp(name_text(s->names, s->spec->checks.at[i].name), name))
      return &s->spec->checks.at[i];
  fail_msg("no check %s", name);
  return NULL;
}

static void prove(struct setting *s, const char *check) {
  struct strbuf why = {0};
  struct system_options options = {
      .contracts = true,
      .merges = true,
      .cegar = {.limits = {.interrupt = &never, .out_of_time = &never},
                .checks_proof = true,
                .progress = &s->progress,
                .log = &s->log}};
  assert_true(system_check_init(&s->system, s->program, s->spec,
                                find_check(s, check), &options, &s->stats,
                                &why));
  system_check_run(&s->system);
  assert_int_equal(s->system.verdict, VERDICT_TRUE);
  strbuf_release(&why);
}

static void unload(struct setting *s) {
  system_check_release(&s->system);
  spec_free(s->spec);
  syntax_release(&s->syntax);
  declaration_vec_release(&s->declarations);
  program_free(s->program);
  diag_free(s->diag);
  fclose(s->sink);
  interner_free(s->names);
}

// All steps but one.
static struct lts *without(const struct lts *lts, uint32_t step) {
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      if (i != step)
        lts_builder_step(&builder, s, lts->steps[i].action,
                         lts->steps[i].target);
  for (uint32_t a = bitset_next(&lts->alphabet, 0); a != UINT32_MAX;
       a = bitset_next(&lts->alphabet, a + 1))
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}

static enum part_recheck ask(struct setting *s, uint32_t i,
                             const struct lts *lts) {
  return part_recheck(&s->system.parts[i], lts, &s->system.options.cegar,
                      &s->stats);
}

// The components perform all that their LTSs have: no step can be missed.
static void try_part(struct setting *s, uint32_t i) {
  const struct part *part = &s->system.parts[i];
  assert_true(part->is_rechecked);
  assert_int_equal(ask(s, i, part->lts), PART_RECHECKED);
  struct lts *single = lts_determinise(part->lts, true, 0);
  assert_int_equal(ask(s, i, single), PART_RECHECKED);
  for (uint32_t k = 0; k < single->step_count; k++) {
    struct lts *less = without(single, k);
    assert_int_equal(ask(s, i, less), PART_REFUTED);
    lts_free(less);
  }
  lts_free(single);
}

static void try_check(const char *check) {
  struct setting s;
  load(&s, "test/c/system/data.c", "test/c/system/data.spec");
  prove(&s, check);
  for (uint32_t i = 0; i < s.system.count; i++)
    try_part(&s, i);
  unload(&s);
}

static void test_traces(void **state) {
  (void)state;
  try_check("four");
  try_check("good");
}

static void test_deadlock(void **state) {
  (void)state;
  try_check("free");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traces),
      cmocka_unit_test(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
