// Constants that variables hold at a location, put where the variables are
// read.
//
// A variable whose value is the same constant on all ways to a location is
// replaced by it in the edges that leave the location, and edges whose
// condition is false then are left out, which may make more of them constant:
// conditional constant propagation. After `x == 3` x is 3.
//
// What is not written in the procedure may be written by calls: variables in
// `memory` are changed by the edges that name them only, other globals by any
// call.
//
// The meaning is the same, run by run, for runs that start with the values
// that `initial` gives.
#ifndef VOUCH_PROGRAM_PROPAGATE_H
#define VOUCH_PROGRAM_PROPAGATE_H

#include "base/bitset.h"
#include "program/program.h"

enum { PROPAGATE_MOST = 20000000 }; // locations times variables

struct propagate_options {
  const struct bitset *memory; // variables, by id; null: none
  bool starts_program;         // globals have their initial values
  bool is_shared; // others may change globals at any time: only variables of
                  // the procedure itself are followed
};

// Changes the sealed procedure in place; `origin` of each edge is the number
// that it had. False when nothing was done.
bool program_propagate(struct program *program, struct procedure *procedure,
                       const struct propagate_options *options);

#endif
