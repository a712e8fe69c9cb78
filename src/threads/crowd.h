// Any number of threads that do the same: a crowd.
//
// A creation that can run any number of times starts threads that are followed
// one by one, each with its variables, and a crowd: of its members it is only
// known at how many there are at each of the places where a turn can end, none,
// one, or more, and nothing of their variables. A member's turn begins at such
// a place with any values in what it will read, and ends at another. So
// whatever threads can do a crowd can, and more: what is proved holds for any
// number of them, and an execution in which it takes part is none of the
// program.
//
// Which of the threads are followed is left open at their creation, so that
// each may be one: what is asserted is asked of those only, and members of the
// crowd that violate it end the execution.
//
// What all members have in common here must make no difference: they have the
// same id and the same local objects. So there is no crowd where threads ask
// who they are, wait on conditions, have thread-local objects, hand out
// addresses of their locals, or where mutexes know who locks them again.
#ifndef VOUCH_THREADS_CROWD_H
#define VOUCH_THREADS_CROWD_H

#include "threads/crew.h"

// Finds the places of the crowds, after steps are classified. False, and `why`,
// if some must not be one.
bool crew_find_crowds(struct crew *crew, struct strbuf *why);
// The place, as an index; there is one where a turn of such a thread ends.
uint32_t crew_place(const struct crew *crew, uint32_t thread,
                    uint32_t location);
// Are there thread-local objects?
bool crew_has_own_objects(const struct program *program);
// Do addresses of the thread's own objects stay with it? Notes what these are.
bool crew_keeps_addresses(struct crew *crew, uint32_t thread);
// Is that a step that a crowd does not take? What it would violate is asked of
// others.
bool crew_crowd_leaves_out(const struct crew *crew,
                           const struct crew_edge *edge);

#endif
