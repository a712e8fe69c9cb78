// Certain and possible values of formulas: rules of single states, both sides
// of small models, and random models against the concrete ones they stand for.
#include "../unit.h"

#include "exact/evaluate.h"

static const struct poll never;

// A state by its steps: possible targets, and one certain set of them.
static void add_state(struct modal *modal, const uint32_t *may, uint32_t count,
                      uint32_t certain) {
  for (uint32_t i = 0; i < count; i++)
    modal_may(modal, may[i]);
  if (certain)
    modal_must(modal, may, certain);
  modal_complete(modal);
}

static void set_atom(struct modal_atom_vec *atoms, uint64_t certain,
                     uint64_t possible) {
  struct modal_atom atom = {0};
  for (uint32_t s = 0; s < 64; s++) {
    if (certain >> s & 1)
      bitset_add(&atom.certain, s);
    if (possible >> s & 1)
      bitset_add(&atom.possible, s);
  }
  modal_atom_vec_push(atoms, atom);
}

// mu Z. p || <> Z, and nu Z. p && [] Z
static uint32_t reach(struct mu_table *table) {
  uint32_t z = mu_open(table, MU_LEAST);
  uint32_t now = mu_atom(table, 0, false);
  uint32_t next = mu_modal(table, MU_SOME, mu_variable(table, z));
  mu_close(table, z, mu_join(table, MU_OR, now, next));
  return z;
}

static uint32_t always(struct mu_table *table) {
  uint32_t z = mu_open(table, MU_GREATEST);
  uint32_t now = mu_atom(table, 0, false);
  uint32_t next = mu_modal(table, MU_ALL, mu_variable(table, z));
  mu_close(table, z, mu_join(table, MU_AND, now, next));
  return z;
}

static void check_values(const struct modal *modal,
                         const struct modal_atom_vec *atoms,
                         const struct mu_table *table, uint32_t f,
                         uint64_t certain, uint64_t possible) {
  struct evaluation evaluation;
  evaluation_init(&evaluation, modal, table, atoms, never);
  evaluation_run(&evaluation, f);
  for (uint32_t s = 0; s < modal->count; s++) {
    assert_int_equal(evaluation_holds(&evaluation, MU_CERTAIN, f, s),
                     certain >> s & 1);
    assert_int_equal(evaluation_holds(&evaluation, MU_POSSIBLE, f, s),
                     possible >> s & 1);
  }
  evaluation_release(&evaluation);
}

// 0 may go to 1 or 2, certainly to one of them; 1 and 2 go on as they are.
static void branching(struct modal *modal) {
  modal_init(modal);
  u32_vec_push(&modal->initial, 0);
  add_state(modal, (uint32_t[]){1, 2}, 2, 2);
  add_state(modal, (uint32_t[]){1}, 1, 1);
  add_state(modal, (uint32_t[]){2}, 1, 1);
}

static void test_set_of_targets(void **state) {
  (void)state;
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  struct mu_table table = {0};
  branching(&modal);
  assert_true(modal_is_valid(&modal));
  uint32_t f = reach(&table);
  // P holds in both targets: it is reached, whichever is taken (figure 5a).
  set_atom(&atoms, 6, 6);
  check_values(&modal, &atoms, &table, f, 7, 7);
  modal_atoms_release(&atoms);
  // In one of them only: it is not known.
  set_atom(&atoms, 2, 2);
  check_values(&modal, &atoms, &table, f, 2, 3);
  modal_atoms_release(&atoms);
  // An atom that is possible there and not certain.
  set_atom(&atoms, 4, 6);
  check_values(&modal, &atoms, &table, f, 4, 7);
  modal_atoms_release(&atoms);
  mu_table_release(&table);
  modal_release(&modal);
}

static void test_possible_steps(void **state) {
  (void)state;
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  struct mu_table table = {0};
  modal_init(&modal);
  u32_vec_push(&modal.initial, 0);
  add_state(&modal, (uint32_t[]){1}, 1, 0); // possible, not certain
  add_state(&modal, (uint32_t[]){1}, 1, 1);
  uint32_t f = reach(&table), g = always(&table);
  set_atom(&atoms, 2, 2);
  check_values(&modal, &atoms, &table, f, 2, 3);
  modal_atoms_release(&atoms);
  set_atom(&atoms, 1, 1);
  check_values(&modal, &atoms, &table, g, 0, 1);
  modal_atoms_release(&atoms);
  mu_table_release(&table);
  modal_release(&modal);
}

// Nothing is known behind an open state, and nothing follows a cut.
static void test_open_and_cut(void **state) {
  (void)state;
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  struct mu_table table = {0};
  modal_init(&modal);
  u32_vec_push(&modal.initial, 0);
  add_state(&modal, (uint32_t[]){1}, 1, 1);
  modal_set_open(&modal);
  modal_complete(&modal);
  modal_complete(&modal); // 2 has no step
  uint32_t f = reach(&table), g = always(&table);
  set_atom(&atoms, 0, 0);
  check_values(&modal, &atoms, &table, f, 0, 3);
  modal_atoms_release(&atoms);
  set_atom(&atoms, 7, 7);
  check_values(&modal, &atoms, &table, g, 4, 7);
  modal_atoms_release(&atoms);
  mu_table_release(&table);
  modal_release(&modal);
}

static void test_verdicts(void **state) {
  (void)state;
  struct modal modal;
  struct modal_atom_vec atoms = {0};
  struct mu_table table = {0};
  struct evaluation evaluation;
  branching(&modal);
  uint32_t f = reach(&table);
  set_atom(&atoms, 2, 2);
  evaluation_init(&evaluation, &modal, &table, &atoms, never);
  evaluation_run(&evaluation, f);
  assert_int_equal(evaluation_verdict(&evaluation, f, false), VERDICT_UNKNOWN);
  modal.initial.at[0] = 1;
  assert_int_equal(evaluation_verdict(&evaluation, f, false), VERDICT_TRUE);
  modal.initial.at[0] = 2;
  assert_int_equal(evaluation_verdict(&evaluation, f, false), VERDICT_FALSE);
  u32_vec_push(&modal.initial, 1);
  assert_int_equal(evaluation_verdict(&evaluation, f, false), VERDICT_FALSE);
  assert_int_equal(evaluation_verdict(&evaluation, f, true), VERDICT_TRUE);
  // What holds at once was found at once; what rests on it later.
  assert_int_equal(evaluation_found(&evaluation, MU_CERTAIN, f, 2), UINT32_MAX);
  assert_true(evaluation_found(&evaluation, MU_CERTAIN, f, 1) == 0);
  evaluation_release(&evaluation);
  modal_atoms_release(&atoms);
  mu_table_release(&table);
  modal_release(&modal);
}

// ---- Random models ----------------------------------------------------------

enum { CONCRETE = 8, ABSTRACT = 4 };

// A concrete system, each of whose states belongs to an abstract one; every
// abstract state has one.
struct concrete {
  uint32_t steps[CONCRETE]; // bits: targets; never empty
  uint32_t atom;            // bits
  uint32_t part[CONCRETE];
};

static void draw(struct random *random, struct concrete *c) {
  c->atom = random_below(random, 1u << CONCRETE);
  for (uint32_t s = 0; s < CONCRETE; s++) {
    c->part[s] = s < ABSTRACT ? s : random_below(random, ABSTRACT);
    do
      c->steps[s] = (uint32_t)(random_next(random) & random_next(random)) &
                    ((1u << CONCRETE) - 1);
    while (!c->steps[s]);
  }
}

static uint32_t parts_of(const struct concrete *c, uint32_t targets) {
  uint32_t parts = 0;
  for (uint32_t t = 0; t < CONCRETE; t++)
    if (targets >> t & 1)
      parts |= 1u << c->part[t];
  return parts;
}

static void add_targets(struct modal *modal, uint32_t parts, bool is_certain) {
  uint32_t targets[ABSTRACT], count = 0;
  for (uint32_t p = 0; p < ABSTRACT; p++)
    if (parts >> p & 1)
      targets[count++] = p;
  if (is_certain)
    modal_must(modal, targets, count);
  else
    for (uint32_t i = 0; i < count; i++)
      modal_may(modal, targets[i]);
}

// All possible steps, and every set of parts that all states can step into.
static void abstract(const struct concrete *c, struct modal *modal,
                     struct modal_atom_vec *atoms) {
  uint64_t certain = 0, possible = 0;
  modal_init(modal);
  u32_vec_push(&modal->initial, 0);
  for (uint32_t p = 0; p < ABSTRACT; p++) {
    uint32_t may = 0;
    bool all = true, some = false;
    for (uint32_t s = 0; s < CONCRETE; s++) {
      if (c->part[s] != p)
        continue;
      may |= parts_of(c, c->steps[s]);
      all &= c->atom >> s & 1;
      some |= c->atom >> s & 1;
    }
    certain |= (uint64_t)all << p;
    possible |= (uint64_t)some << p;
    add_targets(modal, may, false);
    for (uint32_t set = 1; set < 1u << ABSTRACT; set++) {
      bool can = (set & ~may) == 0;
      for (uint32_t s = 0; s < CONCRETE; s++)
        can &= c->part[s] != p || (parts_of(c, c->steps[s]) & set);
      if (can)
        add_targets(modal, set, true);
    }
    modal_complete(modal);
  }
  set_atom(atoms, certain, possible);
}

// The same system as a model of itself.
static void itself(const struct concrete *c, struct modal *modal,
                   struct modal_atom_vec *atoms) {
  modal_init(modal);
  u32_vec_push(&modal->initial, 0);
  for (uint32_t s = 0; s < CONCRETE; s++) {
    for (uint32_t t = 0; t < CONCRETE; t++)
      if (c->steps[s] >> t & 1)
        modal_step(modal, t);
    modal_complete(modal);
  }
  set_atom(atoms, c->atom, c->atom);
}

static uint32_t draw_formula(struct random *random, struct mu_table *table,
                             uint32_t depth, const uint32_t *bound,
                             uint32_t count) {
  uint32_t kind = depth ? random_below(random, 6) : 0;
  if (kind == 0 && count && random_below(random, 2))
    return mu_variable(table, bound[random_below(random, count)]);
  if (kind == 0)
    return mu_atom(table, 0, random_below(random, 2));
  if (kind <= 2) {
    uint32_t a = draw_formula(random, table, depth - 1, bound, count);
    uint32_t b = draw_formula(random, table, depth - 1, bound, count);
    return mu_join(table, kind == 1 ? MU_AND : MU_OR, a, b);
  }
  if (kind == 3) {
    uint32_t inner[8];
    for (uint32_t i = 0; i < count; i++)
      inner[i] = bound[i];
    inner[count] =
        mu_open(table, random_below(random, 2) ? MU_LEAST : MU_GREATEST);
    mu_close(table, inner[count],
             draw_formula(random, table, depth - 1, inner, count + 1));
    return inner[count];
  }
  return mu_modal(table, kind == 4 ? MU_SOME : MU_ALL,
                  draw_formula(random, table, depth - 1, bound, count));
}

// What is certain holds at every state that it is said of, and what holds at
// one is possible (theorem 1).
static void test_random(void **state) {
  (void)state;
  struct random random = {20};
  uint32_t definite = 0;
  for (uint32_t round = 0; round < 3000; round++) {
    struct concrete c;
    struct modal small, whole;
    struct modal_atom_vec small_atoms = {0}, atoms = {0};
    struct mu_table table = {0};
    struct evaluation coarse, fine;
    draw(&random, &c);
    abstract(&c, &small, &small_atoms);
    itself(&c, &whole, &atoms);
    assert_true(modal_is_valid(&small));
    uint32_t f = draw_formula(&random, &table, 5, NULL, 0);
    evaluation_init(&coarse, &small, &table, &small_atoms, never);
    evaluation_init(&fine, &whole, &table, &atoms, never);
    evaluation_run(&coarse, f);
    evaluation_run(&fine, f);
    for (uint32_t s = 0; s < CONCRETE; s++) {
      bool holds = evaluation_holds(&fine, MU_CERTAIN, f, s);
      bool is_certain = evaluation_holds(&coarse, MU_CERTAIN, f, c.part[s]);
      bool is_possible = evaluation_holds(&coarse, MU_POSSIBLE, f, c.part[s]);
      assert_int_equal(evaluation_holds(&fine, MU_POSSIBLE, f, s), holds);
      assert_true(!is_certain || holds);
      assert_true(!holds || is_possible);
      definite += is_certain || !is_possible;
    }
    evaluation_release(&coarse);
    evaluation_release(&fine);
    mu_table_release(&table);
    modal_atoms_release(&small_atoms);
    modal_atoms_release(&atoms);
    modal_release(&small);
    modal_release(&whole);
  }
  assert_true(definite > 3000); // it says something
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_set_of_targets),
                                     cmocka_unit_test(test_possible_steps),
                                     cmocka_unit_test(test_open_and_cut),
                                     cmocka_unit_test(test_verdicts),
                                     cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
