#include "refine/refine.h"

#include <string.h>

#include "refine/interpolant.h"
#include "term/variables.h"

enum { LARGEST_ADDED_TREE = 60, MOST_FACTS = 40 };

void refinement_init(struct refinement *refinement, struct question *question,
                     struct predicate_table *table, struct transfer *transfer,
                     struct solver *solver) {
  struct effects *effects = question->effects;
  *refinement = (struct refinement){.question = question,
                                    .effects = effects,
                                    .table = table,
                                    .transfer = transfer,
                                    .solver = solver,
                                    .units = units_new(effects, table),
                                    .paths = interner_new()};
}

static void forget_known(struct refinement *refinement);

void refinement_release(struct refinement *refinement) {
  units_free(refinement->units);
  interner_free(refinement->paths);
  bitset_release(&refinement->chosen);
  seed_vec_release(&refinement->extra);
  seed_vec_release(&refinement->given);
  forget_known(refinement);
  bitset_release(&refinement->known_units);
}

void refinement_give(struct refinement *refinement, struct location_id place,
                     struct term condition) {
  struct term_vec atoms = {0};
  predicate_atoms(refinement->effects->program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    seed_vec_push(&refinement->given, (struct seed){place, atoms.at[i]});
  term_vec_release(&atoms);
}

void refinement_seeds(const struct refinement *refinement,
                      struct seed_vec *into) {
  for (uint32_t u = bitset_next(&refinement->chosen, 0);
       u != UINT32_MAX && !refinement->is_fixed;
       u = bitset_next(&refinement->chosen, u + 1)) {
    const struct seed_vec *seeds = unit_seeds(refinement->units, u);
    seed_vec_append(into, seeds->at, seeds->count);
  }
  seed_vec_append(into, refinement->extra.at, refinement->extra.count);
}

void refinement_fix(struct refinement *refinement,
                    const struct seed_vec *seeds) {
  refinement->is_fixed = true;
  seed_vec_clear(&refinement->extra);
  seed_vec_append(&refinement->extra, seeds->at, seeds->count);
}

static void add_seeds(struct precision *precision, const struct seed *seeds,
                      uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    precision_seed(precision, seeds[i].location, seeds[i].atom);
}

static struct precision *
precision_from_scratch(const struct refinement *refinement) {
  struct precision *precision =
      precision_new(refinement->question, refinement->table);
  struct seed_vec seeds = {0};
  refinement_seeds(refinement, &seeds);
  add_seeds(precision, seeds.at, seeds.count);
  add_seeds(precision, refinement->given.at, refinement->given.count);
  seed_vec_release(&seeds);
  return precision;
}

// Has the choice only grown since?
static bool has_grown(const struct refinement *refinement) {
  if (!refinement->known || refinement->is_fixed ||
      refinement->extra.count < refinement->known_extra)
    return false;
  const struct bitset *known = &refinement->known_units;
  BITSET_EACH (u, known)
    if (!bitset_has(&refinement->chosen, u))
      return false;
  return true;
}

// Inference goes on from what it came to before.
static struct precision *
precision_from_known(const struct refinement *refinement) {
  struct precision *precision = precision_copy(refinement->known);
  BITSET_EACH (u, &refinement->chosen) {
    const struct seed_vec *seeds = unit_seeds(refinement->units, u);
    if (!bitset_has(&refinement->known_units, u))
      add_seeds(precision, seeds->at, seeds->count);
  }
  add_seeds(precision, refinement->extra.at + refinement->known_extra,
            refinement->extra.count - refinement->known_extra);
  return precision;
}

static struct precision *make_precision(const struct refinement *refinement) {
  struct precision *precision = has_grown(refinement)
                                    ? precision_from_known(refinement)
                                    : precision_from_scratch(refinement);
  precision_infer(precision);
  return precision;
}

static void forget_known(struct refinement *refinement) {
  if (refinement->known)
    precision_free(refinement->known);
  refinement->known = NULL;
}

struct precision *refinement_precision(struct refinement *refinement) {
  struct precision *precision = make_precision(refinement);
  forget_known(refinement);
  if (refinement->is_fixed)
    return precision;
  refinement->known = precision_copy(precision);
  bitset_clear(&refinement->known_units);
  bitset_unite(&refinement->known_units, &refinement->chosen);
  refinement->known_extra = refinement->extra.count;
  return precision;
}

bool refinement_is_new(struct refinement *refinement,
                       const struct edge_id_vec *path) {
  struct name name = intern_bytes(refinement->paths, (const char *)path->at,
                                  path->count * sizeof *path->at);
  bool is_new = name.id > refinement->path_count;
  refinement->path_count += is_new;
  return is_new;
}

void refinement_path(const struct refinement *refinement, uint32_t i,
                     struct edge_id_vec *into) {
  struct name name = {i};
  uint32_t count =
      (uint32_t)(name_length(refinement->paths, name) / sizeof(struct edge_id));
  edge_id_vec_resize(into, count);
  if (count)
    memcpy(into->at, name_text(refinement->paths, name),
           count * sizeof *into->at);
}

void refinement_forget_paths(struct refinement *refinement) {
  interner_free(refinement->paths);
  refinement->paths = interner_new();
  refinement->path_count = 0;
}

bool refinement_excludes(struct refinement *refinement,
                         const struct edge_id_vec *path) {
  struct precision *precision = make_precision(refinement);
  transfer_set_precision(refinement->transfer, precision);
  bool excluded =
      !reach_follows(refinement->transfer, refinement->question, path, NULL);
  transfer_set_precision(refinement->transfer, NULL);
  precision_free(precision);
  return excluded;
}

// Units

static void candidates_of(struct refinement *refinement,
                          const struct edge_id_vec *path,
                          const struct u32_vec *core,
                          struct u32_vec *candidates) {
  struct u32_vec all = {0};
  for (uint32_t i = 0; i < core->count; i++)
    units_of(refinement->units,
             refinement->effects->at[path->at[core->at[i]].id].guard, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (!bitset_has(&refinement->chosen, all.at[i]))
      u32_vec_push(candidates, all.at[i]);
  u32_vec_release(&all);
}

// The unit with the fewest comparisons that excludes the path by itself.
static bool choose_one(struct refinement *refinement,
                       const struct edge_id_vec *path,
                       const struct u32_vec *candidates) {
  uint32_t best = UINT32_MAX, best_cost = UINT32_MAX;
  for (uint32_t i = 0; i < candidates->count; i++) {
    uint32_t unit = candidates->at[i];
    uint32_t cost = unit_seeds(refinement->units, unit)->count;
    if (cost >= best_cost || poll_stops(refinement->pause))
      continue;
    bitset_add(&refinement->chosen, unit);
    if (refinement_excludes(refinement, path)) {
      best = unit;
      best_cost = cost;
    }
    bitset_remove(&refinement->chosen, unit);
  }
  if (best != UINT32_MAX)
    bitset_add(&refinement->chosen, best);
  return best != UINT32_MAX;
}

// All of them, then without those that are not needed.
static bool choose_some(struct refinement *refinement,
                        const struct edge_id_vec *path,
                        const struct u32_vec *candidates) {
  for (uint32_t i = 0; i < candidates->count; i++)
    bitset_add(&refinement->chosen, candidates->at[i]);
  if (poll_stops(refinement->pause) || !refinement_excludes(refinement, path))
    return false;
  for (uint32_t i = 0; candidates->count > 2 && i < candidates->count &&
                       !poll_stops(refinement->pause);
       i++) {
    bitset_remove(&refinement->chosen, candidates->at[i]);
    if (!refinement_excludes(refinement, path))
      bitset_add(&refinement->chosen, candidates->at[i]);
  }
  return true;
}

// Weakest preconditions along the path

static void add_seed(struct refinement *refinement, struct location_id location,
                     struct term t) {
  struct term_table *terms = refinement->effects->program->terms;
  struct term_vec atoms = {0};
  struct location_id place = effects_place(refinement->effects, location);
  predicate_atoms(terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    if (term_tree_size(terms, atoms.at[i]) <= LARGEST_ADDED_TREE)
      seed_vec_push(&refinement->extra, (struct seed){place, atoms.at[i]});
  term_vec_release(&atoms);
}

// What is havocked takes only the atoms with it that mention it.
static void split_atoms(const struct term_table *terms,
                        struct term_vec *wanted) {
  enum { MOST = 60 };
  struct term_vec atoms = {0};
  for (uint32_t i = 0; i < wanted->count; i++)
    predicate_atoms(terms, wanted->at[i], &atoms);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool is_new = true;
    for (uint32_t k = 0; k < kept && is_new; k++)
      is_new = !term_equal(atoms.at[k], atoms.at[i]);
    if (is_new)
      atoms.at[kept++] = atoms.at[i];
  }
  if (kept <= MOST) {
    term_vec_clear(wanted);
    term_vec_append(wanted, atoms.at, kept);
  }
  term_vec_release(&atoms);
}

// An element at an index that is havocked here: the array may still be what it
// was at the start, whatever the index.
static void add_initial_arrays(struct effects *effects, struct term t,
                               struct term_vec *wanted) {
  struct term_table *terms = effects->program->terms;
  struct term_vec parts = {0};
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (term_op(terms, parts.at[i]) != OP_SELECT)
      continue;
    struct term array = term_operand(terms, parts.at[i], 0);
    struct term initial = effects_at_entry(effects, array);
    if (term_op(terms, array) == OP_VAR && !term_equal(initial, array))
      term_vec_push(wanted, term_eq(terms, array, initial));
  }
  term_vec_release(&parts);
}

// Backwards: what must hold before each edge so that the guards of the reason
// hold later on.
static void add_preconditions(struct refinement *refinement,
                              const struct edge_id_vec *path,
                              const struct u32_vec *core) {
  struct effects *effects = refinement->effects;
  struct term_vec wanted = {0}, fresh = {0};
  for (uint32_t i = path->count; i-- > 0;) {
    struct edge_id edge = path->at[i];
    struct location_id from = procedure_edge(effects->procedure, edge)->from;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < wanted.count; k++) {
      struct term before = effects_before(effects, edge, wanted.at[k]);
      if (term_is_none(before))
        add_initial_arrays(effects, wanted.at[k], &fresh);
      if (!term_is_none(before) &&
          !term_is_literal(effects->program->terms, before))
        wanted.at[kept++] = before;
    }
    wanted.count = kept;
    term_vec_append(&wanted, fresh.at, fresh.count);
    term_vec_clear(&fresh);
    if (u32_vec_has(core, i))
      term_vec_push(&wanted, effects->at[edge.id].guard);
    split_atoms(effects->program->terms, &wanted);
    for (uint32_t k = 0; k < wanted.count; k++)
      add_seed(refinement, from, wanted.at[k]);
  }
  term_vec_release(&fresh);
  term_vec_release(&wanted);
}

// Forwards along the path: the guards of the reason, said also of the variables
// that take over the values they are about. After x < y, the assignment a = y
// makes it x < a as well, which no guard may ever compare.

// The facts with one variable in the place of another.
static void rename_facts(struct term_table *terms, const struct term_vec *facts,
                         struct term from, struct term to,
                         struct term_vec *into) {
  struct substitution *renaming = substitution_new(terms);
  substitution_set(renaming, from, to);
  for (uint32_t i = 0; i < facts->count; i++)
    if (term_mentions(terms, facts->at[i], from))
      term_vec_push(into, substitution_apply(renaming, facts->at[i]));
  substitution_free(renaming);
}

static bool is_overwritten(const struct refinement *refinement,
                           const struct effect *effect, struct term t) {
  const struct program *program = refinement->effects->program;
  bool found = false;
  for (uint32_t i = 0; i < effect->binding_count && !found; i++)
    found = term_mentions(program->terms, t,
                          program_term(program, effect->bindings[i].target));
  for (uint32_t i = 0; i < effect->havoc_count && !found; i++)
    found = term_mentions(program->terms, t,
                          program_term(program, effect->havocked[i]));
  return found;
}

static void pass_edge(struct refinement *refinement,
                      const struct effect *effect, struct term_vec *facts) {
  const struct program *program = refinement->effects->program;
  struct term_vec after = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    const struct binding *binding = &effect->bindings[i];
    if (term_op(program->terms, binding->value) == OP_VAR)
      rename_facts(program->terms, facts, binding->value,
                   program_term(program, binding->target), &after);
  }
  for (uint32_t i = 0; i < facts->count; i++)
    if (!is_overwritten(refinement, effect, facts->at[i]))
      term_vec_push(&after, facts->at[i]);
  term_vec_clear(facts);
  for (uint32_t i = 0; i < after.count && facts->count < MOST_FACTS; i++)
    if (!term_vec_has(facts, after.at[i]))
      term_vec_push(facts, after.at[i]);
  term_vec_release(&after);
}

static void add_consequences(struct refinement *refinement,
                             const struct edge_id_vec *path,
                             const struct u32_vec *core) {
  struct effects *effects = refinement->effects;
  struct term_vec facts = {0};
  for (uint32_t i = 0; i < path->count; i++) {
    const struct effect *effect = &effects->at[path->at[i].id];
    if (u32_vec_has(core, i))
      term_vec_push(&facts, effect->guard);
    pass_edge(refinement, effect, &facts);
    struct location_id to = procedure_edge(effects->procedure, path->at[i])->to;
    for (uint32_t k = 0; k < facts.count; k++)
      add_seed(refinement, to, facts.at[k]);
  }
  term_vec_release(&facts);
}

bool refinement_choose(struct refinement *refinement,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core) {
  struct u32_vec candidates = {0};
  candidates_of(refinement, path, core, &candidates);
  bool done = choose_one(refinement, path, &candidates) ||
              choose_some(refinement, path, &candidates);
  u32_vec_release(&candidates);
  return done;
}

bool refinement_derive(struct refinement *refinement,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core) {
  uint32_t before = refinement->extra.count;
  add_preconditions(refinement, path, core);
  if (refinement_excludes(refinement, path))
    return true;
  add_consequences(refinement, path, core);
  if (refinement_excludes(refinement, path))
    return true;
  refinement->extra.count = before;
  return interpolant_seeds(refinement->effects, refinement->solver, path, core,
                           &refinement->extra) &&
         refinement_excludes(refinement, path);
}
