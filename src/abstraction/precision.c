#include "abstraction/precision.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"

enum {
  LARGEST_DEPTH = 4, // edges that computed one of its variables
  LARGEST_TREE = 40  // operators in a predicate
};

// (location, predicate) as one key.
NUMBER_MAP_DEFINE(depth_map, uint64_t, uint32_t);

struct arrival {
  struct location_id location;
  struct predicate predicate;
};

VEC_DEFINE(arrival_vec, struct arrival);

struct precision {
  struct question *question; // which edges take part
  struct effects *unfolded;  // whose locations are asked about
  struct effects *effects;   // of the places
  struct predicate_table *table;
  struct predicate_vec *at; // by place; none at 0
  uint32_t *sets;           // by place: the number of the set, or 0: not known
  struct depth_map depths;  // least depth of each pair
  struct u32_vec *incoming; // edges into each place
  struct arrival_vec work;
  struct bitset left_out; // predicates, by id
  uint32_t total;
};

static uint64_t pair_of(struct location_id location,
                        struct predicate predicate) {
  return (uint64_t)location.id << 32 | predicate.id;
}

struct precision *precision_new(struct question *question,
                                struct predicate_table *table) {
  struct precision *precision = memory_new_zero(1, sizeof *precision);
  const struct question *base = question_base(question);
  struct effects *effects = base->effects;
  const struct procedure *procedure = effects->procedure;
  precision->question = question;
  precision->unfolded = question->effects;
  precision->effects = effects;
  precision->table = table;
  uint32_t count = procedure->locations.count;
  precision->at = memory_new_zero(count, sizeof *precision->at);
  precision->sets = memory_new_zero(count, sizeof *precision->sets);
  precision->incoming = memory_new_zero(count, sizeof *precision->incoming);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (base->roles[i] == ROLE_STEP)
      u32_vec_push(&precision->incoming[procedure->edges.at[i].to.id], i);
  return precision;
}

struct precision *precision_copy(const struct precision *from) {
  struct precision *copy = precision_new(from->question, from->table);
  uint32_t count = from->effects->procedure->locations.count;
  for (uint32_t i = 0; i < count; i++)
    predicate_vec_append(&copy->at[i], from->at[i].at, from->at[i].count);
  for (uint32_t i = 0; i < from->depths.count; i++)
    depth_map_put(&copy->depths, from->depths.entries[i].key,
                  from->depths.entries[i].value);
  arrival_vec_append(&copy->work, from->work.at, from->work.count);
  bitset_copy(&copy->left_out, &from->left_out);
  copy->total = from->total;
  return copy;
}

void precision_free(struct precision *precision) {
  uint32_t count = precision->effects->procedure->locations.count;
  for (uint32_t i = 0; i < count; i++) {
    predicate_vec_release(&precision->at[i]);
    u32_vec_release(&precision->incoming[i]);
  }
  free(precision->at);
  free(precision->sets);
  free(precision->incoming);
  depth_map_release(&precision->depths);
  arrival_vec_release(&precision->work);
  bitset_release(&precision->left_out);
  free(precision);
}

// True when that is news: also that there is a shorter derivation.
static bool learn(struct precision *precision, struct location_id location,
                  struct predicate predicate, uint32_t depth) {
  bool is_new;
  if (bitset_has(&precision->left_out, predicate.id))
    return false;
  uint32_t *known = depth_map_insert(&precision->depths,
                                     pair_of(location, predicate), &is_new);
  if (!is_new && *known <= depth)
    return false;
  *known = depth;
  if (is_new) {
    predicate_vec_push(&precision->at[location.id], predicate);
    precision->sets[location.id] = 0;
    precision->total++;
  }
  return true;
}

// Tracks the predicate from now on; a shorter derivation is worth another trip
// backwards.
static void track(struct precision *precision, struct location_id location,
                  struct predicate predicate, uint32_t depth) {
  if (learn(precision, location, predicate, depth))
    arrival_vec_push(&precision->work, (struct arrival){location, predicate});
}

void precision_unite(struct precision *precision,
                     const struct precision *other) {
  for (uint32_t i = 0; i < other->depths.count; i++) {
    uint64_t pair = other->depths.entries[i].key;
    learn(precision, (struct location_id){(uint32_t)(pair >> 32)},
          (struct predicate){(uint32_t)pair}, other->depths.entries[i].value);
  }
  arrival_vec_append(&precision->work, other->work.at, other->work.count);
}

static void track_atoms(struct precision *precision,
                        struct location_id location, struct term t,
                        uint32_t depth) {
  struct term_table *terms = precision->effects->program->terms;
  struct term_vec atoms = {0};
  predicate_atoms(terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool ignored;
    if (term_tree_size(terms, atoms.at[i]) <= LARGEST_TREE)
      track(precision, location,
            predicate_of(precision->table, atoms.at[i], &ignored), depth);
  }
  term_vec_release(&atoms);
}

void precision_leave_out(struct precision *precision,
                         const struct bitset *predicates) {
  CHECK(!precision->total, "something is tracked");
  bitset_copy(&precision->left_out, predicates);
}

void precision_seed(struct precision *precision, struct location_id place,
                    struct term atom) {
  if (place.id)
    track_atoms(precision, place, atom, 0);
}

// Does the edge put more than a variable or a constant in the place of one of
// the predicate's variables? Then the predicates can go on changing for ever.
static bool computes(struct precision *precision, struct edge_id edge,
                     struct predicate predicate) {
  const struct program *program = precision->effects->program;
  const struct effect *effect = &precision->effects->at[edge.id];
  const struct u32_vec *support =
      predicate_support(precision->table, predicate);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    const struct binding *binding = &effect->bindings[i];
    if (term_is_literal(program->terms, binding->value) ||
        term_op(program->terms, binding->value) == OP_VAR)
      continue;
    uint32_t index = term_variable_index(
        program->terms, program_term(program, binding->target));
    for (uint32_t k = 0; k < support->count; k++)
      if (support->at[k] == index)
        return true;
  }
  return false;
}

static void step_back(struct precision *precision, struct edge_id edge,
                      struct predicate predicate, uint32_t depth) {
  struct effects *effects = precision->effects;
  struct term_table *terms = effects->program->terms;
  struct term after = predicate_term(precision->table, predicate);
  struct term before = effects_before(effects, edge, after);
  struct location_id from = procedure_edge(effects->procedure, edge)->from;
  if (term_equal(before, after)) {
    track(precision, from, predicate, depth);
    return;
  }
  if (term_is_none(before) || term_is_literal(terms, before))
    return;
  depth += computes(precision, edge, predicate);
  if (depth <= LARGEST_DEPTH)
    track_atoms(precision, from, before, depth);
}

static bool tracks_atoms(const struct precision *precision,
                         struct location_id place, struct term t) {
  const struct term_table *terms = precision->effects->program->terms;
  struct term_vec atoms = {0};
  bool tracks = true;
  predicate_atoms(terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count && tracks; i++) {
    bool ignored;
    struct predicate predicate =
        predicate_lookup(precision->table, atoms.at[i], &ignored);
    tracks = term_tree_size(terms, atoms.at[i]) > LARGEST_TREE ||
             bitset_has(&precision->left_out, predicate.id) ||
             depth_map_has(&precision->depths, pair_of(place, predicate));
  }
  term_vec_release(&atoms);
  return tracks;
}

// Figure 5: what is tracked after an edge is tracked before it as its weakest
// precondition.
static bool is_tracked_before(struct precision *precision, struct edge_id edge,
                              struct predicate predicate, uint32_t depth) {
  struct effects *effects = precision->effects;
  struct term after = predicate_term(precision->table, predicate);
  struct term before = effects_before(effects, edge, after);
  struct location_id from = procedure_edge(effects->procedure, edge)->from;
  if (term_equal(before, after))
    return depth_map_has(&precision->depths, pair_of(from, predicate));
  return term_is_none(before) ||
         term_is_literal(effects->program->terms, before) ||
         depth + computes(precision, edge, predicate) > LARGEST_DEPTH ||
         tracks_atoms(precision, from, before);
}

static bool is_inferred_at(struct precision *precision,
                           struct location_id place) {
  const struct predicate_vec *at = &precision->at[place.id];
  const struct u32_vec *incoming = &precision->incoming[place.id];
  for (uint32_t i = 0; i < at->count; i++) {
    const uint32_t *depth =
        depth_map_find(&precision->depths, pair_of(place, at->at[i]));
    if (!depth || *depth > LARGEST_DEPTH)
      return false;
    for (uint32_t k = 0; k < incoming->count; k++)
      if (!is_tracked_before(precision, (struct edge_id){incoming->at[k]},
                             at->at[i], *depth))
        return false;
  }
  return true;
}

// Every pair is listed once, and nothing is left to infer.
static bool is_inferred(struct precision *precision) {
  uint32_t total = 0;
  for (uint32_t i = 1; i < precision->effects->procedure->locations.count;
       i++) {
    total += precision->at[i].count;
    if (!is_inferred_at(precision, (struct location_id){i}))
      return false;
  }
  return total == precision->total && total == precision->depths.count;
}

void precision_infer(struct precision *precision) {
  while (precision->work.count) {
    struct arrival arrival = arrival_vec_pop(&precision->work);
    uint32_t depth = *depth_map_find(
        &precision->depths, pair_of(arrival.location, arrival.predicate));
    const struct u32_vec *incoming = &precision->incoming[arrival.location.id];
    for (uint32_t i = 0; i < incoming->count; i++)
      step_back(precision, (struct edge_id){incoming->at[i]}, arrival.predicate,
                depth);
  }
  DCHECK(is_inferred(precision), "a precision is not closed backwards");
}

const struct predicate_vec *precision_at(const struct precision *precision,
                                         struct location_id location) {
  return &precision->at[effects_place(precision->unfolded, location).id];
}

uint32_t precision_set(struct precision *precision,
                       struct location_id location) {
  uint32_t place = effects_place(precision->unfolded, location).id;
  if (!precision->sets[place])
    precision->sets[place] =
        predicate_set(precision->table, &precision->at[place]);
  return precision->sets[place];
}

bool precision_tracks(const struct precision *precision,
                      struct location_id location, struct predicate predicate) {
  struct location_id place = effects_place(precision->unfolded, location);
  return depth_map_has(&precision->depths, pair_of(place, predicate));
}

uint32_t precision_total(const struct precision *precision) {
  return precision->total;
}

uint32_t precision_most(const struct precision *precision) {
  uint32_t locations = precision->effects->procedure->locations.count;
  uint32_t most = 0;
  for (uint32_t i = 1; i < locations; i++)
    if (precision->at[i].count > most)
      most = precision->at[i].count;
  return most;
}

void precision_list(const struct precision *precision, struct bitset *into) {
  uint32_t locations = precision->effects->procedure->locations.count;
  for (uint32_t i = 1; i < locations; i++)
    for (uint32_t k = 0; k < precision->at[i].count; k++)
      bitset_add(into, precision->at[i].at[k].id);
}

// Counts different predicates, or units.
static uint32_t count_different(const struct precision *precision,
                                bool by_unit) {
  uint32_t locations = precision->effects->procedure->locations.count;
  struct bitset seen = {0};
  for (uint32_t i = 1; i < locations; i++)
    for (uint32_t k = 0; k < precision->at[i].count; k++) {
      struct predicate predicate = precision->at[i].at[k];
      bitset_add(&seen, by_unit ? predicate_unit(precision->table, predicate).id
                                : predicate.id);
    }
  uint32_t count = bitset_count(&seen);
  bitset_release(&seen);
  return count;
}

uint32_t precision_expressions(const struct precision *precision) {
  return count_different(precision, false);
}

uint32_t precision_groups(const struct precision *precision) {
  return count_different(precision, true);
}
