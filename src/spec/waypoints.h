// Verification witnesses 2.0 of the software verification competition, read:
// of a violation sequence the waypoints that are to be followed, in order.
//
// What is not understood (other types of waypoints, such that are to be
// avoided, other constraints) is told, and the witness is then of no use to
// whoever wants to run it: `unsupported`.
#ifndef VOUCH_SPEC_WAYPOINTS_H
#define VOUCH_SPEC_WAYPOINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

struct waypoint {
  bool is_target; // otherwise a function returns `value`
  uint32_t line, column;
  int64_t value;
};

VEC_DEFINE(waypoint_vec, struct waypoint);

struct told_violation {
  bool is_violation; // otherwise a set of invariants
  struct waypoint_vec waypoints;
  struct strbuf unsupported; // what is not understood, or empty
};

// False, with the reason in `why`, when the file is no witness.
bool told_violation_read(struct told_violation *witness, const char *path,
                         struct strbuf *why);
void told_violation_release(struct told_violation *witness);

#endif
