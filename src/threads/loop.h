// The interleavings of a crew as a loop that gives turns: as large as the
// threads are together, not as their product.
//
// Each thread has a counter, a variable that holds where it is while others
// have their turns: a location of the crew, or 0 before it is created. The
// entry begins with main's first turn. At the head of the loop anybody may have
// the next one:
//
//   head:  havoc $next
//          [$next == l && $pc_i == l]    for each place l of a thread i
//          the steps of the thread from l to where its turn ends, at l'
//          $pc_i := l'                    and that of a thread that was
//          started;
//                                         variables that are dead there := 0
//
// So a step is pc_i = l && pc_i' = l' && what it does to data: a transition of
// seed 002, section 5, for whoever abstracts the counters (control/). Turns end
// where they end in the product (interleave.h); who waits for the end of a
// thread asks its counter.
#ifndef VOUCH_THREADS_LOOP_H
#define VOUCH_THREADS_LOOP_H

#include "threads/interleave.h"

// Where threads are of kinds (kinds.h) a creation ends the turn, and there is a
// way to the head for its creator, and one for each that it stands for, which
// puts that where it starts. Who waits for the end of a thread asks how many
// have ended.
//
// Puts the loop in the place of the crew's procedure; `counters` gets the
// variables, by thread. False: `why` says what cannot be put so.
bool crew_loop(struct crew *crew, const struct interleave_options *options,
               struct variable_vec *counters, struct strbuf *why);

#endif
