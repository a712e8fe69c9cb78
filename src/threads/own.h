// Thread-local objects: each thread has its own.
#ifndef VOUCH_THREADS_OWN_H
#define VOUCH_THREADS_OWN_H

#include "threads/crew.h"

// Threads other than main get copies of thread-local objects that they mention.
void crew_own_objects(struct crew *crew);

#endif
