// Samples: the values that variables have at cut points in executions with
// random inputs. Relations are guessed from them (candidate.h).
//
// Inputs are drawn in several ways, a way for each execution: zeros, small
// numbers, constants of the program and their neighbours, any bits. The
// generator is seeded with the execution's number, so samples repeat.
#ifndef VOUCH_REFINE_SAMPLE_H
#define VOUCH_REFINE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/block.h"
#include "abstraction/walk.h"
#include "refine/start.h"

enum {
  TRIAL_WALKS = 12, // of samples_try
  TRIAL_STEPS = 600,
  TRIAL_TOTAL = 3000,
  SAMPLE_WALKS = 48,
  SAMPLE_STEPS = 3000,  // of one walk
  SAMPLE_TOTAL = 60000, // steps of all walks
  SAMPLE_ROWS = 300,    // kept for a cut point
  SAMPLE_COLUMNS = 24   // variables of a cut point
};

VEC_DEFINE(u64_vec, uint64_t);

// What was seen at one cut point. Columns are variables whose value there can
// matter later, of at most 64 bits; rows are values, column after column.
struct sample_table {
  struct variable_vec columns;
  struct u64_vec values;
  uint32_t rows;
};

struct samples {
  struct sample_table *at; // by index of the cut point
  uint32_t count;
  struct u64_vec constants; // of the program, ascending as signed, each once
};

// True when an execution violates the property: it is *violation, and sampling
// ended there.
bool samples_collect(struct samples *samples, const struct blocks *blocks,
                     const struct bitset *relevant, struct walk *violation);
// The same from given states: more samples.
bool samples_add(struct samples *samples, const struct blocks *blocks,
                 const struct bitset *relevant, const struct start_vec *starts,
                 struct walk *violation);
// Is there a cut point that no execution came to?
bool samples_lack(const struct samples *samples);
void samples_release(struct samples *samples);
// A few short executions and nothing kept: true when one violates the property.
bool samples_try(const struct question *question, const struct bitset *relevant,
                 struct walk *violation);

static inline uint64_t sample_value(const struct sample_table *table,
                                    uint32_t row, uint32_t column) {
  return table->values.at[(size_t)row * table->columns.count + column];
}

#endif
