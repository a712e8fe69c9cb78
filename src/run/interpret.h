// The interpreter's loop over register code.
#ifndef VOUCH_RUN_INTERPRET_H
#define VOUCH_RUN_INTERPRET_H

#include "run/machine.h"

// Runs the thread until only `floor` frames are left (the result is then in
// machine->returned), it has to wait, its time slice is over, or the run has
// stopped.
void interpret(struct machine *machine, struct thread *thread, uint32_t floor);

// Copies arguments to a callee's frame. Stops the run, and returns false, if
// they do not fit its parameters.
bool interpret_pass_arguments(struct machine *machine, const struct code *code,
                              uint64_t *to, const uint64_t *from,
                              const struct slot *arguments, uint32_t count);

#endif
