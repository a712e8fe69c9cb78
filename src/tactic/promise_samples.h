// What calls of a procedure do, seen in runs: a row for each run that returned,
// with a number for every column that promises can speak of
// (program/promise.h). Arguments, and globals at the entry, are small numbers
// and those near constants of the body; in half of the runs the globals are as
// the program starts with them.
#ifndef VOUCH_TACTIC_PROMISE_SAMPLES_H
#define VOUCH_TACTIC_PROMISE_SAMPLES_H

#include "program/promise.h"
#include "refine/sample.h"

struct promise_samples {
  const struct program *program;
  struct promise_scope scope;
  struct u64_vec constants; // of the body; 0 is one
  struct u64_vec rows;      // PROMISE_COLUMNS numbers each
  uint32_t count;           // of rows
  uint32_t initial;         // of these, those at the beginning in which the
                            // globals were as the program starts with them
};

// With entries as those of the promises say that are required (may be null).
void promise_samples_init(struct promise_samples *samples,
                          const struct program *program,
                          const struct procedure *procedure,
                          const struct promise_vec *required);
void promise_samples_release(struct promise_samples *samples);

uint64_t promise_sample(const struct promise_samples *samples, uint32_t row,
                        uint32_t column);
// The value that the global of a column has when the program starts.
uint64_t promise_initial(const struct program *program,
                         const struct promise_scope *scope, uint32_t column);

#endif
