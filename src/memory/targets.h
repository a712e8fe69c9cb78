// Where the pointers of one procedure can point.
//
// This is the analysis that memory regions are cut by. It looks at an inlined
// procedure only, which makes it context-sensitive for free, and it knows the
// stride of a pointer that walks through an array: that is what lets the
// fields of an array of structs be told apart. The analysis of the whole
// program (points_to.h) says which functions a pointer can call, before
// inlining.
//
// Memory consists of blocks. A block is an object of the program, or what one
// ALLOCATE edge (or a call of an allocating routine) makes, or OUTSIDE: the
// memory of the environment (argv, what library routines return, objects
// defined elsewhere). Values flow through assignments, memory and copies; the
// result for a term covers every place that a run can compute there from
// addresses, whatever it does to them on the way: arithmetic that is no
// pointer arithmetic keeps the object and loses the offset. A value that was
// not computed from an address points nowhere, and one that the machine gave
// (inline assembly, a register) ANYWHERE: to any object, ours or not. Where
// such a value is added to an address, it is a number. A block escapes when
// code that we do not see can get at it.
//
// Where procedures are kept (inline.h) there are calls of bodies: arguments
// flow into the parameters of the part, its result into the target of the call.
// Nothing escapes by that: the part is looked at like everything else. What a
// kept part allocates is MANY, however often one activation allocates it.
//
// Flow-insensitive; sets grow until nothing changes, or until that is too much
// work: then the result is none (targets_is_given_up), and nothing else may be
// asked.
#ifndef VOUCH_MEMORY_TARGETS_H
#define VOUCH_MEMORY_TARGETS_H

#include "base/bitset.h"
#include "memory/entry_state.h"
#include "memory/place.h"
#include "program/inline.h"
#include "program/program.h"

// Places looked at: some ten seconds.
enum { TARGETS_WORK = 1000000000 };

enum block_kind {
  BLOCK_NAMED,  // an object of the program; the block's number is its handle
  BLOCK_ONCE,   // of an allocation that runs at most once, or again only when
                // what it allocated is no more, or forgotten
  BLOCK_MANY,   // all of an allocation that can run again
  BLOCK_OUTSIDE // everything that is not the program's, and ANYWHERE
};

struct block {
  enum block_kind kind;
  struct object_id object; // of NAMED; for ONCE and MANY added by region.h
  uint32_t edge;           // that allocates
  uint64_t size;           // in bytes; of MANY: each. 0: not known
  bool is_again; // ONCE, though it may run again while what it gave is known
};

VEC_DEFINE(block_vec, struct block);

struct targets; // opaque

struct targets_options {
  const struct inline_result *inlined; // that gave the procedure, with its
                                       // parts; null: it is one
  const struct entry_state *entry;     // how it starts; null: as a program does
  bool has_handles; // what fopen and its like give is a block of its own
  bool unknown_writes_nothing; // functions we know nothing about leave memory
                               // alone (SV-COMP's rule)
  bool halves_are_open; // half of an address that was stored as a whole, when
                        // it is loaded: ANYWHERE. See remove_half.c
};

// The procedure must be sealed. Its parameters that are pointers point OUTSIDE
// unless the entry state says otherwise.
struct targets *targets_new(const struct program *program,
                            const struct procedure *procedure,
                            const struct targets_options *options);
void targets_free(struct targets *targets);
bool targets_is_given_up(const struct targets *targets);
// Does the procedure start in any state, with nobody else about?
bool targets_is_open(const struct targets *targets);

const struct block_vec *targets_blocks(const struct targets *targets);
uint32_t targets_outside(const struct targets *targets); // its number
// The number of the block that stands for all of memory; its kind is OUTSIDE.
uint32_t targets_anywhere(const struct targets *targets);
// The block that the edge allocates, or 0.
uint32_t targets_of_edge(const struct targets *targets, uint32_t edge);
// Adds the places of a term over the procedure's variables.
void targets_of(struct targets *targets, struct term pointer,
                struct place_vec *into);
// Adds what `size` bytes at the place can hold.
void targets_held(struct targets *targets, struct place at, uint64_t size,
                  struct place_vec *into);
// Adds the addresses of which those bytes can be one half, stored as a whole.
void targets_held_around(const struct targets *targets, struct place at,
                         struct place_vec *into);
// Does the operation load half as many bytes as a pointer has, with 64 bits, so
// that its value is open where it is half of an address?
bool targets_loads_half(const struct targets *targets,
                        const struct operation *op);
// A number that divides the value of the term, which is no pointer; 0 when the
// value is 0.
uint64_t targets_divisor(const struct targets *targets, struct term t);
// The block turns out to have this size.
void targets_set_size(struct targets *targets, uint32_t block, uint64_t size);
// What the term is when its variables are 0, if nothing wraps: 12 for
// 4 * (i + 3). A guess.
int64_t targets_start(const struct targets *targets, struct term t);
// The offsets in the block at which the address lies when the numbers that are
// added to its pointers are 0: where `a + 4 * i` begins. False when they are
// not all known.
bool targets_base(struct targets *targets, struct term address, uint32_t block,
                  int64_t *lowest, int64_t *highest);
// Can `size` bytes at the place lie outside of an input object that it is in,
// although its elements may be followed by others (entry_state.h)?
bool targets_leaves(const struct targets *targets, struct place at,
                    uint64_t size);
// How many elements of an input object with pointers are got at, counting from
// the first; UINT64_MAX: nobody knows.
uint64_t targets_elements(const struct targets *targets,
                          struct object_id object);
// Adds the blocks that can be reached from those in the set.
void targets_reach(const struct targets *targets, struct bitset *blocks);
bool targets_escapes(const struct targets *targets, uint32_t block);
// Can what the block stands for end while its address is known as a number?
bool targets_may_end(const struct targets *targets, uint32_t block);
// Adds the blocks that the call of a described function (unseen.h) may change,
// but for where its result goes.
void targets_changed(struct targets *targets, const struct operation *call,
                     struct bitset *blocks);
// Can the variable hold something computed from an address?
bool targets_has_address(const struct targets *targets,
                         struct variable variable);

#endif
