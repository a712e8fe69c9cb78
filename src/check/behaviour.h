// What the code of a component does: one procedure with everything inlined,
// without pointers, straight-line code merged, and what its edges do. Nothing
// is asked of it here, so that several components may share it (component.h);
// once it is built, it never changes.
#ifndef VOUCH_CHECK_BEHAVIOUR_H
#define VOUCH_CHECK_BEHAVIOUR_H

#include <stdbool.h>

#include "abstraction/effect.h"
#include "abstraction/reach.h"
#include "base/bitset.h"
#include "check/target.h"
#include "memory/component.h"
#include "program/inline.h"
#include "program/merge.h"
#include "program/promise.h"
#include "weave/product.h"

// How a behaviour is built, and what is asked of it.
struct component_options {
  struct procedure_id entry;
  bool starts_program; // the entry is main
  bool is_task;        // SV-COMP rules: external functions write nothing
  bool merges;         // straight-line code becomes one edge
  bool merges_joins;   // also what is behind several assignments
  struct target_rules rules;
  enum leak_time leak_time;
  bool checks_memory; // accesses are watched, although no row is about them
  bool is_resolved;   // calls through pointers are
  bool takes_bodies;  // instead of procedure abstractions that are not assumed
  bool skips_unsupported; // what we do not model is somebody else's business
  bool adopts; // pointers that nobody initialised may have objects of their
               // own (memory/adopt.h): only a violation counts
  const struct bitset *kept; // functions whose calls stay calls, by id; null:
                             // none (memory/component.h)
  uint32_t depth;            // to which recursion is followed; 0: not at all
  bool recalls; // calls that functions make inside of themselves are ones by
                // callers (recall.h): only a proof counts
  // What is promised of procedures that are kept, or null; what breaks it is
  // told where it is to be checked.
  const struct promise_vec *promises;
  struct promise_breach_vec *breaches;
  bool has_threads; // what a specification is woven into has real ones
  const struct program *threaded; // of which the program that is checked is
                                  // the interleavings (threads/threads.h); or
                                  // null
  const struct variable_vec *counters; // where the interleavings are a loop
                                       // (threads/loop.h): of its threads; or
                                       // null
  const struct variable_vec *running;  // where its threads are of kinds
                                       // (threads/kinds.h): how many run, by
                                       // thread; or null
  bool is_temporal;   // what happens matters, not only what can be reached:
                      // nothing is cut that leads to no violation, and every
                      // variable counts that a branch depends on
  bool splits_states; // locations are told apart by the states that variables
                      // are in (program/unfold.h)
  bool hears_all;     // also actions that the specification does not know
  // What is woven into the program, or null, and its row.
  const struct specification *specification;
  struct check_target claim;
};

struct behaviour {
  struct program *program;
  struct plain_component plain;    // and what was inlined
  struct bitset own;               // variables that memory became, by id
  struct merged merged;            // of the procedure of `plain`, or none
  struct procedure *procedure;     // the merged one, or that of `plain`
  struct provenance provenance;    // its edges as those of `plain`
  struct effects *effects;         // of its edges
  struct procedure_id unseen_call; // a procedure that code which we do not see
                                   // may call, so that nothing is proved; or
                                   // none (callback.h)
};

// What is taken for granted of the program before its targets are collected:
// error functions have no body, and what a function that starts alone finds
// elsewhere is like its own.
void behaviour_prepare(struct program *program,
                       const struct component_options *options);
// A function is checked for any values of the globals, so one that is defined
// elsewhere is like the others, if we know how large it is.
void behaviour_adopt_externals(struct program *program);
// False when it cannot be built; `why` says so (recursion, size).
bool behaviour_init(struct behaviour *behaviour, struct program *program,
                    const struct component_options *options,
                    struct strbuf *why);
void behaviour_release(struct behaviour *behaviour);

// What edges of another form of the procedure do.
struct effects *behaviour_effects(const struct behaviour *behaviour,
                                  const struct component_options *options,
                                  struct procedure *procedure);
// What edges of a product of the procedure do.
struct effects *behaviour_unfold(const struct behaviour *behaviour,
                                 const struct component_options *options,
                                 const struct product *product);
// The variables of the entry as written, as they are in the procedure. The
// caller frees it.
struct substitution *behaviour_copies(const struct behaviour *behaviour,
                                      struct procedure_id entry);
// The location of the procedure before merging that a place is (effect.h).
struct location_id behaviour_location(const struct behaviour *behaviour,
                                      struct location_id place);

#endif
