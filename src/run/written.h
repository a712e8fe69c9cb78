// What a function that nobody models wrote, as the oracle's file says
// (oracle.h): bytes or pointers, into globals, frame objects, objects of the
// entry state, and what the function's arguments point into.
//
// Such a function can only write what it knows of: globals that other files can
// name, objects of the entry state, which are the caller's, what the arguments
// of a call of such a function pointed into before, and whatever pointers in
// all that lead to. It might also call a function of the program that changes
// more, but that is not for an oracle to say. What the file has beyond that is
// not written.
#ifndef VOUCH_RUN_WRITTEN_H
#define VOUCH_RUN_WRITTEN_H

#include "run/library.h"

// Takes the lines that follow that of the call, if there are any; to be called
// after every call. What cannot be written is left as it is, as is what a
// specification says that the function leaves alone; a pointer to nothing that
// exists stops the run.
void written_apply(struct library_call *call);
// The same, but nothing outside of that many bytes at the address is written.
void written_apply_within(struct library_call *call, uint64_t address,
                          uint64_t size);

// The object that such a line is about, or null.
struct space_object *written_object(const struct library_call *call,
                                    const struct oracle_writing *writing);

#endif
