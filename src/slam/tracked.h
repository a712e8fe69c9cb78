// Which predicates are tracked in which part (seed 003, section 2: predicates
// of globals, formals and locals).
//
// A predicate over shared variables only is global: one for all parts. Any
// other belongs to a part, and its variables are the part's, ghosts of formals
// (parts.h), or shared. A predicate is an atom, known by its handle; an atom
// and its negation are one predicate.
#ifndef VOUCH_SLAM_TRACKED_H
#define VOUCH_SLAM_TRACKED_H

#include "abstraction/predicate.h"
#include "check/parts.h"

struct tracked {
  const struct parts *parts;
  struct predicate_table *table;
  struct predicate_vec globals;
  struct predicate_vec *locals; // by part
};

void tracked_init(struct tracked *tracked, const struct parts *parts);
void tracked_release(struct tracked *tracked);

// Adds the atoms of a Boolean term over variables of the part. How many are
// new; what speaks of anything else, or is too large, is left out.
uint32_t tracked_add(struct tracked *tracked, uint32_t part, struct term t);
// The conditions of all branches, each in its part.
void tracked_add_branches(struct tracked *tracked);
// For each predicate about a variable that a part returns the same about its
// result, if that can be returned. How many are new.
uint32_t tracked_add_returned(struct tracked *tracked);
uint32_t tracked_count(const struct tracked *tracked);

#endif
