// What the compiler's messages say about constants that C gives no value.
#include "../unit.h"

#include "frontend/folded.h"

static void test_messages(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  folded_read("a.c:3:9: error: shift count >= width of type "
              "[-Werror,-Wshift-count-overflow]\n"
              "    3 |   int x = 1 << 40;\n"
              "dir/b.c:12:5: warning: unused variable [-Wunused-variable]\n"
              "dir/b.c:7:21: error: overflow in expression; result is 0 "
              "[-Werror,-Winteger-overflow]\n"
              "dir/b.c:8:1: error: expected ';' after expression\n"
              "c.c:1:2: error: shifting a negative signed value is undefined "
              "[-Werror,-Wshift-negative-value]\n",
              names, &found);
  assert_int_equal(found.count, 3);
  assert_string_equal(name_text(names, found.at[0].file), "a.c");
  assert_int_equal(found.at[0].line, 3);
  assert_int_equal(found.at[0].column, 9);
  assert_int_equal(found.at[0].reason, UNDEFINED_SHIFT_RANGE);
  assert_string_equal(name_text(names, found.at[1].file), "dir/b.c");
  assert_int_equal(found.at[1].line, 7);
  assert_int_equal(found.at[1].reason, UNDEFINED_OVERFLOW);
  assert_int_equal(found.at[2].reason, UNDEFINED_SHIFT_OVERFLOW);
  folded_vec_release(&found);
  interner_free(names);
}

// Half a message, or one without a place, is none.
static void test_damaged_messages(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  folded_read("", names, &found);
  folded_read("error: [-Werror,-Winteger-overflow]\n", names, &found);
  folded_read("a.c: error: x [-Werror,-Winteger-overflow]\n", names, &found);
  folded_read("a.c:1:2: error: x [-Werror,-Winteger", names, &found);
  assert_int_equal(found.count, 0);
  folded_vec_release(&found);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_messages),
      cmocka_unit_test(test_damaged_messages),
  };
  return cmocka_run_group_tests_name("folded", tests, NULL, NULL);
}
