// What is checked: a question that is asked of a behaviour. Which edges violate
// the property, what leads there, and the rows that this is about. With a
// specification the question is about the product of both.
#ifndef VOUCH_CHECK_COMPONENT_H
#define VOUCH_CHECK_COMPONENT_H

#include "abstraction/question.h"
#include "abstraction/reach.h"
#include "check/behaviour.h"
#include "program/slice.h"

struct component {
  struct program *program;
  const struct behaviour *behaviour; // what it does; may be shared
  struct product product;            // of that with the specification, or none
  struct procedure *procedure;  // that the engines work on: the behaviour's, or
                                // the product's
  struct provenance provenance; // its edges as those of the behaviour's
                                // procedure before merging (behaviour.plain)
  struct effects *effects;   // of its edges; the behaviour's without a product
  struct question *question; // what is asked of its edges
  struct question *base_question; // of those of the behaviour, with a product
  struct slice slice;
  bool is_temporal;                // of its options: the question is never cut
  struct edge_id_vec violations;   // edges of `procedure` that violate
  struct check_target_vec targets; // also when it could not be built
  struct u32_vec target_of;        // of the violations, in their order
};

// Appends the targets that the program has, in order, before anything is built.
void component_collect(struct program *program,
                       const struct component_options *options,
                       struct check_target_vec *targets);

// Builds the behaviour and asks of it what the options say. False when it
// cannot be built; `why` says so (recursion, size). The behaviour is the
// caller's, must outlive the component, and is to be released in any case.
bool component_init(struct component *component, struct behaviour *behaviour,
                    struct program *program,
                    const struct component_options *options,
                    struct strbuf *why);
void component_release(struct component *component);

// Asks the specification of the options of a behaviour that is there.
bool component_join(struct component *component,
                    const struct behaviour *behaviour,
                    const struct component_options *options,
                    struct strbuf *why);

// The same component, asked about one open target only: executions end at the
// others, and doubts about those are left out. It borrows everything but its
// question, and is to be unfocused before the component is released.
void component_focus(struct component *focused,
                     const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target);
void component_unfocus(struct component *focused);

// What is asked of effects of a form of the component's procedure: which of its
// edges violate the property.
struct question *component_question(const struct component_options *options,
                                    struct effects *effects,
                                    struct question *base);

// The edge with pointers of which the edge, or the last that it stands for, was
// made.
const struct edge *component_with_pointers(const struct component *component,
                                           struct edge_id edge);
// Does the edge test something for the specification: what the component
// returns, or which object an action is about?
bool component_tests_for_it(const struct component *component,
                            struct edge_id edge);
// The kept function in whose part the edge is (program/inline.h), or null: a
// path to it starts there, in any state, and no execution starts so.
const struct procedure *component_kept(const struct component *component,
                                       struct edge_id edge);
// The kept function that the edge calls, or null.
const struct procedure *component_calls_kept(const struct component *component,
                                             struct edge_id edge);
// The target of an edge that violates the property.
struct check_target *component_target(const struct component *component,
                                      struct edge_id edge);
// A target that is decided is not looked for again: there, executions end, and
// what leads only there is not explored any more.
void component_retire(struct component *component,
                      const struct check_target *target);
// Appends "not modelled: what at where" of an edge that we do not model.
void component_tell_unsupported(const struct component *component,
                                struct edge_id edge, struct strbuf *into);
// What the edge, which we do not model, leaves open: open targets that lie
// behind it become unknown, and so does the access that it doubts. Executions
// end there from now on. False, and nothing changes, when it cannot be told
// what lies behind it.
bool component_blame(struct component *component,
                     const struct component_options *options,
                     struct edge_id edge);
// After some were blamed: what only leads to decided targets is left out.
void component_recut(struct component *component);
bool component_has_open_target(const struct component *component);

#endif
