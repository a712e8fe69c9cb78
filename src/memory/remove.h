// A component without pointers (seed 000, section 3.3; architecture.md,
// decision 10).
//
// From an inlined procedure, in which only LOAD, STORE, UPDATE, COPY, FILL,
// ALLOCATE and FREE touch memory, another form of it is made in which memory is
// variables (region.h): it has only assignments, assumptions, havocs, calls of
// functions without a body, returns, and what is unsupported. The new form
// shares the variables of the old (procedure.frame).
//
//   - An access through a pointer that can point to several places becomes the
//     chain of branches of section 3.3.2; the place that is left needs no test.
//   - INVALID becomes the assumption that no place is met, to the undefined
//     outcome. Bounds are those of the object.
//   - Copies and fills of constant size are parallel assignments, whole arrays
//     are assigned as values, others are loops.
//   - An allocation gives the address of its block, or of the next part of its
//     heap area; it may fail if asked for.
//   - A call of a library routine is followed by a havoc of the cells that the
//     routine can write (library/routine.h), of an unknown one by a havoc of
//     all that escapes. Accesses to memory that is not the program's are
//     approximated, and so are those through pointers that are never given an
//     address.
//   - Entering an instance havocs the cells of its frame objects.
//   - A call of a kept procedure, and the start of its part, are havocs
//     (remove_kept.c).
//
// Addresses. A term that mentions &x means the address of x. With
// `has_layout` all addresses are numbers, one particular layout with gaps
// between objects, as the interpreter has one. A component may compare and
// subtract addresses of one object, test them for equality and move them
// about, and none of that depends on the layout; where a term depends on it
// otherwise its value is havocked as an approximation, so that no verdict
// depends on the layout.
//
// What is lost: an object that was freed or whose procedure returned can still
// be accessed (more behaviours than C has), except with `checks_memory`. Then
// objects that can die have a variable that says whether they are alive, edges
// to the undefined outcome for invalid accesses are of their own (without a
// condition, so that they can be told apart from what leads to them), and where
// we do not know whether an access is valid that is UNSUPPORTED.
#ifndef VOUCH_MEMORY_REMOVE_H
#define VOUCH_MEMORY_REMOVE_H

#include "base/strbuf.h"
#include "library/leak.h"
#include "memory/entry_state.h"
#include "memory/region.h"
#include "program/inline.h"

struct removal_options {
  bool has_layout;       // addresses are numbers
  bool keeps_memory;     // around library calls memory is up to date: to
                         // run the component
  bool checks_memory;    // invalid accesses are of interest
  enum leak_check leaks; // with checks_memory: see remove_leak.c
  enum leak_time leak_time;
  bool may_fail;               // allocations may give null
  bool is_open;                // it starts in any state (entry_state.h)
  bool unknown_writes_nothing; // see targets.h
  bool is_resolved;            // calls through pointers already are
  const struct bitset *kept; // procedures whose calls stay calls, by id; null:
                             // none
  uint32_t depth;            // to which recursion is followed; 0: not at all
  bool splits_states;        // locations are told apart by states (unfold.h)
  bool adopts;               // pointers that nobody initialised may have
                             // objects of their own (adopt.h)
};

// What an access may be meant for, if callers may have given the pointer: the
// names of objects, by id. Blocks that the function allocates have
// none when it runs.
struct meant {
  struct position position;
  enum undefined_reason reason;
  bool is_own; // the function's own pointer: an access at any distance counts
  struct bitset names;
};

VEC_DEFINE(meant_vec, struct meant);

// A call of a kept procedure, which is a havoc in the procedure that was made:
// what it passes, as terms without pointers. The edge is the one that leads
// from `from` to `to` and was made of `origin`.
struct kept_call {
  uint32_t part; // that is called (program/inline.h)
  struct variable target;
  struct term_vec arguments;
  struct term variadic;
};

VEC_DEFINE(kept_call_vec, struct kept_call);

struct removal {
  struct program *program;
  struct entry_state entry; // empty unless it is open
  struct targets *targets;
  struct regions regions;
  struct object_id ended;      // where pointers to ended objects point, or none
  struct procedure *procedure; // "main (without pointers)", owned, or null
  struct provenance provenance;     // the one edge that each was made of
  struct variable_vec own;          // variables that the pass added, cells too
  struct variable failure;          // "allocation fails", havocked before each
                                    // allocation that may
  struct substitution *layout;      // the numbers of addresses; null without
  uint64_t accesses, chains, loops; // statistics
  uint64_t places, places_most;     // of accesses: all, of one at most
  uint64_t approximations;
  uint64_t locks;      // that are taken as if nobody else ran
  struct position gap; // of a comparison that rests on gaps between objects
                       // (layout_use.h), or none
  uint64_t unresolved; // accesses through what is never given an address
  struct position_vec required;    // where something is required of callers, or
                                   // doubted because it may be (remove_room.c)
  struct meant_vec meant;          // by what callers may have given, there
  struct kept_call_vec kept_calls; // edges say which they are
  uint32_t kept_parts;             // 0: nothing is kept
  struct bitset *kept_private;     // by part, if there are kept ones: variables
                                   // without an owner that are its activation's
                                   // alone, by id
};

enum { REMOVAL_EDGE_LIMIT = 4000000 };

// Makes the new procedure, sealed. Null when that takes too many edges; `why`
// says so. The inlined procedure must be sealed; it is changed in place where
// it has recursive parts (activation.h).
struct procedure *pointers_remove(struct removal *removal,
                                  struct program *program,
                                  struct inline_result *inlined,
                                  const struct removal_options *options,
                                  struct strbuf *why);
void removal_release(struct removal *removal);
// May it be up to callers that what is done there is valid?
bool removal_requires(const struct removal *removal, struct position position);
// Can the access there be meant for an object of that name? Also true where
// that is not known.
bool removal_means(const struct removal *removal, struct position position,
                   enum undefined_reason reason, struct name object);
// Was the object of the block there before the procedure was called, and is it
// not the call's own, like a struct that is passed by value? Memory that nobody
// knows was.
bool removal_is_older(const struct removal *removal, uint32_t block);

#endif
