// Variables of a thread that nobody will read before they are written.
//
// What they hold makes no difference, so a loop of turns (loop.h) lets them
// hold zero while others have their turns: states that differ in nothing else
// are one, and nothing needs to be known of them.
#ifndef VOUCH_THREADS_DEAD_H
#define VOUCH_THREADS_DEAD_H

#include "threads/crew.h"

struct crew_dead {
  const struct crew *crew;
  struct variable_vec *own; // by thread: bits that it alone mentions
  struct bitset *live;      // by location: variables by id
};

void crew_dead_init(struct crew_dead *dead, const struct crew *crew);
void crew_dead_release(struct crew_dead *dead);
// Appends what makes variables of the thread zero that are dead at the
// location.
void crew_dead_clear(const struct crew_dead *dead, uint32_t thread,
                     uint32_t location, struct binding_vec *into);

#endif
