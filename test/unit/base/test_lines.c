#include "../unit.h"

#include "base/lines.h"

static bool count(void *context, const char *line) {
  uint32_t *seen = context;
  ++*seen;
  return line[0] != '!';
}

static void test_each(void **state) {
  (void)state;
  struct strbuf refused = {0};
  uint32_t seen = 0;
  assert_true(
      lines_each("first\n\n# no\na\nb", "first", count, &seen, &refused));
  assert_int_equal(seen, 2);
  assert_true(lines_each("any\na\n", NULL, count, &seen, &refused));
  assert_int_equal(refused.length, 0);
  assert_false(lines_each("other\na\n", "first", count, &seen, &refused));
  assert_string_equal(strbuf_text(&refused), "other");
  strbuf_clear(&refused);
  seen = 0;
  assert_false(lines_each("\na\n!b\nc\n", NULL, count, &seen, &refused));
  assert_int_equal(seen, 2);
  assert_string_equal(strbuf_text(&refused), "!b");
  strbuf_release(&refused);
}

static void test_parts(void **state) {
  (void)state;
  const char *rest;
  uint32_t number;
  assert_true(line_starts("level 3 rounds 1  2 over", "level", &rest));
  assert_false(line_starts("levels 3", "level", &rest));
  assert_true(line_number(&rest, 4, &number));
  assert_int_equal(number, 3);
  assert_true(line_word(&rest, "rounds"));
  assert_true(line_number(&rest, 9, &number) && number == 1);
  assert_false(line_number(&rest, 2, &number)); // not below the bound
  assert_false(line_number(&rest, 9, &number)); // a word
  assert_false(line_word(&rest, "rounds"));
  assert_true(line_word(&rest, "over") && !*rest);
  rest = "4294967297";
  assert_false(line_number(&rest, 5, &number));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each),
      cmocka_unit_test(test_parts),
  };
  return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
