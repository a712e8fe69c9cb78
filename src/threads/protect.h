// What one lock protects: accesses to it end no turn.
//
// A variable, or an object that does not leak (shared.h), is protected if there
// is a mutex that every thread holds wherever it accesses it, except main where
// it is alone: before it has created a thread, and after it has joined all.
// Then nobody else can access it right after somebody did: the access moves
// right, and a critical section is one turn, which ends with the unlock.
//
// Which mutexes are held at a location is what holds on every way there. Only
// mutexes at constant addresses count whose objects nothing but the operations
// on mutexes touches. Where somebody makes a mutex anew beside other threads,
// nothing is protected.
//
// A copy of a whole object is one step, though others could see half of it.
// That hides nothing where the object is protected, or only one thread uses it
// while there are others; elsewhere the copy can be torn.
#ifndef VOUCH_THREADS_PROTECT_H
#define VOUCH_THREADS_PROTECT_H

#include "threads/crew.h"

// What edges access, as crew_classify knows it.
struct accesses {
  uint32_t *cells; // by edge: the one variable or object that it accesses; 0:
                   // none that anybody could protect
  uint32_t count;  // of cells
  struct bitset spoilt; // cells that are also accessed in other ways
  struct bitset given;  // of those: to calls and the like
  // Copies and fills: the edge, and the cell of one of the objects; 0: any.
  struct u32_vec block_edges, block_cells;
};

// By location: of main, the threads that may be there beside it, as bits; and
// mutexes that are held on every way there, as bits. The caller frees them.
uint32_t *crew_company(const struct crew *crew);
uint32_t *crew_held(const struct crew *crew);

// Edges whose cell is protected move right.
void crew_protect(struct crew *crew, const struct accesses *accesses);
// Sets where a copy can be torn, if one can.
void crew_find_torn(struct crew *crew, const struct accesses *accesses);

#endif
