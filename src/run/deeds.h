// What a native run of the same execution is given, and is compared with, where
// a function is run alone or a specification is woven in (weave/weave.h): lines
// for whoever writes a harness (report/harness.h), which no run of ours reads.
//
//   deed entry f i             the function that the run began with, the class
//                              of its result: v(oid), i(nteger or pointer),
//                              l(ong: two words of 32 bits), f(loat), d(ouble),
//                              s: else; then its parameters,
//   deed parameter i &x+0      each with its class, and globals (`write`)
//   deed extern limit 4        an object that no file defines, with its size
//   deed begin f r 3:32 &x+4 ? a call that a specification speaks of, with its
//                              arguments as far as they are known. r: what the
//                              specification says of it happens in its place;
//                              e: it is an event, and goes on as it is
//   deed write WHERE BYTES     what such a call wrote; or a VALUE in the place
//                              of bytes, where it is a pointer
//   deed action 0 lock         an action, after a number for its object
//   deed end f VALUE i         the call gives this, of this class
//   deed return 3:32           the function itself returns it
//
// A VALUE is a number, where it is compared with its width; &NAME+OFFSET, of a
// global, or of an object of the entry state; $N+OFFSET, into what the call's
// N-th argument points to; or *KEY:SIZE+OFFSET, into something new.
#ifndef VOUCH_RUN_DEEDS_H
#define VOUCH_RUN_DEEDS_H

#include "evidence/execution.h"
#include "program/woven.h"
#include "run/machine.h"

struct deeds; // opaque

// With the calls of a specification that is woven in, or null.
struct deeds *deeds_new(struct machine *machine, struct lane *lane,
                        const struct woven_call_vec *calls);
void deeds_free(struct deeds *deeds); // may be null

void deeds_enter(struct deeds *deeds, const struct frame *frame);
void deeds_arrive(struct deeds *deeds, const struct frame *frame,
                  struct location_id location);
// Bytes, or a global that is not in memory, are being written.
void deeds_touch(struct deeds *deeds, uint64_t address, uint64_t size);
void deeds_global(struct deeds *deeds, struct variable global);
void deeds_finish(struct deeds *deeds);

#endif
