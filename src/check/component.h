// What is checked: one procedure with everything inlined, straight-line code
// merged, and the edges that violate the property known.
#ifndef VOUCH_CHECK_COMPONENT_H
#define VOUCH_CHECK_COMPONENT_H

#include <stdbool.h>

#include "abstraction/effect.h"
#include "abstraction/reach.h"
#include "base/bitset.h"
#include "pointer/component.h"
#include "program/inline.h"
#include "program/merge.h"
#include "program/slice.h"

struct component_options {
  struct procedure_id entry;
  bool starts_program; // the entry is main
  bool is_task;        // SV-COMP rules: external functions write nothing
  bool checks_memory;  // the property: every access to memory is valid
  bool merges;         // straight-line code becomes one edge
  // Calls of this function violate the property; null: assertions and the
  // error functions of the verification conventions.
  const char *error_function;
};

struct component {
  struct program *program;
  struct plain_component plain;
  struct inline_result inlined; // the plain component's: borrowed
  struct bitset own;           // variables that memory became, by id
  struct merged merged;        // of the inlined procedure
  struct procedure *procedure; // that the engines work on
  struct effects *effects;     // of its edges
  struct slice slice;
  struct edge_id_vec violations; // edges of `procedure` that violate
};

// False when it cannot be built; `why` says so (recursion, size).
bool component_init(struct component *component, struct program *program,
                    const struct component_options *options,
                    struct strbuf *why);
void component_release(struct component *component);

// A path of the component as edges of the inlined procedure.
void component_expand(const struct component *component,
                      const struct edge_id_vec *path, struct edge_id_vec *into);
// Is a call of this function a violation?
bool component_is_error(const struct component_options *options,
                        const char *function);

#endif
