// L* against random automata: what is learnt is the language, and no larger
// than the smallest automaton.
#include "lts/learn.h"

#include "../unit.h"

enum { STATES = 8, LETTERS = 3 };

struct machine {
  uint32_t states, letters;
  uint32_t next[STATES][LETTERS];
  bool accepts[STATES];
  struct action actions[LETTERS];
};

static void machine_random(struct machine *machine, struct random *random,
                           bool is_prefix_closed) {
  machine->states = 1 + random_below(random, STATES);
  machine->letters = 1 + random_below(random, LETTERS);
  for (uint32_t q = 0; q < machine->states; q++) {
    machine->accepts[q] = random_below(random, 3);
    for (uint32_t i = 0; i < machine->letters; i++)
      machine->next[q][i] = random_below(random, machine->states);
  }
  for (uint32_t q = 0; is_prefix_closed && q < machine->states; q++)
    for (uint32_t i = 0; !machine->accepts[q] && i < machine->letters; i++)
      machine->next[q][i] = q;
}

static bool machine_has(void *context, const struct lts_action_vec *word) {
  const struct machine *machine = context;
  uint32_t state = 0;
  for (uint32_t k = 0; k < word->count; k++)
    for (uint32_t i = 0; i < machine->letters; i++)
      if (action_equal(word->at[k], machine->actions[i])) {
        state = machine->next[state][i];
        break;
      }
  return machine->accepts[state];
}

// The number of classes of reachable states, by naive refinement.
static uint32_t count_classes(const struct machine *machine) {
  bool reached[STATES] = {true}, differ[STATES][STATES] = {{false}};
  for (uint32_t round = 0; round < STATES; round++)
    for (uint32_t q = 0; q < machine->states; q++)
      for (uint32_t i = 0; reached[q] && i < machine->letters; i++)
        reached[machine->next[q][i]] = true;
  for (uint32_t round = 0; round <= STATES; round++)
    for (uint32_t p = 0; p < machine->states; p++)
      for (uint32_t q = 0; q < machine->states; q++) {
        differ[p][q] |= machine->accepts[p] != machine->accepts[q];
        for (uint32_t i = 0; i < machine->letters; i++)
          differ[p][q] |= differ[machine->next[p][i]][machine->next[q][i]];
      }
  uint32_t count = 0;
  for (uint32_t q = 0; q < machine->states; q++) {
    bool is_first = reached[q];
    for (uint32_t p = 0; p < q; p++)
      is_first &= !reached[p] || differ[p][q];
    count += is_first;
  }
  return count;
}

struct visit {
  uint32_t state, guessed, parent, letter;
};

// A shortest word on which they disagree. False if there is none.
static bool find_difference(const struct machine *machine,
                            const struct automaton *guess,
                            struct lts_action_vec *word) {
  struct visit visits[STATES * STATES];
  bool seen[STATES][STATES] = {{false}};
  uint32_t count = 1;
  visits[0] = (struct visit){0};
  seen[0][0] = true;
  for (uint32_t k = 0; k < count; k++) {
    struct visit now = visits[k];
    if (machine->accepts[now.state] != guess->accepts[now.guessed]) {
      for (uint32_t j = k; j; j = visits[j].parent)
        lts_action_vec_push(word, machine->actions[visits[j].letter]);
      for (uint32_t i = 0, j = word->count; i + 1 < j; i++) {
        struct action action = word->at[i];
        word->at[i] = word->at[--j];
        word->at[j] = action;
      }
      return true;
    }
    for (uint32_t i = 0; i < machine->letters; i++) {
      struct visit next = {machine->next[now.state][i],
                           guess->next[now.guessed * machine->letters + i], k,
                           i};
      if (!seen[next.state][next.guessed])
        visits[count++] = next;
      seen[next.state][next.guessed] = true;
    }
  }
  return false;
}

static void check_lts(const struct machine *machine, struct learner *learner,
                      struct action_table *actions) {
  struct lts *lts = learner_lts(learner, actions);
  assert_true((lts != NULL) == machine->accepts[0]);
  if (lts) {
    struct strbuf errors = {0};
    assert_true(lts_validate(lts, &errors));
    assert_true(lts_is_deterministic(lts));
    assert_int_equal(bitset_count(&lts->alphabet), machine->letters);
    strbuf_release(&errors);
  }
  lts_free(lts);
}

static void learn(struct machine *machine, bool is_prefix_closed) {
  struct action_table *actions = action_table_new();
  static const char *const names[] = {"a", "b", "c"};
  struct lts_action_vec letters = {0}, word = {0};
  for (uint32_t i = 0; i < machine->letters; i++) {
    machine->actions[i] = action_intern(actions, names[i]);
    lts_action_vec_push(&letters, machine->actions[i]);
  }
  struct learn_teacher teacher = {machine_has, machine, is_prefix_closed};
  struct learner *learner = learner_new(&teacher, &letters);
  uint32_t classes = count_classes(machine);
  while (find_difference(machine, learner_guess(learner), &word)) {
    assert_true(learner_guess(learner)->state_count < classes);
    assert_true(learner_correct(learner, &word));
    lts_action_vec_clear(&word);
  }
  assert_int_equal(learner_guess(learner)->state_count, classes);
  assert_true(learner_counts(learner).guesses <= classes);
  assert_false(learner_correct(learner, &letters));
  if (is_prefix_closed)
    check_lts(machine, learner, actions);
  learner_free(learner);
  lts_action_vec_release(&letters);
  lts_action_vec_release(&word);
  action_table_free(actions);
}

static void test_languages(void **state) {
  (void)state;
  struct random random = {41};
  for (int i = 0; i < 5000; i++) {
    struct machine machine;
    machine_random(&machine, &random, false);
    learn(&machine, false);
  }
}

static void test_prefix_closed(void **state) {
  (void)state;
  struct random random = {42};
  for (int i = 0; i < 5000; i++) {
    struct machine machine;
    machine_random(&machine, &random, true);
    learn(&machine, true);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_languages),
      cmocka_unit_test(test_prefix_closed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
