// Formulas of fair executions, on models of two and three states; and fixpoints
// that begin with what is known.
#include "../unit.h"

#include "exact/evaluate.h"
#include "exact/fairness.h"

static const struct poll never;

enum { P, J }; // atoms

static void set_atom(struct modal_atom_vec *atoms, uint32_t states) {
  struct modal_atom atom = {0};
  for (uint32_t s = 0; s < 32; s++)
    if (states >> s & 1) {
      bitset_add(&atom.certain, s);
      bitset_add(&atom.possible, s);
    }
  modal_atom_vec_push(atoms, atom);
}

// 0 -> 0, 0 -> 1, 1 -> 1; P holds in 0, J in 1.
static void make(struct modal *modal, struct modal_atom_vec *atoms) {
  modal_init(modal);
  u32_vec_push(&modal->initial, 0);
  modal_step(modal, 0);
  modal_step(modal, 1);
  modal_complete(modal);
  modal_step(modal, 1);
  modal_complete(modal);
  set_atom(atoms, 1);
  set_atom(atoms, 2);
}

static void add_pair(struct fairness *fairness, uint32_t again, uint32_t when) {
  struct fair_pair pair = {.when = {UINT32_MAX, UINT32_MAX}};
  for (int i = 0; i < 2; i++) {
    pair.again[i] = mu_atom(fairness->table, again, i);
    if (when != UINT32_MAX)
      pair.when[i] = mu_atom(fairness->table, when, i);
  }
  fair_pair_vec_push(&fairness->pairs, pair);
}

// Where it holds, as bits; certain and possible are the same.
static uint32_t value(const struct modal *modal,
                      const struct modal_atom_vec *atoms,
                      struct mu_table *table, uint32_t f) {
  struct evaluation e;
  uint32_t states = 0;
  mu_set_levels(table, f);
  evaluation_init(&e, modal, table, atoms, never);
  evaluation_run(&e, f);
  for (uint32_t s = 0; s < modal->count; s++) {
    bool holds = evaluation_holds(&e, MU_CERTAIN, f, s);
    assert_int_equal(evaluation_holds(&e, MU_POSSIBLE, f, s), holds);
    states |= (uint32_t)holds << s;
  }
  evaluation_release(&e);
  return states;
}

static void test_fair(void **state) {
  (void)state;
  static const struct {
    uint32_t again, when;
    uint32_t some, stays, comes;         // EG true, EG P, AF J
  } cases[] = {{J, UINT32_MAX, 3, 0, 3}, // J again and again
               {J, P, 3, 0, 3},          // if P is
               {P, UINT32_MAX, 1, 1, 2}, // never behind the step
               {P, J, 1, 1, 2}};
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  make(&modal, &atoms);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct mu_table table = {0};
    struct fairness fairness = {.table = &table, .turn = MU_CLOSED};
    add_pair(&fairness, cases[i].again, cases[i].when);
    uint32_t all = mu_constant(&table, true);
    uint32_t p = mu_atom(&table, P, false), j = mu_atom(&table, J, false);
    uint32_t some = fair_globally(&fairness, all, false);
    uint32_t stays = fair_globally(&fairness, p, false);
    uint32_t comes = fair_globally(&fairness, j, true);
    assert_int_equal(value(&modal, &atoms, &table, some), cases[i].some);
    assert_int_equal(value(&modal, &atoms, &table, stays), cases[i].stays);
    assert_int_equal(value(&modal, &atoms, &table, comes) & 1,
                     cases[i].comes & 1);
    fairness_release(&fairness);
    mu_table_release(&table);
  }
  modal_atoms_release(&atoms);
  modal_release(&modal);
}

// Levels grow inwards, also where a part was built first.
static void test_levels(void **state) {
  (void)state;
  struct mu_table table = {0};
  struct fairness fairness = {.table = &table, .turn = MU_CLOSED};
  add_pair(&fairness, J, UINT32_MAX);
  uint32_t inner = fair_globally(&fairness, mu_atom(&table, P, false), false);
  uint32_t outer =
      fair_until(&fairness, mu_constant(&table, true), inner, false);
  mu_set_levels(&table, outer);
  assert_true(mu_node(&table, inner)->level > mu_node(&table, outer)->level);
  assert_int_equal(mu_node(&table, inner)->lowest, MU_CLOSED);
  assert_int_equal(mu_node(&table, outer)->lowest, MU_CLOSED);
  fairness_release(&fairness);
  mu_table_release(&table);
}

// What is known is not found again (seed 004, section 5).
static void test_begun(void **state) {
  (void)state;
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  struct mu_table table = {0};
  struct evaluation e;
  make(&modal, &atoms);
  uint32_t z = mu_open(&table, MU_LEAST); // EF J
  uint32_t now = mu_atom(&table, J, false);
  uint32_t next = mu_modal(&table, MU_SOME, mu_variable(&table, z));
  mu_close(&table, z, mu_join(&table, MU_OR, now, next));
  evaluation_init(&e, &modal, &table, &atoms, never);
  bitset_add(&e.values[MU_CERTAIN][z], 1);
  e.has_begun[MU_CERTAIN][z] = true;
  evaluation_run(&e, z);
  assert_true(evaluation_holds(&e, MU_CERTAIN, z, 0));
  assert_int_equal(e.known, 1);
  assert_int_equal(e.found - e.known, 1);
  evaluation_release(&e);
  mu_table_release(&table);
  modal_atoms_release(&atoms);
  modal_release(&modal);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fair),
                                     cmocka_unit_test(test_levels),
                                     cmocka_unit_test(test_begun)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
