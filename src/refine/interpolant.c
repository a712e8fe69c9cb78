#include "refine/interpolant.h"

#include <stdlib.h>

#include "abstraction/symbolic_state.h"
#include "base/bitset.h"
#include "base/memory.h"
#include "term/variables.h"

enum { LARGEST_TREE = 60, MOST_STEPS = 300 };

// One step of the path that matters, as a formula.
struct step {
  uint32_t index; // in the path
  struct term formula;
  struct binding_vec after; // current versions of variables after it
};

VEC_DEFINE(step_vec, struct step);

struct writing {
  struct effects *effects;
  struct program *program;
  struct term_table *terms;
  const struct edge_id_vec *path;
  struct bitset in_core;          // steps
  struct bitset matters;          // steps
  struct symbolic_state versions; // now
  struct binding_vec initial;     // of variables read before they are written
  struct term_vec parts;          // of the step that is being written
  struct step_vec steps;
};

// Which steps does the contradiction depend on? Backwards from the guards.
static void step_back(struct writing *writing, uint32_t index,
                      struct bitset *needed) {
  const struct effect *effect =
      &writing->effects->at[writing->path->at[index].id];
  bool is_core = bitset_has(&writing->in_core, index);
  bool matters = effect_want_before(writing->program, effect, needed);
  if (is_core)
    program_mark_variables(writing->program, effect->guard, needed);
  if (is_core || matters)
    bitset_add(&writing->matters, index);
}

// Formulas, forwards

static struct term new_version(void *context, struct variable variable) {
  struct writing *writing = context;
  return term_variable_again(writing->terms,
                             program_term(writing->program, variable));
}

static struct term first_version(void *context, struct variable variable) {
  struct writing *writing = context;
  struct term version = new_version(writing, variable);
  binding_vec_push(&writing->initial, (struct binding){variable, version});
  return version;
}

static struct term version_of(void *context, struct variable variable,
                              struct term value) {
  struct writing *writing = context;
  struct term version = new_version(writing, variable);
  term_vec_push(&writing->parts, term_eq(writing->terms, version, value));
  return version;
}

static void write_step(struct writing *writing, uint32_t index) {
  const struct effect *effect =
      &writing->effects->at[writing->path->at[index].id];
  const struct symbolic_rules rules = {.first = first_version,
                                       .assigned = version_of,
                                       .havocked = new_version,
                                       .context = writing};
  struct symbolic_state *versions = &writing->versions;
  struct step step = {.index = index};
  term_vec_clear(&writing->parts);
  if (bitset_has(&writing->in_core, index))
    term_vec_push(&writing->parts,
                  symbolic_state_evaluate(versions, &rules, effect->guard));
  symbolic_state_apply(versions, effect, &rules, versions);
  step.formula =
      term_and_all(writing->terms, writing->parts.at, writing->parts.count);
  binding_vec_append(&step.after, versions->values.at, versions->values.count);
  step_vec_push(&writing->steps, step);
}

// Initial values of globals belong to the first step.
static void write_entry(struct writing *writing) {
  struct term_vec parts = {0};
  for (uint32_t i = 0; i < writing->initial.count; i++) {
    struct binding first = writing->initial.at[i];
    struct term symbol = program_term(writing->program, first.target);
    struct term known = effects_at_entry(writing->effects, symbol);
    if (term_is_literal(writing->terms, known))
      term_vec_push(&parts, term_eq(writing->terms, first.value, known));
  }
  if (writing->steps.count) {
    struct term *first = &writing->steps.at[0].formula;
    term_vec_push(&parts, *first);
    *first = term_and_all(writing->terms, parts.at, parts.count);
  }
  term_vec_release(&parts);
}

// Back to the program

// The interpolant over the program's variables; none if it mentions a value
// that is no longer in a variable.
static struct term over_program(struct writing *writing,
                                const struct step *step, struct term t) {
  struct substitution *substitution = substitution_new(writing->terms);
  for (uint32_t i = 0; i < step->after.count; i++)
    substitution_set(substitution, step->after.at[i].value,
                     program_term(writing->program, step->after.at[i].target));
  struct term result = substitution_apply(substitution, t);
  substitution_free(substitution);
  struct term_vec parts = {0};
  struct variable_vec known = {0};
  term_variables(writing->terms, &result, 1, &parts);
  program_variables_in(writing->program, &result, 1, &known);
  bool is_over = known.count == parts.count;
  term_vec_release(&parts);
  variable_vec_release(&known);
  return is_over ? result : (struct term){0};
}

static void add_seeds(struct writing *writing, struct location_id location,
                      struct term t, struct seed_vec *into) {
  struct term_vec atoms = {0};
  predicate_atoms(writing->terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    if (term_tree_size(writing->terms, atoms.at[i]) <= LARGEST_TREE)
      seed_vec_push(into,
                    (struct seed){effects_place(writing->effects, location),
                                  atoms.at[i]});
  term_vec_release(&atoms);
}

// An interpolant is wanted where the next step that matters begins.
static bool read_interpolants(struct writing *writing, struct solver *solver,
                              struct seed_vec *into) {
  uint32_t count = writing->steps.count;
  struct term *formulas = memory_new_zero(count, sizeof *formulas);
  struct term *interpolants = memory_new_zero(count, sizeof *interpolants);
  for (uint32_t i = 0; i < count; i++)
    formulas[i] = writing->steps.at[i].formula;
  bool ok = solver_interpolate(solver, formulas, count, interpolants);
  for (uint32_t i = 0; ok && i + 1 < count; i++) {
    struct term t =
        over_program(writing, &writing->steps.at[i], interpolants[i]);
    struct edge_id next = writing->path->at[writing->steps.at[i + 1].index];
    if (!term_is_none(t))
      add_seeds(writing,
                procedure_edge(writing->effects->procedure, next)->from, t,
                into);
  }
  free(formulas);
  free(interpolants);
  return ok;
}

bool interpolant_seeds(struct effects *effects, struct solver *solver,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core, struct seed_vec *into) {
  struct writing writing = {.effects = effects,
                            .program = effects->program,
                            .terms = effects->program->terms,
                            .path = path,
                            .versions = symbolic_state_new(effects->program)};
  struct bitset needed = {0};
  for (uint32_t i = 0; i < core->count; i++)
    bitset_add(&writing.in_core, core->at[i]);
  for (uint32_t i = path->count; i-- > 0;)
    step_back(&writing, i, &needed);
  for (uint32_t i = 0; i < path->count; i++)
    if (bitset_has(&writing.matters, i))
      write_step(&writing, i);
  bool ok = false;
  if (writing.steps.count > 1 && writing.steps.count <= MOST_STEPS) {
    write_entry(&writing);
    ok = read_interpolants(&writing, solver, into);
  }
  for (uint32_t i = 0; i < writing.steps.count; i++)
    binding_vec_release(&writing.steps.at[i].after);
  step_vec_release(&writing.steps);
  symbolic_state_release(&writing.versions);
  binding_vec_release(&writing.initial);
  term_vec_release(&writing.parts);
  bitset_release(&writing.in_core);
  bitset_release(&writing.matters);
  bitset_release(&needed);
  return ok;
}
