// Refinement in simulation against a specification that is not deterministic.
//
// The predicate LTS simulates the component, so a specification that simulates
// the predicate LTS simulates the component (seed 000, section 3): `yes` is
// sound. Where it does not, the game gives a tree of abstract executions
// (attack.h). If it is real, so is the `no`; if not, the guards that contradict
// each other say what has to be tracked, and the game is played again.
#ifndef VOUCH_CEGAR_SIMULATED_H
#define VOUCH_CEGAR_SIMULATED_H

#include "cegar/cegar.h"
#include "confirm/attack.h"

// After VERDICT_TRUE for traces. FALSE: `attack` is the reason, and the path,
// inputs and oracle of the result are those of its first branch. UNKNOWN: `why`
// says so.
enum verdict simulated_decide(struct cegar *cegar, struct attack *attack,
                              struct strbuf *why);

#endif
