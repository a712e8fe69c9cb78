// The real table: defaults, one command line, and properties of its rows.
#include "../unit.h"

#include "base/options.h"

static void test_defaults(void **state) {
  (void)state;
  struct options options;
  options_init(&options);
  assert_int_equal(options.bits, 0); // LP64, or what a task says
  assert_int_equal(options.verbosity, 1);
  assert_string_equal(options.compiler, "clang-19");
  assert_null(options.function);
  assert_int_equal(options.seed, 0);
  assert_int_equal(options.timeout_ms, 0);
  assert_false(options.stats);
  options_release(&options);
}

static void test_run_line(void **state) {
  (void)state;
  char *argv[] = {"-vv",          "f.c",   "-I",    "include",    "--32",
                  "--stats",      "-DN=3", "-Wall", "--seed",     "42",
                  "--timeout=2m", "-p",    "build", "--memlimit", "1g",
                  "-pthread",     "--",    "-v"};
  struct option_line line = {sizeof argv / sizeof *argv, argv, CMD_RUN, "run"};
  struct options options;
  options_init(&options);
  assert_true(options_parse(&options, &line, stderr));
  assert_int_equal(options.verbosity, 3);
  assert_int_equal(options.bits, 32);
  assert_true(options.stats);
  assert_int_equal(options.seed, 42);
  assert_int_equal(options.timeout_ms, 120000);
  assert_int_equal(options.memlimit, 1 << 30);
  assert_string_equal(options.build_dir, "build");
  assert_int_equal(options.operands.count, 1);
  assert_int_equal(options.compiler_args.count, 5);
  assert_string_equal(options.compiler_args.at[1], "include");
  assert_string_equal(options.compiler_args.at[4], "-pthread");
  assert_int_equal(options.program_args.count, 1);
  options_release(&options);
}

static void test_options_of_other_commands(void **state) {
  (void)state;
  char *argv[] = {"--dot"};
  struct option_line line = {1, argv, CMD_RUN, "run"};
  struct options options;
  struct capture err;
  capture_init(&err);
  options_init(&options);
  assert_false(options_parse(&options, &line, err.out));
  assert_string_equal(capture_text(&err),
                      "vouch: error: `vouch run` does not take `--dot`\n");
  line.command = CMD_DUMP;
  assert_true(options_parse(&options, &line, err.out));
  assert_true(options.dot);
  options_release(&options);
  capture_release(&err);
}

static void test_help_fits_a_terminal(void **state) {
  (void)state;
  struct strbuf out = {0};
  options_help(CMD_ALL, &out);
  for (const char *line = out.text; *line; line = strchr(line, '\n') + 1)
    assert_true(strcspn(line, "\n") <= 80);
  strbuf_release(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_run_line),
      cmocka_unit_test(test_options_of_other_commands),
      cmocka_unit_test(test_help_fits_a_terminal),
  };
  return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
