#include "../unit.h"

#include <unistd.h>

#include "base/diag.h"
#include "base/strbuf.h"

// A diag that writes into a string, and a source file for it.
struct bench {
  struct interner *names;
  struct diag *diag;
  struct capture capture;
  char path[32];
};

static int set_up(void **state) {
  struct bench *bench = calloc(1, sizeof *bench);
  bench->names = interner_new();
  capture_init(&bench->capture);
  bench->diag = diag_new(bench->names, bench->capture.out);
  strcpy(bench->path, "/tmp/vouch-diag-XXXXXX");
  int descriptor = mkstemp(bench->path);
  close(descriptor);
  *state = bench;
  return descriptor < 0;
}

static int tear_down(void **state) {
  struct bench *bench = *state;
  unlink(bench->path);
  diag_free(bench->diag);
  capture_release(&bench->capture);
  interner_free(bench->names);
  free(bench);
  return 0;
}

static void write_source(struct bench *bench, const char *text) {
  FILE *file = fopen(bench->path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static struct position at(struct bench *bench, uint32_t line, uint32_t column) {
  return (struct position){intern(bench->names, bench->path), line, column};
}

// What follows the path of the source in the output so far.
static const char *after_path(struct bench *bench) {
  const char *text = capture_text(&bench->capture);
  assert_memory_equal(text, bench->path, strlen(bench->path));
  return text + strlen(bench->path);
}

static void test_caret(void **state) {
  struct bench *bench = *state;
  write_source(bench, "int x;\n  ops->run(x);\n");
  diag_report(bench->diag, SEVERITY_ERROR, at(bench, 2, 8), "call through %s",
              "null");
  diag_hint(bench->diag, "is `%s` initialised?", "ops");
  assert_string_equal(after_path(bench), ":2:8: error: call through null\n"
                                         "    2 |   ops->run(x);\n"
                                         "      |        ^\n"
                                         "hint: is `ops` initialised?\n");
  assert_int_equal(diag_count(bench->diag, SEVERITY_ERROR), 1);
  assert_int_equal(diag_count(bench->diag, SEVERITY_WARNING), 0);
}

static void test_tabs_and_characters(void **state) {
  struct bench *bench = *state;
  write_source(bench, "\tx = \t\"\xc3\xa9\xe2\x82\xac\" + y;\r\n");
  diag_report(bench->diag, SEVERITY_WARNING, at(bench, 1, 17), "w");
  assert_string_equal(after_path(bench),
                      ":1:17: warning: w\n"
                      "    1 | \tx = \t\"\xc3\xa9\xe2\x82\xac\" + y;\n"
                      "      | \t    \t       ^\n");
}

static void test_control_characters(void **state) {
  struct bench *bench = *state;
  write_source(bench, "a\033[31mb");
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 1, 1), "n");
  assert_string_equal(after_path(bench), ":1:1: note: n\n"
                                         "    1 | a?[31mb\n"
                                         "      | ^\n");
}

static void test_incomplete_positions(void **state) {
  struct bench *bench = *state;
  write_source(bench, "one\ntwo");
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 2, 0), "no column");
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 2, 4), "at the end");
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 2, 9), "beyond");
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 3, 1), "no such line");
  diag_report(bench->diag, SEVERITY_NOTE, (struct position){{0}, 0, 0},
              "nowhere");
  struct strbuf expected = {0};
  strbuf_format(&expected,
                "%1$s:2: note: no column\n    2 | two\n"
                "%1$s:2:4: note: at the end\n    2 | two\n      |    ^\n"
                "%1$s:2:9: note: beyond\n    2 | two\n"
                "%1$s:3:1: note: no such line\n"
                "note: nowhere\n",
                bench->path);
  assert_string_equal(capture_text(&bench->capture), expected.text);
  assert_int_equal(diag_count(bench->diag, SEVERITY_NOTE), 5);
  strbuf_release(&expected);
}

static void test_files(void **state) {
  struct bench *bench = *state;
  diag_file(bench->diag, SEVERITY_ERROR, "a.c", "cannot read: %s", "gone");
  diag_file(bench->diag, SEVERITY_ERROR, NULL, "no files");
  diag_report(bench->diag, SEVERITY_ERROR,
              (struct position){intern(bench->names, "no/such.c"), 3, 4}, "e");
  assert_string_equal(capture_text(&bench->capture),
                      "a.c: error: cannot read: gone\n"
                      "vouch: error: no files\n"
                      "no/such.c:3:4: error: e\n");
  assert_int_equal(diag_count(bench->diag, SEVERITY_ERROR), 3);
}

static void test_sources_are_cached(void **state) {
  struct bench *bench = *state;
  write_source(bench, "first\nsecond\n\nfourth");
  const char *line = diag_source_line(bench->diag, at(bench, 2, 0));
  assert_string_equal(line, "second");
  unlink(bench->path);
  assert_ptr_equal(diag_source_line(bench->diag, at(bench, 2, 1)), line);
  assert_string_equal(diag_source_line(bench->diag, at(bench, 3, 1)), "");
  assert_string_equal(diag_source_line(bench->diag, at(bench, 4, 1)), "fourth");
  assert_null(diag_source_line(bench->diag, at(bench, 5, 1)));
  assert_null(diag_source_line(bench->diag, at(bench, 0, 0)));
}

// In the excerpt of a long line the caret still points at the character that
// the column names.
static void check_cut(struct bench *bench, const char *line, size_t column) {
  size_t before = strlen(capture_text(&bench->capture));
  diag_report(bench->diag, SEVERITY_NOTE, at(bench, 1, (uint32_t)column), "n");
  const char *source = capture_text(&bench->capture) + before;
  source = strchr(source, '\n') + 1;
  const char *source_end = strchr(source, '\n');
  const char *caret_line = source_end + 1;
  assert_true(source_end - source < 150);
  size_t caret = strcspn(caret_line, "^");
  if (column <= strlen(line))
    assert_int_equal(source[caret], line[column - 1]);
  else
    assert_ptr_equal(source + caret, source_end);
}

static void test_long_lines_are_cut(void **state) {
  struct bench *bench = *state;
  struct strbuf line = {0};
  while (line.length < 5000)
    strbuf_format(&line, "v%zu=%zu;", line.length, line.length * 7);
  write_source(bench, line.text);
  for (size_t column = 1; column <= line.length + 1; column++)
    check_cut(bench, line.text, column);
  strbuf_release(&line);
}

static void test_text_that_is_not_utf8(void **state) {
  struct bench *bench = *state;
  struct strbuf line = {0};
  for (int i = 0; i < 500; i++)
    strbuf_char(&line, (char)0x80);
  write_source(bench, line.text);
  for (uint32_t column = 0; column < 600; column++)
    diag_report(bench->diag, SEVERITY_NOTE, at(bench, 1, column), "n");
  assert_int_equal(diag_count(bench->diag, SEVERITY_NOTE), 600);
  strbuf_release(&line);
}

#define DIAG_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      DIAG_TEST(test_caret),
      DIAG_TEST(test_tabs_and_characters),
      DIAG_TEST(test_control_characters),
      DIAG_TEST(test_incomplete_positions),
      DIAG_TEST(test_files),
      DIAG_TEST(test_sources_are_cached),
      DIAG_TEST(test_long_lines_are_cut),
      DIAG_TEST(test_text_that_is_not_utf8),
  };
  return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
