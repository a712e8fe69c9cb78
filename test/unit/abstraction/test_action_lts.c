// Aggregated states: whatever is split, the abstraction has the traces of the
// LTS, and what was excluded it does not have; a search that goes on after a
// split finds what a new one finds.

#include "../lts/naive.h"

#include "abstraction/action_lts.h"
#include "lts/compare.h"
#include "lts/joint.h"
#include "lts/trace.h"

enum { LONGEST = 4 };

static void check_partition(const struct action_lts *abstract) {
  uint32_t count = 0;
  assert_int_equal(abstract->lts->state_count, abstract->members.count);
  for (uint32_t b = 0; b < abstract->members.count; b++) {
    const struct u32_vec *members = &abstract->members.at[b];
    assert_true(members->count > 0);
    count += members->count;
    for (uint32_t i = 0; i < members->count; i++) {
      assert_int_equal(abstract->block_of[members->at[i]], b);
      assert_true(i == 0 || members->at[i - 1] < members->at[i]);
    }
  }
  assert_int_equal(count, abstract->concrete->state_count);
}

// Steps are those of the members, and there are no others.
static void check_steps(const struct action_lts *abstract) {
  const struct lts *concrete = abstract->concrete, *lts = abstract->lts;
  struct strbuf errors = {0};
  assert_true(lts_validate(lts, &errors));
  assert_int_equal(lts->initial, abstract->block_of[concrete->initial]);
  assert_true(bitset_equal(&lts->alphabet, &concrete->alphabet));
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  for (uint32_t a = bitset_next(&concrete->alphabet, 0); a != UINT32_MAX;
       a = bitset_next(&concrete->alphabet, a + 1))
    lts_builder_alphabet(&builder, (struct action){a});
  for (uint32_t s = 0; s < concrete->state_count; s++)
    for (uint32_t i = concrete->first[s]; i < concrete->first[s + 1]; i++) {
      uint32_t from = abstract->block_of[s];
      uint32_t to = abstract->block_of[concrete->steps[i].target];
      if (from != to || !action_is_tau(concrete->steps[i].action))
        lts_builder_step(&builder, from, concrete->steps[i].action, to);
    }
  struct lts *expected = lts_builder_finish(&builder);
  assert_true(lts_equal(lts, expected));
  lts_free(expected);
  strbuf_release(&errors);
}

static void check_inclusion(const struct lts *a, const struct lts *b) {
  struct compare_options options = {.relation = RELATION_WEAK_TRACE};
  struct comparison comparison = lts_compare(a, b, options);
  assert_int_equal(comparison.answer, COMPARE_HOLDS);
  comparison_release(&comparison);
}

static void check_all(const struct action_lts *abstract) {
  check_partition(abstract);
  check_steps(abstract);
  check_inclusion(abstract->concrete, abstract->lts);
}

// A run of the abstraction.
static struct lts_action_vec draw_trace(const struct lts *lts,
                                        struct random *random) {
  struct lts_action_vec trace = {0};
  uint32_t at = lts->initial;
  for (uint32_t i = random_below(random, 2 * LONGEST + 1); i-- > 0;) {
    struct lts_step_range range = lts_steps(lts, at);
    if (range.begin == range.end)
      break;
    const struct lts_step *step =
        range.begin + random_below(random, (uint32_t)(range.end - range.begin));
    at = step->target;
    if (!action_is_tau(step->action))
      lts_action_vec_push(&trace, step->action);
  }
  return trace;
}

// A search that knows nothing of splits, and what the other one must find.
static void check_search(struct joint *joint, const struct lts *const *parts,
                         const struct joint_question *question) {
  struct joint *fresh = joint_new(parts, 2, question);
  enum joint_answer answer = joint_run(fresh, 0);
  assert_int_equal(joint_run(joint, 0), answer);
  assert_int_equal(joint_counts(joint).states, joint_counts(fresh).states);
  if (answer == JOINT_FAILS) {
    struct joint_witness a = joint_witness(joint), b = joint_witness(fresh);
    assert_true(trace_equal(&a.run, &b.run));
    joint_witness_release(&a);
    joint_witness_release(&b);
  }
  joint_free(fresh);
}

struct setting {
  struct action_table *actions;
  struct lts *lts, *other, *specification;
  struct action_lts abstract;
  struct joint *joint;
  struct joint_question question;
};

static struct lts *draw_lts(struct action_table *actions,
                            struct random *random) {
  struct naive naive = {.states = 2 + (int)random_below(random, 11)};
  for (uint32_t i = random_below(random, 3 * (uint32_t)naive.states); i-- > 0;)
    naive.step[random_below(random, NAIVE_LABELS)]
              [random_below(random, (uint32_t)naive.states)]
              [random_below(random, (uint32_t)naive.states)] = true;
  struct lts *lts = naive_build(&naive, actions);
  for (int a = 1; a < NAIVE_LABELS; a++)
    bitset_add(&lts->alphabet, naive_action(actions, a).id);
  return lts;
}

static void setting_init(struct setting *s, struct random *random,
                         enum first_partition first) {
  *s = (struct setting){.actions = action_table_new()};
  s->lts = draw_lts(s->actions, random);
  s->other = draw_lts(s->actions, random);
  s->specification = draw_lts(s->actions, random);
  action_lts_init(&s->abstract, s->lts, first);
  s->question.specification = s->specification;
  const struct lts *parts[] = {s->abstract.lts, s->other};
  s->joint = joint_new(parts, 2, &s->question);
  joint_run(s->joint, 0);
}

static void setting_release(struct setting *s) {
  joint_free(s->joint);
  action_lts_release(&s->abstract);
  lts_free(s->lts);
  lts_free(s->other);
  lts_free(s->specification);
  action_table_free(s->actions);
}

// Returns the number of splits.
static uint32_t exclude(struct setting *s, const struct lts_action_vec *trace) {
  struct bitset touched = {0};
  bool has = lts_performs(s->abstract.lts, trace);
  uint32_t splits = action_lts_exclude(&s->abstract, trace, &touched);
  assert_int_equal(splits > 0, has);
  assert_false(lts_performs(s->abstract.lts, trace));
  check_all(&s->abstract);
  if (splits)
    joint_change(s->joint, 0, s->abstract.lts, &touched);
  const struct lts *parts[] = {s->abstract.lts, s->other};
  check_search(s->joint, parts, &s->question);
  bitset_release(&touched);
  return splits;
}

static uint32_t check_seed(uint64_t seed, enum first_partition first) {
  struct random random = {seed};
  struct setting s;
  uint32_t splits = 0;
  setting_init(&s, &random, first);
  check_all(&s.abstract);
  for (int round = 0; round < 10; round++) {
    struct lts_action_vec trace = draw_trace(s.abstract.lts, &random);
    if (!lts_performs(s.lts, &trace))
      splits += exclude(&s, &trace);
    lts_action_vec_release(&trace);
  }
  assert_int_equal(splits, s.abstract.splits);
  setting_release(&s);
  return splits;
}

static void test_one_block(void **state) {
  (void)state;
  uint32_t splits = 0;
  for (uint64_t seed = 0; seed < 1500; seed++)
    splits += check_seed(seed, PARTITION_ONE);
  assert_true(splits > 3000);
}

static void test_enabled(void **state) {
  (void)state;
  uint32_t splits = 0;
  for (uint64_t seed = 5000; seed < 6500; seed++)
    splits += check_seed(seed, PARTITION_ENABLED);
  assert_true(splits > 300);
}

// Nothing is left to split.
static void test_finest(void **state) {
  (void)state;
  for (uint64_t seed = 9000; seed < 9200; seed++)
    assert_int_equal(check_seed(seed, PARTITION_FINEST), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_block),
      cmocka_unit_test(test_enabled),
      cmocka_unit_test(test_finest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
