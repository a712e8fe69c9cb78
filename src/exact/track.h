// What to track where something is not known: seed 004, section 4.2.
//
//   an edge that may or may not be taken   its guard
//   what is tracked behind an edge         its weakest precondition; what the
//                                          environment can choose, as far as
//                                          that depends on the state
//
// and, to be compared with (`--refine`):
//
//   path        is the path there feasible? If it is not, interpolants of it
//   precision   where predicates behind an edge were foreseen one by one, they
//               are foreseen together
#ifndef VOUCH_EXACT_TRACK_H
#define VOUCH_EXACT_TRACK_H

#include "exact/abstract.h"

enum refine_mode {
  REFINE_AUTO,       // predicates; all is as precise as it can be
  REFINE_PREDICATES, // steps are coarse at first: predicates before precision
  REFINE_PRECISION,  // the same: precision before predicates
  REFINE_PATH        // feasibility of paths, then predicates
};

struct tracking {
  struct abstract *abstract;
  struct strbuf *text; // "whether x > 0 at f.c:7": the first that helped
};

// Each of them is true when something new is tracked. At a state:
bool track_guards(struct tracking *t, uint32_t state);
bool track_before(struct tracking *t, uint32_t state);
bool track_precisely(struct tracking *t, uint32_t state);
// Along states from an initial one.
bool track_path(struct tracking *t, const struct u32_vec *states);

#endif
