// Formulas as a table: closed parts, fragments, text; and how property files
// write LTL.
#include "../unit.h"

#include "cli/linear.h"
#include "exact/formula.h"

static void print_atom(const void *context, uint32_t number,
                       struct strbuf *out) {
  strbuf_format(out, "%s%u", (const char *)context, number);
}

static void check_text(const struct mu_table *table, uint32_t f,
                       const char *expected) {
  struct strbuf text = {0};
  mu_print(table, f, print_atom, "p", &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

static void test_closed(void **state) {
  (void)state;
  struct mu_table table = {0};
  uint32_t z = mu_open(&table, MU_LEAST);
  uint32_t inner = mu_open(&table, MU_GREATEST);
  uint32_t both = mu_join(&table, MU_AND, mu_variable(&table, z),
                          mu_variable(&table, inner));
  mu_close(&table, inner, both);
  uint32_t closed = mu_modal(&table, MU_ALL, mu_atom(&table, 0, true));
  mu_close(&table, z, mu_join(&table, MU_OR, closed, inner));
  assert_int_equal(mu_node(&table, z)->lowest, MU_CLOSED);
  assert_int_equal(mu_node(&table, closed)->lowest, MU_CLOSED);
  assert_int_equal(mu_node(&table, inner)->lowest, 0);
  assert_true(mu_is_fixpoint(mu_node(&table, inner)));
  assert_false(mu_is_fixpoint(mu_node(&table, both)));
  assert_true(mu_is_modal(mu_node(&table, closed)));
  mu_table_release(&table);
}

static void test_fragments(void **state) {
  (void)state;
  struct mu_table table = {0};
  uint32_t p = mu_atom(&table, 0, false);
  uint32_t some = mu_modal(&table, MU_SOME, p);
  uint32_t all = mu_modal(&table, MU_ALL, p);
  uint32_t both = mu_join(&table, MU_AND, some, all);
  struct mu_fragment of = mu_fragment(&table, p);
  assert_false(of.has_some || of.has_all);
  of = mu_fragment(&table, some);
  assert_true(of.has_some && !of.has_all);
  of = mu_fragment(&table, all);
  assert_true(!of.has_some && of.has_all);
  of = mu_fragment(&table, both);
  assert_true(of.has_some && of.has_all);
  mu_table_release(&table);
}

static void test_text(void **state) {
  (void)state;
  struct mu_table table = {0};
  check_text(&table, mu_constant(&table, true), "true");
  check_text(&table, mu_atom(&table, 3, false), "p3");
  check_text(&table, mu_atom(&table, 3, true), "!p3");
  mu_table_release(&table);
}

static void check_linear(const char *from, const char *expected) {
  struct strbuf text = {0};
  linear_translate(from, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

static void test_linear(void **state) {
  (void)state;
  check_linear("[](\"x > 0\" ==> <>(\"y == 0\"))",
               "G (\"x > 0\" => F (\"y == 0\"))");
  check_linear("[]<>\"a\" <==> !\"b\"", "G F \"a\" <=> !\"b\"");
  check_linear("\"a[] <> b ==> c\" U end", "\"a[] <> b ==> c\" U end");
  check_linear("", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed), cmocka_unit_test(test_fragments),
      cmocka_unit_test(test_text), cmocka_unit_test(test_linear)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
