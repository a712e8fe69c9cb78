// Is a state simulated by another one of the same LTS? Decided locally, for one
// pair of states, as far as a budget goes.
//
// The game is played on pairs (s, t) that the answer depends on. Each step of s
// is a duty: some answer of t must lead to a pair that is not refuted. A pair
// is taken to be good until one of its duties has no answer left; then those
// that relied on it look for another answer. What is not refuted when nothing
// is left to do is a simulation. (A local greatest fixpoint, as in Liu and
// Smolka, ICALP 1998; depth first, so that wrong answers are refuted soon.)
//
// With `weak`, s -a-> s' is answered by t => u -a-> t': whatever is simulated
// after more silent steps is simulated before them, too, so no weak simulation
// is lost. A silent step of s is answered by any t => t', also by staying.
//
// A simulation implies inclusion of the (weak) traces. Where the states of A
// have a counterpart in B, this takes time about linear in A, however many sets
// of states the determinised B has; that is what it is for.
//
// Signatures: for each state 32 bits for the actions that it can perform
// (weakly), and 32 for pairs of actions one after the other. t simulates s only
// if it has all bits of s.
//
// Likeness: what looks most like s' is tried first. Each state has 64 bits for
// its features: its steps by action and what their targets look like, which is
// a hash of what is done in none, one and two steps from there. The fewer
// features of s' are missing, the better. Where states have much in common, a
// wrong answer is refuted late; so what lacks more than half of the features is
// no answer at all at first, and only if that fails everything is.
#ifndef VOUCH_LTS_LOCAL_SIMULATION_H
#define VOUCH_LTS_LOCAL_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

enum local_answer { LOCAL_SIMULATED, LOCAL_REFUTED, LOCAL_UNKNOWN };

// Unknown if about `budget` steps were looked at.
enum local_answer lts_simulate_locally(const struct lts *lts, uint32_t s,
                                       uint32_t t, bool weak, uint64_t budget);

#endif
