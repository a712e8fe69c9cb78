// The state in which a function other than main starts (architecture.md,
// decision 11).
//
// Parameters and globals are arbitrary, but for static ones that nothing
// writes: those have their initial values. A pointer is null, or points to an
// input object of its own, of the type that it points to, whose pointers are
// again null or point to input objects, down to ENTRY_DEPTH; or it has the
// value that the program gives it at the start. What lies deeper, in unions, in
// long arrays of pointers and behind pointers to functions is memory outside,
// and so is what pointers lead to that the code does not seem to read
// (reads.h): a structure of the real world has dozens of them. Distinct
// pointers do not alias otherwise, and what is no pointer by its type is no
// address.
//
// An input object whose type has no pointers may be an array: it has any size
// from that of one element up to ENTRY_SIZE bytes. One with pointers is a
// single element at first, which may be followed by memory outside. Where the
// code goes on to other elements (entry_state_grow), it is an array as well, of
// any number of elements up to a bound; the pointers of the first ones have
// input objects of their own, those of the others are memory outside. What lies
// before any input object is outside, too.
//
// If it was said so (program.h, `starting`), the pointers that are parameters,
// and those in input objects, are not null; but one in an object of the type
// that it leads back to may be: lists end. And globals have their initial
// values then, except for those of other files.
//
// Where it is said that the start is as usual, a pointer to the first part of
// larger structures points to one of those (derived.h).
//
// A struct that is passed or returned in memory is an object of its own and its
// pointer is never null; pointers in structs that are passed in pieces are
// pointers like all others.
//
// The objects are added to the program, named "in.p", "in.p.8" for what the
// pointer at offset 8 of that points to.
#ifndef VOUCH_MEMORY_ENTRY_STATE_H
#define VOUCH_MEMORY_ENTRY_STATE_H

#include "memory/derived.h"
#include "memory/reads.h"
#include "program/program.h"

enum {
  ENTRY_DEPTH = 3,
  ENTRY_SIZE = 4096,
  ENTRY_ARRAY = 4,     // elements whose pointers have objects
  ENTRY_ELEMENTS = 16, // the same, if the code names no others
  ENTRY_OBJECTS = 96   // arrays do not get more
};

struct entry_pointer {
  struct variable variable; // that holds it, or none:
  struct object_id holder;  // the object that does,
  uint64_t offset;          // at this offset
  struct object_id target;
  struct term initial; // another value it may have; or none
  bool is_never_null;
  enum object_room room; // of what it leads to
  bool is_memory; // what is passed or returned there is an object of its own
};

// Pointers of a type that have no input objects.
struct entry_hole {
  struct object_id object;
  uint64_t offset;
  struct ctype type;
  uint64_t every; // bytes from one to the next; 0: there is only one
  uint64_t count; // of them
  bool is_never_null;
};

struct entry_object {
  struct object_id object;
  struct ctype type; // of an element
  uint64_t least;    // bytes it has at least
  uint64_t most;     // and at most
  bool has_size;     // it has no more than `least`
  bool is_alone;     // and is no element of an array; the call's own
  uint64_t pointing; // elements with pointers to input objects; 0: no pointers,
                     // or it is alone
  unsigned depth;    // of what they point to
};

VEC_DEFINE(entry_pointer_vec, struct entry_pointer);
VEC_DEFINE(entry_object_vec, struct entry_object);
VEC_DEFINE(entry_hole_vec, struct entry_hole);

struct entry_state {
  struct entry_pointer_vec pointers;
  struct entry_object_vec objects;
  struct entry_hole_vec holes;
  struct variable_vec given; // pointers to functions that are not null
  struct reads reads;        // of the code
  struct derived derived;    // structures that begin with others
};

void entry_state_init(struct entry_state *state, struct program *program,
                      const struct procedure *procedure);
void entry_state_release(struct entry_state *state);
// The code gets at this many elements of the input object; UINT64_MAX: nobody
// knows how many. True when the entry state has changed.
bool entry_state_grow(struct entry_state *state, struct program *program,
                      struct object_id object, uint64_t elements);
// Are there pointers in a value of the type?
bool entry_type_has_pointers(const struct ctype_table *types,
                             struct ctype type);
// The input object, or null if the object is none.
const struct entry_object *entry_state_find(const struct entry_state *state,
                                            struct object_id object);

#endif
