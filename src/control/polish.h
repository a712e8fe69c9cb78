// A proof with fewer abstract states: what `balanced` is after.
//
// Neither the fewest classes nor the fewest predicates make the fewest states:
// what is told apart keeps more out, and multiplies what is left. So once there
// is a proof others are tried, each by a search of its own: with every place on
// its own, which excludes no less; without one of the predicates; with two of
// the classes as one. What proves it, too, with no more states is kept.
#ifndef VOUCH_CONTROL_POLISH_H
#define VOUCH_CONTROL_POLISH_H

#include "control/data.h"

// At most so many searches. `classes` (by place) and *count, and the predicates
// of the data, are those of a proof, and are changed to those of another one.
void control_polish(const struct control_steps *steps,
                    struct control_data *data, uint32_t *classes,
                    uint32_t *count, uint32_t trials, struct poll poll);

#endif
