// Which lines of an execution do not matter to how it ends.
//
// A guess by names, backwards from the end: a line matters if it writes what
// the end, or a later line that matters, speaks of; if it decides where control
// goes; if it performs an action, is given a value, or rests on an assumption.
// All that a call does is left out if no call of the function writes anything of
// that kind and nothing of what it returns is used. It only says what is shown
// first: nobody concludes anything from it.
#ifndef VOUCH_REPORT_MATTER_H
#define VOUCH_REPORT_MATTER_H

#include "evidence/execution.h"

// Adds the steps of such lines, as indices of the lane's steps. Of short lanes,
// of those of threads, and where the end speaks of nothing, there are none.
void matter_find_idle(const struct interner *names, const struct lane *lane,
                      struct bitset *idle);

#endif
