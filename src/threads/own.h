// Thread-local objects: each thread has its own.
#ifndef VOUCH_THREADS_OWN_H
#define VOUCH_THREADS_OWN_H

#include "threads/crew.h"

// Threads other than main get copies of thread-local objects that they mention.
// Such objects end with their thread. That is not modelled: where their
// addresses are handed on it is not proved that accesses are valid.
void crew_own_objects(struct crew *crew);

#endif
