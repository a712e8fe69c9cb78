// Calls of a program that a specification was woven into (weave/weave.h): what
// each was, for whoever runs the program natively.
#ifndef VOUCH_PROGRAM_WOVEN_H
#define VOUCH_PROGRAM_WOVEN_H

#include "program/program.h"

// A call that was woven into a procedure.
struct woven_call {
  struct procedure_id procedure;
  struct location_id begin;   // where nothing of it has happened yet
  struct location_id end;     // where its result is known
  struct procedure_id callee; // as it was
  struct variable target;     // what gets the result, or none
  const struct term *arguments;
  uint32_t count;
  bool is_replaced;
};

VEC_DEFINE(woven_call_vec, struct woven_call);

#endif
