// What one turn of a thread does, as a function of what it finds.
//
// A turn begins where others have had theirs, and goes on as in the product
// (interleave.h): to the first step that ends it. Its paths are followed with
// terms over what variables and cells of memory hold when it begins. A cell is
// what is accessed at a constant address with a constant number of bytes; its
// content has a variable of its own, which stands for it in terms and nowhere
// else.
//
// A turn is plain if all that it does is known so: it assigns, assumes, reads
// and writes cells, on few paths.
#ifndef VOUCH_THREADS_TURN_H
#define VOUCH_THREADS_TURN_H

#include "threads/crew.h"

struct turn_cell {
  struct object_id object;
  uint64_t offset;
  uint32_t bytes;
  struct variable content;
};

VEC_DEFINE(turn_cell_vec, struct turn_cell);

struct turn_path {
  struct term guard;
  struct binding_vec writes; // each variable, or content of a cell, once
  uint32_t end;              // location of the crew
  uint32_t awaits;           // threads that must have ended, as bits
};

VEC_DEFINE(turn_path_vec, struct turn_path);

struct turn {
  uint32_t begin;
  bool is_plain;
  bool is_free; // plain, and neither waits for threads nor starts any
  struct turn_path_vec paths; // if it is plain
};

// Follows the paths; cells that are met are added.
void turn_init(struct turn *turn, const struct crew *crew, uint32_t begin,
               struct turn_cell_vec *cells);
void turn_release(struct turn *turn);

// Edges that the turn may take, and where it may end: the exit and the
// undefined location are no ends. Ways on which the thread `but` must have
// ended are left out; UINT32_MAX: none are. Both may be null.
void turn_reach(const struct crew *crew, uint32_t begin, uint32_t but,
                struct bitset *edges, struct bitset *ends);

// What the path leaves in the variable; itself, if it does not write it.
struct term turn_path_value(const struct crew *crew,
                            const struct turn_path *path,
                            struct variable variable);

#endif
