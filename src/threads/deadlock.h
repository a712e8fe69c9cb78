// Looking for deadlocks in a product.
//
// A deadlock is a state in which some thread has to wait, and so has everybody
// who has not ended: nobody can go on. Where a turn ends and each such thread
// is in front of something that it may have to wait for, they are looked at one
// after the other: each goes as far as it has to wait, which reads and writes
// nothing; if all do, that is a violation (an edge to the undefined location,
// UNDEFINED_DEADLOCK).
//
// For that a turn ends in front of whatever may have to wait, too, and after
// taking a lock. Other steps that move right, or left, never wait, so putting
// them off, or doing them early, makes no deadlock and hides none.
#ifndef VOUCH_THREADS_DEADLOCK_H
#define VOUCH_THREADS_DEADLOCK_H

#include "threads/product.h"

// May all wait in the tuple at hand?
bool deadlock_may_be(const struct product *p);
// Adds the way to look.
void deadlock_begin(struct product *p, struct product_choice *choice);
// The steps of a tuple in which somebody is looked at.
void deadlock_run(struct product *p, struct location_id from, uint32_t thread);
// Where threads stop, and what leads there only by looking.
void crew_find_stuck(struct crew *crew);
// Where the turn began in which a thread came to stop there; 0: that may be in
// several places. And has each of them one?
uint32_t crew_stuck_entry(const struct crew *crew, uint32_t stuck);
bool crew_has_stuck_entries(const struct crew *crew);

#endif
