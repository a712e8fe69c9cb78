// Memory of the heap that a run leaves when it ends (library/leak.h).
//
// Looked for when the program has ended: by a return of main, exit, abort, or
// an assertion that failed. With LEAKS_FREED any block that is alive is left;
// with LEAKS_TRACKED those that cannot be reached: from global variables and
// objects, those of the library, and, where frames are left because a call
// ended the program, their variables and objects. A value reaches a block if it
// is an address in it, its first byte's in any case; values are looked for at
// every byte of what was reached, so that packed ones are found.
#ifndef VOUCH_RUN_LEAKS_H
#define VOUCH_RUN_LEAKS_H

#include "base/position.h"
#include "library/leak.h"

struct machine;

// Of what is allocated at the line, or, if that is not known, anywhere.
struct leak_wish {
  enum leak_check check;
  struct position position;
};

// Makes a leak the outcome of a run that has ended, if there is one.
void leaks_find(struct machine *machine, const struct leak_wish *wish);

#endif
