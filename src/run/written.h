// What a function that nobody models wrote, as the oracle's file says
// (oracle.h): bytes or pointers, into globals, frame objects, objects of the
// entry state, and what the function's arguments point into.
#ifndef VOUCH_RUN_WRITTEN_H
#define VOUCH_RUN_WRITTEN_H

#include "run/library.h"

// Takes the lines that follow that of the call. What cannot be written there is
// left as it is; a pointer to nothing that exists stops the run.
void written_apply(struct library_call *call);
// The same, but nothing outside of that many bytes at the address is written.
void written_apply_within(struct library_call *call, uint64_t address,
                          uint64_t size);

#endif
