// Shared inside pointer/: the points-to analysis in progress. Terms become
// nodes of an inclusion system (values.c), operations become constraints
// (generate.c, externals.c), objects come into being when something names them
// (objects.c).
#ifndef VOUCH_POINTSTO_ANALYSIS_H
#define VOUCH_POINTSTO_ANALYSIS_H

#include "base/hash.h"
#include "base/map.h"
#include "pointsto/inclusion.h"
#include "pointsto/points_to.h"

VEC_DEFINE(memory_info_vec, struct memory_info);

NUMBER_MAP_DEFINE(number_map, uint64_t, uint32_t);

// Why a node's places are watched.
enum watch_kind {
  WATCH_CALL,     // an indirect call
  WATCH_CALLBACK, // called by an external function, now
  WATCH_LATER     // ... or at some time: handlers, threads
};

enum { WATCH_ARGUMENTS = 4 };

struct watch {
  enum watch_kind kind;
  struct procedure_id procedure;
  struct edge_id edge;
  // Of a callback: the nodes of its arguments, and what its result goes to.
  uint32_t arguments[WATCH_ARGUMENTS];
  uint32_t argument_count;
  uint32_t result;
};

// A pointer of which another is subtracted. It is an integer if they point
// into one object; otherwise the result is still a way to the first.
struct difference {
  uint32_t from;
  uint32_t subtracted; // 0: no pointer
  uint32_t to;
  bool is_pointer;
};

// What narrow loads of a procedure read goes unchanged into narrow stores.
struct piecewise {
  struct procedure_id procedure;
  uint32_t from; // nodes of the addresses
  uint32_t to;
  bool is_followed;
  bool is_assumed; // not to move pointers, although it could
};

struct callback {
  uint64_t site; // procedure and edge
  struct procedure_id callee;
};

VEC_DEFINE(watch_vec, struct watch);
VEC_DEFINE(difference_vec, struct difference);
VEC_DEFINE(piecewise_vec, struct piecewise);
VEC_DEFINE(callback_vec, struct callback);

struct points_to {
  const struct program *program;
  struct points_to_options options;
  struct inclusion *system;
  unsigned word; // bytes of a pointer

  struct memory_info_vec objects; // by handle, [0] unused
  struct u32_vec system_objects;  // by handle
  struct u32_vec handles;         // by object of the system; 0: a buffer
  struct u32_vec program_objects; // handles by object of the program
  struct number_map sites;        // handles by procedure and edge
  struct number_map libraries;    // handles by external procedure

  struct u32_vec variables; // nodes by variable
  struct number_map terms;  // nodes by term
  struct u32_vec results;   // nodes by procedure
  struct u32_vec saved;     // nodes by external procedure
  uint32_t unknown;         // the node {UNKNOWN}
  uint32_t thread_results;

  bool *is_reached;                // by procedure
  bool *is_detached;               // by procedure
  bool *is_later;                  // of these: a known function calls it
  struct procedure_id_vec reached; // in order
  uint32_t translated;             // how many of them
  struct watch_vec watches;
  struct number_map seen; // objects at watches, to act once
  struct difference_vec differences;
  struct piecewise_vec pieces;
  struct callback_vec callbacks;
  struct points_to_figures figures;
  bool calls_unseen;
};

static inline uint64_t site_key(struct procedure_id procedure,
                                struct edge_id edge) {
  return (uint64_t)procedure.id << 32 | edge.id;
}

// Values (values.c)

uint32_t analysis_variable(struct points_to *analysis,
                           struct variable variable);
// The node of a term's value, or 0 when it cannot carry a pointer.
uint32_t analysis_value(struct points_to *analysis, struct term t);
// The largest number known to divide the value; 0 for the constant 0.
uint64_t analysis_divisor(const struct term_table *terms, struct term t);
// A node with the places of another moved.
uint32_t analysis_moved(struct points_to *analysis, uint32_t node, int64_t step,
                        uint64_t stride);
uint32_t analysis_blurred(struct points_to *analysis, uint32_t node);
// Treats differences as pointers where the sets demand it. True if one
// changed.
bool analysis_settle_differences(struct points_to *analysis);

// How a term is made of others, for values and for queries. `from` is moved by
// step and stride, or blurred.
struct part {
  struct term from;
  int64_t step;
  uint64_t stride;
  bool is_blurred;
};

VEC_DEFINE(part_vec, struct part);

struct split {
  struct part_vec parts;
  struct term minuend; // none, or: a difference of two pointers
  struct term subtrahend;
};

void split_term(const struct points_to *analysis, struct term t,
                struct split *split);
void split_release(struct split *split);

// Copies in pieces (pieces.c)

void analysis_find_pieces(struct points_to *analysis,
                          const struct procedure *procedure);
// Follows copies that may move pointers. True if one is new.
bool analysis_settle_pieces(struct points_to *analysis);

// Objects (objects.c)

// The object behind an address, made when first named.
struct memory_object analysis_program_object(struct points_to *analysis,
                                             struct object_id object);
// What an allocating edge makes; `size` may be none, `target` is the variable
// that gets the address, or none.
struct memory_object analysis_site(struct points_to *analysis,
                                   struct procedure_id procedure,
                                   struct edge_id edge, enum memory_kind kind,
                                   struct term size, struct variable target,
                                   const char *what);
struct memory_object analysis_library(struct points_to *analysis,
                                      struct procedure_id procedure);
// Gives the parameters of main what the environment gives.
void analysis_pass_environment(struct points_to *analysis,
                               const struct procedure *procedure);

static inline uint32_t analysis_system_object(const struct points_to *analysis,
                                              struct memory_object object) {
  return analysis->system_objects.at[object.id];
}

// Constraints (generate.c)

void analysis_reach(struct points_to *analysis, struct procedure_id procedure);
// Called by code we do not see.
void analysis_call_from_outside(struct points_to *analysis,
                                struct procedure_id procedure);
// Adds the constraints of all procedures reached.
void analysis_translate(struct points_to *analysis);
void analysis_on_place(void *context, uint32_t watch,
                       struct inclusion_place place);
void analysis_on_escape(void *context, uint32_t object);
// Whether a call with these arguments may enter the procedure.
bool analysis_call_fits(const struct points_to *analysis,
                        const struct operation *op,
                        const struct procedure *callee);

// A call of code that is not seen.
void analysis_unknown_call(struct points_to *analysis,
                           const struct operation *op);
// External functions (externals.c)

void analysis_external_call(struct points_to *analysis,
                            struct procedure_id caller, struct edge_id edge,
                            const struct operation *op,
                            const struct procedure *callee);
// Whether the function has a summary.
bool external_is_known(const char *name);

#endif
