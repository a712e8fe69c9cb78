#include "../unit.h"

#include "base/stats.h"

// Numbers each field, so that a mix-up of rows shows.
static struct stats numbered(void) {
  struct stats stats;
  uint64_t number = 1000;
#define STAT(field, unit, what) stats.field = ++number;
#include "base/stats.def"
#undef STAT
  return stats;
}

static void test_table(void **state) {
  (void)state;
  struct stats stats = numbered();
  struct strbuf out = {0};
  stats_print(&stats, &out);
  const char *line = out.text;
#define STAT(field, unit, what)                                                \
  {                                                                            \
    uint64_t value = 0;                                                        \
    char rest[16] = "";                                                        \
    assert_memory_equal(line, what, strlen(what));                             \
    assert_true(sscanf(line + strlen(what), "%lu%15[^\n]", &value, rest) > 0); \
    assert_int_equal(value, stats.field);                                      \
    assert_string_equal(rest, *unit ? " " unit : "");                          \
    line = strchr(line, '\n') + 1;                                             \
  }
#include "base/stats.def"
#undef STAT
  assert_int_equal(*line, 0);
  strbuf_release(&out);
}

static void test_numbers_are_aligned(void **state) {
  (void)state;
  struct stats stats;
  struct strbuf out = {0};
#define STAT(field, unit, what) stats.field = 3;
#include "base/stats.def"
#undef STAT
  stats.steps = UINT32_MAX;
  stats_print(&stats, &out);
  size_t first = strcspn(out.text, "3");
  for (const char *line = out.text; *line; line = strchr(line, '\n') + 1)
    assert_true(line[first] >= '0' && line[first] <= '9');
  strbuf_release(&out);
}

// What was not counted is not there.
static void test_zeros_are_left_out(void **state) {
  (void)state;
  struct stats stats = {.steps = 7};
  struct strbuf out = {0};
  stats_print(&stats, &out);
  assert_ptr_equal(strchr(out.text, '\n'), out.text + out.length - 1);
  strbuf_release(&out);
}

static void test_measures(void **state) {
  (void)state;
  uint64_t start = stats_now_ms();
  assert_true(stats_now_ms() >= start);
  assert_true(stats_peak_kb() > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_numbers_are_aligned),
      cmocka_unit_test(test_zeros_are_left_out),
      cmocka_unit_test(test_measures),
  };
  return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
