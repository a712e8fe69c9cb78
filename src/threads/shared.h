// Which steps of a thread others can notice, or depend on.
//
// A variable is shared if two threads mention it and one of them writes it; an
// object whose address is only used for direct accesses if two mention it. What
// is accessed through a pointer is taken to be shared, unless it is a constant,
// and so is every object whose address may be in one.
//
// An action of a specification (PERFORM) is noticed by the specification, which
// hears all threads: it ends a turn, whatever it is about, and no lock protects
// it. So the order of any two actions of different threads is left open.
#ifndef VOUCH_THREADS_SHARED_H
#define VOUCH_THREADS_SHARED_H

#include "threads/crew.h"

struct classify_rules {
  bool protects;    // accesses to what a lock protects move right (protect.h)
  bool looks_ahead; // what threads will do is found (future.h)
  bool finds_races; // accesses that may race are found (races.h)
};

// Sets the step of every edge that is not settled. False, and `why`, if one
// would hide from others what happens between two accesses.
bool crew_classify(struct crew *crew, const struct classify_rules *rules,
                   struct strbuf *why);

#endif
