// Operations of threads as operations on memory and variables.
//
// A mutex, a read-write lock, a semaphore, a barrier is a few words of its own
// memory, so that arrays of them, and those in structs and on the heap, need
// nothing special; what glibc's static initialisers put there means "free".
// What a primitive does is one step: the locations inside are inner. Who cannot
// go on has no edge that is enabled; an execution in which it was given its
// turn too early is one that ends there, beside another in which it was not.
//
//   mutex      owner at 8 (0: free), how often its owner took it again at 4,
//              its kind where glibc has it
//   rwlock     readers at 0, the writer at 4
//   spin lock  owner at 0
//   semaphore  value at 0
//   barrier    how many it is for at 0, how many have come at 4, rounds at 8
//   condition  nothing: each thread has a variable that says on which it waits
//
// Misuse that C and POSIX leave undefined leads to the undefined location.
#ifndef VOUCH_THREADS_LOWER_H
#define VOUCH_THREADS_LOWER_H

#include "threads/crew.h"

struct lower_rules {
  bool wakes_for_nothing; // who waits on a condition may go on without a signal
  bool tells_asleep; // that somebody waits until it is signalled is a place
  bool tries_fail;   // who only tries to take a lock may fail for nothing, so
                     // that it sees nothing of who has it: only proofs count
  bool moves_locks;  // taking a lock is a step that moves right; it never is
                     // where somebody only tries to take one
};

// False: `why` says what is not modelled.
bool crew_lower(struct crew *crew, const struct lower_rules *rules,
                struct strbuf *why);

#endif
