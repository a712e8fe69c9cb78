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
bool exclusions_have(const struct exclusion_vec *exclusions,
                     struct position position);
// The one there, or null.
const struct exclusion *exclusions_at(const struct exclusion_vec *exclusions,
                                      struct position position);
// Appends the places where something is required of callers (--required), one
// for each position. Certain: in the component nothing gets past it, so that no
// caller can see to it.
void exclusions_required(const struct component *component,
                         struct exclusion_vec *into);

#endif
