// Systems that refine a specification in simulation, where that is more than
// traces.
//
// Simulation goes through composition: what simulates each component, composed,
// simulates the system. So the predicate LTSs of possible steps show that it
// holds, and those of certain steps that it does not. In between, all that the
// components compare is tracked, and then nobody knows.
//
// A failure comes with a game that the system wins: the moves of the challenger
// are a trace, and that is executed like any other counterexample.
#ifndef VOUCH_SYSTEM_SYSTEM_SIMULATION_H
#define VOUCH_SYSTEM_SYSTEM_SIMULATION_H

#include "system/system.h"

// Is that what the check asks for?
bool system_simulation_needed(const struct system_check *system);
// After VERDICT_TRUE for traces: sets the verdict. Of FALSE, `play` says how
// the game goes, and the trace is that of the challenger.
void system_simulation_run(struct system_check *system);

#endif
