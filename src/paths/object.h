// Objects in memory of an execution whose inputs are left open: bytes are
// terms.
//
// An object has cells, disjoint and in the order of their offsets; a byte that
// no cell has is as the object began: zero, one of given bytes, or any. What
// may be any gets a cell with a new variable when it is first read, so that it
// is the same the next time. Whoever reads or writes sees to it that the bytes
// are inside the object. Values are in the order of bytes of the machine, the
// lowest first.
#ifndef VOUCH_PATHS_OBJECT_H
#define VOUCH_PATHS_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

enum { PATH_CELL_BYTES = 16 }; // of one cell, at most

struct path_cell {
  uint64_t offset;
  uint32_t size; // in bytes; the value has 8 times as many bits
  struct term value;
};

VEC_DEFINE(path_cell_vec, struct path_cell);

enum path_beginning { BEGINS_ZERO, BEGINS_ANY, BEGINS_GIVEN };

struct path_object {
  uint64_t size;
  bool is_alive;
  bool is_heap;
  bool is_constant;
  bool is_literal; // of a string
  enum path_beginning beginning;
  const uint8_t *bytes;         // of BEGINS_GIVEN; borrowed
  struct procedure_id function; // that it is, or none
  struct path_cell_vec cells;
};

VEC_DEFINE(path_object_vec, struct path_object);

void path_object_copy(struct path_object *to, const struct path_object *from);

// At most PATH_CELL_BYTES.
struct term path_object_read(struct path_object *object,
                             struct term_table *terms, struct name name,
                             uint64_t offset, uint32_t size);
void path_object_write(struct path_object *object, struct term_table *terms,
                       uint64_t offset, uint32_t size, struct term value);
// Many bytes: the same value for all of them, or those of another object, which
// may be this one.
void path_object_fill(struct path_object *object, struct term_table *terms,
                      uint64_t offset, uint64_t size, struct term byte);
void path_object_transfer(struct path_object *to, uint64_t offset,
                          struct path_object *from, uint64_t start,
                          uint64_t size, struct term_table *terms,
                          struct name name);

#endif
