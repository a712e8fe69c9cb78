// Inlining: one automaton instead of a graph of calls.
//
// The new procedure is the entry with every direct call to a body replaced by
// a copy of that body, transitively. Each copy is an instance, with its own
// copies of the callee's variables and frame objects. A call becomes an edge
// that assigns all parameters in parallel (and the address of the variable
// arguments; null when none were passed); a return becomes an edge that
// assigns the result, or nothing, and leads to where the call leads. What was
// undefined in a callee leads to the one undefined location. Calls through
// pointers and to procedures without a body stay calls. Positions and labels
// are kept.
//
// Names: what belonged to the entry keeps its names; a variable x of f is named
// "f::x" in the first copy of f and "f#2::x" in the second, and is shown to the
// user as "f::x" in both (qualify.h). Copies are counted breadth first: calls
// nearer to the entry come first, and among them those of lower edges.
//
// Recursion is followed to a depth: an instance has as its level how many
// recursive calls (callgraph.h) of its group led to it, one inside the other,
// and a recursive call in an instance of the deepest level is cut: an edge that
// says so in the place of the call, behind which there is nothing. Who looks at
// the new procedure takes it for something that is not modelled; where nothing
// comes to such an edge, the depth was enough.
//
// Kept procedures stay procedures: a call of one stays a call, and its body, in
// which everything else is inlined, is a part of its own. The entry is the
// first part. All parts are in the one new procedure, so that passes that look
// at memory see all that touches it: from its entry an edge leads into each
// part, and nothing leads from one part into another. What a kept part starts
// with is havocked on that edge as far as it is parameters (an approximation:
// callers pass less than everything), and who models memory adds the rest.
// Where a kept procedure returns, its result is assigned to a variable of the
// part, and the part ends there. Each part stands for any one activation of its
// procedure; activations of one procedure that are alive at the same time
// (recursion) are told apart by memory/activation.h.
//
// What inlining loses: a frame object of a callee, and what it allocates on the
// stack, lives from the entry to the return of the new procedure. An access
// after the callee returned is no longer invalid, and on a second pass through
// the same instance an object still holds what the first left in it, where C
// has indeterminate bytes. Whoever models frame objects havocs those of an
// instance at the edge that enters it (origin.entered, instance.first_object).
// Locals need no such care: a procedure writes, or havocs, each of its locals
// and temporaries before it reads it, on every path from its entry.
//
// The size is computed before anything is built, and the work is linear in
// it. Terms are substituted with sharing, one substitution per instance.
#ifndef VOUCH_PROGRAM_INLINE_H
#define VOUCH_PROGRAM_INLINE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "program/program.h"
#include "program/provenance.h"

enum { INLINE_EDGE_LIMIT = 2000000 }; // a good limit

struct inline_instance {
  struct procedure_id procedure; // that was copied
  uint32_t parent;               // the calling instance; 0 for the entry
  uint32_t depth;                // of calls around it: 0 for the entry
  uint32_t level;                // of recursive calls among these
  uint32_t copy;                 // 1 for the first copy of the procedure
  struct edge_id call;           // in the parent's procedure
  struct position position;      // of the call
  // The copy of the variable in slot s of the procedure is
  // variables.at[first_variable + s] of the new one. Likewise for its frame
  // objects, in the order of its list.
  uint32_t first_variable;
  uint32_t first_object;
  uint32_t part; // to which it belongs, by index
  bool is_kept;  // it is the first of a kept part: nothing calls it here
};

// Where an edge comes from. A call that was inlined is the origin of the edge
// that passes its arguments.
struct inline_origin {
  struct procedure_id procedure;
  struct edge_id edge; // in that procedure
  uint32_t instance;   // to which the edge belongs: of the caller for a call
  uint32_t entered;    // the instance that starts with this edge, or 0
};

// One of the procedures that are left.
struct inline_part {
  struct procedure_id procedure;
  uint32_t instance;      // the first of the part
  struct variable result; // of a kept one that returns something
  bool is_recursive;      // it can be active more than once at a time: its
                          // frame objects are those of one activation only
                          // where memory/activation.h has seen to it
};

VEC_DEFINE(inline_part_vec, struct inline_part);
VEC_DEFINE(inline_instance_vec, struct inline_instance);
VEC_DEFINE(inline_origin_vec, struct inline_origin);

struct inline_result {
  struct procedure *procedure;          // "main (inlined)", or null
  struct inline_instance_vec instances; // [0] unused, [1] is the entry
  struct inline_origin_vec origins;     // by edge of the procedure
  struct inline_part_vec parts;         // [0] is the entry
  struct procedure_id_vec recursion;    // f, g, f: a cycle of calls, if there
                                        // is one
  uint32_t depth;                       // to which it was followed
  uint32_t cuts;     // calls that were not followed, because of that
  bool is_too_large; // why nothing was built
  uint64_t size;     // edges before dead ones are dropped, saturating; 0 when
                     // there is recursion that is not followed
};

struct inline_options {
  const struct bitset *kept; // procedures, by id; null: none. Only recursion
                             // that goes through none of them counts as such
  uint32_t edge_limit;       // more are not built
  uint32_t depth; // of recursive calls that are followed; 0: with recursion
                  // nothing is built
};

// Adds the new procedure to the program, sealed, and returns it; null when
// there is recursion or more than `edge_limit` edges. The entry must have a
// body. All procedures must be sealed.
struct procedure *program_inline(struct program *program,
                                 struct procedure_id entry, uint32_t edge_limit,
                                 struct inline_result *result);
struct procedure *program_inline_as(struct program *program,
                                    struct procedure_id entry,
                                    const struct inline_options *options,
                                    struct inline_result *result);
void inline_result_release(struct inline_result *result);
// After a pass that made another procedure of the inlined one, or changed it in
// place: the origins are those of its edges from now on.
void inline_follow(struct inline_result *result,
                   const struct provenance *provenance);

// The part of the kept procedure that the operation calls, by index; 0: it
// calls none.
uint32_t inline_part_called(const struct inline_result *result,
                            const struct operation *op);
// The part to which an edge of the new procedure belongs, and whether it leads
// into a kept one.
uint32_t inline_part_of(const struct inline_result *result, uint32_t edge);
bool inline_enters_part(const struct inline_result *result, uint32_t edge);
// The copy of a variable of the part's procedure in its first instance.
struct variable inline_formal(const struct program *program,
                              const struct inline_result *result, uint32_t part,
                              struct variable variable);

// What the variable of the new procedure is a copy of; itself if a pass made it.
struct variable inline_original(const struct program *program,
                                const struct inline_result *result,
                                struct variable variable);
// The instance to which the variable of the new procedure belongs.
uint32_t inline_instance_of(const struct program *program,
                            const struct inline_result *result,
                            struct variable variable);

#endif
