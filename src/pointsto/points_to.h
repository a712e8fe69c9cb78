// Where pointers may point: Andersen's inclusion-based analysis, before any
// access through a pointer is removed (seed 000, section 3.3).
//
// Flow- and context-insensitive, field-sensitive. Memory is divided into
// abstract objects, each standing for one or more concrete ones: the program's
// own objects, one per allocating edge, the memory of library functions, what
// comes with argv and the environment, and UNKNOWN, which stands for every
// object that escapes to code we do not see and for all memory that is not the
// program's. Inside an object, offsets are counted in bytes and normalised:
// the elements of an array share the offsets of the first, at every level of
// nesting. What one normalised offset stands for is a cell.
//
//   struct { int n; struct { int a; char *b; } t[9]; } s;
//   cells of s: 0 (n), 8 (t[i].a), 16 (t[i].b)
//
// Normalising is a function of the object and the concrete offset, so that two
// accesses at one concrete byte always meet in one cell, whatever types they
// use. It is only a question of precision, never of soundness.
//
// The call graph is built on the way: a procedure takes part when something
// that takes part may call it. External functions have summaries
// (library/routine.def); one without is taken to keep, change and call whatever
// it can reach from its arguments.
//
// The result is for all runs of the program from the entry, on all paths: if
// some run reads, writes, frees or calls at an address, the address lies in an
// object and at an offset of the set computed for the term. Assumptions: those
// of doc/pointers.md. A set says where valid accesses can go; a pointer that is
// null or invalid may have an empty set.
//
// A result belongs to the program it was computed for, which it borrows, and
// is valid while the program's procedures, variables and objects stay as they
// are (adding procedures, as inlining does, is harmless: the new ones did not
// take part). Everything is enumerated in a fixed order.
#ifndef VOUCH_POINTSTO_POINTS_TO_H
#define VOUCH_POINTSTO_POINTS_TO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "pointsto/layout.h"
#include "program/program.h"

// An abstract object. Handles are dense: 1 .. points_to_object_count.
struct memory_object {
  uint32_t id; // 0: none
};

static inline bool memory_object_equal(struct memory_object a,
                                       struct memory_object b) {
  return a.id == b.id;
}

enum memory_kind {
  MEMORY_UNKNOWN,  // all that escapes, and external memory; handle 1
  MEMORY_GLOBAL,   // a global object of the program
  MEMORY_STRING,   // a string literal
  MEMORY_FRAME,    // a frame object of a procedure
  MEMORY_FUNCTION, // a function; its bytes are itself and its labels
  MEMORY_HEAP,     // allocated by an edge, until freed
  MEMORY_STACK,    // allocated by an edge, until the procedure returns
  MEMORY_LIBRARY,  // owned by an external function: its static buffers, FILEs
  MEMORY_INPUT,    // argv, its strings, the environment
};

struct memory_info {
  enum memory_kind kind;
  struct object_id object;       // of GLOBAL, STRING, FRAME, FUNCTION
  struct procedure_id procedure; // of FRAME (owner), FUNCTION (itself), HEAP,
                                 // STACK (with the edge), LIBRARY (external)
  struct edge_id edge;           // of HEAP and STACK: the edge that allocates
  struct name name;              // to show: "buf", "malloc@main:12", "argv"
  struct ctype type;             // unknown for most heap objects
  uint64_t size;                 // in bytes; meaningless unless has_size
  bool has_size;                 // every concrete object has `size` bytes
  bool escapes;                  // code we do not see may use it, so UNKNOWN
                                 // stands for it too
};

// A pointer into an object. `offset` is normalised: it stands for all concrete
// offsets that points_to_normalise maps to it. It may lie outside the object
// (one past the end, or a pointer biased by arithmetic); no valid access
// starts there.
struct target {
  struct memory_object object;
  bool is_any_offset; // offset is 0 and means nothing
  int64_t offset;
};

VEC_DEFINE(target_vec, struct target);

// Ordered by object, then any-offset first, then offset; without duplicates.
// When an object has an any-offset target it has no other. If `is_anywhere`,
// UNKNOWN is among the targets (and comes first): the pointer may also point to
// any object that escapes, at any offset; those are not listed beside it.
struct points_to_set {
  bool is_anywhere;
  struct target_vec targets;
};

struct points_to_options {
  // The procedures from which everything starts. None: the program's entry
  // with constructors and destructors; without an entry, every function with
  // external linkage, called from unknown code.
  struct procedure_id entry;
  // With an entry that is open: others that are called from outside, too; or
  // null.
  const struct procedure_id_vec *others;
  // With an entry: its parameters are arbitrary, and so are the globals that
  // other units can see. Otherwise they are argc, argv and the environment
  // (where it has that many), and globals have their initial values.
  bool is_open;
  // Open, but what starts initial (program/initial.h) holds nothing else than
  // what was there and what code that takes part stores. Right only as long as
  // nothing that we do not see is called (points_to_calls_unseen), unless it is
  // hidden from such code.
  bool trusts_initial;
};

// What solving cost and gave.
struct points_to_figures {
  uint64_t procedures;   // that take part
  uint64_t nodes;        // variables, cells and helpers, before merging
  uint64_t merged_nodes; // substituted offline or found on a cycle
  uint64_t edges;        // inclusions at the end
  uint64_t waves;        // rounds of propagation
  uint64_t propagations; // sets sent along an inclusion
  uint64_t pointers;     // address terms of accesses and indirect calls
  uint64_t anywhere;     // of these with the target UNKNOWN
  uint64_t empty;        // of these without a target
  uint64_t target_sum;   // targets of all pointers, UNKNOWN as one
  uint64_t target_most;  // of one pointer
  uint64_t object_sum;   // the same counting objects, not offsets
  uint64_t object_most;
  uint64_t piecewise; // loops taken not to copy pointers in pieces
  uint64_t set_bytes; // memory of the sets
};

struct points_to; // opaque

// Life cycle

// All procedures must be sealed. Never fails.
struct points_to *points_to_new(const struct program *program,
                                const struct points_to_options *options);
void points_to_free(struct points_to *analysis);

// May something run that is neither a procedure with a body nor a routine of
// the library?
bool points_to_calls_unseen(const struct points_to *analysis);

// Objects

uint32_t points_to_object_count(const struct points_to *analysis);
const struct memory_info *points_to_object(const struct points_to *analysis,
                                           struct memory_object object);
struct memory_object points_to_unknown(const struct points_to *analysis);
// The abstract object of an object of the program, or none if no procedure
// that takes part can name it.
struct memory_object points_to_of_object(const struct points_to *analysis,
                                         struct object_id object);
// The one that the edge (ALLOCATE, or CALL of an allocating external function)
// makes, or none.
struct memory_object points_to_of_edge(const struct points_to *analysis,
                                       struct procedure_id procedure,
                                       struct edge_id edge);
// Whether the normalised offset stands for more than one offset inside one
// concrete object: it lies in an element of an array.
bool points_to_repeats(const struct points_to *analysis,
                       struct memory_object object, int64_t offset);

// Pointers

// Where the value of a term over the program's variables may point: the
// address of a LOAD, STORE, UPDATE, COPY, FILL, FREE or INVALID, the function
// of an indirect CALL, or any other. The set starts zeroed or is reused.
void points_to_term(const struct points_to *analysis, struct term pointer,
                    struct points_to_set *set);
// What the memory at a target may hold. For is_any_offset, all of the object.
void points_to_contents(const struct points_to *analysis, struct target at,
                        struct points_to_set *set);
void points_to_set_release(struct points_to_set *set);
// Whether the concrete place is in the set, an object of the program or of an
// edge at a byte offset; true for escaping objects when the set is anywhere.
bool points_to_set_covers(const struct points_to *analysis,
                          const struct points_to_set *set,
                          struct memory_object object, int64_t offset);
// The normalised offsets of the bytes that a valid access of `size` bytes at
// the target touches, appended, the first one first; some may be twice. False
// when they are too many.
bool points_to_bytes(const struct points_to *analysis, struct target at,
                     uint64_t size, struct offset_vec *into);

// Calls

// Whether the procedure takes part: some run may call it.
bool points_to_is_reached(const struct points_to *analysis,
                          struct procedure_id procedure);
// The procedures that the CALL edge may call, in order of handle, defined and
// external ones. Returns true when it may also call code we do not see.
bool points_to_callees(const struct points_to *analysis,
                       struct procedure_id procedure, struct edge_id edge,
                       struct procedure_id_vec *callees);
// The procedures, with a body or without, that an external function may call
// back while it runs (qsort its comparison, an unknown function everything that
// escapes), for the CALL edge that calls it. Threads and handlers (signal,
// atexit) that may run later are not among them: their functions are in
// points_to_detached.
void points_to_callbacks(const struct points_to *analysis,
                         struct procedure_id procedure, struct edge_id edge,
                         struct procedure_id_vec *callees);
// The procedures, with a body or without, that may start outside every call:
// threads, handlers of signals and of the end, and functions that escape.
void points_to_detached(const struct points_to *analysis,
                        struct procedure_id_vec *procedures);
// Do we know what the external function of that name does with pointers?
bool points_to_knows(const char *function);
// Does an external function that is known call it back, now or later? Otherwise
// only unknown code does.
bool points_to_is_library_callback(const struct points_to *analysis,
                                   struct procedure_id procedure);

// Figures and printing

const struct points_to_figures *
points_to_figures(const struct points_to *analysis);
// "buf", "malloc@main:12".
void points_to_print_object(const struct points_to *analysis,
                            struct memory_object object, struct strbuf *out);
// "{buf, s+8, node[*]}", with field names where types are known; "anywhere".
void points_to_print_set(const struct points_to *analysis,
                         const struct points_to_set *set, struct strbuf *out);
// Every access and indirect call with its set, every object with what it holds.
void points_to_print(const struct points_to *analysis, struct strbuf *out);
// The figures on one line: "procedures=12 nodes=...".
void points_to_print_figures(const struct points_to *analysis,
                             struct strbuf *out);

#endif
