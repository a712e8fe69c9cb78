// What a proof tracked is found in its report.
#include "../unit.h"

#include "project/former.h"

static void test_read(void **state) {
  (void)state;
  struct interner *texts = interner_new();
  assert_true(former_read("{\"verdict\": \"true\", \"tracked\": [{\"text\": "
                          "\"a < 1\"}, {\"line\": 3}], \"checks\": [{\"name\": "
                          "\"c\", \"report\": {\"tracked\": [{\"text\": "
                          "\"b == 2\"}]}}]}",
                          texts));
  assert_int_equal(interner_count(texts), 2);
  assert_false(name_is_none(intern_lookup(texts, "a < 1")));
  assert_false(name_is_none(intern_lookup(texts, "b == 2")));
  assert_true(former_read("{\"verdict\": \"unknown\"}", texts));
  assert_false(former_read("{}", texts));
  assert_false(former_read("[1", texts));
  assert_false(former_read("", texts));
  assert_int_equal(interner_count(texts), 2);
  interner_free(texts);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_read)};
  return cmocka_run_group_tests_name("former", tests, NULL, NULL);
}
