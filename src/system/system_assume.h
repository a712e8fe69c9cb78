// A system checked by assumption: its components are split in two groups, and
// what the first one assumes of the second is learnt (lts/assume.h).
//
// The groups are made of the components' LTSs as they are now. A trace that the
// composition has goes the ordinary way: a component whose code cannot perform
// its part gets more predicates, and an assumption is learnt anew, from the
// letters that were needed before. Where the groups are too large, or there is
// nothing to split, the ordinary search decides.
#ifndef VOUCH_SYSTEM_SYSTEM_ASSUME_H
#define VOUCH_SYSTEM_SYSTEM_ASSUME_H

#include "system/system.h"

bool system_assume_needed(const struct system_check *system);
// HOLDS: the system has the assumption. FAILS: the system has the trace, which
// every component's LTS has its part of. LIMIT: it is given up.
enum joint_answer system_assume_run(struct system_check *system);
// Both premises once more, by another search. False if one of them fails,
// which is a bug of ours.
bool system_assume_recheck(struct system_check *system);

#endif
