// Loops that compute nothing that matters.
//
// Copying is a loop over bytes, and whether an access is valid seldom depends
// on what was copied; still its conditions would be looked at like any other,
// and something proved of each round. Where nothing that the loop assigns
// matters behind it to any condition, call or result outside of such loops, an
// edge to where it ends takes its place.
//
// Only loops that stand for one edge of what the procedure was made of: these
// end, and have one way in and one way out. What was assigned there is not any
// more: nobody may ask for its value.
#ifndef VOUCH_PROGRAM_IDLE_H
#define VOUCH_PROGRAM_IDLE_H

#include "program/program.h"
#include "program/provenance.h"

// Changes the sealed procedure in place; `origin` of each edge is the number
// that it had. False when nothing was done.
bool program_leave_idle(struct program *program, struct procedure *procedure,
                        const struct provenance *made_of);

#endif
