// Strategies of random formulas in random models: every part that holds has a
// reason, and ranks get smaller where they have to, so that nothing rests on
// itself through a least fixpoint.
#include "../unit.h"

#include "exact/strategy.h"

enum { STATES = 7, ROUNDS = 2000, DEPTH = 6, MOST_BOUND = 8 };

static const struct poll never;

// Steps are possible at random, and some sets of them certain.
static void draw_model(struct random *random, struct modal *modal,
                       struct modal_atom_vec *atoms) {
  struct modal_atom atom = {0};
  modal_init(modal);
  for (uint32_t s = 0; s < STATES; s++) {
    uint32_t targets[STATES], count = 0;
    for (uint32_t t = 0; t < STATES; t++)
      if (random_below(random, 3) == 0)
        targets[count++] = t;
    for (uint32_t i = 0; i < count; i++)
      modal_may(modal, targets[i]);
    for (uint32_t set = random_below(random, 3); count && set > 0; set--) {
      uint32_t first = random_below(random, count);
      modal_must(modal, targets + first,
                 1 + random_below(random, count - first));
    }
    modal_complete(modal);
    uint32_t value = random_below(random, 3);
    if (value > 1)
      bitset_add(&atom.certain, s);
    if (value > 0)
      bitset_add(&atom.possible, s);
  }
  modal_atom_vec_push(atoms, atom);
}

static uint32_t draw_formula(struct random *random, struct mu_table *table,
                             uint32_t depth, const uint32_t *bound,
                             uint32_t count) {
  uint32_t kind = depth ? random_below(random, 7) : 0;
  if (kind == 0 && count && random_below(random, 3))
    return mu_variable(table, bound[random_below(random, count)]);
  if (kind == 0)
    return mu_atom(table, 0, random_below(random, 2));
  if (kind <= 2) {
    uint32_t a = draw_formula(random, table, depth - 1, bound, count);
    uint32_t b = draw_formula(random, table, depth - 1, bound, count);
    return mu_join(table, kind == 1 ? MU_AND : MU_OR, a, b);
  }
  if (kind <= 4 && count < MOST_BOUND) {
    uint32_t inner[MOST_BOUND + 1];
    for (uint32_t i = 0; i < count; i++)
      inner[i] = bound[i];
    inner[count] =
        mu_open(table, random_below(random, 2) ? MU_LEAST : MU_GREATEST);
    mu_close(table, inner[count],
             draw_formula(random, table, depth - 1, inner, count + 1));
    return inner[count];
  }
  return mu_modal(table, kind == 5 ? MU_SOME : MU_ALL,
                  draw_formula(random, table, depth - 1, bound, count));
}

static void check_pair(const struct strategy *s, uint32_t number) {
  const struct strategy_pair *pair = &s->pairs.at[number];
  const struct mu_node *node = mu_node(s->table, pair->part);
  bool is_least = warrants_kind(s->table, pair->part, s->is_dual) == MU_LEAST;
  uint32_t same = mu_is_fixpoint(node) && node->level + 1 < s->width
                      ? node->level + 1
                      : s->width;
  struct u32_range reason = strategy_reason(s, number);
  for (const uint32_t *at = reason.begin; at < reason.end; at++) {
    const uint32_t *own = s->ranks.at + number * s->width;
    const uint32_t *other = s->ranks.at + *at * s->width;
    uint32_t k = 0;
    while (k < same && own[k] == other[k])
      k++;
    assert_true(k < same ? own[k] > other[k] : !is_least);
  }
}

static uint32_t check_side(const struct evaluation *evaluation, uint32_t f,
                           bool is_dual) {
  struct u32_vec states = {0};
  struct strategy strategy;
  enum mu_side side = is_dual ? MU_POSSIBLE : MU_CERTAIN;
  for (uint32_t s = 0; s < STATES; s++)
    if (evaluation_holds(evaluation, side, f, s) != is_dual)
      u32_vec_push(&states, s);
  assert_true(strategy_find(&strategy, evaluation, f, is_dual, &states, never));
  for (uint32_t i = 0; i < strategy.pairs.count; i++)
    check_pair(&strategy, i);
  uint32_t count = states.count;
  strategy_release(&strategy);
  u32_vec_release(&states);
  return count;
}

static void test_random(void **state) {
  (void)state;
  struct random random = {31};
  uint32_t decided = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    struct modal modal;
    struct modal_atom_vec atoms = {0};
    struct mu_table table = {0};
    struct evaluation evaluation;
    draw_model(&random, &modal, &atoms);
    uint32_t f = draw_formula(&random, &table, DEPTH, NULL, 0);
    evaluation_init(&evaluation, &modal, &table, &atoms, never);
    evaluation_run(&evaluation, f);
    decided += check_side(&evaluation, f, false);
    decided += check_side(&evaluation, f, true);
    evaluation_release(&evaluation);
    mu_table_release(&table);
    modal_atoms_release(&atoms);
    modal_release(&modal);
  }
  assert_true(decided > ROUNDS); // it says something
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests_name("strategies", tests, NULL, NULL);
}
