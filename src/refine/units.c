#include "refine/units.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

HANDLE_MAP_DEFINE(unit_map, struct term, uint32_t);
VEC_DEFINE(seed_list_vec, struct seed_vec);

struct units {
  struct effects *effects;
  struct predicate_table *table;
  struct unit_map by_term; // unit's term -> number
  struct seed_list_vec seeds;
};

bool seeds_add(struct seed_vec *seeds, struct seed seed) {
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id == seed.location.id &&
        term_equal(seeds->at[i].atom, seed.atom))
      return false;
  seed_vec_push(seeds, seed);
  return true;
}

static void add_atom(struct units *units, struct location_id location,
                     struct term atom) {
  bool is_negated, is_new;
  struct predicate predicate = predicate_of(units->table, atom, &is_negated);
  struct term unit = predicate_unit(units->table, predicate);
  uint32_t *number = unit_map_insert(&units->by_term, unit, &is_new);
  if (is_new) {
    *number = units->seeds.count;
    seed_list_vec_push(&units->seeds, (struct seed_vec){0});
  }
  struct seed seed = {location, predicate_term(units->table, predicate)};
  seeds_add(&units->seeds.at[*number], seed);
}

struct units *units_new(struct effects *unfolded,
                        struct predicate_table *table) {
  struct units *units = memory_new_zero(1, sizeof *units);
  struct effects *effects = effects_base(unfolded);
  units->effects = effects;
  units->table = table;
  const struct procedure *procedure = effects->procedure;
  struct term_vec atoms = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    term_vec_clear(&atoms);
    predicate_atoms(effects->program->terms, effects->at[i].guard, &atoms);
    for (uint32_t k = 0; k < atoms.count; k++)
      add_atom(units, procedure->edges.at[i].from, atoms.at[k]);
  }
  term_vec_release(&atoms);
  return units;
}

void units_free(struct units *units) {
  for (uint32_t i = 0; i < units->seeds.count; i++)
    seed_vec_release(&units->seeds.at[i]);
  seed_list_vec_release(&units->seeds);
  unit_map_release(&units->by_term);
  free(units);
}

uint32_t units_count(const struct units *units) {
  return units->seeds.count;
}

struct term unit_term(const struct units *units, uint32_t unit) {
  return units->by_term.entries[unit].key;
}

const struct seed_vec *unit_seeds(const struct units *units, uint32_t unit) {
  return &units->seeds.at[unit];
}

void units_of(const struct units *units, struct term guard,
              struct u32_vec *into) {
  struct term_vec atoms = {0};
  predicate_atoms(units->effects->program->terms, guard, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool is_negated = false;
    struct predicate predicate =
        predicate_lookup(units->table, atoms.at[i], &is_negated);
    if (!predicate.id)
      continue;
    uint32_t *number =
        unit_map_find(&units->by_term, predicate_unit(units->table, predicate));
    if (number && !u32_vec_has(into, *number))
      u32_vec_push(into, *number);
  }
  term_vec_release(&atoms);
}
