// The compiler of terms and assignments against the evaluator of terms: random
// parallel assignments over variables of every width, local and global.
#include "../program/fixture.h"
#include "../term/random_tree.h"

#include "run/machine.h"

enum { PROCEDURES = 40, ROUNDS = 10, BINDINGS = 8, SORTS = 129 };

struct variables {
  struct variable of[SORTS][TREE_VARIABLES]; // [0]: bool, [w]: w bits
};

static struct sort sort_number(unsigned number) {
  return number ? sort_bits(number) : sort_bool();
}

static struct variable add_variable(struct fixture *fx, struct sort sort,
                                    bool is_local) {
  struct variable_info info = {.kind =
                                   is_local ? VARIABLE_LOCAL : VARIABLE_GLOBAL};
  info.name = name_of(fx, "v");
  if (is_local)
    info.owner = fx->f->self;
  return program_add_variable(fx->program, info, sort);
}

// The first of each sort is global, the others are locals of this procedure.
static void add_variables(struct fixture *fx, struct variables *variables,
                          const struct variables *globals,
                          struct tree_terms *to) {
  to->count = SORTS;
  for (unsigned s = 0; s < SORTS; s++) {
    to->sorts[s].sort = sort_number(s);
    for (unsigned i = 0; i < TREE_VARIABLES; i++) {
      variables->of[s][i] =
          i == 0 ? globals->of[s][0] : add_variable(fx, sort_number(s), true);
      to->sorts[s].variables[i] =
          program_term(fx->program, variables->of[s][i]);
    }
  }
}

static bool is_concrete(const struct term_table *terms, struct term t) {
  struct term_vec all = {0};
  term_collect(terms, &t, 1, &all);
  bool ok = true;
  for (uint32_t i = 0; i < all.count; i++)
    ok = ok && !sort_is_array(term_sort(terms, all.at[i]));
  term_vec_release(&all);
  return ok;
}

static struct term random_term(struct tree_maker *maker, struct tree_terms *to,
                               struct sort sort) {
  for (;;) {
    struct tree *tree =
        tree_make(maker, sort, 1 + random_below(&maker->random, 5));
    struct term t = tree_term(to, tree);
    if (is_concrete(to->terms, t))
      return t;
  }
}

struct round {
  struct fixture fx;
  struct tree_maker maker;
  struct variables globals;          // [s][0] is used by all procedures
  struct variable results[BINDINGS]; // globals of 128 bits
};

static struct operation assign(struct round *round,
                               const struct binding *bindings, uint32_t count) {
  return operation_assign(round->fx.program, bindings, count);
}

static struct term literal(struct fixture *fx, struct sort sort, u128 value) {
  struct term_table *terms = fx->program->terms;
  return sort_is_bool(sort) ? term_bool(terms, value & 1)
                            : term_const(terms, sort_width(sort), value);
}

static unsigned width_of(struct sort sort) {
  return sort_is_bool(sort) ? 1 : sort_width(sort);
}

// Sets every variable to a random value.
static void set_all(struct round *round, const struct variables *variables,
                    struct assignment *assignment, struct location_id from,
                    struct location_id to) {
  struct fixture *fx = &round->fx;
  struct binding bindings[SORTS * TREE_VARIABLES];
  uint32_t count = 0;
  for (unsigned s = 0; s < SORTS; s++)
    for (unsigned i = 0; i < TREE_VARIABLES; i++) {
      struct sort sort = sort_number(s);
      u128 value = tree_constant(&round->maker, width_of(sort));
      assignment_set(assignment, value_of(fx, variables->of[s][i]), value);
      bindings[count++] =
          (struct binding){variables->of[s][i], literal(fx, sort, value)};
    }
  edge(fx, from, to, assign(round, bindings, count));
}

static void choose_bindings(struct round *round,
                            const struct variables *variables,
                            struct tree_terms *to, struct binding *bindings) {
  struct random *random = &round->maker.random;
  for (unsigned i = 0; i < BINDINGS; i++) {
    unsigned s = random_below(random, 2) ? 32 : random_below(random, SORTS);
    struct variable target;
    bool is_taken;
    do {
      target = variables->of[s][random_below(random, TREE_VARIABLES)];
      is_taken = false;
      for (unsigned k = 0; k < i; k++)
        is_taken = is_taken || variable_equal(bindings[k].target, target);
      if (is_taken)
        s = random_below(random, SORTS);
    } while (is_taken);
    bindings[i] = (struct binding){
        target, random_term(&round->maker, to, sort_number(s))};
  }
}

// Copies what was assigned to the result variables.
static void export_results(struct round *round, const struct binding *bindings,
                           struct location_id from, struct location_id to) {
  struct fixture *fx = &round->fx;
  struct term_table *terms = fx->program->terms;
  struct binding copies[BINDINGS];
  for (unsigned i = 0; i < BINDINGS; i++) {
    struct term value = value_of(fx, bindings[i].target);
    if (sort_is_bool(term_sort(terms, value)))
      value = term_from_bool(terms, 8, value);
    copies[i] = (struct binding){round->results[i],
                                 term_resize(terms, 128, false, value)};
  }
  edge(fx, from, to, assign(round, copies, BINDINGS));
}

static void run_procedure(struct round *round, struct tree_terms *to) {
  struct fixture *fx = &round->fx;
  struct variables variables;
  struct binding bindings[BINDINGS];
  begin(fx, "f", 1);
  add_variables(fx, &variables, &round->globals, to);
  struct location_id second = location(fx, 2), third = location(fx, 3),
                     fourth = location(fx, 4);
  struct assignment *assignment = assignment_new(fx->program->terms);
  set_all(round, &variables, assignment, fx->f->entry, second);
  choose_bindings(round, &variables, to, bindings);
  edge(fx, second, third, assign(round, bindings, BINDINGS));
  export_results(round, bindings, third, fourth);
  edge(fx, fourth, fx->f->exit, op_return((struct term){0}));
  procedure_seal(fx->f);

  struct oracle *oracle = oracle_new(0);
  struct machine machine;
  machine_init(&machine, fx->program, NULL, oracle, 1 << 20);
  u128 ignored;
  assert_true(machine_call(&machine, fx->f->self, NULL, NULL, 0, &ignored));
  for (unsigned i = 0; i < BINDINGS; i++) {
    struct slot slot = machine.environment.globals[round->results[i].id];
    u128 expected = term_evaluate(assignment, bindings[i].value);
    assert_true(words_get(machine.globals, slot) == expected);
  }
  machine_release(&machine);
  oracle_free(oracle);
  assignment_free(assignment);
}

static void random_assignments(void **state) {
  (void)state;
  for (unsigned r = 0; r < ROUNDS; r++) {
    struct round round = {.maker = {.random = {r}}};
    struct tree_terms to = {0};
    arena_init(&round.maker.arena);
    fixture_init(&round.fx);
    to.names = round.fx.names;
    to.terms = round.fx.program->terms;
    for (unsigned s = 0; s < SORTS; s++)
      round.globals.of[s][0] = add_variable(&round.fx, sort_number(s), false);
    for (unsigned i = 0; i < BINDINGS; i++)
      round.results[i] = add_variable(&round.fx, sort_bits(128), false);
    for (unsigned p = 0; p < PROCEDURES; p++) {
      arena_clear(&round.maker.arena);
      round.maker.pool_count = 0;
      run_procedure(&round, &to);
    }
    fixture_release(&round.fx);
    arena_release(&round.maker.arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_assignments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
