// Calls of the program's functions by code that we do not see (callbacks.h):
// may one of them make a proof wrong?
//
// A function that violates nothing and writes nothing that lives on is
// harmless, whenever it is called. One that also writes global variables is,
// while unknown code runs, because that is taken to change them anyway. Of all
// others nothing is proved. A function of which every call is a violation (an
// error function, with a body or without) is among those.
#ifndef VOUCH_CHECK_CALLBACK_H
#define VOUCH_CHECK_CALLBACK_H

#include "check/behaviour.h"

// The first that is not harmless, or none.
struct procedure_id callback_find(const struct behaviour *behaviour,
                                  const struct component_options *options);

#endif
