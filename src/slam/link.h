// What a step of a part means for terms (link.c).
#ifndef VOUCH_SLAM_LINK_H
#define VOUCH_SLAM_LINK_H

#include "check/parts.h"

// The terms of a step: weakest preconditions over what there is before it,
// where what gets any value is fresh.
//
//   step     of a predicate after the edge
//   passed   of a predicate of the callee at its entry, before the call
//   old      of a predicate before a call, behind it
//   given    of a predicate that the callee returns, behind the call
//   left     of a predicate after the call, behind it, before the result is put
//            in the target
struct link {
  const struct parts *parts;
  struct substitution *fresh;  // what the edge changes, by what it becomes
  struct substitution *entry;  // the callee's formals and ghosts by arguments
  struct substitution *before; // what the call may change, by its old values
  struct substitution *gave;   // the callee's ghosts and result
};
// Of an edge of the parts, made when it is first asked for: what is fresh is so
// once, so that what was asked of a step can be remembered.
struct link *link_of(const struct parts *parts, struct edge_id edge);
// Those of all edges, before the parts are released.
void links_release(const struct parts *parts);
struct term link_step(struct link *link, struct term t);
struct term link_passed(struct link *link, struct term t);
struct term link_old(struct link *link, struct term t);
struct term link_given(struct link *link, struct term t);
struct term link_left(struct link *link, struct term t);

#endif
