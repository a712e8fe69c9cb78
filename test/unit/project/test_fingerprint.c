// What the compiler sees, apart from where it stands.
#include "../unit.h"

#include "project/fingerprint.h"

static void expect_same(const char *a, const char *b, bool is_same) {
  struct fingerprint one, other;
  fingerprint_init(&one, a, strlen(a));
  fingerprint_init(&other, b, strlen(b));
  assert_int_equal(
      !strcmp(strbuf_text(&one.digest), strbuf_text(&other.digest)), is_same);
  fingerprint_release(&one);
  fingerprint_release(&other);
}

static void test_blanks(void **state) {
  (void)state;
  expect_same("int  x;\n\n\nint y;\n", "int x ;\nint y;\n", false);
  expect_same("int  x;\n\n\nint y;\n", "  int x;\n\tint  y;  \n", true);
  expect_same("# 1 \"a.c\"\nint x;\n", "# 7 \"a.c\" 2\nint x;\n", true);
  expect_same("a b\n", "ab\n", false);
  expect_same("a\nb\n", "a b\n", false);
}

// Blanks in quotes are part of the text; quotes in quotes end nothing.
static void test_literals(void **state) {
  (void)state;
  expect_same("f(\"a  b\");\n", "f(\"a b\");\n", false);
  expect_same("f(\"a\\\"  b\");\n", "f(\"a\\\" b\");\n", false);
  expect_same("c = '\\'';  d;\n", "c = '\\''; d;\n", true);
  expect_same("c = ' ';\n", "c = '  ';\n", false);
}

// The same code in a header, and in the file itself.
static void test_files(void **state) {
  (void)state;
  expect_same("# 1 \"a.c\"\n# 1 \"a.h\" 1\nint x;\n# 2 \"a.c\" 2\nint y;\n",
              "# 1 \"a.c\"\nint x;\nint y;\n", false);
  expect_same("# 1 \"a.c\"\n# 1 \"a.h\" 1\n# 2 \"a.c\" 2\nint y;\n",
              "# 1 \"a.c\"\nint y;\n", true);
}

// Compilers take a zero in a file for a blank, and so it ends nothing.
static void test_zero(void **state) {
  (void)state;
  static const char a[] = "int x;\0int y;\n", b[] = "int x;\0int z;\n";
  struct fingerprint one, other;
  fingerprint_init(&one, a, sizeof a - 1);
  fingerprint_init(&other, b, sizeof b - 1);
  assert_string_not_equal(strbuf_text(&one.digest), strbuf_text(&other.digest));
  fingerprint_release(&one);
  fingerprint_release(&other);
}

static void test_places(void **state) {
  (void)state;
  struct fingerprint fingerprint;
  const char *text = "# 1 \"src/a.c\"\n\nint x;\n"
                     "# 3 \"include/a.h\" 1\nint y;\n\nint z;\n"
                     "# 9 \"src/a.c\" 2\n#pragma once\n";
  fingerprint_init(&fingerprint, text, strlen(text));
  assert_string_equal(strbuf_text(&fingerprint.places),
                      "a.c 2\na.h 3\na.h 5\na.c 9\n");
  fingerprint_release(&fingerprint);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blanks), cmocka_unit_test(test_literals),
      cmocka_unit_test(test_files),  cmocka_unit_test(test_zero),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests_name("fingerprint", tests, NULL, NULL);
}
