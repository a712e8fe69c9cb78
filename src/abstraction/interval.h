// Comparisons of one variable with constants, decided without the solver.
//
// Such comparisons cut the circle of the variable's values into intervals, on
// each of which none of them changes. One value out of every interval shows all
// combinations of their truth values that are possible (architecture.md, decision 5:
// signed and unsigned cuts on one circle).
#ifndef VOUCH_ABSTRACTION_INTERVAL_H
#define VOUCH_ABSTRACTION_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "term/term.h"

VEC_DEFINE(u128_vec, u128);

// The variable that all atoms of the Boolean terms compare with constants, or
// none when there is more to them. `values` gets one value out of each
// interval, ascending.
struct term interval_variable(const struct term_table *terms,
                              const struct term *list, uint32_t count,
                              struct u128_vec *values);

#endif
