// Looking for data races in a product.
//
// Where anybody may have the next turn, two threads may also be looked at: the
// first goes on to its next access that may race, and makes it, and then the
// second to its own. If both touch the same, that is a violation (an edge to
// the undefined location, UNDEFINED_RACE, with the lines of both); nothing
// follows in any case.
//
// That finds a race if there is one. Of an execution with two accesses of which
// neither happens before the other take the first such pair: what happened
// between them without being after the first one can be done before both, and
// what is after it can be left out. So they are next to each other in some
// execution, and in the product, where steps that move right are put off until
// right before their thread's next step (interleave.h), each of the two is the
// next such step of its thread. The steps of the second thread before its
// access are local or move right, so it does not matter that the first access
// has been made: what protects them, and whom they wait for, is the same. And
// what is found is a race: the first thread does nothing after its access that
// could put it before the second.
//
// What is after the first access cannot be left out where the second thread
// depends on it without being put after it: where it sees that a lock is taken
// and does not wait (trylock that fails, sem_getvalue). With such routines what
// is found counts, but that nothing is found does not (threads_facts,
// `unordered`), unless no two accesses conflict at all.
//
// In a section of statements that run as one each access may be the one.
#ifndef VOUCH_THREADS_PROBE_H
#define VOUCH_THREADS_PROBE_H

#include "threads/product.h"

// How many pairs of threads may race from the tuple at hand on; and adds a way
// to go on for each of them.
uint32_t probe_count(struct product *p);
void probe_begin(struct product *p, struct product_choice *choice);
// The steps of a tuple in which two threads are looked at.
void probe_run(struct product *p, struct location_id from, uint32_t thread);

#endif
