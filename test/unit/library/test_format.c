// Formats of printf and scanf, conversion by conversion.
#include "../unit.h"

#include "library/format.h"

// The kinds of all conversions; a question mark at the end if it is not well
// formed.
static const char *kinds(const char *format, bool is_scan, char into[32]) {
  const char *at = format, *end = format + strlen(format);
  struct format_conversion conversion;
  uint64_t plain;
  size_t count = 0;
  while (format_next(&at, end, is_scan, &plain, &conversion) && count < 30)
    into[count++] = conversion.kind;
  if (conversion.kind == '?')
    into[count++] = '?';
  into[count] = '\0';
  return into;
}

static struct format_conversion first(const char *format, bool is_scan) {
  const char *at = format;
  struct format_conversion conversion;
  uint64_t plain;
  format_next(&at, format + strlen(format), is_scan, &plain, &conversion);
  return conversion;
}

static void test_print(void **state) {
  (void)state;
  char text[32];
  assert_string_equal(kinds("a %d b %s%%c %-08.3lx", false, text), "ds%x");
  assert_string_equal(kinds("no conversion", false, text), "");
  assert_string_equal(kinds("%d %", false, text), "d?");
  assert_string_equal(kinds("%2$d", false, text), "?");
  struct format_conversion c = first("%*.*s", false);
  assert_int_equal(c.width, FORMAT_ARGUMENT);
  assert_int_equal(c.precision, FORMAT_ARGUMENT);
  c = first("%+5d", false);
  assert_true(c.has_sign && c.width == 5 && c.precision == FORMAT_NONE);
  c = first("%#.lx", false);
  assert_true(c.is_odd && c.precision == 0 && c.length == LENGTH_LONG);
}

static void test_scan(void **state) {
  (void)state;
  char text[32];
  assert_string_equal(kinds("%d %*s %9[^],] %c", true, text), "ds[c");
  struct format_conversion c = first("%*5d", true);
  assert_true(c.is_dropped && c.width == 5);
  c = first("%hhd", true);
  assert_int_equal(format_stored(&c, 64), 1);
  c = first("%ld", true);
  assert_int_equal(format_stored(&c, 64), 8);
  assert_int_equal(format_stored(&c, 32), 4);
  c = first("%lf", true);
  assert_int_equal(format_stored(&c, 64), 8);
  c = first("%Lf", true);
  assert_int_equal(format_stored(&c, 32), 12);
  c = first("%ms", true);
  assert_true(c.allocates && format_stored(&c, 64) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_print),
                                     cmocka_unit_test(test_scan)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
