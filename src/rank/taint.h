// Which variables hold a guess at the end of a path.
//
// A run that takes the branches of a path need not have its values where the
// path took something from outside that is not an input: what is approximated,
// indeterminate or assumed of the library is a guess, and so is what is
// computed from one. What a variable holds that was not initialised the run
// takes from its oracle, like an input; what memory holds it does not.
#ifndef VOUCH_RANK_TAINT_H
#define VOUCH_RANK_TAINT_H

#include "abstraction/effect.h"
#include "abstraction/reach.h"
#include "base/bitset.h"
#include "program/program.h"

// Adds the variables, by id. Those that memory became are `own`.
void taint_follow(const struct effects *effects, const struct bitset *own,
                  const struct edge_id_vec *path, struct bitset *tainted);
// The same, and is a branch behind the first `from` edges decided by a guess?
// There everything is one that is no input.
bool taint_decides(const struct effects *effects, const struct bitset *own,
                   const struct edge_id_vec *path, uint32_t from,
                   struct bitset *tainted);

#endif
