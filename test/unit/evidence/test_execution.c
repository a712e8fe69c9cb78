// Executions and ledgers as data: what is built is there, and is released (the
// asan mode looks).
#include "../unit.h"

#include "evidence/result.h"

static void test_positions(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct execution e = {0};
  struct lane *lane = execution_add_lane(&e, intern(names, "A"));
  struct step *first = lane_add(lane, STEP_VALUE, intern(names, "x"));
  assert_false(position_is_known(first->position));
  lane_add(lane, STEP_LINE, intern(names, "f();"))->position =
      (struct position){intern(names, "f.c"), 7, 2};
  struct step *step = lane_add(lane, STEP_VALUE, intern(names, "x"));
  assert_int_equal(step->position.line, 7);
  assert_int_equal(step->position.column, 2);
  assert_int_equal(lane->steps.count, 3);
  execution_release(&e);
  interner_free(names);
}

static void test_lanes_own_what_they_have(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct result r = {.names = names};
  struct execution e = {0};
  for (int i = 0; i < 20; i++) {
    struct lane *lane = execution_add_lane(&e, intern(names, "A"));
    strbuf_add(&lane->oracle, "nondet 3\n");
    struct waiting waiting = {intern(names, "a"), {0}};
    bitset_add(&waiting.missing, 500);
    waiting_vec_push(&lane->waits, waiting);
    bitset_add(&execution_add_action(&e, intern(names, "a"))->lanes, 500);
  }
  name_vec_push(&e.allowed, intern(names, "b"));
  name_vec_push(&e.refusing, intern(names, "S"));
  execution_vec_push(&r.executions, e);
  claim_vec_push(&r.proof.claims, (struct claim){0});
  remark_vec_push(&r.remarks, (struct remark){0});
  strbuf_add(&r.vacuity, "why");
  assert_int_equal(r.executions.at[0].lanes.count, 20);
  assert_string_equal(strbuf_text(&r.executions.at[0].lanes.at[19].oracle),
                      "nondet 3\n");
  result_release(&r);
  interner_free(names);
}

static void test_ledger(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct ledger ledger = {0};
  struct name_vec list = {0};
  ledger_add_names(&ledger, names, LEDGER_ASSUMED, "of ", &list, ".");
  assert_int_equal(ledger.count, 0); // of nothing there is nothing to say
  for (int i = 0; i < 10; i++)
    name_vec_push(&list, intern_format(names, "f%d", i));
  ledger_add_names(&ledger, names, LEDGER_ASSUMED, "of ", &list, ".");
  ledger_add_names(&ledger, names, LEDGER_ASSUMED, "of ", &list, ".");
  ledger_add(&ledger, names, LEDGER_CHECKED, "it");
  assert_int_equal(ledger.count, 2); // nothing is said twice
  assert_string_equal(name_text(names, ledger.at[0].text),
                      "of f0, f1, f2, f3, f4, f5, f6, f7 and 2 more.");
  assert_int_equal(ledger.at[1].section, LEDGER_CHECKED);
  name_vec_release(&list);
  ledger_release(&ledger);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions),
      cmocka_unit_test(test_lanes_own_what_they_have),
      cmocka_unit_test(test_ledger),
  };
  return cmocka_run_group_tests_name("execution", tests, NULL, NULL);
}
