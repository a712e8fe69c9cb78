// Steps that move left: what others do before them they can do after them, too.
//
// So a turn need not end right before one, if nothing can come between: the
// thread does it at once. That is creating a thread, whose id nobody else sees,
// and ending. Neither has to wait, and only steps that do nothing but assign
// are passed on the way there, so the turn gets there in any case (Lipton's
// reduction, with what follows the step that others notice).
#ifndef VOUCH_THREADS_SLIDE_H
#define VOUCH_THREADS_SLIDE_H

#include "threads/crew.h"

// Adds the ends of threads to where such steps begin, and takes creations out
// of which a step is noticed, or that may fail.
void crew_find_left(struct crew *crew,
                    bool (*is_noticed)(void *context,
                                       const struct crew_edge *edge),
                    void *context);
// Does a thread come from there to such a step without anything that could stop
// it?
bool crew_slides(const struct crew *crew, uint32_t location);

#endif
