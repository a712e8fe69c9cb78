// The analysis of targets.h in progress; private to the files named targets*.c:
// values of terms, contents of memory, what each operation does, and blocks.
#ifndef VOUCH_MEMORY_TARGETING_H
#define VOUCH_MEMORY_TARGETING_H

#include "memory/targets.h"

// What is stored at a place, for a number of bytes.
struct content {
  struct place at;
  uint64_t size;
  struct place_vec value;
};

VEC_DEFINE(content_vec, struct content);
VEC_DEFINE(stride_vec, uint64_t);

enum { MOST_CONTENTS = 200, MOST_DEPTH = 40 };

enum { TARGETS_HALF = 4 }; // bytes of half a pointer of 64 bits

static const uint64_t any_size = (uint64_t)1 << 40; // bytes, not known how many

struct targets {
  const struct program *program;
  const struct procedure *procedure;
  struct targets_options options;
  struct block_vec blocks; // [0] unused; objects of the program first
  uint32_t outside, anywhere;
  uint32_t *of_edge;        // block that an edge allocates
  struct place_vec *values; // by variable
  uint32_t variable_count;
  struct content_vec *contents; // by block
  struct bitset collapsed;      // blocks whose contents are one
  struct bitset escaped;
  struct bitset stepped; // input objects that pointers leave by arithmetic
  uint64_t *elements;    // of input objects that are got at, by block; or 0
  bool has_changed;
  bool frees; // something is freed, or closed, or moved by a call
  bool is_given_up;
  uint64_t work; // places looked at so far
};

// Something changed, if so: there will be another round.
static inline void targets_note(struct targets *t, bool changed) {
  t->has_changed |= changed;
}

// Is it a block that has contents of its own?
static inline bool targets_is_block(const struct targets *t, uint32_t block) {
  return block != t->outside && block != t->anywhere;
}

// targets_value.c

// Adds where the term may point; to a depth of operators exactly, below that
// by its variables.
void targets_evaluate(struct targets *t, struct term term, unsigned depth,
                      struct place_vec *into);
// Adds the objects of the places, at any offset.
void targets_add_blurred(struct place_vec *into, const struct place_vec *from);

// targets_content.c

void targets_set_value(struct targets *t, struct variable variable,
                       const struct place_vec *value);
// What `size` bytes at the place may hold: adding to it, and asking.
void targets_put(struct targets *t, struct place at, uint64_t size,
                 const struct place_vec *value);
// Can there be an address in these bytes?
bool targets_hold(const struct targets *t, struct place at, uint64_t size);
void targets_get(struct targets *t, struct place at, uint64_t size,
                 struct place_vec *into);
// Adds what half a pointer's bytes at the place may be made of: the addresses
// of which parts were stored there; ANYWHERE, if it may be half of a whole one.
void targets_get_half(struct targets *t, struct place at,
                      struct place_vec *into);
// Adds that it may be any address.
void targets_add_anywhere(const struct targets *t, struct place_vec *into);
// Adds what code that we do not see can name.
void targets_add_outside(struct targets *t, struct place_vec *into);
void targets_escape(struct targets *t, const struct place_vec *value);
void targets_escape_globals(struct targets *t);
// What is reachable from an escaped block escapes too.
void targets_close_escaped(struct targets *t);

// targets_flow.c

// Is the variable a pointer by its type?
bool targets_holds_pointer(const struct targets *t, struct variable variable);
unsigned targets_bytes_of(const struct targets *t, struct term value);
// Code that we do not see stores pointers where the type of the object has
// pointers: integers are no addresses.
void targets_put_typed(struct targets *t, struct place at, struct ctype type,
                       const struct place_vec *value);
// Code that we do not see may have written all of the block.
void targets_put_unknown(struct targets *t, uint32_t block,
                         const struct place_vec *value);
// What the edge does to values and contents.
void targets_flow(struct targets *t, uint32_t edge);

// targets_unseen.c

// What the call of a described function (unseen.h) changes may hold that.
void targets_flow_changed(struct targets *t, const struct operation *call,
                          const struct place_vec *known);

// targets_entry.c

// A pointer at one of the places is moved by multiples of the strides.
void targets_note_steps(struct targets *t, const struct place_vec *places,
                        const struct stride_vec *strides);
// So many bytes at one of the places are copied or filled; any_size: nobody
// knows how many.
void targets_note_extent(struct targets *t, const struct place_vec *places,
                         uint64_t size);
// The place in any element like the input object that it is in.
struct place targets_any_element(const struct targets *t, struct place at);

// targets_block.c

void targets_add_blocks(struct targets *t);

#endif
