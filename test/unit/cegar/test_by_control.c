// Threads with control abstracted (seed 002, figure 3), in all modes. In the
// debug modes the solver checks every clause by SafeInd meanwhile.

#include "checked.h"

#include "threads/threads.h"

// Main gets behind the loop only if `f` has.
#define TEXT                                                                   \
  CHECKED_HEAD                                                                 \
  "typedef unsigned long pthread_t;\n"                                         \
  "int pthread_create(pthread_t *, const void *, void *(*)(void *), void "     \
  "*);\n"                                                                      \
  "int pthread_join(pthread_t, void **);\n"                                    \
  "int x, done;\n"                                                             \
  "static void *f(void *p) { x = 1; x = 2; done = 1; return p; }\n"            \
  "int main(void) {\n"                                                         \
  "  pthread_t t;\n"                                                           \
  "  pthread_create(&t, 0, f, 0);\n"                                           \
  "  while (!done);\n"                                                         \
  "  pthread_join(t, 0);\n"                                                    \
  "  if (x != 2) reach_error();\n"                                             \
  "  return 0;\n"                                                              \
  "}\n"

static void prove(struct control_options control) {
  struct checked s;
  struct threads_facts facts = {0};
  struct strbuf why = {0};
  checked_load(&s, TEXT);
  struct threads_options options = {
      .entry = s.options.entry, .moves_locks = true, .gives_turns = true};
  if (!threads_interleave(s.program, &options, &facts, &why))
    fail_msg("%s", strbuf_text(&why));
  s.options.entry = s.program->entry;
  s.options.counters = &facts.counters;
  s.search.control = control;
  checked_build(&s);
  cegar_run(&s.cegar);
  assert_int_equal(s.cegar.verdict, VERDICT_TRUE);
  assert_true(s.stats.control_clauses > 0);
  assert_true(s.stats.control_classes > 1);
  assert_true(s.stats.control_classes <= s.stats.control_places);
  variable_vec_release(&facts.counters);
  checked_release(&s);
}

static void test_modes(void **unused) {
  (void)unused;
  static const enum control_mode modes[] = {CONTROL_FEWEST, CONTROL_MONOTONIC,
                                            CONTROL_BALANCED};
  for (uint32_t i = 0; i < 3; i++) {
    prove((struct control_options){.mode = modes[i], .most_paths = 20});
    prove((struct control_options){
        .mode = modes[i], .most_paths = 1, .prefers_control = true});
    prove((struct control_options){
        .mode = modes[i], .most_paths = 20, .is_cartesian = true});
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_modes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
