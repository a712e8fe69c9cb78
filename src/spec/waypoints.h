// Verification witnesses 2.0 of the software verification competition, read:
// of a violation sequence the waypoints that are to be followed, in order; of a
// set of invariants what is said to hold where.
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

struct told_invariant {
  bool is_loop; // whenever the head of the loop is reached; otherwise before
                // the statement
  uint32_t line, column; // column 0: not told
  char *file;            // as the witness names it
  char *text;            // a C expression
};

VEC_DEFINE(told_invariant_vec, struct told_invariant);

struct told_witness {
  bool is_violation; // otherwise a set of invariants
  bool is_of_calls;  // what is violated is that a function is not called
  struct waypoint_vec waypoints;
  struct told_invariant_vec invariants;
  struct strbuf unsupported; // what is not understood, or empty
};

// False, with the reason in `why`, when the file is no witness.
bool told_witness_read(struct told_witness *witness, const char *path,
                       struct strbuf *why);
void told_witness_release(struct told_witness *witness);

#endif
