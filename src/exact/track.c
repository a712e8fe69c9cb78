#include "exact/track.h"

#include "program/print.h"
#include "refine/interpolant.h"
#include "refine/path.h"

static void tell(struct tracking *t, const struct edge *edge,
                 struct term condition) {
  const struct program *program = t->abstract->effects->program;
  if (t->text->length)
    return;
  strbuf_add(t->text, "whether ");
  program_print_term(program, condition, t->text);
  strbuf_add(t->text, " at ");
  position_print(program->names, edge->position, t->text);
}

static bool track(struct tracking *t, struct location_id location,
                  const struct edge *edge, struct term condition) {
  if (!abstract_track(t->abstract, location, condition))
    return false;
  tell(t, edge, condition);
  return true;
}

static const struct edge *edge_of(const struct tracking *t, struct edge_id id) {
  return procedure_edge(t->abstract->effects->procedure, id);
}

// Guards of edges that are possible and not certain.
bool track_guards(struct tracking *t, uint32_t state) {
  struct location_id here = t->abstract->states.at[state].location;
  uint32_t count;
  bool is_new = false;
  const struct abstract_step *steps =
      abstract_steps(t->abstract, state, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!steps[i].is_enabled)
      is_new |= track(t, here, edge_of(t, steps[i].edge),
                      t->abstract->effects->at[steps[i].edge.id].guard);
  return is_new;
}

// On what it depends whether the environment can choose so, and otherwise.
static bool track_choice(struct tracking *t, uint32_t state,
                         struct edge_id edge, struct term wanted) {
  struct abstract *a = t->abstract;
  struct term_table *terms = a->effects->program->terms;
  bool is_new = false;
  for (int i = 0; i < 2; i++) {
    struct term can =
        abstract_instance(a, state, edge, i ? term_not(terms, wanted) : wanted);
    if (!term_is_none(can))
      is_new |= track(t, a->states.at[state].location, edge_of(t, edge), can);
  }
  return is_new;
}

// What was not known before an edge of what is tracked behind it.
bool track_before(struct tracking *t, uint32_t state) {
  struct abstract *a = t->abstract;
  struct location_id here = a->states.at[state].location;
  uint32_t count;
  bool is_new = false;
  const struct abstract_step *steps = abstract_steps(a, state, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct location_id to = a->states.at[steps[i].target].location;
    if (!to.id || a->effects->at[steps[i].edge.id].kind != EFFECT_STEP)
      continue;
    const struct predicate_vec *tracked = precision_at(a->precision, to);
    for (uint32_t k = 0; k < tracked->count; k++) {
      bool is_chosen;
      struct term before =
          abstract_before(a, steps[i].edge,
                          predicate_term(a->table, tracked->at[k]), &is_chosen);
      if (abstract_truth(a, state, before) != TRUTH_OPEN)
        continue;
      is_new |= is_chosen ? track_choice(t, state, steps[i].edge, before)
                          : track(t, here, edge_of(t, steps[i].edge), before);
    }
  }
  return is_new;
}

// ---- Precision --------------------------------------------------------------

bool track_precisely(struct tracking *t, uint32_t state) {
  struct abstract *a = t->abstract;
  const struct program *program = a->effects->program;
  uint32_t count;
  bool is_new = false;
  const struct abstract_step *steps = abstract_steps(a, state, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t edge = steps[i].edge.id;
    if (!bitset_has(&a->coarse, edge) || !bitset_add(&a->precise, edge))
      continue;
    if (!t->text->length) {
      strbuf_add(t->text, "what predicates are together behind ");
      position_print(program->names, edge_of(t, steps[i].edge)->position,
                     t->text);
    }
    is_new = true;
  }
  return is_new;
}

// ---- Paths ------------------------------------------------------------------

// The first edge that leads from a state to another; none: there is none.
static struct edge_id edge_between(const struct abstract *a, uint32_t from,
                                   uint32_t to) {
  uint32_t count;
  const struct abstract_step *steps = abstract_steps(a, from, &count);
  for (uint32_t i = 0; i < count; i++)
    if (steps[i].target == to)
      return steps[i].edge;
  return (struct edge_id){0};
}

static bool find_edges(const struct abstract *a, const struct u32_vec *states,
                       struct edge_id_vec *into) {
  const struct procedure *procedure = a->effects->procedure;
  struct location_id at = procedure->entry;
  while (at.id != a->code.start.id) {
    struct edge_id edge = {procedure_location(procedure, at)->first_out};
    edge_id_vec_push(into, edge);
    at = procedure_edge(procedure, edge)->to;
  }
  for (uint32_t i = 1; i < states->count; i++) {
    if (states->at[i] == states->at[i - 1])
      continue;
    struct edge_id edge = edge_between(a, states->at[i - 1], states->at[i]);
    if (!edge.id)
      return false;
    edge_id_vec_push(into, edge);
  }
  return true;
}

static bool track_seeds(struct tracking *t, const struct edge_id_vec *edges,
                        const struct seed_vec *seeds) {
  bool is_new = false;
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id)
      is_new |=
          track(t, seeds->at[i].location,
                edge_of(t, edges->at[edges->count - 1]), seeds->at[i].atom);
  return is_new;
}

bool track_path(struct tracking *t, const struct u32_vec *states) {
  struct abstract *a = t->abstract;
  struct edge_id_vec edges = {0};
  struct u32_vec core = {0};
  struct seed_vec seeds = {0};
  struct path path = {0};
  bool is_new = false;
  if (find_edges(a, states, &edges) && edges.count) {
    path_execute(&path, a->effects, &edges);
    path.is_refuted = false; // any reason will do
    if (path_check(&path, a->solver, NULL, &core) == ANSWER_UNSAT &&
        interpolant_seeds(a->effects, a->solver, &edges, &core, &seeds))
      is_new = track_seeds(t, &edges, &seeds);
    path_release(&path);
  }
  edge_id_vec_release(&edges);
  u32_vec_release(&core);
  seed_vec_release(&seeds);
  return is_new;
}
