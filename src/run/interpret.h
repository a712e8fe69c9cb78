// The interpreter's loop over register code.
#ifndef VOUCH_RUN_INTERPRET_H
#define VOUCH_RUN_INTERPRET_H

#include "run/machine.h"

// Runs the thread until only `floor` frames are left (the result is then in
// machine->returned), it has to wait, its time slice is over, or the run has
// stopped.
void interpret(struct machine *machine, struct thread *thread, uint32_t floor);

#endif
