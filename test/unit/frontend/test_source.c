// Where statements end, and what stands between braces.
#include "folder.h"

#include "frontend/source.h"

static const char text[] = "int f(int a) {\n"                   // 1
                           "  int x = a ? ';' : g(\";\");\n"    // 2
                           "  /* ; */ x++; { int y; y = x; }\n" // 3
                           "  return x + // ;\n"                // 4
                           "    a;\n"                           // 5
                           "}\n";                               // 6

struct fixture {
  struct folder folder;
  struct interner *names;
  struct source source;
  struct name file;
};

static int set_up(void **state) {
  struct fixture *fx = calloc(1, sizeof *fx);
  folder_init(&fx->folder);
  fx->names = interner_new();
  fx->file = intern(fx->names, folder_write(&fx->folder, "a.c", text));
  *state = fx;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fx = *state;
  source_release(&fx->source);
  interner_free(fx->names);
  folder_release(&fx->folder);
  free(fx);
  return 0;
}

static struct position at(const struct fixture *fx, uint32_t line,
                          uint32_t column) {
  return (struct position){.file = fx->file, .line = line, .column = column};
}

static void expect_end(struct fixture *fx, struct position from, uint32_t line,
                       uint32_t column) {
  struct position end = {0};
  assert_true(source_semicolon(&fx->source, fx->names, from, &end));
  assert_int_equal(end.line, line);
  assert_int_equal(end.column, column);
}

static void test_semicolons(void **state) {
  struct fixture *fx = *state;
  expect_end(fx, at(fx, 2, 11), 2, 27); // not those in literals
  expect_end(fx, at(fx, 4, 10), 5, 6);  // nor in a comment
}

static void test_no_semicolon(void **state) {
  struct fixture *fx = *state;
  struct position end;
  assert_false(source_semicolon(&fx->source, fx->names, at(fx, 1, 5), &end));
  struct position nowhere = at(fx, 1, 1);
  nowhere.file = intern(fx->names, "no/such/file.c");
  assert_false(source_semicolon(&fx->source, fx->names, nowhere, &end));
}

static void test_mentions(void **state) {
  struct fixture *fx = *state;
  struct position brace = at(fx, 1, 14), end = at(fx, 4, 3);
  assert_int_equal(source_mentions(&fx->source, fx->names, brace, end, "x"),
                   SOURCE_FOUND);
  assert_int_equal(source_mentions(&fx->source, fx->names, brace, end, "y"),
                   SOURCE_NONE);
  assert_int_equal(source_mentions(&fx->source, fx->names, brace, end, "xx"),
                   SOURCE_NONE);
  assert_int_equal(
      source_mentions(&fx->source, fx->names, at(fx, 1, 1), end, "x"),
      SOURCE_UNCLEAR); // no brace there
}

static void test_order(void **state) {
  struct fixture *fx = *state;
  assert_true(source_is_behind(at(fx, 2, 1), at(fx, 1, 9)));
  assert_true(source_is_behind(at(fx, 2, 5), at(fx, 2, 4)));
  assert_false(source_is_behind(at(fx, 2, 4), at(fx, 2, 5)));
  struct position other = at(fx, 9, 9);
  other.file = intern(fx->names, "b.c");
  assert_false(source_is_behind(other, at(fx, 1, 1)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_semicolons, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_no_semicolon, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_mentions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_order, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
