// Every relation of lts/compare.h against the naive fixpoints, on 10,000 pairs
// of random systems each; and the evidence against the rules of its game.
#include "lts/compare.h"
#include "naive.h"

// The sanitizers slow this down; the release build does the full number.
#ifdef VOUCH_DEBUG
enum { PAIRS = 2000 };
#else
enum { PAIRS = 10000 };
#endif

struct match {
  struct naive a, b, both; // both: kinds and divergence exposed
  naive_matrix related;    // over the states of both
  enum lts_relation relation;
  bool divergence;
};

static bool is_trace(enum lts_relation relation) {
  return relation == RELATION_TRACE || relation == RELATION_WEAK_TRACE;
}

static bool is_weak(enum lts_relation relation) {
  return relation == RELATION_WEAK_SIM || relation == RELATION_WEAK_BISIM;
}

static void relate(struct match *match) {
  struct naive weak;
  naive_union(&match->a, &match->b, &match->both);
  naive_expose(&match->both, match->divergence);
  naive_saturate(&match->both, &weak);
  switch (match->relation) {
  case RELATION_SIM:
  case RELATION_BISIM:
    naive_simulation(&match->both, &match->both,
                     match->relation == RELATION_BISIM, match->related);
    break;
  case RELATION_WEAK_SIM:
  case RELATION_WEAK_BISIM:
    naive_simulation(&match->both, &weak,
                     match->relation == RELATION_WEAK_BISIM, match->related);
    break;
  case RELATION_BRANCHING_BISIM:
    if (match->divergence) {
      struct naive plain;
      naive_union(&match->a, &match->b, &plain);
      naive_expose(&plain, false);
      naive_divergence(&plain, match->related);
    } else {
      naive_branching(&match->both, match->related);
    }
    break;
  default: break;
  }
}

// Evidence: traces

static void check_trace(const struct match *match,
                        const struct comparison *comparison,
                        const struct action_table *actions, int shortest) {
  bool weak = match->relation == RELATION_WEAK_TRACE;
  uint32_t x = naive_closure(&match->a, 1u << match->a.initial, weak);
  uint32_t y = naive_closure(&match->b, 1u << match->b.initial, weak);
  assert_int_equal(comparison->trace.count, shortest);
  for (uint32_t i = 0; i < comparison->trace.count; i++) {
    int label = naive_label(actions, comparison->trace.at[i]);
    assert_true(y);
    x = naive_after(&match->a, x, label, weak);
    y = naive_after(&match->b, y, label, weak);
  }
  assert_true(x);
  assert_false(y);
  int state = match->a.initial;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < comparison->run.count; i++) {
    struct lts_step step = comparison->run.at[i];
    int label = naive_label(actions, step.action);
    assert_true(match->a.step[label][state][step.target]);
    state = (int)step.target;
    if (!weak || label) {
      assert_true(seen < comparison->trace.count);
      assert_int_equal(step.action.id, comparison->trace.at[seen++].id);
    }
  }
  assert_int_equal(seen, comparison->trace.count);
}

// Evidence: plays

static bool unrelated(const struct match *match, int side, int mine,
                      int other) {
  return side ? !match->related[other][mine] : !match->related[mine][other];
}

// A round of a play with steps: the move is real, every answer leads to an
// unrelated pair, and the one shown is an answer.
static void check_step_round(const struct match *match,
                             const struct naive *game,
                             const struct play_round *round, int label,
                             int mine, int to, int other, int answer_to) {
  bool any = false, shown = false;
  assert_true(game->step[label][mine][to]);
  for (int v = 0; v < game->states; v++) {
    if (!game->step[label][other][v])
      continue;
    any = true;
    shown |= v == answer_to;
    assert_true(unrelated(match, round->side, to, v));
  }
  assert_int_equal(any, round->answer != PLAY_NO_ANSWER);
  assert_true(!any || (round->answer == PLAY_STEP && shown));
}

static void check_branching_round(const struct match *match,
                                  const struct play_round *round, int label,
                                  int mine, int to, int other, int answer_to,
                                  int middle, int back_to) {
  const struct naive *both = &match->both;
  naive_matrix silent;
  naive_silent(both, silent);
  assert_true(both->step[label][mine][to]);
  // Related is symmetric here, so the side does not matter.
  assert_false(
      naive_branching_answer(both, match->related, mine, label, to, other));
  bool any = label == 0;
  for (int v = 0; v < both->states; v++)
    for (int w = 0; w < both->states; w++)
      any |= silent[other][v] && both->step[label][v][w];
  assert_int_equal(any, round->answer != PLAY_NO_ANSWER);
  if (round->answer == PLAY_STAY)
    assert_true(label == 0 && answer_to == other);
  if (round->answer == PLAY_STEP)
    assert_true(silent[other][middle] && both->step[label][middle][answer_to]);
  if (round->goes_back) {
    assert_true(silent[other][back_to] && silent[back_to][middle]);
    assert_false(match->related[mine][back_to]);
  } else if (round->answer != PLAY_NO_ANSWER) {
    assert_false(match->related[to][answer_to]);
  }
}

static void check_round(const struct match *match,
                        const struct play_round *round,
                        const struct action_table *actions, uint32_t at[2]) {
  int n = match->a.states;
  int shift = round->side ? n : 0, other_shift = n - shift;
  int mine = (int)round->at[round->side] + shift;
  int other = (int)round->at[1 - round->side] + other_shift;
  int label = naive_label(actions, round->action);
  int to = (int)round->to + shift;
  int answer_to = (int)round->answer_to + other_shift;
  assert_int_equal(round->at[0], at[0]);
  assert_int_equal(round->at[1], at[1]);
  assert_true(unrelated(match, round->side, mine, other));
  if (match->relation == RELATION_BRANCHING_BISIM) {
    check_branching_round(match, round, label, mine, to, other, answer_to,
                          (int)round->middle + other_shift,
                          (int)round->back_to + other_shift);
  } else {
    struct naive weak;
    naive_saturate(&match->both, &weak);
    check_step_round(match, is_weak(match->relation) ? &weak : &match->both,
                     round, label, mine, to, other, answer_to);
  }
  if (match->relation == RELATION_SIM || match->relation == RELATION_WEAK_SIM)
    assert_int_equal(round->side, 0);
}

static void check_play(const struct match *match, const struct play *play,
                       const struct action_table *actions) {
  uint32_t at[2] = {(uint32_t)match->a.initial, (uint32_t)match->b.initial};
  assert_true(play->count > 0);
  for (uint32_t i = 0; i < play->count; i++) {
    const struct play_round *round = &play->at[i];
    check_round(match, round, actions, at);
    assert_int_equal(round->answer == PLAY_NO_ANSWER, i + 1 == play->count);
    at[round->side] = round->goes_back ? round->at[round->side] : round->to;
    at[1 - round->side] = round->goes_back ? round->back_to : round->answer_to;
  }
}

// Verdicts

static bool check_pair(struct match *match) {
  struct action_table *actions = action_table_new();
  struct lts *a = naive_build(&match->a, actions);
  struct lts *b = naive_build(&match->b, actions);
  struct compare_options options = {.relation = match->relation,
                                    .divergence = match->divergence};
  struct comparison comparison = lts_compare(a, b, options);
  bool holds = comparison.answer == COMPARE_HOLDS;
  if (is_trace(match->relation)) {
    int shortest = naive_inclusion(&match->a, &match->b,
                                   match->relation == RELATION_WEAK_TRACE);
    assert_int_equal(holds, shortest < 0);
    if (!holds)
      check_trace(match, &comparison, actions, shortest);
  } else {
    relate(match);
    assert_int_equal(
        holds,
        match->related[match->a.initial][match->b.initial + match->a.states]);
    if (!holds)
      check_play(match, &comparison.play, actions);
  }
  struct strbuf text = {0};
  comparison_print(&comparison, a, b, options, &text);
  assert_int_equal(text.length == 0, holds);
  strbuf_release(&text);
  comparison_release(&comparison);
  lts_free(a);
  lts_free(b);
  action_table_free(actions);
  return holds;
}

static void check_relation(enum lts_relation relation, bool divergence) {
  struct random random = {1000 + 10 * (uint64_t)relation + divergence};
  struct match match = {.relation = relation, .divergence = divergence};
  uint32_t held = 0;
  for (int i = 0; i < PAIRS; i++) {
    bool kinds = !is_trace(relation) && i % 4 == 0;
    naive_random(&match.a, &random, kinds);
    if (i % 3)
      naive_vary(&match.a, &match.b, &random);
    else
      naive_random(&match.b, &random, kinds);
    if (match.a.states + match.b.states > NAIVE_STATES)
      naive_random(&match.b, &random, kinds);
    held += check_pair(&match);
  }
  // The draw has both answers in plenty.
  assert_in_range(held, PAIRS / 10, PAIRS * 9 / 10);
}

static void test_trace(void **state) {
  (void)state;
  check_relation(RELATION_TRACE, false);
}
static void test_weak_trace(void **state) {
  (void)state;
  check_relation(RELATION_WEAK_TRACE, false);
}
static void test_sim(void **state) {
  (void)state;
  check_relation(RELATION_SIM, false);
}
static void test_weak_sim(void **state) {
  (void)state;
  check_relation(RELATION_WEAK_SIM, false);
}
static void test_bisim(void **state) {
  (void)state;
  check_relation(RELATION_BISIM, false);
}
static void test_branching_bisim(void **state) {
  (void)state;
  check_relation(RELATION_BRANCHING_BISIM, false);
}
static void test_divergence(void **state) {
  (void)state;
  check_relation(RELATION_BRANCHING_BISIM, true);
}
static void test_weak_bisim(void **state) {
  (void)state;
  check_relation(RELATION_WEAK_BISIM, false);
}

// `both` asks for both directions, and says which one fails.
static void test_both_directions(void **state) {
  (void)state;
  struct random random = {77};
  uint32_t swapped = 0;
  for (int i = 0; i < 1000; i++) {
    struct naive x, y;
    naive_random(&x, &random, false);
    naive_vary(&x, &y, &random);
    struct action_table *actions = action_table_new();
    struct lts *a = naive_build(&x, actions), *b = naive_build(&y, actions);
    struct comparison comparison = lts_compare(
        a, b,
        (struct compare_options){.relation = RELATION_TRACE, .both = true});
    bool there = naive_inclusion(&x, &y, false) < 0;
    bool back = naive_inclusion(&y, &x, false) < 0;
    assert_int_equal(comparison.answer == COMPARE_HOLDS, there && back);
    if (comparison.answer == COMPARE_FAILS)
      assert_int_equal(comparison.swapped, there);
    swapped += there && !back;
    comparison_release(&comparison);
    lts_free(a);
    lts_free(b);
    action_table_free(actions);
  }
  assert_true(swapped > 20);
}

// Limits give no verdict.
static void test_limits(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, 50);
  for (uint32_t s = 0; s < 50; s++)
    for (uint32_t t = 0; t < 49; t++)
      lts_builder_step(&builder, s, naive_action(actions, (int)(s + t) % 3),
                       (s * t + 1) % 50);
  struct lts *a = lts_builder_finish(&builder);
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, 2);
  lts_builder_step(&builder, 0, naive_action(actions, 1), 1);
  lts_builder_step(&builder, 1, naive_action(actions, 0), 0);
  struct lts *b = lts_builder_finish(&builder);
  for (int r = RELATION_SIM; r <= RELATION_WEAK_BISIM; r++) {
    struct comparison comparison = lts_compare(
        a, b,
        (struct compare_options){.relation = (enum lts_relation)r, .limit = 1});
    bool limited = r != RELATION_BISIM && r != RELATION_BRANCHING_BISIM;
    assert_int_equal(comparison.answer == COMPARE_UNKNOWN, limited);
    assert_int_equal(comparison.reason != NULL, limited);
    comparison_release(&comparison);
  }
  lts_free(a);
  lts_free(b);
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trace),
      cmocka_unit_test(test_weak_trace),
      cmocka_unit_test(test_sim),
      cmocka_unit_test(test_weak_sim),
      cmocka_unit_test(test_bisim),
      cmocka_unit_test(test_branching_bisim),
      cmocka_unit_test(test_divergence),
      cmocka_unit_test(test_weak_bisim),
      cmocka_unit_test(test_both_directions),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
