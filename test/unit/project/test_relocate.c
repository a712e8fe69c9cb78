// Evidence at the lines of today.
#include "../unit.h"

#include "project/relocate.h"

static const struct relocation moved = {"a.c 2\na.h 3\na.c 9\n",
                                        "a.c 5\na.h 3\na.c 8\n"};

static void test_lines(void **state) {
  (void)state;
  assert_int_equal(relocate_line(&moved, "src/a.c", 2), 5);
  assert_int_equal(relocate_line(&moved, "a.c", 9), 8);
  assert_int_equal(relocate_line(&moved, "a.h", 3), 3);
  assert_int_equal(relocate_line(&moved, "a.c", 3), 0); // nothing stood there
  assert_int_equal(relocate_line(&moved, "b.spec", 7), 7);
}

static void expect_text(const char *text, const char *expected) {
  struct strbuf out = {0};
  assert_true(relocate_text(&moved, text, &out));
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

static void test_texts(void **state) {
  (void)state;
  expect_text("", "");
  expect_text("it hangs on what f gives at ./src/a.c:2:14",
              "it hangs on what f gives at ./src/a.c:5:14");
  expect_text("a.c:9, b.c:9, 12:30", "a.c:8, b.c:9, 12:30");
  struct strbuf out = {0};
  assert_false(relocate_text(&moved, "a.c:4", &out));
  strbuf_release(&out);
}

static void test_reports(void **state) {
  (void)state;
  struct strbuf out = {0};
  assert_true(relocate_report(&moved,
                              "{\"rows\": [{\"file\": \"a.c\", \"line\": 2}], "
                              "\"reason\": \"at a.c:9\"}",
                              &out));
  assert_non_null(strstr(strbuf_text(&out), "\"line\": 5"));
  assert_non_null(strstr(strbuf_text(&out), "at a.c:8"));
  strbuf_clear(&out);
  assert_false(
      relocate_report(&moved, "{\"file\": \"a.c\", \"line\": 4}", &out));
  assert_false(relocate_report(&moved, "no report", &out));
  strbuf_release(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_reports),
  };
  return cmocka_run_group_tests_name("relocate", tests, NULL, NULL);
}
