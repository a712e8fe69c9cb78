// The candidates of refinement: all comparisons of one term, as one unit.
//
// Choosing single branches makes the search swap cheap sets for hundreds of
// rounds; choosing a compared term brings every comparison that the program
// makes of it (architecture.md, "The loop").
#ifndef VOUCH_REFINE_UNITS_H
#define VOUCH_REFINE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/effect.h"
#include "abstraction/precision.h"
#include "abstraction/predicate.h"

// A predicate at a place (effect.h) from which inference starts.
struct seed {
  struct location_id location;
  struct term atom;
};

VEC_DEFINE(seed_vec, struct seed);

// Appends the seed unless it is there. True when it was not.
bool seeds_add(struct seed_vec *seeds, struct seed seed);

struct units; // opaque

// The units of all guards of the procedure.
struct units *units_new(struct effects *effects, struct predicate_table *table);
void units_free(struct units *units);
uint32_t units_count(const struct units *units);

// Units are numbered from 0 in order of appearance. The unit's name as a term,
// and where the program compares it.
struct term unit_term(const struct units *units, uint32_t unit);
const struct seed_vec *unit_seeds(const struct units *units, uint32_t unit);

// Appends the units of the atoms of a guard, each once.
void units_of(const struct units *units, struct term guard,
              struct u32_vec *into);

#endif
