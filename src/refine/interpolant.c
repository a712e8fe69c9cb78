#include "refine/interpolant.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/map.h"
#include "base/memory.h"

enum { LARGEST_TREE = 60, MOST_STEPS = 300 };

HANDLE_MAP_DEFINE(version_map, struct variable, struct term);

// One step of the path that matters, as a formula.
struct step {
  uint32_t index; // in the path
  struct term formula;
  struct version_map after; // current versions of variables after it
};

VEC_DEFINE(step_vec, struct step);

struct writing {
  struct effects *effects;
  struct program *program;
  struct term_table *terms;
  const struct edge_id_vec *path;
  struct bitset in_core;       // steps
  struct bitset matters;       // steps
  struct version_map versions; // now
  struct version_map initial;  // of variables read before they are written
  struct step_vec steps;
};

// Which steps does the contradiction depend on? Backwards from the guards.

static void need(struct writing *writing, struct term t,
                 struct bitset *needed) {
  struct u32_vec support = {0};
  term_support(writing->terms, t, &support);
  for (uint32_t i = 0; i < support.count; i++) {
    struct term variable = term_variable_at(writing->terms, support.at[i]);
    bitset_add(needed, program_variable_of(writing->program, variable).id);
  }
  u32_vec_release(&support);
}

static bool writes_needed(const struct effect *effect,
                          const struct bitset *needed) {
  for (uint32_t i = 0; i < effect->binding_count; i++)
    if (bitset_has(needed, effect->bindings[i].target.id))
      return true;
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (bitset_has(needed, effect->havocked[i].id))
      return true;
  return false;
}

static void step_back(struct writing *writing, uint32_t index,
                      struct bitset *needed) {
  const struct effect *effect =
      &writing->effects->at[writing->path->at[index].id];
  bool is_core = bitset_has(&writing->in_core, index);
  if (!is_core && !writes_needed(effect, needed))
    return;
  bitset_add(&writing->matters, index);
  struct bitset before = {0};
  bitset_copy(&before, needed);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    bitset_remove(&before, effect->bindings[i].target.id);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    bitset_remove(&before, effect->havocked[i].id);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    if (bitset_has(needed, effect->bindings[i].target.id))
      need(writing, effect->bindings[i].value, &before);
  if (is_core)
    need(writing, effect->guard, &before);
  bitset_copy(needed, &before);
  bitset_release(&before);
}

// Formulas, forwards

static struct term new_version(struct writing *writing,
                               struct variable variable) {
  struct term t = program_term(writing->program, variable);
  struct term version =
      term_variable(writing->terms, term_variable_name(writing->terms, t),
                    term_sort(writing->terms, t));
  version_map_put(&writing->versions, variable, version);
  return version;
}

static struct term current(struct writing *writing, struct term t) {
  struct substitution *substitution = substitution_new(writing->terms);
  struct u32_vec support = {0};
  term_support(writing->terms, t, &support);
  for (uint32_t i = 0; i < support.count; i++) {
    struct term symbol = term_variable_at(writing->terms, support.at[i]);
    struct variable variable = program_variable_of(writing->program, symbol);
    struct term *known = version_map_find(&writing->versions, variable);
    struct term version = known ? *known : new_version(writing, variable);
    if (!known)
      version_map_put(&writing->initial, variable, version);
    substitution_set(substitution, symbol, version);
  }
  struct term result = substitution_apply(substitution, t);
  substitution_free(substitution);
  u32_vec_release(&support);
  return result;
}

static void copy_versions(const struct version_map *from,
                          struct version_map *to) {
  for (uint32_t i = 0; i < from->count; i++)
    version_map_put(to, from->entries[i].key, from->entries[i].value);
}

static void write_step(struct writing *writing, uint32_t index) {
  const struct effect *effect =
      &writing->effects->at[writing->path->at[index].id];
  struct term_vec parts = {0}, values = {0};
  if (bitset_has(&writing->in_core, index))
    term_vec_push(&parts, current(writing, effect->guard));
  for (uint32_t i = 0; i < effect->binding_count; i++)
    term_vec_push(&values, current(writing, effect->bindings[i].value));
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    struct term version = new_version(writing, effect->bindings[i].target);
    term_vec_push(&parts, term_eq(writing->terms, version, values.at[i]));
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    new_version(writing, effect->havocked[i]);
  struct step step = {.index = index,
                      .formula =
                          term_and_all(writing->terms, parts.at, parts.count)};
  copy_versions(&writing->versions, &step.after);
  step_vec_push(&writing->steps, step);
  term_vec_release(&parts);
  term_vec_release(&values);
}

// Initial values of globals belong to the first step.
static void write_entry(struct writing *writing) {
  struct term_vec parts = {0};
  for (uint32_t i = 0; i < writing->initial.count; i++) {
    struct variable variable = writing->initial.entries[i].key;
    struct term symbol = program_term(writing->program, variable);
    struct term known = effects_at_entry(writing->effects, symbol);
    if (term_is_literal(writing->terms, known))
      term_vec_push(&parts, term_eq(writing->terms,
                                    writing->initial.entries[i].value, known));
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
    substitution_set(
        substitution, step->after.entries[i].value,
        program_term(writing->program, step->after.entries[i].key));
  struct term result = substitution_apply(substitution, t);
  substitution_free(substitution);
  struct u32_vec support = {0};
  term_support(writing->terms, result, &support);
  for (uint32_t i = 0; i < support.count; i++)
    if (variable_is_none(program_variable_of(
            writing->program, term_variable_at(writing->terms, support.at[i]))))
      result = (struct term){0};
  u32_vec_release(&support);
  return result;
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
                            .path = path};
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
    version_map_release(&writing.steps.at[i].after);
  step_vec_release(&writing.steps);
  version_map_release(&writing.versions);
  version_map_release(&writing.initial);
  bitset_release(&writing.in_core);
  bitset_release(&writing.matters);
  bitset_release(&needed);
  return ok;
}
