// In which order mutexes are taken, and whether that can go round in a circle.
//
// Who waits for a mutex while it holds another one puts the two in an order. If
// such orders of different threads make a circle, each may come to wait for the
// next: a deadlock, if they get there at the same time. That they do is not
// known here, so it is worth a warning and nothing more; whoever wants to know
// asks for deadlocks (deadlock.h).
//
// No circle is told of threads that one more mutex keeps apart, nor of main
// where it is alone. Only mutexes at constant addresses are known, and only
// those count as held that are on every way.
#ifndef VOUCH_THREADS_LOCK_ORDER_H
#define VOUCH_THREADS_LOCK_ORDER_H

#include "threads/crew.h"

// Appends a line for each step of the first circle that is found:
// "&a, then &b  f.c:5:3". Nothing if there is none.
void crew_tell_lock_order(const struct crew *crew, struct strbuf *into);

#endif
