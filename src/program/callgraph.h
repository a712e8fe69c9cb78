// Which procedures a procedure can reach by direct calls to bodies.
//
// Calls through pointers and to procedures without a body are no edges of
// this graph. It is walked from one root, depth first and without recursion,
// linear in the edges of the automata that are reached; the callees of a
// procedure are visited in the order of its call edges.
//
// Procedures that can call each other, directly or not, are one group: a call
// inside a group is recursive, every other call leads to a group that comes
// before (Tarjan's strongly connected components).
//
// Calls of procedures that are kept are no edges either, but those are roots of
// their own: a cycle is then one that goes through no kept procedure.
#ifndef VOUCH_PROGRAM_CALLGRAPH_H
#define VOUCH_PROGRAM_CALLGRAPH_H

#include "base/bitset.h"
#include "program/program.h"

struct callgraph {
  // What is reached from the root, each once, group after group, callees before
  // their callers; without recursion the root comes last.
  struct procedure_id_vec order;
  struct u32_vec groups; // by procedure, from 1; 0: it is not reached
  // The first cycle of calls that the walk meets: f, g, f when f calls g and g
  // calls f. Empty when there is none.
  struct procedure_id_vec cycle;
  // The root, and then the kept procedures that are called, each once; the root
  // again if it is kept and called.
  struct procedure_id_vec roots;
};

// The root must have a body.
void callgraph_init(struct callgraph *graph, const struct program *program,
                    struct procedure_id root);
// The same with kept procedures, by id; null: none.
void callgraph_init_keeping(struct callgraph *graph,
                            const struct program *program,
                            struct procedure_id root,
                            const struct bitset *kept);
void callgraph_release(struct callgraph *graph);

// Is a call between these two recursive? Both must be reached.
bool callgraph_is_recursive(const struct callgraph *graph,
                            struct procedure_id caller,
                            struct procedure_id callee);
// Adds one procedure of each cycle of calls below the root to those that are
// kept, until there is no cycle without one.
void callgraph_find_kept(const struct program *program,
                         struct procedure_id root, struct bitset *kept);
// The body that the operation calls directly, or null.
struct procedure *callgraph_callee(const struct program *program,
                                   const struct operation *op);

#endif
