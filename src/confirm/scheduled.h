// Does a path of interleaved threads (threads/interleave.h) run that way with
// real ones?
//
// The product runs with its oracle, in which the schedule is one more input.
// What it did is written down as turns of threads (run/schedule.h), and the
// program with threads runs with these: on mutexes, conditions and all else as
// the interpreter knows them, without any of the code that made the product.
// Only that run counts, and its execution is what is shown.
#ifndef VOUCH_CONFIRM_SCHEDULED_H
#define VOUCH_CONFIRM_SCHEDULED_H

#include "base/strbuf.h"
#include "check/component.h"

// The options have a program with threads. The oracle is that of the product;
// if the answer is true, it is that of the threads afterwards.
bool scheduled_confirms(const struct component *component,
                        const struct component_options *options,
                        const struct check_target *target,
                        struct strbuf *oracle, struct execution *execution,
                        uint64_t *steps);

#endif
