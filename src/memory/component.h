// From a program to a component without pointers: calls through pointers are
// resolved, everything is inlined into one procedure, memory becomes variables.
// Recursion is followed to a depth, or less deep where that would be too large.
//
// Functions that are kept are not inlined: calls of them become havocs of what
// they may change, and their bodies are parts of the procedure of their own,
// which nothing leads to but its entry (program/inline.h, remove_kept.c). What
// holds of all executions of the component holds of all of the program.
#ifndef VOUCH_MEMORY_COMPONENT_H
#define VOUCH_MEMORY_COMPONENT_H

#include "memory/remove.h"
#include "pointsto/callbacks.h"
#include "program/inline.h"

struct plain_component {
  struct inline_result inlining; // its procedure still has pointers
  struct removal removal;
  struct procedure *procedure;        // without pointers: the removal's
  uint64_t points_to_ms;              // processor time of the analyses
  struct callback_call_vec callbacks; // what code that we do not see may call
};

// Resolves calls through pointers, in place, as the points-to analysis from the
// entry sees them.
void plain_component_resolve(struct program *program, struct procedure_id entry,
                             bool is_open);
// The same for several entries, each of which starts in any state. What is
// resolved stays so: a call that two of them reach must be resolved for both at
// once.
void plain_components_resolve(struct program *program,
                              const struct procedure_id_vec *entries);

// False when it cannot be built; `why` says so (recursion, size). The program's
// procedures are changed in place where they call through pointers.
bool plain_component_init(struct plain_component *component,
                          struct program *program, struct procedure_id entry,
                          const struct removal_options *options,
                          struct strbuf *why);
void plain_component_release(struct plain_component *component);

// The edge with pointers that an edge was made of, and where that is written.
const struct edge *
plain_component_with_pointers(const struct plain_component *component,
                              struct edge_id edge);
const struct inline_origin *
plain_component_written(const struct plain_component *component,
                        struct edge_id edge);

// Appends the regions and the procedure as text.
void plain_component_print(const struct plain_component *component,
                           struct strbuf *out);
// The same as figures: name=value, on one line.
void plain_component_print_figures(const struct plain_component *component,
                                   struct strbuf *out);

#endif
