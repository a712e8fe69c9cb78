// Many checks in one file.
#include "../unit.h"

#include "report/overview.h"

static const struct overview_check two[] = {
    {.unit = "a.c",
     .function = "f",
     .question = "--deref",
     .verdict = "false",
     .reason = "x < \"y\" & z",
     .place = "a b.c:3",
     .report = "{\"verdict\": \"false\"}",
     .page = "p/0.html",
     .cpu_ms = 1500},
    {.unit = "b.c",
     .function = "g",
     .question = "--deref",
     .verdict = "nothing",
     .reason = "</script>",
     .place = "",
     .report = ""}};

static void expect(void (*print)(const struct overview_check_vec *checks,
                                 struct strbuf *out),
                   const char *const *parts, const char *absent) {
  struct overview_check_vec checks = {0};
  for (size_t i = 0; i < sizeof two / sizeof *two; i++)
    overview_check_vec_push(&checks, two[i]);
  struct strbuf text = {0};
  print(&checks, &text);
  for (; *parts; parts++)
    assert_non_null(strstr(strbuf_text(&text), *parts));
  assert_null(strstr(strbuf_text(&text), absent));
  strbuf_release(&text);
  overview_check_vec_release(&checks);
}

static void test_junit(void **state) {
  (void)state;
  static const char *const parts[] = {
      "<testsuite name=\"a.c\" tests=\"1\" failures=\"1\" skipped=\"0\">",
      "<testsuite name=\"b.c\" tests=\"1\" failures=\"0\" skipped=\"1\">",
      "name=\"f [--deref]\" time=\"1.500\"",
      "<failure message=\"x &lt; &quot;y&quot; &amp; z\">a b.c:3</failure>",
      NULL};
  expect(overview_junit, parts, "</script>");
}

static void test_sarif(void **state) {
  (void)state;
  static const char *const parts[] = {
      "\"version\": \"2.1.0\"", "\"startLine\": 3", "\"uri\": \"a%20b.c\"",
      "f: x < \\\"y\\\" & z", NULL};
  expect(overview_sarif, parts, "g: ");
}

static void test_json(void **state) {
  (void)state;
  static const char *const parts[] = {"\"report\"", "\"unit\": \"b.c\"",
                                      "\"cpu_ms\": 1500", NULL};
  expect(overview_json, parts, "p/0.html");
}

// Nothing in the data ends the element that it is in.
static void test_html(void **state) {
  (void)state;
  static const char *const parts[] = {"p/0.html", "\\u003c/script>", NULL};
  expect(overview_html, parts, "@DATA@");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_junit),
      cmocka_unit_test(test_sarif),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_html),
  };
  return cmocka_run_group_tests_name("overview", tests, NULL, NULL);
}
