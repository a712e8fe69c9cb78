// Operations that make new systems, against matrices: hiding, renaming,
// composition, determinisation, complement, weak steps, deadlock.
#include "lts/transform.h"

#include "lts/determinise.h"
#include "lts/inclusion.h"
#include "lts/view.h"
#include "lts/weak.h"
#include "naive.h"

enum { ROUNDS = 1500 };

struct fixture {
  struct random random;
  struct action_table *actions;
  struct naive naive;
  struct lts *lts;
};

static void fixture_draw(struct fixture *fixture, bool kinds) {
  fixture->actions = action_table_new();
  // Fixed handles, so that sets of actions are easy to write.
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    assert_int_equal(naive_action(fixture->actions, a).id, a + 1);
  naive_random(&fixture->naive, &fixture->random, kinds);
  fixture->lts = naive_build(&fixture->naive, fixture->actions);
  struct strbuf errors = {0};
  assert_true(lts_validate(fixture->lts, &errors));
}

static void fixture_drop(struct fixture *fixture) {
  lts_free(fixture->lts);
  action_table_free(fixture->actions);
}

static void check_equal(const struct lts *lts, const struct naive *naive) {
  struct naive other;
  struct strbuf errors = {0};
  assert_true(lts_validate(lts, &errors));
  naive_from(lts, &other);
  assert_int_equal(other.states, naive->states);
  assert_int_equal(other.initial, naive->initial);
  assert_memory_equal(other.step, naive->step, sizeof other.step);
  assert_memory_equal(other.kind, naive->kind, sizeof other.kind);
}

static void merge_into_tau(struct naive *naive, int a) {
  for (int s = 0; s < naive->states; s++)
    for (int t = 0; t < naive->states; t++) {
      naive->step[0][s][t] |= naive->step[a][s][t];
      naive->step[a][s][t] = false;
    }
}

static void test_hide_and_project(void **state) {
  (void)state;
  struct fixture it = {.random = {1}};
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, true);
    struct bitset set = {0};
    struct naive hidden = it.naive, kept = it.naive;
    for (int a = 1; a < NAIVE_LABELS; a++)
      if (random_below(&it.random, 2)) {
        bitset_add(&set, (uint32_t)a + 1);
        merge_into_tau(&hidden, a);
      } else {
        merge_into_tau(&kept, a);
      }
    struct lts *x = lts_hide(it.lts, &set), *y = lts_project(it.lts, &set);
    check_equal(x, &hidden);
    check_equal(y, &kept);
    assert_false(bitset_intersects(&x->alphabet, &set));
    assert_true(bitset_is_subset(&y->alphabet, &set));
    lts_free(x);
    lts_free(y);
    bitset_release(&set);
    fixture_drop(&it);
  }
}

static void test_rename(void **state) {
  (void)state;
  struct fixture it = {.random = {2}};
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, false);
    // a becomes b and c, b becomes tau, all at once.
    struct action_pair pairs[] = {{{2}, {3}}, {{2}, {4}}, {{3}, {1}}};
    struct naive renamed = it.naive;
    for (int s = 0; s < renamed.states; s++)
      for (int t = 0; t < renamed.states; t++) {
        bool a = it.naive.step[1][s][t], b = it.naive.step[2][s][t];
        renamed.step[0][s][t] |= b;
        renamed.step[1][s][t] = false;
        renamed.step[2][s][t] = a;
        renamed.step[3][s][t] |= a;
      }
    struct lts *lts = lts_rename(it.lts, pairs, 3);
    check_equal(lts, &renamed);
    assert_false(bitset_has(&lts->alphabet, 2));
    lts_free(lts);
    fixture_drop(&it);
  }
}

// Composition of two: joint on shared actions, on its own otherwise.
static void compose_naively(const struct naive *x, const struct naive *y,
                            uint32_t alphabet_x, uint32_t alphabet_y,
                            bool step[NAIVE_ACTIONS][36][36]) {
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    for (int s = 0; s < x->states * y->states; s++)
      for (int t = 0; t < x->states * y->states; t++) {
        int s1 = s / y->states, s2 = s % y->states;
        int t1 = t / y->states, t2 = t % y->states;
        bool in_x = a && (alphabet_x >> a & 1), in_y = a && alphabet_y >> a & 1;
        bool first = x->step[a][s1][t1], second = y->step[a][s2][t2];
        if (in_x && in_y)
          step[a][s][t] = first && second;
        else
          step[a][s][t] = (first && s2 == t2) || (second && s1 == t1);
      }
}

static void test_compose(void **state) {
  (void)state;
  struct fixture it = {.random = {3}};
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, false);
    struct naive second;
    bool step[NAIVE_ACTIONS][36][36];
    naive_random(&second, &it.random, false);
    struct lts *plain = naive_build(&second, it.actions);
    struct bitset extra = {0};
    bitset_add(&extra, 2 + random_below(&it.random, 3));
    struct lts *other = lts_extend(plain, &extra);
    uint32_t words[2] = {0};
    for (int a = 1; a < NAIVE_LABELS; a++) {
      words[0] |= (uint32_t)bitset_has(&it.lts->alphabet, (uint32_t)a + 1) << a;
      words[1] |= (uint32_t)bitset_has(&other->alphabet, (uint32_t)a + 1) << a;
    }
    compose_naively(&it.naive, &second, words[0], words[1], step);
    struct lts_view views[] = {lts_view_of(it.lts), lts_view_of(other)};
    struct lts_product *product = lts_product_new(views, 2);
    struct lts_view view = lts_product_view(product);
    struct lts_step_vec steps = {0};
    uint32_t first = view.initial(view.data);
    assert_int_equal(first, 0);
    for (uint32_t s = 0; s < lts_product_state_count(product); s++) {
      lts_step_vec_clear(&steps);
      view.steps(view.data, s, &steps);
      const uint32_t *tuple = lts_product_tuple(product, s);
      uint32_t from = tuple[0] * (uint32_t)second.states + tuple[1];
      uint32_t expected = 0;
      for (int a = 0; a < NAIVE_ACTIONS; a++)
        for (int t = 0; t < 36; t++)
          expected += t < it.naive.states * second.states && step[a][from][t];
      // A joint silent loop of both is one step, as it is in the matrix.
      for (uint32_t k = 0; k < steps.count; k++) {
        const uint32_t *target = lts_product_tuple(product, steps.at[k].target);
        uint32_t to = target[0] * (uint32_t)second.states + target[1];
        assert_true(step[steps.at[k].action.id - 1][from][to]);
        assert_true(expected > 0);
      }
      if (!steps.count)
        assert_int_equal(expected, 0);
    }
    // Materialised: as many states, and as many different steps.
    const struct lts *parts[] = {it.lts, other};
    struct lts *whole = lts_compose(parts, 2, 0);
    assert_int_equal(whole->state_count, lts_product_state_count(product));
    uint32_t total = 0;
    for (uint32_t s = 0; s < whole->state_count; s++) {
      const uint32_t *tuple = lts_product_tuple(product, s);
      uint32_t from = tuple[0] * (uint32_t)second.states + tuple[1];
      for (int a = 0; a < NAIVE_ACTIONS; a++)
        for (int t = 0; t < it.naive.states * second.states; t++)
          total += step[a][from][t];
    }
    assert_int_equal(whole->step_count, total);
    assert_null(whole->state_count > 1 ? lts_compose(parts, 2, 1) : NULL);
    lts_step_vec_release(&steps);
    lts_product_free(product);
    bitset_release(&extra);
    lts_free(whole);
    lts_free(plain);
    lts_free(other);
    fixture_drop(&it);
  }
}

static void test_product_kinds(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  static const enum state_kind expected[4][4] = {
      {STATE_PLAIN, STATE_PLAIN, STATE_PLAIN, STATE_ERROR},
      {STATE_PLAIN, STATE_STOP, STATE_STOP, STATE_ERROR},
      {STATE_PLAIN, STATE_STOP, STATE_END, STATE_ERROR},
      {STATE_ERROR, STATE_ERROR, STATE_ERROR, STATE_ERROR}};
  for (int x = 0; x < 4; x++)
    for (int y = 0; y < 4; y++) {
      struct naive a = {.states = 1, .kind = {x}},
                   b = {.states = 1, .kind = {y}};
      struct lts *parts[] = {naive_build(&a, actions),
                             naive_build(&b, actions)};
      struct lts *whole = lts_compose((const struct lts *const *)parts, 2, 0);
      assert_int_equal(lts_kind(whole, 0), expected[x][y]);
      lts_free(parts[0]);
      lts_free(parts[1]);
      lts_free(whole);
    }
  action_table_free(actions);
}

// Words over the labels up to a length: accepted by the system, and by its
// determinisation, completion and complement.
static uint32_t run_word(const struct naive *lts, uint32_t word, int length,
                         bool weak) {
  uint32_t set = naive_closure(lts, 1u << lts->initial, weak);
  for (int i = 0; i < length; i++, word /= 3)
    set = naive_after(lts, set, 1 + (int)(word % 3), weak);
  return set;
}

static bool reaches_error(const struct lts *lts, uint32_t word, int length) {
  uint32_t at = lts->initial;
  for (int i = 0; i < length && lts_kind(lts, at) != STATE_ERROR;
       i++, word /= 3) {
    struct lts_step_range range =
        lts_steps_by(lts, at, (struct action){2 + word % 3});
    assert_int_equal(range.end - range.begin, 1);
    at = range.begin->target;
  }
  return lts_kind(lts, at) == STATE_ERROR;
}

static void test_complement(void **state) {
  (void)state;
  struct fixture it = {.random = {4}};
  for (int i = 0; i < 300; i++) {
    fixture_draw(&it, false);
    struct bitset all = {0};
    for (uint32_t a = 2; a < 5; a++)
      bitset_add(&all, a);
    struct lts *extended = lts_extend(it.lts, &all);
    struct lts *subsets = lts_determinise(extended, true, 0);
    assert_true(lts_is_deterministic(subsets));
    struct lts *complement = lts_complement(subsets);
    for (int length = 0, words = 1; length <= 5; length++, words *= 3)
      for (int word = 0; word < words; word++)
        assert_int_equal(reaches_error(complement, (uint32_t)word, length),
                         run_word(&it.naive, (uint32_t)word, length, true) ==
                             0);
    lts_free(extended);
    lts_free(subsets);
    lts_free(complement);
    bitset_release(&all);
    fixture_drop(&it);
  }
}

static void test_weak_steps(void **state) {
  (void)state;
  struct fixture it = {.random = {5}};
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, false);
    struct naive weak;
    naive_saturate(&it.naive, &weak);
    struct lts *saturated = lts_saturate(it.lts, 0);
    check_equal(saturated, &weak);
    if (saturated->step_count > 1)
      assert_null(lts_saturate(it.lts, saturated->step_count - 1));
    struct lts *visible = lts_remove_tau(it.lts, 0);
    struct naive without;
    naive_from(visible, &without);
    for (int s = 0; s < without.states; s++)
      for (int t = 0; t < without.states; t++)
        assert_false(without.step[0][s][t]);
    assert_int_equal(naive_inclusion(&it.naive, &without, true), -1);
    assert_int_equal(naive_inclusion(&without, &it.naive, true), -1);
    for (uint32_t s = 0; s < it.lts->state_count; s++)
      for (int a = 0; a < NAIVE_LABELS; a++) {
        struct lts_step_vec steps = {0};
        lts_weak_steps(it.lts, s, naive_action(it.actions, a), &steps);
        struct lts_step_range range =
            lts_steps_by(saturated, s, naive_action(it.actions, a));
        assert_int_equal(steps.count, range.end - range.begin);
        lts_step_vec_release(&steps);
      }
    lts_free(saturated);
    lts_free(visible);
    fixture_drop(&it);
  }
}

// A shortest way into a state that cannot move and has not terminated.
static int deadlock_distance(const struct naive *lts) {
  uint32_t seen = 0, now = 1u << lts->initial;
  for (int depth = 0; now; depth++) {
    for (int s = 0; s < lts->states; s++) {
      uint32_t next = 0;
      for (int a = 0; a < NAIVE_ACTIONS; a++)
        next |= naive_post(lts, 1u << s, a);
      bool is_stuck =
          lts->kind[s] == STATE_ERROR || (!next && !lts->kind[s]);
      if ((now >> s & 1) && is_stuck)
        return depth;
    }
    seen |= now;
    uint32_t next = 0;
    for (int a = 0; a < NAIVE_ACTIONS; a++)
      next |= naive_post(lts, now, a);
    now = next & ~seen;
  }
  return -1;
}

static void test_deadlock(void **state) {
  (void)state;
  struct fixture it = {.random = {6}};
  uint32_t found = 0;
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, true);
    struct lts_view view = lts_view_of(it.lts);
    struct deadlock deadlock = lts_find_deadlock(&view, 0);
    int distance = deadlock_distance(&it.naive);
    assert_int_equal(deadlock.answer == DEADLOCK_FOUND, distance >= 0);
    uint32_t at = it.lts->initial;
    for (uint32_t k = 0; k < deadlock.path.count; k++) {
      assert_true(lts_has_step(it.lts, at, deadlock.path.at[k].action,
                               deadlock.path.at[k].target));
      at = deadlock.path.at[k].target;
    }
    if (distance >= 0) {
      found++;
      assert_int_equal(deadlock.path.count, distance);
      assert_int_equal(deadlock.state, at);
    }
    deadlock_release(&deadlock);
    fixture_drop(&it);
  }
  assert_in_range(found, ROUNDS / 10, ROUNDS * 9 / 10);
}

// Projection of the left side on the alphabet of the right one, and ERROR.
static void test_inclusion_options(void **state) {
  (void)state;
  struct fixture it = {.random = {7}};
  uint32_t failed = 0;
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, true);
    struct naive spec, projected = it.naive;
    naive_random(&spec, &it.random, false);
    struct lts *b = naive_build(&spec, it.actions);
    for (int a = 1; a < NAIVE_LABELS; a++)
      if (!bitset_has(&b->alphabet, (uint32_t)a + 1))
        merge_into_tau(&projected, a);
    struct lts_view view = lts_view_of(it.lts);
    struct inclusion_options options = {.weak = true, .project = true};
    struct inclusion plain = lts_check_inclusion(&view, b, options);
    int shortest = naive_inclusion(&projected, &spec, true);
    assert_int_equal(plain.answer == INCLUSION_FAILS, shortest >= 0);
    options.no_antichain = true;
    struct inclusion slow = lts_check_inclusion(&view, b, options);
    assert_int_equal(slow.answer, plain.answer);
    assert_true(slow.answer == INCLUSION_FAILS || slow.pairs >= plain.pairs);
    options.error_is_violation = true;
    struct inclusion strict = lts_check_inclusion(&view, b, options);
    uint32_t reached = 1u << it.naive.initial;
    for (int round = 0; round < it.naive.states; round++)
      for (int a = 0; a < NAIVE_ACTIONS; a++)
        reached |= naive_post(&it.naive, reached, a);
    bool error = false;
    for (int s = 0; s < it.naive.states; s++)
      error |= (reached >> s & 1) && it.naive.kind[s] == STATE_ERROR;
    assert_int_equal(strict.answer == INCLUSION_FAILS, error || shortest >= 0);
    failed += shortest >= 0;
    inclusion_release(&plain);
    inclusion_release(&slow);
    inclusion_release(&strict);
    lts_free(b);
    fixture_drop(&it);
  }
  assert_in_range(failed, ROUNDS / 20, ROUNDS * 9 / 10);
}

static void test_reachable(void **state) {
  (void)state;
  struct fixture it = {.random = {8}};
  for (int i = 0; i < ROUNDS; i++) {
    fixture_draw(&it, true);
    uint32_t *map;
    struct lts *lts = lts_reachable(it.lts, &map);
    uint32_t count = 0;
    assert_int_equal(lts->initial, 0);
    for (uint32_t s = 0; s < it.lts->state_count; s++) {
      if (map[s] == STATE_NONE)
        continue;
      count++;
      assert_int_equal(lts_kind(lts, map[s]), lts_kind(it.lts, s));
      struct lts_step_range old = lts_steps(it.lts, s);
      struct lts_step_range new = lts_steps(lts, map[s]);
      assert_int_equal(old.end - old.begin, new.end - new.begin);
      for (const struct lts_step *step = old.begin; step < old.end; step++)
        assert_true(lts_has_step(lts, map[s], step->action, map[step->target]));
    }
    assert_int_equal(count, lts->state_count);
    free(map);
    lts_free(lts);
    fixture_drop(&it);
  }
}

// Enough edges for the builder to sort them roughly first: their order does
// not matter, and no edge gets lost.
static void test_many_edges(void **state) {
  (void)state;
  enum { STATES = 70001, STEPS = 300000, STRIDE = 7919 };
  struct action_table *actions = action_table_new();
  struct action a = action_intern(actions, "a");
  struct lts *lts[2];
  for (int side = 0; side < 2; side++) {
    struct lts_builder builder;
    lts_builder_init(&builder, actions);
    lts_builder_states(&builder, STATES);
    for (uint32_t i = 0; i < STEPS; i++) {
      uint32_t k = side ? (uint32_t)((uint64_t)i * STRIDE % STEPS) : i;
      lts_builder_step(&builder, (uint32_t)((uint64_t)k * STATES / STEPS), a,
                       k % STATES);
    }
    lts[side] = lts_builder_finish(&builder);
  }
  struct strbuf errors = {0};
  assert_true(lts_validate(lts[1], &errors));
  assert_int_equal(lts[1]->step_count, STEPS);
  assert_true(lts_equal(lts[0], lts[1]));
  lts_free(lts[0]);
  lts_free(lts[1]);
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hide_and_project),
      cmocka_unit_test(test_rename),
      cmocka_unit_test(test_compose),
      cmocka_unit_test(test_product_kinds),
      cmocka_unit_test(test_complement),
      cmocka_unit_test(test_weak_steps),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_inclusion_options),
      cmocka_unit_test(test_reachable),
      cmocka_unit_test(test_many_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
