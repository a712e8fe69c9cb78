// Undefined behaviour that a proof assumes away.
//
// An execution that comes to it is not looked at any further, unless it is
// itself checked for. So wherever control can get to it, and something that is
// checked may lie behind it, the assumption is part of the answer.
#ifndef VOUCH_CHECK_EXCLUSION_H
#define VOUCH_CHECK_EXCLUSION_H

#include "check/component.h"

struct exclusion {
  enum undefined_reason reason;
  struct position position;
  bool is_certain; // every execution that comes here ends: what is behind it is
                   // never reached for no other reason
};

VEC_DEFINE(exclusion_vec, struct exclusion);

// Appends them in the order of the component, one for each reason and position
// of the source. A component that was not built has none.
void exclusions_find(const struct component *component,
                     const struct target_rules *rules,
                     struct exclusion_vec *into);

#endif
