// The distance against its recursive definition.
#include "../unit.h"

#include "base/suggest.h"

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

// Of the first m characters of a and the first n of b.
static uint32_t naive(const char *a, size_t m, const char *b, size_t n) {
  if (!m || !n)
    return (uint32_t)(m + n);
  uint32_t best = naive(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
  best = least(best, naive(a, m - 1, b, n) + 1);
  best = least(best, naive(a, m, b, n - 1) + 1);
  if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1])
    best = least(best, naive(a, m - 2, b, n - 2) + 1);
  return best;
}

static void random_word(struct random *random, char word[8]) {
  size_t length = random_below(random, 7);
  for (size_t i = 0; i < length; i++)
    word[i] = "abc"[random_below(random, 3)];
  word[length] = '\0';
}

static void test_distance(void **state) {
  (void)state;
  struct random random = {9};
  for (int i = 0; i < 1000; i++) {
    char a[8], b[8];
    random_word(&random, a);
    random_word(&random, b);
    assert_int_equal(edit_distance(a, b), naive(a, strlen(a), b, strlen(b)));
  }
}

static void test_suggestion(void **state) {
  (void)state;
  struct suggestion suggestion = suggestion_for("--functoin");
  suggestion_offer(&suggestion, "--oracle");
  assert_null(suggestion.best);
  suggestion_offer(&suggestion, "--functions");
  suggestion_offer(&suggestion, "--function");
  suggestion_offer(&suggestion, "--seed");
  assert_string_equal(suggestion.best, "--function");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_suggestion),
  };
  return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
