// What choosing elements and reading effects by them share.
#ifndef VOUCH_TACTIC_WATCH_INTERNAL_H
#define VOUCH_TACTIC_WATCH_INTERNAL_H

#include "tactic/watch.h"

// Fills in elements, prophecies and steering variables.
void watch_choose(struct watch *watch);

// The term without arrays, or none when it needs an element that is not
// watched.
struct term watch_translate(const struct watch *watch, struct term t);
// The element of an array term, which may have been written to, at an index
// without arrays; or none.
struct term watch_element(const struct watch *watch, struct term array,
                          struct term index);
// The term with the constants in the place of the variables that they are of.
struct term watch_foretold(const struct watch *watch, struct term t);

#endif
