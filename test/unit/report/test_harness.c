// What a harness takes from an oracle, and what it says cannot be forced.
#include "../unit.h"

#include "report/harness.h"

struct fixture {
  struct result result;
  struct harness harness;
};

static struct fixture made_of(const char *oracle) {
  struct fixture f = {.result = {.names = interner_new()}};
  execution_vec_push(&f.result.executions, (struct execution){0});
  struct execution *execution = execution_vec_last(&f.result.executions);
  struct lane *lane = execution_add_lane(execution, (struct name){0});
  strbuf_add(&lane->oracle, oracle);
  harness_make(&f.result, execution, "unreach-call", &f.harness);
  return f;
}

static void end(struct fixture *f) {
  harness_release(&f->harness);
  result_release(&f->result);
  interner_free(f->result.names);
}

static bool has(const struct fixture *f, const char *text) {
  return strstr(strbuf_text(&f->harness.source), text);
}

static void test_values(void **state) {
  (void)state;
  struct fixture f = made_of("vouch-oracle 1\nrest zero\n"
                             "value __VERIFIER_nondet_int -3\n"
                             "call read_it 16\nwritten 2+4 0a0b\n"
                             "value __VERIFIER_nondet_int 7\n");
  assert_true(has(&f, "long long replay_give___VERIFIER_nondet_int("));
  assert_true(has(&f, "(unsigned long long)-3LL, (unsigned long long)7ULL"));
  assert_true(has(&f, "memcpy((char *)a[2] + 4, \"\\x0a\\x0b\", 2);"));
  assert_string_equal(strbuf_text(&f.harness.unforced), "");
  assert_false(f.harness.wraps);
  end(&f);
}

static void test_outside(void **state) {
  (void)state;
  struct fixture f = made_of("vouch-oracle 1\narguments 2\nargument 1 2d78\n"
                             "input 0 34320a\nallocate ok\nallocate fail\n");
  assert_int_equal(f.harness.arguments.count, 1);
  assert_string_equal(name_text(f.result.names, f.harness.arguments.at[0]),
                      "-x");
  assert_string_equal(strbuf_text(&f.harness.input), "42\n");
  assert_true(f.harness.wraps);
  assert_true(has(&f, "    {1, 0, \"\"},\n    {0, 0, \"\"},\n"));
  end(&f);
}

static void test_unforced(void **state) {
  (void)state;
  struct fixture f = made_of("vouch-oracle 1\nschedule 2 5\n"
                             "value volatile 7\nobject list 16 00\n"
                             "call f &list+0\n");
  const char *lacking = strbuf_text(&f.harness.lacking);
  assert_non_null(strstr(lacking, "threads"));
  assert_string_equal(strbuf_text(&f.harness.unforced), "volatile reads");
  assert_non_null(strstr(lacking, "function starts"));
  assert_non_null(strstr(lacking, "pointers"));
  end(&f);
}

static void test_turns(void **state) {
  (void)state;
  struct fixture f = made_of("vouch-oracle 1\nschedule 1 5\nturn 1 3\n"
                             "turn 2 4\ncontents 13 0a0b\n");
  assert_string_equal(strbuf_text(&f.harness.unforced), "");
  assert_true(f.harness.has_turns);
  assert_true(has(&f, "    {1, 3},\n    {2, 4},\n    {0, 0}};"));
  assert_true(has(&f, "{1, 2, \"\\x0a\\x0b\"}"));
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values), cmocka_unit_test(test_outside),
      cmocka_unit_test(test_unforced), cmocka_unit_test(test_turns)};
  return cmocka_run_group_tests_name("harness", tests, NULL, NULL);
}
