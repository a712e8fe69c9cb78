// Memory that was allocated and is left: which of it must not be.
//
// A site is an edge that gives memory of the heap, which is the program's to
// free: an ALLOCATE of that kind, or a call of a routine of the library that
// returns memory that it made (strdup). Not what the library keeps, and no
// handle (fopen), which is closed and not freed.
#ifndef VOUCH_LIBRARY_LEAK_H
#define VOUCH_LIBRARY_LEAK_H

#include "program/program.h"

enum leak_check {
  LEAKS_ALLOWED,
  LEAKS_TRACKED, // what is not freed can be reached (valid-memtrack)
  LEAKS_FREED    // all is freed before the program ends (valid-memcleanup)
};

// Where it is looked for what is lost (memory/remove_leak.c).
enum leak_time {
  LEAKS_AT_END,
  LEAKS_AT_LOOPS, // also at the heads of loops, where that is a doubt
  LEAKS_IN_ROUNDS // at the end, and it is a doubt whether that comes after more
                  // than so many visits of heads
};

bool leak_is_site(const struct program *program, const struct operation *op);
// Does it call a routine of the library that may hand out such memory without
// being a site? What becomes of that is not known.
const char *leak_unseen_routine(const struct program *program,
                                const struct operation *op);
// Does the program end with the operation, or may it: a return of the procedure
// that it started with, or a call that does not come back? Not a call that is a
// violation itself.
bool leak_is_ending(const struct program *program, const struct operation *op);

#endif
