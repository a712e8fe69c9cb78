// Which thread a creation starts, and which one a join waits for.
#ifndef VOUCH_THREADS_MEANT_H
#define VOUCH_THREADS_MEANT_H

#include "threads/crew.h"

// By edge, before operations are lowered: of a creation its thread; of a join 1
// + the thread that it waits for, if the id that it gets was just read from a
// place where one creation puts it and which nothing else writes; else 0. The
// caller frees it. Of a creation that can run more than once it is the first of
// a pool, which is set up.
uint32_t *meant_threads(struct crew *crew);

#endif
