// Frame objects of procedures that can be active more than once at a time.
//
// A part of an inlined procedure (program/inline.h) stands for any one
// activation of its procedure. Where the procedure is not recursive there is at
// most one at a time, so that a frame object of it is one object, whoever has
// its address. Where it is recursive, `&s` is the object of the activation at
// hand, but a pointer may hold the address of the s of another one:
//
//   void f(int n, int *r) { int s = 1; if (n) f(n - 1, &s); *r = s; }
//
// Here r points to the s of the caller. Two cases, by where the address can
// flow (targets.h):
//
//   - Only into variables of the part, other than its parameters, and into
//     frame objects that are of this case themselves. Then no other activation
//     gets at the object: every access to it is one of the activation at hand,
//     and a call leaves it alone, also one of the procedure itself.
//   - Elsewhere. Then the object is allocated when its activation begins, like
//     what alloca gives, and `&s` becomes a variable of the part that holds the
//     address. Memory has one area for all of them (region.h), in which each
//     has an address of its own.
//
// An address that a procedure returns, or leaves behind, of what ended with it
// may not be used any more.
#ifndef VOUCH_MEMORY_ACTIVATION_H
#define VOUCH_MEMORY_ACTIVATION_H

#include "memory/targets.h"
#include "program/inline.h"

// Finds out which parts are recursive.
void activations_find(struct inline_result *inlined);
// Changes the procedure in place, and keeps the origins in step, where objects
// of recursive parts are of the second case. True when there were some: then
// the targets, which are those of the procedure, are out of date.
bool activations_allocate(struct program *program,
                          struct inline_result *inlined,
                          struct targets *targets);

#endif
