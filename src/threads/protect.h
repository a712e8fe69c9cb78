// What one lock protects: accesses to it end no turn.
//
// A variable, or an object that does not leak (shared.h), is protected if there
// is a mutex that every thread holds wherever it accesses it, except main where
// it is alone: before it has created a thread, and after it has joined all. Then
// nobody else can access it right after somebody did: the access moves right,
// and a critical section is one turn, which ends with the unlock.
//
// Which mutexes are held at a location is what holds on every way there. Only
// mutexes at constant addresses count whose objects nothing but the operations
// on mutexes touches. Where somebody makes a mutex anew beside other threads,
// nothing is protected.
#ifndef VOUCH_THREADS_PROTECT_H
#define VOUCH_THREADS_PROTECT_H

#include "threads/crew.h"

// Called by crew_classify, with what it knows: the cell that an edge accesses,
// which is shared: 1 + the variable's number, or 1 + the number of variables +
// the object's; 0: none, or several, or it is not known which. Edges with a
// cell that is protected move right.
void crew_protect(struct crew *crew, const uint32_t *cells,
                  uint32_t cell_count);

#endif
