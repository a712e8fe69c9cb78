// Learnt assumptions against brute force, on random compositions: the same
// answer for every split, assumptions that hold, and runs that are there.
#include "lts/assume.h"

#include "lts/trace.h"
#include "lts/transform.h"
#include "systems.h"

#ifdef VOUCH_DEBUG
enum { ROUNDS = 1500 };
#else
enum { ROUNDS = 8000 };
#endif

// Waits are not asked for here, and only the parts of the first group may err.
static void tidy(struct system *system, const struct bitset *first) {
  struct bitset waits = {0};
  for (int w = 0; w < SYSTEM_WAITS; w++)
    bitset_add(&waits, system->waits[w].action.id);
  for (uint32_t i = 0; i < system->count; i++) {
    struct lts *cut = lts_cut(system->parts[i], &waits);
    if (!bitset_has(first, i))
      lts_forget_kinds(cut);
    lts_free(system->parts[i]);
    system->parts[i] = cut;
  }
  bitset_release(&waits);
}

// Each part performs its projection, and the specification does not have the
// trace but all before its last action; or a part is in ERROR after it.
static void check_trace(const struct system *system,
                        const struct assume_result *result) {
  struct lts_action_vec projected = {0};
  bool can_err = false;
  for (uint32_t i = 0; i < system->count; i++) {
    lts_action_vec_clear(&projected);
    trace_project(&result->trace, &system->parts[i]->alphabet, &projected);
    assert_true(lts_performs(system->parts[i], &projected));
    for (uint32_t s = 0; s < system->parts[i]->state_count; s++)
      can_err |= lts_kind(system->parts[i], s) == STATE_ERROR;
  }
  lts_action_vec_clear(&projected);
  trace_project(&result->trace, &system->specification->alphabet, &projected);
  assert_true(can_err || !lts_performs(system->specification, &projected));
  lts_action_vec_release(&projected);
}

static void check_split(struct system *system, const struct bitset *first) {
  tidy(system, first);
  struct assume_question question = {
      .parts = (const struct lts *const *)system->parts,
      .count = system->count,
      .first = first,
      .specification = system->specification};
  struct joint_question ask = {.specification = system->specification};
  struct joint *joint = joint_new(question.parts, system->count, &ask);
  struct assume_result result = lts_assume(&question);
  assert_int_equal(result.answer, joint_run(joint, 0));
  if (result.answer == JOINT_HOLDS) {
    assert_true(lts_is_deterministic(result.assumption));
    assert_true(bitset_equal(&result.assumption->alphabet, &result.letters));
    assert_int_equal(lts_check_assumption(&question, result.assumption),
                     JOINT_HOLDS);
  } else {
    check_trace(system, &result);
  }
  joint_free(joint);
  assume_result_release(&result);
}

static void test_answers(void **state) {
  (void)state;
  struct random random = {91};
  uint32_t checked = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct system system;
    struct bitset first = {0};
    system_draw(&system, &random);
    uint32_t bits =
        1 +
        random_below(&random, system.count > 1 ? (1u << system.count) - 2 : 1);
    for (uint32_t i = 0; i < system.count; i++)
      if (bits >> i & 1)
        bitset_add(&first, i);
    if (system.count > 1) {
      check_split(&system, &first);
      checked++;
    }
    bitset_release(&first);
    system_release(&system);
  }
  assert_true(checked > ROUNDS / 2);
}

// A wrong assumption is told from a right one.
static void test_check(void **state) {
  (void)state;
  struct random random = {92};
  uint32_t refuted = 0;
  for (int round = 0; round < ROUNDS / 4; round++) {
    struct system system;
    struct bitset first = {0};
    system_draw(&system, &random);
    if (system.count > 1) {
      bitset_add(&first, 0);
      tidy(&system, &first);
      struct assume_question question = {
          .parts = (const struct lts *const *)system.parts,
          .count = system.count,
          .first = &first,
          .specification = system.specification};
      struct joint_question ask = {.specification = system.specification};
      struct joint *joint = joint_new(question.parts, system.count, &ask);
      struct lts *any = system_draw_lts(&system, &random, 3, 12, 31, false);
      bool breaks = joint_run(joint, 0) == JOINT_FAILS;
      bool holds = lts_check_assumption(&question, any) == JOINT_HOLDS;
      assert_false(breaks && holds);
      refuted += !holds;
      lts_free(any);
      joint_free(joint);
    }
    bitset_release(&first);
    system_release(&system);
  }
  assert_true(refuted > 0);
}

// Two rings of three parts that share one action are split there.
static void test_split(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct lts *parts[6];
  for (uint32_t i = 0; i < 6; i++) {
    struct lts_builder builder;
    char names[3][8];
    lts_builder_init(&builder, actions);
    lts_builder_states(&builder, 3);
    snprintf(names[0], sizeof names[0], "x%u", i);
    snprintf(names[1], sizeof names[1], "x%u", i / 3 * 3 + (i + 1) % 3);
    snprintf(names[2], sizeof names[2], "%s", i % 3 ? names[1] : "both");
    for (uint32_t k = 0; k < 3; k++)
      lts_builder_step(&builder, k, action_intern(actions, names[k]),
                       (k + 1) % 3);
    parts[i] = lts_builder_finish(&builder);
  }
  struct bitset first = {0};
  lts_split((const struct lts *const *)parts, 6, parts[0], &first);
  assert_int_equal(bitset_count(&first), 3);
  assert_true(bitset_has(&first, 0) == bitset_has(&first, 1));
  assert_true(bitset_has(&first, 0) == bitset_has(&first, 2));
  bitset_release(&first);
  for (uint32_t i = 0; i < 6; i++)
    lts_free(parts[i]);
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_check),
      cmocka_unit_test(test_split),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
