// What library routines do to memory (routine.def). A routine that is not
// listed is one that we know nothing about.
#ifndef VOUCH_POINTER_ROUTINE_H
#define VOUCH_POINTER_ROUTINE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  ROUTINE_KNOWN = 1,     // listed at all
  ROUTINE_ALLOCATES = 2, // returns memory of its own that nobody else has
  ROUTINE_RETURNS = 4    // may return a pointer into an argument
};

struct routine {
  uint32_t flags;
  uint32_t writes; // bit i: writes what argument i points to; bit 30: what all
                   // further arguments point to
};

// Zeros when it is not listed.
struct routine routine_find(const char *name);
bool routine_writes(struct routine routine, uint32_t argument);

#endif
