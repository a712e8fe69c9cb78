// Systems that are not there yet: the steps of a state are computed when it is
// first asked for, without silence.
//
// A source gives the steps of a state, silent ones included; its states are
// numbers, and there may be no end of them. What is outside the visible actions
// is silent. The row of a state has every visible step that it can take after
// silent ones; the targets are where that step leads to, before further
// silence. So the states that have rows are the initial one and those behind a
// visible step, numbered as they are met, and the weak traces are the same.
//
// A step labelled with a waits-action says that the state can wait so
// (refusal.h), and leads nowhere. It belongs to every state that can come there
// by silent steps.
#ifndef VOUCH_LTS_ROWS_H
#define VOUCH_LTS_ROWS_H

#include "base/bitset.h"
#include "lts/lts.h"
#include "lts/refusal.h"

struct row_source {
  void *context;
  uint32_t initial;
  // Appends the steps of a state; false when they cannot be told.
  bool (*steps)(void *context, uint32_t state, struct lts_step_vec *into);
};

// The source of a system that is there.
struct row_source row_source_of(const struct lts *lts);

struct row {
  struct lts_step_range steps;       // by action, then by target
  const uint32_t *waits, *waits_end; // indices of waits
};

struct rows; // opaque

// The visible actions must outlive them. State 0 is the initial one. Of the
// waits only those in `own` are ways to wait; others are silent: what offers
// something that nobody can refuse does not wait.
struct rows *rows_new(struct row_source source, const struct bitset *visible,
                      const struct lts_wait *waits, uint32_t wait_count,
                      const struct bitset *own);
void rows_free(struct rows *rows);

// Valid until the next row is asked for. False when it cannot be told.
bool rows_at(struct rows *rows, uint32_t state, struct row *row);
// Was there a way to go on silently for ever?
bool rows_loop_silently(const struct rows *rows);

#endif
