// Who waits for what: can the parts of a composition refuse everything?
//
// A part that waits offers a set of actions, its offer, and refuses the rest of
// its alphabet. A part may be able to wait in several ways (a quotient merges
// states that wait differently): its choices. The parts are in deadlock if
// each can choose a way to wait such that every action of the union of the
// alphabets is refused by some part that has it, and not all have terminated.
// (Stable failures of a composition: Roscoe, The Theory and Practice of
// Concurrency, chapter 8. An action is refused by the whole if one of those
// that must take part refuses it.)
//
// Choices that refuse less than another one of the same part are dropped
// beforehand (wait_table): whatever they allow the other allows. The search
// over what is left assigns the parts with the fewest choices first, and
// backtracks when an action is offered by all that have it.
//
// The alphabets are given as owners: for each action the parts that have it.
#ifndef VOUCH_LTS_REFUSAL_H
#define VOUCH_LTS_REFUSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "lts/action.h"
#include "lts/lts.h"

// A way to wait: the action that marks it, never taken as a step.
struct lts_wait {
  struct action action;
  struct bitset offer; // of action handles
  bool terminates;     // it will never do anything again, and may
};

// For every action below `limit` the parts that have it, in increasing order:
// of[first[a] .. first[a+1]-1]. There are no others.
struct owners {
  uint32_t limit;
  uint32_t *first;
  uint32_t *of;
};

void owners_init(struct owners *owners, const struct bitset *const *alphabets,
                 uint32_t count, uint32_t limit);
void owners_release(struct owners *owners);

// The ways to wait that a state of an LTS has, as indices into `waits`, the
// least ones by offer only: choices.at[first[s] .. first[s+1]-1].
struct wait_table {
  uint32_t *first;
  struct u32_vec choices;
};

void wait_table_init(struct wait_table *table, const struct lts *lts,
                     const struct lts_wait *waits, uint32_t wait_count);
void wait_table_release(struct wait_table *table);

// The same LTS without the ways to wait that offer a hidden action: nobody can
// refuse what is hidden, so a part that offers it does not wait. Needed before
// hiding, if deadlock is asked.
struct lts *lts_drop_unstable(const struct lts *lts,
                              const struct bitset *hidden,
                              const struct lts_wait *waits,
                              uint32_t wait_count);

enum refusal_answer { REFUSAL_NONE, REFUSAL_FOUND, REFUSAL_UNKNOWN };

struct refusal_range {
  const uint32_t *begin, *end; // indices of waits
};

// chosen[p] gets the index of part p's wait if one is found. Unknown if more
// than `budget` choices were tried.
enum refusal_answer refusal_choose(const struct lts_wait *waits,
                                   const struct owners *owners,
                                   const struct refusal_range *choices,
                                   uint32_t part_count, uint64_t budget,
                                   uint32_t *chosen);

#endif
