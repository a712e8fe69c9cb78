// A database of the library that is loaded on demand: values go in and come
// out, an error is told, and no rows come of a question that has one.
#include "../unit.h"

#include "project/sqlite.h"

static struct sqlite *open_memory(void) {
  struct strbuf why = {0};
  struct sqlite *sqlite = sqlite_open(":memory:", 100, &why);
  assert_non_null(sqlite);
  assert_string_equal(strbuf_text(&why), "");
  assert_true(sqlite_run(sqlite, "CREATE TABLE t (id INTEGER PRIMARY KEY, "
                                 "name TEXT, size INTEGER)"));
  return sqlite;
}

static void test_values(void **state) {
  (void)state;
  struct sqlite *sqlite = open_memory();
  static const char insert[] = "INSERT INTO t (name, size) VALUES (?, ?)";
  assert_true(sqlite_change(sqlite, insert, "si", "it's", (int64_t)1 << 40));
  assert_true(sqlite_change(sqlite, insert, "si", "", (int64_t)-1));
  assert_int_equal(sqlite_last_id(sqlite), 2);
  struct sqlite_rows *rows = sqlite_ask(
      sqlite, "SELECT name, size FROM t WHERE size != ?", "i", (int64_t)-1);
  assert_true(sqlite_rows_next(rows));
  assert_string_equal(sqlite_rows_text(rows, 0), "it's");
  assert_int_equal(sqlite_rows_number(rows, 1), (int64_t)1 << 40);
  assert_false(sqlite_rows_next(rows));
  sqlite_rows_free(rows);
  sqlite_close(sqlite);
}

static void test_errors(void **state) {
  (void)state;
  struct sqlite *sqlite = open_memory();
  assert_false(sqlite_change(sqlite, "INSERT INTO u VALUES (?)", "s", "x"));
  assert_non_null(strstr(sqlite_error(sqlite), "no such table"));
  struct sqlite_rows *rows = sqlite_ask(sqlite, "SELECT x FROM t", "");
  assert_false(sqlite_rows_next(rows));
  sqlite_rows_free(rows);
  sqlite_close(sqlite);
}

static void test_no_file(void **state) {
  (void)state;
  struct strbuf why = {0};
  assert_null(sqlite_open("/nowhere/at/all", 100, &why));
  assert_non_null(strstr(strbuf_text(&why), "unable to open"));
  strbuf_release(&why);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_values),
                                     cmocka_unit_test(test_errors),
                                     cmocka_unit_test(test_no_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
