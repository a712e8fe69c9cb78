// Arrays in order: whatever the writes were, equal arrays are equal terms.
#include "../unit.h"

#include "rank/certainty.h"
#include "term/term.h"

static void test_order(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct term_table *terms = term_table_new(names);
  struct term array =
      term_variable(terms, intern(names, "a"), sort_array(8, 8));
  uint64_t random = 7;
  for (int round = 0; round < 200; round++) {
    struct term first = array, second = array;
    uint8_t held[4];
    bool is_written[4] = {0};
    for (int i = 0; i < 12; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      uint32_t index = (uint32_t)(random >> 40) % 4;
      held[index] = (uint8_t)(random >> 50) % 3;
      is_written[index] = true;
      first = term_store(terms, first, term_const(terms, 8, index),
                         term_const(terms, 8, held[index]));
    }
    for (uint32_t i = 4; i-- > 0;)
      if (is_written[i])
        second = term_store(terms, second, term_const(terms, 8, i),
                            term_const(terms, 8, held[i]));
    assert_true(term_equal(array_in_order(terms, first),
                           array_in_order(terms, second)));
    for (uint32_t i = 0; i < 4; i++)
      if (is_written[i])
        assert_int_equal(
            term_value(terms, term_select(terms, array_in_order(terms, first),
                                          term_const(terms, 8, i))),
            held[i]);
  }
  assert_true(term_equal(array_in_order(terms, array), array));
  term_table_free(terms);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
  };
  return cmocka_run_group_tests_name("certainty", tests, NULL, NULL);
}
