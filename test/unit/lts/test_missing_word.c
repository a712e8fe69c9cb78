// The search for a short missing word against inclusion by pairs, between all
// states of random systems: the same answer, the same length, and the word is
// replayed.
#include "lts/missing_word.h"

#include <stdio.h>

#include "lts/inclusion.h"
#include "lts/minimise.h"
#include "lts/short_words.h"
#include "lts/weak.h"
#include "naive.h"

// With more letters the words that are compared at once are shorter: of one
// letter for 25 and more, of two for nine. `density` is in percent.
static struct lts *random_system(struct random *random,
                                 struct action_table *actions, int letters,
                                 int density) {
  struct lts_builder builder;
  uint32_t states = 2 + random_below(random, 7);
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, states);
  for (uint32_t s = 0; s < states; s++) {
    for (int a = 0; a < letters; a++) {
      char name[16];
      snprintf(name, sizeof name, "a%d", a);
      if ((int)random_below(random, 100) < density)
        lts_builder_step(&builder, s, action_intern(actions, name),
                         random_below(random, states));
    }
    if (random_below(random, 3) == 0)
      lts_builder_step(&builder, s, action_tau, random_below(random, states));
  }
  return lts_builder_finish(&builder);
}

// Two copies of a system in which each letter can always be performed, but for
// one step of the second: it is found only by those who go on by the right
// letters. So the word that is missing is long, and most others are not.
static struct lts *nearly_alike(struct random *random,
                                struct action_table *actions, int letters) {
  struct lts_builder builder;
  uint32_t states = 2 + random_below(random, letters > 20 ? 2 : 5);
  int missing = (int)random_below(random, (uint32_t)letters);
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, 2 * states);
  for (uint32_t s = 0; s < states; s++) {
    uint32_t right = random_below(random, (uint32_t)letters);
    for (int a = 0; a < letters; a++) {
      char name[16];
      snprintf(name, sizeof name, "a%d", a);
      struct action action = action_intern(actions, name);
      uint32_t to = random_below(random, s + 1);
      if (a == (int)right)
        to = s + 1 < states ? s + 1 : s;
      lts_builder_step(&builder, s, action, to);
      if (s + 1 < states || a != missing)
        lts_builder_step(&builder, states + s, action, states + to);
    }
    if (s && random_below(random, 3) == 0)
      lts_builder_step(&builder, states + s, action_tau,
                       states + random_below(random, s));
  }
  return lts_builder_finish(&builder);
}

// Can the state perform the first `count` letters of the word?
static bool performs(const struct lts *lts, uint32_t state, bool weak,
                     const struct lts_action_vec *word, uint32_t count) {
  struct lts_step_vec steps = {0};
  if (weak)
    lts_weak_steps(lts, state, word->at[0], &steps);
  else
    for (const struct lts_step *step = lts_steps(lts, state).begin;
         step < lts_steps(lts, state).end; step++)
      if (action_equal(step->action, word->at[0]))
        lts_step_vec_push(&steps, *step);
  bool found = false;
  struct lts_action_vec rest = {.at = word->at + 1, .count = count - 1};
  for (uint32_t i = 0; i < steps.count && !found; i++)
    found =
        count == 1 || performs(lts, steps.at[i].target, weak, &rest, count - 1);
  lts_step_vec_release(&steps);
  return found;
}

static uint32_t visible(const struct lts_step_vec *run, bool weak) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < run->count; i++)
    count += !weak || !action_is_tau(run->at[i].action);
  return count;
}

// What is allowed can follow the word without its last letter, which cannot.
static void check_allowed(const struct lts *lts, bool weak,
                          struct missing_word *missing) {
  struct action *last = &missing->word.at[missing->word.count - 1];
  for (uint32_t i = 0; i < missing->allowed.count; i++) {
    assert_true(last->id != missing->allowed.at[i].id);
    struct action kept = *last;
    *last = missing->allowed.at[i];
    assert_true(
        performs(lts, lts->initial, weak, &missing->word, missing->word.count));
    *last = kept;
  }
}

static void check_pair(struct lts *lts, uint32_t s, bool weak,
                       uint32_t *longest) {
  struct lts other = *lts;
  other.initial = s;
  struct lts_view view = lts_view_of(&other);
  struct inclusion inclusion =
      lts_check_inclusion(&view, lts, (struct inclusion_options){.weak = weak});
  struct missing_word missing =
      lts_missing_word(lts, s, lts->initial, weak, 300000);
  uint32_t length = visible(&inclusion.run, weak);
  // Where it holds the budget ends the search, and where words are long.
  if (length <= 4)
    assert_int_equal(missing.is_found, inclusion.answer == INCLUSION_FAILS);
  if (missing.is_found) {
    assert_int_equal(missing.word.count, length);
    assert_true(performs(lts, s, weak, &missing.word, length));
    assert_false(performs(lts, lts->initial, weak, &missing.word, length));
    check_allowed(lts, weak, &missing);
    *longest = length > *longest ? length : *longest;
  }
  missing_word_release(&missing);
  inclusion_release(&inclusion);
}

// A density of none: nearly alike.
static void check_systems(int letters, int density, int rounds,
                          uint32_t at_least) {
  struct random random = {(uint64_t)(100 * letters + density)};
  uint32_t longest = 0;
  for (int i = 0; i < rounds; i++) {
    struct action_table *actions = action_table_new();
    bool weak = i % 2;
    struct lts *lts = density
                          ? random_system(&random, actions, letters, density)
                          : nearly_alike(&random, actions, letters);
    if (weak)
      lts = lts_reduce(lts, LTS_BRANCHING, NULL);
    lts->initial = random_below(&random, lts->state_count);
    for (uint32_t s = 0; s < lts->state_count; s++)
      check_pair(lts, s, weak, &longest);
    lts_free(lts);
    action_table_free(actions);
  }
  // The search went deeper than the words that are compared at once.
  assert_true(longest >= at_least);
}

static void test_few_letters(void **state) {
  (void)state;
  check_systems(1, 60, 100, 2);
  check_systems(2, 60, 100, 3);
}

static void test_words_of_two(void **state) {
  (void)state;
  check_systems(9, 85, 60, 2);
  check_systems(9, 0, 60, 5);
}

static void test_words_of_one(void **state) {
  (void)state;
  check_systems(30, 95, 60, 2);
  check_systems(30, 0, 60, 3);
}

static void test_limits(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct random random = {5};
  struct lts *lts = random_system(&random, actions, 700, 50);
  struct missing_word missing = lts_missing_word(lts, 1, 0, false, 1000);
  assert_false(missing.is_found); // too many letters
  lts_free(lts);
  lts = random_system(&random, actions, 9, 50);
  missing = lts_missing_word(lts, 1, 0, false, 2);
  assert_false(missing.is_found); // too small a budget
  lts_free(lts);
  action_table_free(actions);
}

static void test_spelling(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct random random = {6};
  struct lts *lts = random_system(&random, actions, 3, 100);
  struct short_words words;
  short_words_init(&words, lts, 0, false);
  // All words of a, b and c, and perhaps tau, of up to five or four letters.
  uint32_t letters = words.letters.count;
  assert_int_equal(words.length, letters == 3 ? 5 : 4);
  struct lts_action_vec word = {0};
  short_words_spell(&words, 0, &word);
  assert_int_equal(word.count, 1);
  short_words_spell(&words, letters + 1, &word);
  assert_int_equal(word.count, 3);
  assert_int_equal(word.at[1].id, words.letters.at[0].id);
  assert_int_equal(word.at[2].id, words.letters.at[1].id);
  short_words_spell(&words, words.bits - 1, &word);
  assert_int_equal(word.count, 3 + words.length);
  lts_action_vec_release(&word);
  short_words_release(&words);
  lts_free(lts);
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_few_letters),  cmocka_unit_test(test_words_of_two),
      cmocka_unit_test(test_words_of_one), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_spelling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
