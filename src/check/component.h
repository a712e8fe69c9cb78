// What is checked: one procedure with everything inlined, straight-line code
// merged, and the edges that violate the property known.
#ifndef VOUCH_CHECK_COMPONENT_H
#define VOUCH_CHECK_COMPONENT_H

#include <stdbool.h>

#include "abstraction/question.h"
#include "abstraction/reach.h"
#include "base/bitset.h"
#include "check/target.h"
#include "memory/component.h"
#include "program/inline.h"
#include "program/merge.h"
#include "program/slice.h"
#include "weave/product.h"

struct component_options {
  struct procedure_id entry;
  bool starts_program; // the entry is main
  bool is_task;        // SV-COMP rules: external functions write nothing
  bool merges;         // straight-line code becomes one edge
  struct target_rules rules;
  bool checks_memory; // accesses are watched, although no row is about them
  bool is_resolved;  // calls through pointers are
  bool takes_bodies; // instead of procedure abstractions that are not assumed
  bool skips_unsupported; // what we do not model is somebody else's business
  bool adopts; // pointers that nobody initialised may have objects of their
               // own (memory/adopt.h): only a violation counts
  const struct bitset *kept; // functions whose calls stay calls, by id; null:
                             // none (memory/component.h)
  bool hears_all;         // also actions that the specification does not know
  // What is woven into the program, or null, and its row.
  const struct specification *specification;
  struct check_target claim;
};

struct component {
  struct program *program;
  struct plain_component plain;
  struct inline_result inlined; // the plain component's: borrowed
  struct bitset own;            // variables that memory became, by id
  struct merged merged;         // of the inlined procedure
  struct product product;       // of that with the specification, or none
  struct procedure *procedure;  // that the engines work on
  struct effects *effects;      // of its edges
  struct effects *base;         // of what the product was made of, or null; that
                                // of a joined one is another's
  struct question *question;    // what is asked of its edges
  struct question *base_question; // of those of the base, or null
  struct procedure_id unseen_call; // a procedure that code which we do not see
                                   // may call, so that nothing is proved; or
                                   // none (callback.h)
  struct slice slice;
  struct edge_id_vec violations;   // edges of `procedure` that violate
  struct check_target_vec targets; // also when it could not be built
  struct u32_vec target_of;        // of the violations, in their order
  bool is_joined;                  // what it is without its specification
                                   // belongs to another one
};

// False when it cannot be built; `why` says so (recursion, size).
bool component_init(struct component *component, struct program *program,
                    const struct component_options *options,
                    struct strbuf *why);
void component_release(struct component *component);

// A component that was built without a specification, together with the one of
// the options. It must outlive what is made.
bool component_join(struct component *made, const struct component *plain,
                    const struct component_options *options,
                    struct strbuf *why);

// What is asked of effects of a form of the component's procedure: which of its
// edges violate the property.
struct question *component_question(const struct component_options *options,
                                    struct effects *effects,
                                    struct question *base);
// What edges of a product of the component's procedure do; `base` is what those
// of the procedure do.
struct effects *component_unfold(const struct component *component,
                                 const struct component_options *options,
                                 const struct product *product,
                                 struct effects *base);
// What edges of another form of the component's procedure do.
struct effects *component_effects(const struct component *component,
                                  const struct component_options *options,
                                  struct procedure *procedure);
// The variables of the entry as written, as they are in the component. The
// caller frees it.
struct substitution *component_copies(const struct component *component,
                                      struct procedure_id entry);

// A path of the component as edges of the inlined procedure.
void component_expand(const struct component *component,
                      const struct edge_id_vec *path, struct edge_id_vec *into);
// The location of the inlined procedure that a place is (effect.h).
struct location_id component_location(const struct component *component,
                                      struct location_id place);
// Does the edge test what the component returns, for its specification?
bool component_tests_return(const struct component *component,
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
