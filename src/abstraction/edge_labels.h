// What the steps of a component's LTS are called.
//
// An edge performs its action, or is silent. Two kinds of edges step aside, to
// a state of its own: where the component waits for others the LTS has a step
// that says how, and another, silent one goes on; and what we do not model
// leads nowhere else.
#ifndef VOUCH_ABSTRACTION_EDGE_LABELS_H
#define VOUCH_ABSTRACTION_EDGE_LABELS_H

#include "abstraction/question.h"
#include "lts/lts.h"

struct edge_labels {
  const struct action *edges; // by edge: its action, none for tau
  struct action unsupported;  // of edges that we do not model; none: they are
                              // left out
  struct action start;        // of the step to the entry, which fixes what the
                              // component is given; none: silent
  const struct bitset *waits; // actions that say how the component waits; or
                              // null
  bool marks_end;             // a state in which it has come back is a STOP
};

// What taking an edge is called: a step aside, and one that goes on; none:
// there is none.
struct edge_label {
  struct action aside;
  struct action step;
};

// Of an edge that can be a step at all (ROLE_STEP, ROLE_UNSUPPORTED).
struct edge_label edge_label(const struct edge_labels *labels,
                             const struct question *question,
                             struct edge_id edge);

// An LTS that is built from the edges of a procedure.
struct edge_builder {
  const struct edge_labels *labels;
  const struct question *question;
  struct lts_builder lts;
  uint32_t aside; // STATE_NONE until needed
};

void edge_builder_init(struct edge_builder *builder,
                       const struct edge_labels *labels,
                       const struct question *question,
                       struct action_table *actions);
// What the step to the entry is called.
struct action edge_builder_start(const struct edge_builder *builder);
// Can the edge be a step at all?
bool edge_builder_steps(const struct edge_builder *builder,
                        struct edge_id edge);
// The edge can be taken in the state: steps aside if it has to. Returns what
// the step is called that follows; none: there is none.
struct action edge_builder_take(struct edge_builder *builder, uint32_t state,
                                struct edge_id edge);

#endif
