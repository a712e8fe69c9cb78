// A session: the program of the files, and the function that was asked for.
#include "../unit.h"

#include <unistd.h>

#include "base/exit_code.h"
#include "cli/session.h"

struct fixture {
  struct options options;
  struct session session;
  char path[64];
};

static const char text[] = "static int twice(int x) { return 2 * x; }\n"
                           "int declared(int x);\n"
                           "int main(void) { return twice(declared(1)); }\n";

static void begin(struct fixture *fx, char **argv, int argc) {
  struct option_line line = {argc, argv, CMD_DUMP, "dump"};
  options_init(&fx->options);
  assert_true(options_parse(&fx->options, &line, stderr));
  session_init(&fx->session, &fx->options);
  snprintf(fx->path, sizeof fx->path, "/tmp/vouch-unit-XXXXXX.c");
  int file = mkstemps(fx->path, 2);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
  close(file);
}

static void load(struct fixture *fx) {
  const char *file = fx->path;
  assert_int_equal(session_load(&fx->session, &file, 1, NULL), EXIT_TRUE);
}

static void end(struct fixture *fx) {
  unlink(fx->path);
  session_release(&fx->session);
  options_release(&fx->options);
}

static const char *name_of(const struct fixture *fx,
                           const struct procedure *procedure) {
  return procedure ? name_text(fx->session.names, procedure->name) : "none";
}

static void test_functions(void **state) {
  (void)state;
  struct fixture fx;
  begin(&fx, NULL, 0);
  load(&fx);
  struct session *session = &fx.session;
  assert_string_equal(name_of(&fx, session_function(session, true)), "main");
  assert_string_equal(
      name_of(&fx, session_function_called(session, "twice", true)), "twice");
  assert_string_equal(
      name_of(&fx, session_function_called(session, "declared", false)),
      "declared");
  assert_null(session_function_called(session, "declared", true));
  assert_null(session_function_called(session, "twic", false));
  assert_int_equal(fx.session.stats.procedures, 2);
  end(&fx);
}

static void test_options(void **state) {
  (void)state;
  struct fixture fx;
  char *argv[] = {"--32", "--function", "twice", "-DN=3"};
  begin(&fx, argv, 4);
  assert_int_equal(fx.session.frontend.options.pointer_width, 32);
  assert_int_equal(fx.session.frontend.options.flag_count, 1);
  assert_string_equal(fx.session.frontend.options.flags[0], "-DN=3");
  load(&fx);
  assert_int_equal(fx.session.program->pointer_width, 32);
  assert_string_equal(name_of(&fx, session_function(&fx.session, true)),
                      "twice");
  end(&fx);
}

static void test_nothing_to_load(void **state) {
  (void)state;
  struct fixture fx;
  begin(&fx, NULL, 0);
  assert_int_equal(session_load(&fx.session, NULL, 0, NULL), EXIT_USAGE);
  const char *missing = "no/such/file.c";
  assert_int_equal(session_load(&fx.session, &missing, 1, NULL),
                   EXIT_BAD_INPUT);
  assert_null(fx.session.program);
  end(&fx);
}

static void test_component(void **state) {
  (void)state;
  struct fixture fx;
  struct strbuf out = {0};
  begin(&fx, NULL, 0);
  load(&fx);
  assert_int_equal(session_component_text(&fx.session, &out), EXIT_TRUE);
  assert_non_null(strstr(strbuf_text(&out), "without pointers"));
  assert_non_null(strstr(strbuf_text(&out), "twice::x"));
  strbuf_release(&out);
  end(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_options),
      cmocka_unit_test(test_nothing_to_load),
      cmocka_unit_test(test_component),
  };
  return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
