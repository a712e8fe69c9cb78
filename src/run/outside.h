// Routines that ask or change the world outside of the program, in a run that
// must leave it alone: one that confirms a counterexample opens no files,
// removes none and starts no commands. Also in other runs, where the oracle's
// file has an answer for them.
//
// What they return, and what they write, the oracle says then, as it does for
// functions that nobody models. It is taken only if the routine may return
// that: an impossible answer stops the run. What it checks of its arguments is
// still checked.
#ifndef VOUCH_RUN_OUTSIDE_H
#define VOUCH_RUN_OUTSIDE_H

#include "run/library.h"

struct outside_routine {
  const char *name;
  int64_t low;    // of what it returns, at least
  int64_t high;   // and at most
  uint32_t texts; // of its first arguments that are texts
  bool fills;     // as many bytes of its second argument as it returns, of as
                  // many as the third says
  bool empties;   // the same, but it reads them
  bool takes;     // a character of a stream, or one that was pushed back
  bool opens;     // gives a stream, which is empty, or null
  bool follows_seed; // the same numbers come after the same seed
};

// Null if it is none of them.
const struct outside_routine *outside_find(const char *name);

void outside_answer(struct library_call *call,
                    const struct outside_routine *routine);

#endif
