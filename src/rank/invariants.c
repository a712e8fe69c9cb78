#include "rank/invariants.h"

#include "abstraction/predicate.h"
#include "term/variables.h"

enum { LARGEST = 24, MOST_ATOMS = 60, UNITS = 8000000 };

static bool is_of_program(const struct program *program, struct term t) {
  struct term_vec variables = {0};
  bool ok = true;
  term_variables(program->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && ok; i++)
    ok = !variable_is_none(program_variable_of(program, variables.at[i]));
  term_vec_release(&variables);
  return ok;
}

static void take_atoms(const struct program *program, struct term condition,
                       struct term_vec *into) {
  struct term_vec atoms = {0};
  predicate_atoms(program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count && into->count < MOST_ATOMS; i++)
    if (term_tree_size(program->terms, atoms.at[i]) <= LARGEST &&
        is_of_program(program, atoms.at[i]) && !term_vec_has(into, atoms.at[i]))
      term_vec_push(into, atoms.at[i]);
  term_vec_release(&atoms);
}

void conditions_collect(const struct loose *loose, struct term_vec *into) {
  const struct effects *effects = loose->effects;
  const struct program *program = effects->program;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (question_is_step(loose->question, (struct edge_id){i}))
      take_atoms(program, effects->at[i].guard, into);
  for (uint32_t cut = 0; cut < loose->blocks->count; cut++) {
    const struct block_exit_vec *exits = &loose->blocks->at[cut].exits;
    for (uint32_t i = 0; i < exits->count; i++)
      take_atoms(program, exits->at[i].state.condition, into);
  }
}

static void add(struct term_vec *lemmas, struct term t) {
  if (!term_vec_has(lemmas, t))
    term_vec_push(lemmas, t);
}

static void keep(struct term_vec *into, const struct term_vec *from) {
  for (uint32_t i = 0; i < from->count; i++)
    add(into, from->at[i]);
}

void invariants_extend(struct lemmas *lemmas, const struct loose *loose) {
  struct term_table *terms = loose->effects->program->terms;
  struct term_vec atoms = {0};
  struct lemmas more;
  lemmas_init(&more, lemmas->blocks, lemmas->relevant, lemmas->solver);
  more.units = UNITS;
  more.poll = lemmas->poll;
  conditions_collect(loose, &atoms);
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
    keep(&more.at[cut], &lemmas->at[cut]);
    for (uint32_t i = 0; i < atoms.count; i++) {
      add(&more.at[cut], atoms.at[i]);
      add(&more.at[cut], term_not(terms, atoms.at[i]));
    }
  }
  lemmas_prove(&more);
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++)
    keep(&lemmas->at[cut], &more.at[cut]);
  lemmas_release(&more);
  term_vec_release(&atoms);
}

void invariants_loosen(const struct lemmas *lemmas, const struct loose *loose,
                       struct lemmas *into) {
  lemmas_init(into, loose->blocks, lemmas->relevant, lemmas->solver);
  into->units = UNITS;
  into->poll = lemmas->poll;
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++)
    keep(&into->at[cut], &lemmas->at[cut]);
  lemmas_prove(into);
}
