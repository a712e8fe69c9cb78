// Measures: terms that no round of a group lets grow, so that rounds in which
// one gets smaller are not taken for ever.
//
// A measure is a number of the state: a sum of a few variables or terms of the
// program with small factors, computed with so many bits that nothing wraps,
// and compared as a signed number. Numbers of so many bits are finitely many:
// a measure that never grows and gets smaller infinitely often does not exist.
//
// A measure may have a floor, below which it is taken to be the floor: there it
// may do what it likes, as long as it stays there. A term that signed numbers
// are summed up in always has one, far above the least number of its type, so
// that a loop is not said to end because its counter overflows in the end.
// That also makes phases: once the floor is reached, another measure has to
// get smaller.
#ifndef VOUCH_RANK_MEASURE_H
#define VOUCH_RANK_MEASURE_H

#include <stdbool.h>

#include "abstraction/symbolic_state.h"
#include "base/intern.h"

struct measure {
  struct term value; // signed
  struct term floor; // a constant of that width, or none
  struct name text;  // as C
};

VEC_DEFINE(measure_vec, struct measure);

// Conditions on a round that leaves the state: the measure is larger after it;
// and it is not smaller.
struct term measure_grows(const struct measure *measure,
                          struct symbolic_state *after);
struct term measure_stays(const struct measure *measure,
                          struct symbolic_state *after);

#endif
