// Which descriptors of files a run has opened and closed, as far as it is
// known.
//
// An oracle says what each call returned. Not every story is one of a system:
// what is closed cannot be read, and what is open is not given again. A run
// whose oracle says so ends, so that no violation rests on it. Of numbers that
// the run never saw, and behind anything that may open or close others, nothing
// is known.
#ifndef VOUCH_RUN_DESCRIPTORS_H
#define VOUCH_RUN_DESCRIPTORS_H

#include "base/vec.h"
#include "run/library.h"

struct descriptor_state {
  int64_t number;
  bool is_open; // else it is closed
};

VEC_DEFINE(descriptor_vec, struct descriptor_state);

// After the oracle answered the call.
void descriptors_follow(struct library_call *call);

#endif
