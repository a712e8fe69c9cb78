// What rows come to, and what many results come to.
#include "../unit.h"

#include "evidence/result.h"

static void test_rows(void **state) {
  (void)state;
  struct result r = {0};
  const struct result_row *row;
  assert_int_equal(result_rows_verdict(&r, &row), VERDICT_TRUE);
  enum row_status rows[] = {ROW_HOLDS,   ROW_UNREACHED, ROW_OPEN,
                            ROW_UNKNOWN, ROW_FAILS,     ROW_FAILS};
  enum verdict verdicts[] = {VERDICT_TRUE,    VERDICT_TRUE,  VERDICT_UNKNOWN,
                             VERDICT_UNKNOWN, VERDICT_FALSE, VERDICT_FALSE};
  uint32_t deciding[] = {0, 0, 2, 2, 4, 4};
  for (uint32_t i = 0; i < 6; i++) {
    result_row_vec_push(&r.rows, (struct result_row){.status = rows[i]});
    assert_int_equal(result_rows_verdict(&r, &row), verdicts[i]);
    assert_ptr_equal(row, deciding[i] ? &r.rows.at[deciding[i]] : NULL);
  }
  result_release(&r);
}

// What needs something unusual of callers decides only if nothing else does.
static void test_ranks(void **state) {
  (void)state;
  struct result r = {0};
  const struct result_row *row;
  struct result_row unusual = {.status = ROW_FAILS, .is_unusual = true};
  result_row_vec_push(&r.rows, unusual);
  result_row_vec_push(&r.rows, unusual);
  assert_int_equal(result_rows_verdict(&r, &row), VERDICT_FALSE);
  assert_ptr_equal(row, &r.rows.at[0]);
  result_row_vec_push(&r.rows, (struct result_row){.status = ROW_FAILS});
  assert_int_equal(result_rows_verdict(&r, &row), VERDICT_FALSE);
  assert_ptr_equal(row, &r.rows.at[2]);
  result_release(&r);
}

static struct result made(struct interner *names, enum verdict verdict,
                          const char *text) {
  struct result r = {.names = names, .verdict = verdict};
  if (verdict == VERDICT_FALSE)
    r.property = intern(names, text);
  strbuf_add(verdict == VERDICT_TRUE ? &r.vacuity : &r.reason, text);
  return r;
}

static void test_sum(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct result sum = {.names = names, .verdict = VERDICT_TRUE};
  struct result all[] = {made(names, VERDICT_TRUE, ""),
                         made(names, VERDICT_TRUE, "idle"),
                         made(names, VERDICT_TRUE, "too"),
                         made(names, VERDICT_UNKNOWN, "why"),
                         made(names, VERDICT_UNKNOWN, "again"),
                         made(names, VERDICT_FALSE, "p"),
                         made(names, VERDICT_FALSE, "q")};
  for (int i = 0; i < 7; i++) {
    result_add(&sum, &all[i]);
    assert_int_equal(sum.verdict, all[i].verdict);
    if (i == 1 || i == 2)
      assert_string_equal(strbuf_text(&sum.vacuity), "idle");
    if (i == 3 || i == 4)
      assert_string_equal(strbuf_text(&sum.reason), "why");
    if (i >= 5)
      assert_string_equal(name_text(names, sum.property), "p");
  }
  result_add(&sum, &all[0]); // weighs less
  assert_int_equal(sum.verdict, VERDICT_FALSE);
  for (int i = 0; i < 7; i++)
    result_release(&all[i]);
  result_release(&sum);
  interner_free(names);
}

static void test_expected(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct result sum = {.names = names, .verdict = VERDICT_TRUE};
  struct result fails = made(names, VERDICT_FALSE, "conformance");
  struct result idle = made(names, VERDICT_TRUE, "idle");
  result_add_expected(&sum, &fails, "bad", true); // as it should
  assert_int_equal(sum.verdict, VERDICT_TRUE);
  assert_int_equal(sum.vacuity.length, 0);
  result_add_expected(&sum, &idle, "good", false);
  assert_int_equal(sum.verdict, VERDICT_TRUE);
  assert_string_equal(strbuf_text(&sum.vacuity), "check good: idle");
  result_add_expected(&sum, &idle, "odd", true);
  assert_int_equal(sum.verdict, VERDICT_FALSE);
  assert_string_equal(name_text(names, sum.property), "odd");
  result_release(&fails);
  result_release(&idle);
  result_release(&sum);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_ranks),
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_expected),
  };
  return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}
