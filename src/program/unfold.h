// Loops that count to a small constant, written out.
//
//   for (int i = 0; i < 3; i++)          a[0] = read();
//     a[i] = read();              -->    a[1] = read();
//                                        a[2] = read();
//
// The elements of `a` are then accessed at known offsets, so each can be a
// variable of its own; likewise what is allocated in such a loop, and threads
// that it creates are as many as are written.
//
// A counter is a variable of the procedure whose every write is a constant (or
// the address of an object plus a constant) or itself plus a constant, and
// which some address in its loop is computed from. Locations are split by the
// values of counters that are live there; what is read is replaced by what is
// known, and edges whose condition is false then are left out. A counter that
// takes more than UNFOLD_VALUES values at a location, or whose loop allocates
// nothing and indexes nothing, stays as it is, and so does one whose loop
// would make the procedure too large.
//
// States are the other kind of variables that can be written out: those that
// only take constants, and copies of each other, and that branches look at. A
// loop around a `switch` over such a variable becomes the automaton that it
// stands for: its locations are split by the state that it is in.
//
// The meaning is the same, run by run: the unfolded procedure does the same
// operations in the same order, on the same variables.
#ifndef VOUCH_PROGRAM_UNFOLD_H
#define VOUCH_PROGRAM_UNFOLD_H

#include "program/inline.h"

enum {
  UNFOLD_VALUES = 16,     // of a counter at one location
  UNFOLD_GROWTH = 4,      // times the edges that there were,
  UNFOLD_EDGES = 4000,    // or this many more, if that is more
  UNFOLD_COUNTERS = 1000, // that are looked at
};

// Changes the procedure in place and keeps the origins in step. Returns how
// many counters were unfolded.
uint32_t program_unfold(struct program *program, struct inline_result *inlined);
// The same of states.
uint32_t program_unfold_states(struct program *program,
                               struct inline_result *inlined);

#endif
