// realloc of an object whose size is known, as what it is: allocate, copy,
// free.
//
//   q = realloc(p, 8)   with p null or an object of 4 bytes   -->
//   m = malloc(8)
//   if m is null: q = null
//   else if p is null: q = m
//   else: copy 4 bytes from p to m; free p; q = m
//
// A call is written out if its new size is a constant other than 0 and all that
// its pointer can point to are beginnings of heap objects of one known size.
// Other calls stay routines that give memory with any bytes in it. The old
// object always moves: C leaves that open, and no pointer into the old one is
// valid afterwards either way.
#ifndef VOUCH_MEMORY_REALLOCATE_H
#define VOUCH_MEMORY_REALLOCATE_H

#include "program/inline.h"

// Changes the inlined procedure in place and keeps the origins in step. The
// program must start as programs do (targets.h). Returns how many calls were
// written out.
uint32_t reallocations_write_out(struct program *program,
                                 struct inline_result *inlined,
                                 bool unknown_writes_nothing);

#endif
