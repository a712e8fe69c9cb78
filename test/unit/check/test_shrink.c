// Shrinking a proof: what remains still proves the property, and nothing can be
// spared any more.

#include "../abstraction/random_graph.h"

#include "check/shrink.h"

struct setting {
  struct automaton a;
  struct predicate_table *table;
  struct solver *solver;
  struct dd_manager *dd;
  struct transfer *transfer;
  struct seed_vec seeds;
  struct path_vec paths;
  struct component component; // only says which locations are one branch
  struct seed_vec given;      // none
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
  s->shrink = (struct shrink){.component = &s->component,
                              .given = &s->given,
                              .effects = s->a.effects,
                              .table = s->table,
                              .transfer = s->transfer,
                              .solver = s->solver,
                              .trials = 100000,
                              .checks = 10000000};
  collect_seeds(s);
}

static void setting_release(struct setting *s) {
  seed_vec_release(&s->seeds);
  u32_vec_release(&s->component.product.locations);
  for (uint32_t i = 0; i < s->paths.count; i++)
    edge_id_vec_release(&s->paths.at[i]);
  path_vec_release(&s->paths);
  transfer_free(s->transfer);
  dd_manager_free(s->dd);
  solver_free(s->solver);
  predicate_table_free(s->table);
  automaton_release(&s->a);
}

// With everything made anew but the manager, of which there can be one only.
static bool is_proved(struct setting *s, const struct seed_vec *seeds) {
  struct predicate_table *table = predicate_table_new(s->a.fx.program->terms);
  struct precision *precision = precision_new(s->a.effects, table);
  struct solver *solver = solver_new(s->a.fx.program->terms);
  for (uint32_t i = 0; i < seeds->count; i++)
    precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
  precision_infer(precision);
  struct transfer *transfer =
      transfer_new(s->a.effects, table, precision, solver, s->dd);
  struct reach *reach = reach_new(transfer);
  bool proved = reach_run(reach, NULL, NULL) == REACH_SAFE &&
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

static uint32_t branch_of(const struct setting *s, struct seed seed) {
  return component_location(&s->component, seed.location).id;
}

// All seeds of the branch of the seed, or all others.
static struct seed_vec choose(const struct setting *s,
                              const struct seed_vec *seeds, uint32_t branch,
                              bool wants) {
  struct seed_vec chosen = {0};
  for (uint32_t i = 0; i < seeds->count; i++)
    if ((branch_of(s, seeds->at[i]) == branch) == wants)
      seed_vec_push(&chosen, seeds->at[i]);
  return chosen;
}

// A branch is kept as a whole, and only if it is needed.
static void check_branch(struct setting *s, const struct seed_vec *all,
                         uint32_t branch) {
  struct seed_vec before = choose(s, all, branch, true);
  struct seed_vec after = choose(s, &s->seeds, branch, true);
  struct seed_vec rest = choose(s, &s->seeds, branch, false);
  assert_int_equal(before.count, after.count);
  assert_false(is_proved(s, &rest));
  seed_vec_release(&before);
  seed_vec_release(&after);
  seed_vec_release(&rest);
}

// Locations that are copies of each other, as states of a specification make
// them: two and two.
static void make_copies(struct setting *s) {
  s->component.product.procedure = s->a.fx.f;
  for (uint32_t i = 0; i < s->a.fx.f->locations.count; i++)
    u32_vec_push(&s->component.product.locations, i / 2 + 1);
}

static void check_random(bool with_copies) {
  uint32_t proved = 0, before = 0, after = 0;
  for (uint64_t seed = 0; seed < 50; seed++) {
    struct setting s;
    setting_init(&s, seed);
    if (with_copies)
      make_copies(&s);
    if (is_proved(&s, &s.seeds)) {
      struct seed_vec all = {0};
      seed_vec_append(&all, s.seeds.at, s.seeds.count);
      shrink_run(&s.shrink, &s.seeds, &s.paths);
      check_subset(&s.seeds, &all);
      assert_true(is_proved(&s, &s.seeds));
      for (uint32_t i = 0; i < s.seeds.count; i++)
        check_branch(&s, &all, branch_of(&s, s.seeds.at[i]));
      proved++;
      before += all.count;
      after += s.seeds.count;
      seed_vec_release(&all);
    }
    setting_release(&s);
  }
  assert_true(proved > 8);
  assert_true(after > 0 && after < before);
}

static void test_random(void **state) {
  (void)state;
  check_random(false);
}

static void test_copies(void **state) {
  (void)state;
  check_random(true);
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
    if (is_proved(&s, &s.seeds)) {
      uint32_t count = s.seeds.count;
      if (seed % 3 == 0)
        s.shrink.trials = trials;
      else if (seed % 3 == 1)
        s.shrink.checks = trials * 4;
      else
        s.shrink.limits = (struct reach_limits){count_down, &left};
      uint32_t made = shrink_run(&s.shrink, &s.seeds, &s.paths);
      assert_true(made <= s.shrink.trials);
      if (!s.shrink.trials || !s.shrink.checks)
        assert_int_equal(s.seeds.count, count);
      assert_true(is_proved(&s, &s.seeds));
    }
    setting_release(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
