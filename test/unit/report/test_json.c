// Rows, ledger and verdict as text, and all of it as JSON.
#include "../unit.h"

#include <jansson.h>

#include "report/json.h"
#include "report/result_text.h"

static void add(struct result *r, const char *property, unsigned line,
                const char *place, const char *text, enum row_status status) {
  struct position position = {intern(r->names, "f.c"), line, 3};
  result_row_vec_push(&r->rows,
                      (struct result_row){.property = property,
                                          .function = intern(r->names, "main"),
                                          .position = position,
                                          .place = intern(r->names, place),
                                          .text = intern(r->names, text),
                                          .status = status});
}

static struct result sample(void) {
  struct result r = {.names = interner_new(),
                     .is_loaded = true,
                     .verdict = VERDICT_FALSE,
                     .stats = {.iterations = 3}};
  r.property = intern(r.names, "no-overflow");
  add(&r, "unreach-call", 12, "f.c:12", "reach_error()", ROW_UNREACHED);
  add(&r, "no-overflow", 14, "f.c:14:9", "no overflow", ROW_FAILS);
  add(&r, "unreach-call", 120, "f.c:120", "assert(p[\"x\"])", ROW_UNKNOWN);
  r.rows.at[2].reason = intern(r.names, "timeout");
  ledger_add(&r.ledger, r.names, LEDGER_NOT_CHECKED, "leaks");
  ledger_add(&r.ledger, r.names, LEDGER_ASSUMED, "\"f\" returns");
  ledger_add(&r.ledger, r.names, LEDGER_ASSUMED, "caf\xe9"); // not UTF-8
  ledger_add(&r.ledger, r.names, LEDGER_ASSUMED, "\"f\" returns");
  return r;
}

static void sample_release(struct result *r) {
  interner_free(r->names);
  result_release(r);
}

static void test_rows(void **state) {
  (void)state;
  struct result r = sample();
  struct strbuf text = {0};
  rows_print(&r, (struct text_style){0}, &text);
  ledger_print(&r, &text);
  verdict_print(&r, (struct text_style){0}, &text);
  assert_string_equal(strbuf_text(&text),
                      "[1] f.c:12    reach_error()   never reached\n"
                      "[2] f.c:14:9  no overflow     fails\n"
                      "[3] f.c:120   assert(p[\"x\"])  unknown (timeout)\n"
                      "assumed      \"f\" returns\n"
                      "             caf\xe9\n"
                      "not checked  leaks\n"
                      "RESULT: false(no-overflow)\n");
  strbuf_release(&text);
  sample_release(&r);
}

static void test_verdicts(void **state) {
  (void)state;
  struct result r = {.verdict = VERDICT_UNKNOWN};
  struct strbuf text = {0};
  strbuf_add(&r.reason, "timeout");
  verdict_print(&r, (struct text_style){0}, &text);
  r.verdict = VERDICT_TRUE;
  verdict_print(&r, (struct text_style){0}, &text);
  strbuf_add(&r.vacuity, "nothing is asked");
  verdict_print(&r, (struct text_style){0}, &text);
  assert_string_equal(strbuf_text(&text),
                      "RESULT: unknown (timeout)\n"
                      "RESULT: true\n"
                      "RESULT: true (vacuous: nothing is asked)\n");
  strbuf_release(&text);
  result_release(&r);
}

static const char *member(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static void test_document(void **state) {
  (void)state;
  struct result r = sample();
  struct strbuf text = {0};
  json_print(&r, &text);
  json_t *all = json_loads(strbuf_text(&text), JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(all);
  assert_string_equal(member(all, "verdict"), "false");
  assert_string_equal(member(all, "property"), "no-overflow");
  assert_null(member(all, "reason"));
  json_t *row = json_array_get(json_object_get(all, "rows"), 2);
  assert_int_equal(json_integer_value(json_object_get(row, "number")), 3);
  assert_int_equal(json_integer_value(json_object_get(row, "line")), 120);
  assert_string_equal(member(row, "text"), "assert(p[\"x\"])");
  assert_string_equal(member(row, "status"), "unknown");
  assert_string_equal(member(row, "reason"), "timeout");
  json_t *assumed = json_object_get(json_object_get(all, "ledger"), "assumed");
  assert_int_equal(json_array_size(assumed), 2);
  assert_string_equal(json_string_value(json_array_get(assumed, 0)),
                      "\"f\" returns");
  assert_string_equal(json_string_value(json_array_get(assumed, 1)), "caf?");
  json_decref(all);
  strbuf_release(&text);
  sample_release(&r);
}

static void test_stats(void **state) {
  (void)state;
  struct stats stats;
  uint64_t number = 1000;
  struct strbuf text = {0};
#define STAT(field, unit, what) stats.field = ++number;
#include "base/stats.def"
#undef STAT
  json_print_stats(&stats, &text);
  json_t *object = json_loads(strbuf_text(&text), JSON_REJECT_DUPLICATES, NULL);
  assert_true(json_is_object(object));
  assert_int_equal(json_object_size(object), number - 1000);
#define STAT(field, unit, what)                                                \
  assert_int_equal(json_integer_value(json_object_get(object, #field)),        \
                   stats.field);
#include "base/stats.def"
#undef STAT
  json_decref(object);
  strbuf_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_document),
      cmocka_unit_test(test_stats),
  };
  return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
