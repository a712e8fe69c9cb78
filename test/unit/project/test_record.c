// Records come back as they were written; keys are found.
#include "../frontend/folder.h"

#include "project/keys.h"
#include "project/record.h"

static void test_record(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  const char *path = folder_write(&folder, "1.record", "{\"function\": 1");
  struct record record = {.packet = 3,
                          .of = 7,
                          .is_known = true,
                          .status = 2560,
                          .cpu_ms = 12,
                          .peak_kb = 34,
                          .budget_ms = 2000};
  struct record read;
  assert_false(record_read(&read, path));
  strbuf_add(&record.function, "f");
  strbuf_add(&record.places, "a.c 1\na.c 2\n");
  strbuf_add(&record.report, "{\"verdict\": \"true\"}");
  assert_true(record_write(&record, path));
  assert_true(record_read(&read, path));
  assert_string_equal(strbuf_text(&read.function), "f");
  assert_string_equal(strbuf_text(&read.places), "a.c 1\na.c 2\n");
  assert_string_equal(strbuf_text(&read.report), strbuf_text(&record.report));
  assert_int_equal(read.packet, 3);
  assert_int_equal(read.of, 7);
  assert_true(read.is_known);
  assert_int_equal(read.status, 2560);
  assert_int_equal(read.peak_kb, 34);
  record_release(&record);
  record_release(&read);
  folder_release(&folder);
}

static void test_keys(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  const char *path = folder_write(&folder, "keys", "b2\na1\n");
  struct keys *keys = keys_of_file(path);
  assert_true(keys_have(keys, "a1"));
  assert_true(keys_have(keys, "b2"));
  assert_false(keys_have(keys, "b"));
  assert_true(keys_write(keys, path));
  keys_free(keys);
  keys = keys_of_file("nowhere");
  assert_false(keys_have(keys, "a1"));
  keys_free(keys);
  folder_release(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_record),
      cmocka_unit_test(test_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
