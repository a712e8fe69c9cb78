// The search of compositions: packed tuples against a naive set, answers
// against brute force, witnesses against the definition, and what is left
// after a change against a new search.
#include "lts/joint.h"

#include "lts/inclusion.h"
#include "lts/packed.h"
#include "lts/transform.h"
#include "lts/view.h"
#include "systems.h"

enum { ROUNDS = 12000, CHANGES = 8000 };

// Packed tuples

enum { FIELDS = 9, TUPLES = 400 };

struct plain_set {
  uint32_t at[TUPLES][FIELDS];
  uint32_t count;
};

static uint32_t plain_add(struct plain_set *set, const uint32_t *tuple) {
  for (uint32_t k = 0; k < set->count; k++)
    if (!memcmp(set->at[k], tuple, sizeof set->at[k]))
      return k;
  memcpy(set->at[set->count], tuple, sizeof set->at[0]);
  return set->count++;
}

static void pack(const struct packed *packed, const uint32_t *tuple,
                 uint64_t *out) {
  memset(out, 0, packed->words * sizeof *out);
  for (uint32_t f = 0; f < FIELDS; f++)
    packed_set(packed, out, f, tuple[f]);
}

static void check_packed(const struct packed *packed,
                         const struct plain_set *set) {
  assert_int_equal(packed->count, set->count);
  for (uint32_t k = 0; k < set->count; k++)
    for (uint32_t f = 0; f < FIELDS; f++)
      assert_int_equal(packed_get(packed, packed_at(packed, k), f),
                       set->at[k][f]);
}

static void test_packed(void **state) {
  (void)state;
  struct random random = {5};
  for (int round = 0; round < 60; round++) {
    static struct plain_set set;
    struct packed packed;
    uint32_t limits[FIELDS], tuple[FIELDS];
    uint64_t words[FIELDS];
    set.count = 0;
    for (int f = 0; f < FIELDS; f++)
      limits[f] =
          1 + random_below(&random, random_below(&random, 2)
                                        ? 3
                                        : 1u << random_below(&random, 31));
    packed_init(&packed, limits, FIELDS);
    for (int i = 0; i < 3000 && set.count < TUPLES; i++) {
      for (int f = 0; f < FIELDS; f++)
        tuple[f] = random_below(&random, limits[f] < 3 ? limits[f] : 3) *
                   ((limits[f] + 1) / 3 ? (limits[f] - 1) / 2 : 0);
      for (int f = 0; f < FIELDS; f++)
        tuple[f] = tuple[f] < limits[f] ? tuple[f] : limits[f] - 1;
      pack(&packed, tuple, words);
      assert_int_equal(packed_add(&packed, words, packed_hash(&packed, words)),
                       plain_add(&set, tuple));
      if (!random_below(&random, 100)) {
        set.count = random_below(&random, set.count + 1);
        packed_truncate(&packed, set.count);
      }
      if (!random_below(&random, 200)) {
        uint32_t f = random_below(&random, FIELDS);
        limits[f] = limits[f] < 1u << 30 ? 2 * limits[f] : limits[f];
        packed_relimit(&packed, limits);
      }
    }
    check_packed(&packed, &set);
    packed_release(&packed);
  }
}

// Answers

static void check_witness(const struct brute_search *brute,
                          const struct joint *joint) {
  struct joint_witness witness = joint_witness(joint);
  assert_int_equal(witness.run.count, brute->depth);
  system_check_witness(brute, &witness);
  joint_witness_release(&witness);
}

static void check_answers(bool deadlock, uint64_t seed) {
  static struct brute_search brute;
  struct random random = {seed};
  int fails = 0, long_ones = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct system system;
    system_draw(&system, &random);
    const struct lts *const *parts = (const struct lts *const *)system.parts;
    struct joint_question question = system_ask(&system, deadlock);
    struct joint *joint = joint_new(parts, system.count, &question);
    brute_run(&brute, &system, parts, deadlock);
    enum joint_answer answer = joint_run(joint, 0);
    assert_int_equal(answer, brute.depth < 0 ? JOINT_HOLDS : JOINT_FAILS);
    if (answer == JOINT_FAILS)
      check_witness(&brute, joint);
    else
      assert_int_equal(joint_counts(joint).states, brute.count);
    fails += answer == JOINT_FAILS;
    long_ones += brute.depth > 2;
    joint_free(joint);
    system_release(&system);
  }
  assert_true(fails > ROUNDS / 10 && fails < ROUNDS - ROUNDS / 10);

  assert_true(long_ones > ROUNDS / 50);
}

static void test_inclusion(void **state) {
  (void)state;
  check_answers(false, 11);
}

static void test_deadlock(void **state) {
  (void)state;
  check_answers(true, 12);
}

// More and larger parts, against the search of views of products.
static void test_larger(void **state) {
  (void)state;
  enum { PARTS = 6, LARGER = 1500 };
  struct random random = {14};
  int fails = 0;
  for (int round = 0; round < LARGER; round++) {
    struct system system;
    system_draw(&system, &random);
    struct lts *parts[PARTS];
    struct lts_view views[PARTS];
    for (int i = 0; i < PARTS; i++) {
      uint32_t states = 1 + random_below(&random, i < 2 ? 40 : 4);
      parts[i] = system_draw_lts(&system, &random, states,
                                 states + random_below(&random, 2 * states),
                                 system_draw_alphabet(&random), false);
      views[i] = lts_view_of(parts[i]);
    }
    struct lts_product *product = lts_product_new(views, PARTS);
    struct lts_view view = lts_product_view(product);
    struct inclusion_options options = {
        .weak = true, .project = true, .error_is_violation = true};
    struct inclusion inclusion =
        lts_check_inclusion(&view, system.specification, options);
    struct joint_question question = {.specification = system.specification};
    struct joint *joint =
        joint_new((const struct lts *const *)parts, PARTS, &question);
    assert_int_equal(joint_run(joint, 0), inclusion.answer == INCLUSION_FAILS
                                              ? JOINT_FAILS
                                              : JOINT_HOLDS);
    fails += inclusion.answer == INCLUSION_FAILS;
    inclusion_release(&inclusion);
    lts_product_free(product);
    joint_free(joint);
    for (int i = 0; i < PARTS; i++)
      lts_free(parts[i]);
    system_release(&system);
  }
  assert_true(fails > LARGER / 50 && fails < LARGER - LARGER / 50);
}

// Changes

// A part as a quotient whose blocks are split one by one.
struct quotient {
  const struct lts *lts;
  uint32_t block_of[SYSTEM_STATES];
  uint32_t count;
  struct lts *now;
};

static void quotient_build(struct quotient *quotient) {
  quotient->now =
      lts_quotient(quotient->lts, quotient->block_of, quotient->count, true);
}

// Are the states before it that are in the block of the same kind?
static bool has_kind(const struct quotient *quotient, uint32_t state,
                     uint32_t block) {
  for (uint32_t s = 0; s < state; s++)
    if (quotient->block_of[s] == block &&
        lts_kind(quotient->lts, s) != lts_kind(quotient->lts, state))
      return false;
  return true;
}

static void quotient_init(struct quotient *quotient, const struct lts *lts,
                          struct random *random) {
  *quotient = (struct quotient){.lts = lts};
  uint32_t most = 1 + random_below(random, lts->state_count);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t block = random_below(random, most);
    // States without steps by their kind are not merged with others.
    if (block > quotient->count || !has_kind(quotient, s, block))
      block = quotient->count;
    quotient->block_of[s] = block;
    quotient->count += block == quotient->count;
  }
  quotient_build(quotient);
}

// Moves some states of a block to a new one; false if the draw finds none.
static bool quotient_split(struct quotient *quotient, struct random *random,
                           struct bitset *touched) {
  uint32_t members = 0, moved = 0, moves[SYSTEM_STATES];
  uint32_t block = random_below(random, quotient->count);
  for (uint32_t s = 0; s < quotient->lts->state_count; s++)
    if (quotient->block_of[s] == block) {
      members++;
      if (random_below(random, 2))
        moves[moved++] = s;
    }
  if (!moved || moved == members)
    return false;
  for (uint32_t k = 0; k < moved; k++)
    quotient->block_of[moves[k]] = quotient->count;
  quotient->count++;
  bitset_add(touched, block);
  lts_free(quotient->now);
  quotient_build(quotient);
  return true;
}

// A deadlock among the states that were kept is found at once; otherwise all
// is the same.
static void check_equal_searches(struct joint *a, struct joint *b) {
  enum joint_answer answer = joint_run(a, 0);
  assert_int_equal(answer, joint_run(b, 0));
  if (answer != JOINT_FAILS) {
    assert_int_equal(joint_counts(a).states, joint_counts(b).states);
    return;
  }
  struct joint_witness x = joint_witness(a), y = joint_witness(b);
  assert_int_equal(x.run.count, y.run.count);
  for (uint32_t k = 0; k < x.run.count; k++)
    assert_int_equal(x.run.at[k].id, y.run.at[k].id);
  assert_memory_equal(x.tuples, y.tuples,
                      (x.run.count + 1) * x.part_count * sizeof *x.tuples);
  joint_witness_release(&x);
  joint_witness_release(&y);
}

static uint64_t change_one(const struct system *system,
                           struct quotient *quotients, bool deadlock,
                           struct random *random) {
  const struct lts *parts[SYSTEM_PARTS];
  for (uint32_t i = 0; i < system->count; i++)
    parts[i] = quotients[i].now;
  struct joint_question question = system_ask(system, deadlock);
  struct joint *joint = joint_new(parts, system->count, &question);
  for (int change = 0; change < 8; change++) {
    if (random_below(random, 4))
      joint_run(joint, random_below(random, 30));
    uint32_t i = random_below(random, system->count);
    struct bitset touched = {0};
    if (quotient_split(&quotients[i], random, &touched)) {
      parts[i] = quotients[i].now;
      joint_change(joint, i, parts[i], &touched);
      struct joint *fresh = joint_new(parts, system->count, &question);
      if (random_below(random, 2))
        check_equal_searches(joint, fresh);
      joint_free(fresh);
    }
    bitset_release(&touched);
  }
  struct joint *fresh = joint_new(parts, system->count, &question);
  check_equal_searches(joint, fresh);
  uint64_t kept = joint_counts(joint).kept;
  joint_free(fresh);
  joint_free(joint);
  return kept;
}

static void test_change(void **state) {
  (void)state;
  struct random random = {13};
  uint64_t kept = 0;
  for (int round = 0; round < CHANGES; round++) {
    struct system system;
    struct quotient quotients[SYSTEM_PARTS];
    system_draw(&system, &random);
    for (uint32_t i = 0; i < system.count; i++)
      quotient_init(&quotients[i], system.parts[i], &random);
    kept += change_one(&system, quotients, random_below(&random, 2), &random);
    for (uint32_t i = 0; i < system.count; i++)
      lts_free(quotients[i].now);
    system_release(&system);
  }

  assert_true(kept > CHANGES);
}

// Limits

static struct lts *make_ring(struct action_table *actions, uint32_t states,
                             const char *name) {
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, states);
  for (uint32_t s = 0; s < states; s++)
    lts_builder_step(&builder, s, action_intern(actions, name),
                     (s + 1) % states);
  return lts_builder_finish(&builder);
}

static bool stop_at_once(void *context) {
  ++*(int *)context;
  return true;
}

// Thousands of parts that cannot move take no bits; the search goes on after a
// limit.
static void test_limits(void **state) {
  (void)state;
  enum { LOOPS = 3000, RINGS = 3, PARTS = LOOPS + RINGS };
  struct action_table *actions = action_table_new();
  struct lts *parts[PARTS];
  for (int i = 0; i < PARTS; i++) {
    char name[16];
    snprintf(name, sizeof name, "a%d", i);
    parts[i] = make_ring(actions, i < LOOPS ? 1 : 20, name);
  }
  int calls = 0;
  struct joint_question question = {.specification = parts[0],
                                    .poll = {stop_at_once, &calls}};
  struct joint *joint =
      joint_new((const struct lts *const *)parts, PARTS, &question);
  assert_int_equal(joint_run(joint, 0), JOINT_STOPPED);
  assert_int_equal(calls, 1);
  joint_free(joint);
  question.poll = (struct poll){0};
  joint = joint_new((const struct lts *const *)parts, PARTS, &question);
  assert_int_equal(joint_run(joint, 100), JOINT_LIMIT);
  assert_true(joint_counts(joint).states < 200);
  assert_int_equal(joint_run(joint, 7999), JOINT_LIMIT);
  assert_int_equal(joint_run(joint, 8000), JOINT_HOLDS);
  assert_int_equal(joint_counts(joint).states, 8000);
  assert_true(joint_counts(joint).bytes < 40 * 8000);
  joint_free(joint);
  for (int i = 0; i < PARTS; i++)
    lts_free(parts[i]);
  action_table_free(actions);
}

// Each part can wait for itself or for its neighbours: whether all can refuse
// is not found out with five tries.
static void test_budget(void **state) {
  (void)state;
  enum { PARTS = 12 };
  struct action_table *actions = action_table_new();
  struct lts *parts[PARTS];
  struct lts_wait waits[PARTS] = {0};
  for (int i = 0; i < PARTS; i++) {
    char name[] = {'w', (char)('a' + i), 0};
    waits[i].action = action_intern(actions, name);
    bitset_add(&waits[i].offer, action_intern(actions, name + 1).id);
  }
  for (int i = 0; i < PARTS; i++) {
    struct lts_builder builder;
    lts_builder_init(&builder, actions);
    lts_builder_states(&builder, 2);
    for (int k = 0; k < 2; k++)
      lts_builder_step(&builder, 0, waits[(i + k) % PARTS].action, 1);
    lts_builder_alphabet(&builder, action_find(actions, "a"));
    parts[i] = lts_builder_finish(&builder);
  }
  struct joint_question question = {
      .waits = waits, .wait_count = PARTS, .budget = 5};
  struct joint *joint =
      joint_new((const struct lts *const *)parts, PARTS, &question);
  assert_int_equal(joint_run(joint, 0), JOINT_BUDGET);
  joint_free(joint);
  question.budget = 0;
  joint = joint_new((const struct lts *const *)parts, PARTS, &question);
  assert_int_equal(joint_run(joint, 0), JOINT_FAILS);
  joint_free(joint);
  for (int i = 0; i < PARTS; i++) {
    lts_free(parts[i]);
    bitset_release(&waits[i].offer);
  }
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_packed),   cmocka_unit_test(test_inclusion),
      cmocka_unit_test(test_deadlock), cmocka_unit_test(test_larger),
      cmocka_unit_test(test_change),   cmocka_unit_test(test_limits),
      cmocka_unit_test(test_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
