// A component with its actions as labels: the product with a specification
// that forbids nothing, and its predicate LTS.
//
// Besides the steps of the program the LTS may say two things. An edge that we
// do not model performs `unsupported`, if that is given. Actions in `waits` say
// where the component waits for others: performing one is no step of its own,
// so the LTS has it as a step to a state of its own, and goes on silently.
#ifndef VOUCH_CHECK_LABELLED_H
#define VOUCH_CHECK_LABELLED_H

#include "base/poll.h"
#include "check/component.h"
#include "lts/lts.h"
#include "refine/units.h"
#include "solver/dd.h"

struct labelled {
  struct specification specification; // without systems
  struct product product;
  struct effects *effects;
  struct question *question; // all edges take part
  struct question *base_question;
};

// What builds an LTS.
struct labelling {
  struct predicate_table *table;
  struct solver *solver;
  struct dd_manager *dd;
  struct action unsupported;  // or none
  struct action start;        // of the first step; or none
  const struct bitset *waits; // actions, or null
  bool is_named;              // states say what they are
  bool is_certain;            // only steps that every state can take
  uint32_t limit;             // of states
  struct poll poll;           // polled
};

// The behaviour must outlive it. False when it takes too many edges.
bool labelled_init(struct labelled *labelled, const struct behaviour *behaviour,
                   const struct component_options *options,
                   const struct specification *specification);
void labelled_release(struct labelled *labelled);

// By edge of the product, what it performs; for the caller to free.
struct action *labelled_actions(const struct labelled *labelled);
// The predicate LTS under the seeds, which are at places of the base. Null when
// there are too many states.
struct lts *labelled_lts(const struct labelled *labelled,
                         const struct seed_vec *seeds,
                         const struct labelling *labelling);

#endif
