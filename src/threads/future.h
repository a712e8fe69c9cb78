// What threads will do from a location on, and whose turn nobody can disturb.
//
// Where one thread's next turn does nothing that depends on what others can
// still do, before or after it, it suffices to give the turn to that thread: a
// persistent set of one (Godefroid). Others do the same afterwards. For that
// the turn
//
//   touches nothing that others, and whom they create, will touch, unless all
//   of them only read it;
//   always goes on: it neither waits, nor assumes, nor violates anything, nor
//   performs an action, which may be forbidden, nor ends the program;
//   is not part of a loop of its thread: so there are finitely many such turns,
//   and nobody is put off for ever.
//
// Races and deadlocks are not hidden either: who has such a turn races with
// nobody in it, and does not wait.
//
// Cells are the shared variables and the objects that do not leak; all other
// memory is one.
#ifndef VOUCH_THREADS_FUTURE_H
#define VOUCH_THREADS_FUTURE_H

#include "threads/races.h"

// What edges touch is all that they touch of what is shared, sorted by edge.
// Nothing is known of crews with pools or crowds.
void crew_find_futures(struct crew *crew, const struct touched_vec *touched);
void crew_release_futures(struct crew *crew);

// Is that so of a turn that begins at the location, as far as the thread itself
// goes?
bool crew_is_steady(const struct crew *crew, uint32_t location);
// Can a thread that is there come there again?
bool crew_comes_back(const struct crew *crew, uint32_t location);
// May a turn from the location disturb, or be disturbed by, what a thread at
// the other one can still do?
bool crew_may_disturb(const struct crew *crew, uint32_t location,
                      uint32_t other);

// Do the edges of two threads conflict: does one touch what another writes?
bool crew_edges_conflict(const struct crew *crew, const struct bitset *one,
                         const struct bitset *two);

// May it make a difference in which order two threads have their next turns,
// which begin at the locations? Not if they touch nothing in common, unless
// both only read it, neither waits for the end of the other, and at most one
// gets memory; calls, actions of specifications and the end of the program
// always make one.
bool crew_may_clash(const struct crew *crew, uint32_t one, uint32_t a,
                    uint32_t other, uint32_t b);

#endif
