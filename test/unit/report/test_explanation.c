// Words of reports are explained by the narrowest row.
#include "../unit.h"

#include "report/explanation.h"

static void finds_the_word_in_a_text(void **state) {
  (void)state;
  const struct explanation *found =
      explanation_of("not modelled: recursion of f deeper than 3 calls");
  assert_non_null(found);
  assert_string_equal(found->word, "recursion");
  assert_null(explanation_of("nothing that anybody says"));
}

static void finds_a_part_of_a_word(void **state) {
  (void)state;
  assert_null(explanation_of("vacu"));
  assert_string_equal(explanation_about("vacu")->word, "vacuous");
  assert_null(explanation_about(""));
}

// A row after one whose word is a part of its own is never found by its word.
static void no_row_hides_another(void **state) {
  (void)state;
  for (const struct explanation *one = explanations; one->word; one++)
    assert_ptr_equal(explanation_of(one->word), one);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_word_in_a_text),
      cmocka_unit_test(finds_a_part_of_a_word),
      cmocka_unit_test(no_row_hides_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
