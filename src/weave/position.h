// Where a specification is, as a variable of the program.
//
// The product with a specification (product.h) has a copy of the component for
// each position, which functions that stay functions do not allow: what they
// return to depends on where the specification is then. Here the position is a
// global variable instead, and what is performed changes it:
//
//   PERFORM a     [position == 1] position := 2
//                 [position == 2] forbidden
//   about an object, which is not the one that is watched: nothing
//
// The object is another variable, which is arbitrary and never changes.
// Positions are numbered by the monitor; all that can be met are found first.
#ifndef VOUCH_WEAVE_POSITION_H
#define VOUCH_WEAVE_POSITION_H

#include "weave/monitor.h"

// Writes it into the program, whose PERFORM operations are gone then. `entry`
// is the procedure that is checked, and becomes the one to begin with: where
// that is not main, one that calls it. False when it cannot be done: `why` says
// so, and the program is as it was.
bool position_write(struct program *program,
                    const struct specification *specification,
                    struct procedure_id *entry, struct strbuf *why);

#endif
