// The specification beside a run: positions, what is forbidden, returns, arms.

#include "random_system.h"

#include "weave/monitor.h"

static const struct performed *performs(struct action action) {
  static struct performed performed;
  performed = (struct performed){.kind = PERFORMED_ACTION, .action = action};
  return &performed;
}

static const struct performed *other(enum performed_kind kind, uint32_t arm) {
  static struct performed performed;
  performed = (struct performed){.kind = kind, .arm = arm};
  return &performed;
}

static void check_text(const struct monitor *monitor, uint32_t position,
                       const char *expected) {
  struct strbuf text = {0};
  monitor_print(monitor, position, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

// FREE = ( a -> HELD | return{0} ), HELD = ( tau -> FREE | b -> FREE )
static struct lts *small_system(const struct system_actions *actions) {
  struct lts_builder builder;
  lts_builder_init(&builder, actions->table);
  lts_builder_states(&builder, 3);
  lts_builder_name(&builder, 0, "FREE");
  lts_builder_name(&builder, 1, "HELD");
  lts_builder_step(&builder, 0, actions->plain[0], 1);
  lts_builder_step(&builder, 1, action_tau, 0);
  lts_builder_step(&builder, 1, actions->plain[1], 0);
  lts_builder_step(&builder, 0, actions->returns[0], 2);
  lts_builder_alphabet(&builder, actions->returns[1]);
  return lts_builder_finish(&builder);
}

static void test_small(void **state) {
  (void)state;
  struct system_actions actions;
  system_actions_init(&actions);
  struct lts *lts = small_system(&actions);
  struct specification specification = {.systems = &lts, .count = 1};
  return_case_vec_push(&specification.cases,
                       (struct return_case){.action = actions.returns[0]});
  return_case_vec_push(&specification.cases,
                       (struct return_case){.action = actions.returns[1]});
  struct monitor monitor;
  monitor_init(&monitor, &specification);
  uint32_t at = monitor_initial(&monitor);
  check_text(&monitor, at, "FREE");
  assert_int_equal(monitor_step(&monitor, at, performs(actions.plain[1])),
                   SPEC_FORBIDDEN);
  // Outside the alphabet.
  assert_int_equal(monitor_step(&monitor, at, performs(actions.plain[2])), at);
  uint32_t held = monitor_step(&monitor, at, performs(actions.plain[0]));
  check_text(&monitor, held, "{FREE, HELD}");
  assert_int_equal(monitor_step(&monitor, held, performs(actions.plain[0])),
                   held);
  assert_int_equal(monitor_step(&monitor, held, performs(actions.plain[1])),
                   at);
  struct lts_action_vec allowed = {0};
  monitor_allowed(&monitor, held, &allowed);
  assert_int_equal(allowed.count, 3); // a, b, return{0}
  lts_action_vec_release(&allowed);
  assert_true(monitor_knows_returns(&monitor, held));
  assert_int_not_equal(monitor_return(&monitor, held, actions.returns[0]),
                       SPEC_FORBIDDEN);
  assert_int_equal(monitor_return(&monitor, held, actions.returns[1]),
                   SPEC_FORBIDDEN);
  assert_int_equal(monitor_step(&monitor, at, other(PERFORMED_ARM, 0)), at);
  assert_int_equal(monitor_step(&monitor, at, other(PERFORMED_ERROR, 0)),
                   SPEC_FORBIDDEN);
  assert_int_equal(monitor_step(&monitor, at, other(PERFORMED_GOAL, 0)),
                   SPEC_FORBIDDEN);
  monitor_release(&monitor);
  return_case_vec_release(&specification.cases);
  lts_free(lts);
  action_table_free(actions.table);
}

// Before its arm is known, and without any system, nothing is forbidden.
static void test_arms(void **state) {
  (void)state;
  struct system_actions actions;
  system_actions_init(&actions);
  struct random random = {7};
  struct lts *systems[] = {small_system(&actions),
                           random_system(&actions, &random, false)};
  struct specification specification = {.systems = systems, .count = 2};
  struct monitor monitor;
  monitor_init(&monitor, &specification);
  uint32_t start = monitor_initial(&monitor);
  check_text(&monitor, start, "");
  assert_int_equal(monitor_step(&monitor, start, performs(actions.plain[1])),
                   start);
  assert_false(monitor_knows_returns(&monitor, start));
  uint32_t first = monitor_step(&monitor, start, other(PERFORMED_ENTRY_ARM, 0));
  uint32_t second =
      monitor_step(&monitor, start, other(PERFORMED_ENTRY_ARM, 1));
  assert_int_not_equal(first, second);
  check_text(&monitor, first, "FREE");
  assert_int_equal(monitor.positions.at[second].system, 1);
  // No cases: returns do not matter.
  assert_int_equal(monitor_return(&monitor, first, actions.returns[1]), first);
  monitor_release(&monitor);
  specification.count = 0;
  monitor_init(&monitor, &specification);
  start = monitor_initial(&monitor);
  assert_int_equal(monitor_step(&monitor, start, performs(actions.plain[0])),
                   start);
  assert_int_equal(monitor_step(&monitor, start, other(PERFORMED_ERROR, 0)),
                   SPEC_FORBIDDEN);
  monitor_release(&monitor);
  lts_free(systems[0]);
  lts_free(systems[1]);
  action_table_free(actions.table);
}

// ---- Random systems against sets of states computed one by one --------------

enum { MOST_STATES = 8 };

struct naive {
  bool has[MOST_STATES];
};

static bool is_empty(const struct naive *set) {
  for (uint32_t i = 0; i < MOST_STATES; i++)
    if (set->has[i])
      return false;
  return true;
}

static void close_weakly(const struct lts *lts, struct naive *set) {
  for (uint32_t round = 0; round < lts->state_count; round++)
    for (uint32_t i = 0; i < lts->state_count; i++)
      for (uint32_t k = 0; set->has[i] && k < lts->state_count; k++)
        set->has[k] |= lts_has_step(lts, i, action_tau, k);
}

static struct naive naive_step(const struct lts *lts, const struct naive *from,
                               struct action action) {
  struct naive to = {{0}};
  for (uint32_t i = 0; i < lts->state_count; i++)
    for (uint32_t k = 0; from->has[i] && k < lts->state_count; k++)
      to.has[k] |= lts_has_step(lts, i, action, k);
  close_weakly(lts, &to);
  return to;
}

// One random run. True when it ended in something forbidden.
static bool check_run(const struct system_actions *actions,
                      struct random *random, const struct lts *lts,
                      struct monitor *monitor) {
  struct naive set = {{0}};
  set.has[lts->initial] = true;
  close_weakly(lts, &set);
  uint32_t at = monitor_initial(monitor);
  for (uint32_t i = 0; i < 12; i++) {
    struct action action = actions->plain[random_below(random, SYSTEM_ACTIONS)];
    uint32_t next = monitor_step(monitor, at, performs(action));
    if (!bitset_has(&lts->alphabet, action.id)) {
      assert_int_equal(next, at);
      continue;
    }
    set = naive_step(lts, &set, action);
    assert_int_equal(next == SPEC_FORBIDDEN, is_empty(&set));
    if (next == SPEC_FORBIDDEN)
      return true;
    at = next;
    for (uint32_t k = 0; k < SYSTEM_RETURNS; k++) {
      struct naive after = naive_step(lts, &set, actions->returns[k]);
      assert_int_equal(monitor_return(monitor, at, actions->returns[k]) ==
                           SPEC_FORBIDDEN,
                       is_empty(&after));
    }
  }
  return false;
}

static void test_random(void **state) {
  (void)state;
  struct system_actions actions;
  system_actions_init(&actions);
  struct random random = {1};
  uint32_t forbidden = 0, runs = 0;
  for (uint32_t i = 0; i < 300; i++) {
    struct lts *lts = random_system(&actions, &random, true);
    struct specification specification = {.systems = &lts, .count = 1};
    return_case_vec_push(&specification.cases, (struct return_case){0});
    struct monitor monitor;
    monitor_init(&monitor, &specification);
    for (uint32_t k = 0; k < 10; k++, runs++)
      forbidden += check_run(&actions, &random, lts, &monitor);
    monitor_release(&monitor);
    return_case_vec_release(&specification.cases);
    lts_free(lts);
  }
  assert_true(forbidden > runs / 10 && forbidden < runs);
  action_table_free(actions.table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),
      cmocka_unit_test(test_arms),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
