// Edges that no execution takes, by what variables hold there, case by case.
//
// Propagation (propagate.h) knows one constant of a variable at a location.
// After `p = malloc(..)` there are two cases: p is null, or p is the address
// and the block is alive; after `if (!p) return;` there is one, in which an
// access is valid. So a few cases are kept for each location, each with ranges
// of variables (ranges.h). Cases are told apart by what the conditions of
// failures are about, and by what is copied to that; others are put together.
// At loop heads what changes is forgotten after some rounds.
//
// Edges that are taken in no case are left out, and conditions that hold in
// every one become true: the meaning is the same, run by run. No solver is
// asked.
//
// Wants a procedure in which memory is variables already (propagate.h says
// which of these are changed by whom).
#ifndef VOUCH_PROGRAM_CASES_H
#define VOUCH_PROGRAM_CASES_H

#include "program/propagate.h"

// Changes the sealed procedure in place; `origin` of each edge is the number
// that it had. False when nothing was done: also where it would take long.
bool program_leave_out(struct program *program, struct procedure *procedure,
                       const struct propagate_options *options);

#endif
