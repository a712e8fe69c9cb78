// Systems explored on the fly.
//
// A view is anything that can name an initial state and list the steps of a
// state: a labelled transition system in memory, or a composition whose states
// come into being as they are looked at. State numbers are dense and given in
// order of discovery. Algorithms that need only the reachable part (inclusion,
// deadlock search, materialisation) work on views.
//
// Composition is that of CSP (seed 000, definition 5): an action is performed
// jointly by all components that have it in their alphabet; tau is in no
// alphabet and never synchronises. A composition has terminated (STOP) when
// all components are STOP or END (END when all are END), and is in ERROR as
// soon as one is; ERROR states have no steps.
#ifndef VOUCH_LTS_VIEW_H
#define VOUCH_LTS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "lts/lts.h"

struct lts_view {
  void *data;
  struct action_table *actions;
  const struct bitset *alphabet;
  uint32_t (*initial)(void *data);
  // Appends the steps of the state.
  void (*steps)(void *data, uint32_t state, struct lts_step_vec *out);
  enum state_kind (*kind)(void *data, uint32_t state);
  // Appends a text that tells the state to a reader.
  void (*describe)(void *data, uint32_t state, struct strbuf *out);
};

// The LTS must outlive the view.
struct lts_view lts_view_of(const struct lts *lts);

// A composition of views, which are copied; what they refer to must outlive
// the product.
struct lts_product; // opaque
struct lts_product *lts_product_new(const struct lts_view *components,
                                    uint32_t count);
void lts_product_free(struct lts_product *product);
struct lts_view lts_product_view(struct lts_product *product);
// The states of the components, `count` of them; valid until the next step.
const uint32_t *lts_product_tuple(const struct lts_product *product,
                                  uint32_t state);
uint32_t lts_product_state_count(const struct lts_product *product);

// The materialised composition; null beyond the limit.
struct lts *lts_compose(const struct lts *const *components, uint32_t count,
                        uint64_t limit);

// Deadlock search: a shortest path to a PLAIN state without steps, or to ERROR.
enum deadlock_answer { DEADLOCK_FREE, DEADLOCK_FOUND, DEADLOCK_UNKNOWN };

struct deadlock {
  enum deadlock_answer answer;
  uint32_t state;           // the state in deadlock or ERROR
  struct lts_step_vec path; // from the initial state; each with its target
};

struct deadlock lts_find_deadlock(const struct lts_view *view, uint64_t limit);
void deadlock_release(struct deadlock *deadlock);

#endif
