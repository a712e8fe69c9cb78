// Memory as variables (architecture.md, decision 10).
//
// Every block (targets.h) that a procedure accesses is a region of its own.
// How it is cut depends on where the accesses go:
//
//   - All accesses at known offsets: the region's bytes are divided into cells,
//     so that each access lies in one cell where possible. A cell is a plain
//     variable: a named scalar, a field of a struct, an element of an array
//     that is only accessed at constant indices.
//   - Some accesses at offset r + k * m with unknown k: the region repeats with
//     a period, the greatest common divisor of the strides. The first period is
//     divided into cells as above (by residues), and each cell becomes an array
//     of the elements at all periods, indexed by the byte offset at which the
//     period starts. Fields of an array of structs are so kept apart; mixed
//     widths at unknown offsets have period 1 and end as arrays of bytes.
//   - Some accesses at unknown offsets, but all of those begin somewhere inside
//     (`s->body + i`, not a pointer that walks): only the windows in which they
//     are expected repeat, from there to the end of the member array
//     (window.h); what lies outside of them is plain variables. An access that
//     leaves its window is an access to the rest of the object; nothing is
//     assumed.
//
// An access that covers several cells, or part of one, is put together with
// concatenation and extraction. A cell has at most 16 bytes.
//
// Copies of blocks make the cuts of source and target agree: cells, and the
// period where more than one period is copied.
//
// A block that can be allocated many times has one region for all of them,
// indexed by the distance from the start of the heap area of its own; each
// allocation advances the top of that area, so no address is used twice.
//
// Cells are variables without an owner (VARIABLE_GLOBAL), whatever the object's
// lifetime: who enters a frame havocs those of its objects. Those of globals
// have initial values. The cells of a frame object are those of one activation,
// the only one or the one at hand: where there can be others at the same time
// that pointers lead to, the object is a block that is allocated
// (activation.h).
#ifndef VOUCH_MEMORY_REGION_H
#define VOUCH_MEMORY_REGION_H

#include "memory/known.h"
#include "program/program.h"

struct cell {
  uint64_t offset; // in the region, or in its period
  uint64_t size;   // in bytes
  uint64_t period; // in a window: between one element and the next; or 0
  uint64_t end;    // of the window
  struct variable variable;
};

VEC_DEFINE(cell_vec, struct cell);

// A place where accesses go, by which the region is cut. One at unknown
// offsets is expected in bytes `low` to before `high`.
struct region_use {
  int64_t offset;
  uint64_t modulus;
  uint64_t size;
  uint64_t low;
  uint64_t high;
};

VEC_DEFINE(region_use_vec, struct region_use);

// Bytes of a region that repeat, while the others do not.
struct window {
  uint64_t low;
  uint64_t high;
  uint64_t period;
};

VEC_DEFINE(window_vec, struct window);

struct region {
  struct region_use_vec uses;
  uint64_t period; // of the whole; 0: cells are scalars outside windows
  struct window_vec windows;
  bool is_whole;           // it must have no windows
  struct ctype type;       // what it seems to be, none: not known
  struct cell_vec cells;   // by offset, disjoint
  uint64_t moved;          // what unknown offsets of copies and fills are
                           // multiples of, but for a constant; 0: none
  uint64_t stride;         // of MANY: between one and the next; 0: not fixed
  struct term base;        // address of the object or of the heap area
  struct variable top;     // of MANY: how much of the area is used
  struct variable size;    // of ONCE with a size that is not constant
  struct variable alive;   // whether it is, if somebody wants to know: one bit,
                           // of MANY an array by where each starts
  struct variable living;  // of MANY, if leaks are checked: how many are
  struct variable watched; // and the address of one of them, or 0
  bool is_constant;        // it must not be written
  bool is_fixed;           // nothing writes it
};

VEC_DEFINE(region_vec, struct region);

struct regions {
  struct program *program;
  const struct procedure *procedure;
  struct targets *targets;
  struct known *known;
  struct region_vec at;          // by block; [0] unused
  struct variable_vec variables; // all that were made
  bool covers_passed;            // see regions_init
  bool is_too_complex;           // the cuts did not settle: nothing was made
};

// Cuts memory and adds the variables to the program. The targets and what is
// known are borrowed.
// With `covers_passed` what is passed to functions without a body has a cell
// for each of its bytes, so that all of it can be shown to them.
void regions_init(struct regions *regions, struct program *program,
                  const struct procedure *procedure, struct targets *targets,
                  struct known *known, bool covers_passed);
void regions_release(struct regions *regions);
// The cells of a region are ordered and disjoint, of 1 to 16 bytes, and each
// has a variable of its size; windows repeat. Otherwise a line per violation.
bool regions_validate(const struct regions *regions, struct strbuf *errors);

// The cell with the byte at the offset of the region or its period, or null.
const struct cell *region_cell(const struct region *region, uint64_t offset);
// How many bytes from the offset on have no cell, at least: 1 or more. The
// offset has none.
uint64_t region_gap(const struct region *region, uint64_t offset);
// How far the offset is inside the cell, or inside its element there.
uint64_t cell_within(const struct cell *cell, uint64_t offset);
static inline bool cell_is_array(const struct region *region,
                                 const struct cell *cell) {
  return region->period || cell->period;
}
// How many bytes at once a block operation of that (variable) size touches: a
// power of two that divides it.
uint64_t region_unit(const struct term_table *terms, struct term size);

// One place in a region, for reading and writing: `index` is the byte offset at
// which its period starts (none when the period is 0, or in a region with
// windows at a known offset) and `offset` counts from there. In a window the
// first period starts at 0 and its first byte has the offset `low`.
struct spot {
  uint32_t block;
  struct term index;
  uint64_t offset;
  struct window window; // of an unknown offset in one
};

// The spot of an access at the address, which lies in the place.
struct spot region_spot(const struct regions *regions, struct place place,
                        struct term address);
// The same inside the window.
struct spot region_window_spot(const struct regions *regions,
                               struct place place, struct term address,
                               struct window window);
// The spot `by` bytes later.
struct spot region_later(const struct regions *regions, struct spot spot,
                         uint64_t by);
// The bytes there as one value. False if some are in no cell, which cannot be
// for accesses that the regions were cut by.
bool region_read(const struct regions *regions, struct spot spot, uint64_t size,
                 struct term *value);
// Adds the bindings that write the value there. A variable that has a binding
// already gets its new value on top of that.
bool region_write(const struct regions *regions, struct spot spot,
                  uint64_t size, struct term value,
                  struct binding_vec *bindings);

// Appends one line for each region, with its cells.
void regions_print(const struct regions *regions, struct strbuf *out);
// Appends the block's name: "buf", "malloc@12".
void region_print_block(const struct regions *regions, uint32_t block,
                        struct strbuf *out);

#endif
