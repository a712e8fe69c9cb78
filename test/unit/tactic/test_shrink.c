// Shrinking a proof: what remains still proves the property, and nothing can be
// spared any more.

#include "../abstraction/random_graph.h"

#include "tactic/shrink.h"

struct setting {
  struct automaton a;
  struct predicate_table *table;
  struct solver *solver;
  struct dd_manager *dd;
  struct transfer *transfer;
  struct seed_vec seeds;
  struct path_vec paths;
  struct shrink shrink;
};

// All of the program's comparisons, at the places where it makes them.
static void collect_seeds(struct setting *s) {
  struct term_vec atoms = {0};
  for (uint32_t i = 1; i < s->a.fx.f->edges.count; i++) {
    term_vec_clear(&atoms);
    predicate_atoms(s->a.fx.program->terms, s->a.effects->at[i].guard, &atoms);
    for (uint32_t k = 0; k < atoms.count; k++)
      seed_vec_push(&s->seeds,
                    (struct seed){s->a.fx.f->edges.at[i].from, atoms.at[k]});
  }
  term_vec_release(&atoms);
}

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){0};
  if (seed % 2)
    automaton_init(&s->a, seed, 2);
  else
    nest_init(&s->a, seed, 2);
  s->table = predicate_table_new(s->a.fx.program->terms);
  s->solver = solver_new(s->a.fx.program->terms);
  s->dd = dd_manager_new();
  s->transfer = transfer_new(s->a.effects, s->table, NULL, s->solver, s->dd);
  s->shrink = (struct shrink){.question = s->a.question,
                              .table = s->table,
                              .transfer = s->transfer,
                              .solver = s->solver,
                              .trials = 100000,
                              .checks = 10000000};
  collect_seeds(s);
}

static void setting_release(struct setting *s) {
  seed_vec_release(&s->seeds);
  for (uint32_t i = 0; i < s->paths.count; i++)
    edge_id_vec_release(&s->paths.at[i]);
  path_vec_release(&s->paths);
  transfer_free(s->transfer);
  dd_manager_free(s->dd);
  solver_free(s->solver);
  predicate_table_free(s->table);
  automaton_release(&s->a);
}

// Without the seeds at a location. With everything made anew but the manager,
// of which there can be one only.
static bool is_proved(struct setting *s, const struct seed_vec *seeds,
                      uint32_t without) {
  struct predicate_table *table = predicate_table_new(s->a.fx.program->terms);
  struct precision *precision = precision_new(s->a.question, table);
  struct solver *solver = solver_new(s->a.fx.program->terms);
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id != without)
      precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
  precision_infer(precision);
  struct transfer *transfer =
      transfer_new(s->a.effects, table, precision, solver, s->dd);
  struct reach *reach = reach_new(transfer, s->a.question);
  bool proved = reach_run(reach, NULL, (struct poll){0}) == REACH_SAFE &&
                !reach_unsupported(reach)->count;
  reach_free(reach);
  transfer_free(transfer);
  solver_free(solver);
  precision_free(precision);
  predicate_table_free(table);
  return proved;
}

static bool has_seed(const struct seed_vec *seeds, struct seed wanted) {
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id == wanted.location.id &&
        term_equal(seeds->at[i].atom, wanted.atom))
      return true;
  return false;
}

static void check_subset(const struct seed_vec *part,
                         const struct seed_vec *all) {
  assert_true(part->count <= all->count);
  for (uint32_t i = 0; i < part->count; i++)
    assert_true(has_seed(all, part->at[i]));
}

// With a good or bad idea of what could be needed, or none.
static void check_random(uint32_t every) {
  uint32_t proved = 0, before = 0, after = 0;
  struct bitset likely = {0};
  for (uint32_t i = every; every && i < 1000; i += every)
    bitset_add(&likely, i);
  for (uint64_t seed = 0; seed < 50; seed++) {
    struct setting s;
    setting_init(&s, seed);
    if (is_proved(&s, &s.seeds, UINT32_MAX)) {
      struct seed_vec all = {0};
      seed_vec_append(&all, s.seeds.at, s.seeds.count);
      s.shrink.likely = every ? &likely : NULL;
      shrink_run(&s.shrink, &s.seeds, &s.paths);
      check_subset(&s.seeds, &all);
      assert_true(is_proved(&s, &s.seeds, UINT32_MAX));
      for (uint32_t i = 0; i < s.seeds.count; i++)
        assert_false(is_proved(&s, &s.seeds, s.seeds.at[i].location.id));
      proved++;
      before += all.count;
      after += s.seeds.count;
      seed_vec_release(&all);
    }
    setting_release(&s);
  }
  assert_true(proved > 8);
  assert_true(after > 0 && after < before);
  bitset_release(&likely);
}

static void test_random(void **state) {
  (void)state;
  check_random(0);
}

static void test_likely(void **state) {
  (void)state;
  check_random(2);
  check_random(3);
  check_random(1000); // none is
}

static bool count_down(void *context) {
  uint32_t *left = context;
  if (*left)
    --*left;
  return *left == 0;
}

// However it is cut short, what remains proves the property.
static void test_limits(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 50; seed++) {
    struct setting s;
    setting_init(&s, seed);
    uint32_t left = (uint32_t)(seed % 40), trials = (uint32_t)(seed % 5);
    if (is_proved(&s, &s.seeds, UINT32_MAX)) {
      uint32_t count = s.seeds.count;
      struct bitset likely = {0};
      bitset_add(&likely, 2);
      if (seed % 7 < 4)
        s.shrink.likely = &likely;
      if (seed % 4 == 0)
        s.shrink.images = 1 + 20 * trials;
      if (seed % 3 == 0)
        s.shrink.trials = trials;
      else if (seed % 3 == 1)
        s.shrink.checks = trials * 4;
      else
        s.shrink.poll = (struct poll){count_down, &left};
      uint32_t made = shrink_run(&s.shrink, &s.seeds, &s.paths);
      assert_true(made <= s.shrink.trials);
      if (!s.shrink.trials || !s.shrink.checks)
        assert_int_equal(s.seeds.count, count);
      assert_true(is_proved(&s, &s.seeds, UINT32_MAX));
      bitset_release(&likely);
    }
    setting_release(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_likely),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
