// Where a run leaves the path that it was made for, and why.
//
// A path passes branches of the program, each along one of its edges. A run
// tells every location that it comes to; the first branch where it goes on to
// another location than the path does is where they part. What the path takes
// from outside, and the condition there depends on, is the reason, as far as we
// know: something that the component approximates and the run does not follow.
#ifndef VOUCH_CONFIRM_DETOUR_H
#define VOUCH_CONFIRM_DETOUR_H

#include "check/component.h"
#include "run/watch.h"

struct detour_branch {
  struct procedure_id procedure;
  struct location_id from;
  struct location_id to;
  uint32_t step; // of the path
};

VEC_DEFINE(detour_branch_vec, struct detour_branch);

struct detour {
  const struct component *component;
  const struct edge_id_vec *path;
  struct detour_branch_vec branches;
  uint32_t passed;   // branches, the same way
  bool is_at_branch; // the next one, and not beyond
  bool has_left;
  bool has_passed; // all of them, and where the path ends, if that is wanted
  struct procedure_id last_in; // where the path ends, as written
  struct location_id last;     // none: it is not wanted
};

void detour_init(struct detour *detour, const struct component *component,
                 const struct edge_id_vec *path);
void detour_release(struct detour *detour);

// The run is to come to where the path ends, too, as far as that is a location
// of the program.
void detour_want_end(struct detour *detour);

// Follows a run. The detour must outlive it.
struct follower detour_follower(struct detour *detour);

// Appends "goes another way at f.c:12:7 ...". False if the run did not.
bool detour_tell(const struct detour *detour, struct strbuf *out);

#endif
