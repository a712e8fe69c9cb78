// Sleep sets: orders of turns that come to the same are looked at once
// (Godefroid).
//
// Where several threads may have the next turn, the one with the lower number
// comes first. When another one has it, the first may sleep: what begins with
// its turn was looked at from the first choice on, as long as nothing clashes
// with that turn (crew_may_clash). So a tuple has a set of threads that get no
// turn there; a turn of a thread wakes those with whose next turns it clashes.
//
// A product has one location for a tuple, to which many ways lead: asleep are
// those who are on every way. That set only gets smaller as more ways are
// found, and a tuple is looked at again when its own did. All of that is done
// before the product is made.
//
// Why no violation is lost: take an execution to one without a turn that it
// could do without. Of the threads that could have their turn first, with the
// same outcome, none sleeps where it begins; take the lowest. Behind its turn
// nobody sleeps who could go first there: else it could have gone before, and
// was not the lowest, or slept. That the sets of a tuple are smaller than those
// of the ways to it lets more be looked at. Whose turn nobody disturbs
// (future.h) gets it, even asleep; there are finitely many such turns in a row.
//
// Not where deadlocks, races or formulas are looked at, which ask for more than
// violations, nor where interruptions are counted.
#ifndef VOUCH_THREADS_SLEEP_H
#define VOUCH_THREADS_SLEEP_H

#include "threads/product.h"

// Finds what is asleep in all tuples from `after` on. False: too large.
bool sleep_find(struct product *p, void (*expand)(struct product *, uint32_t));

// Of the tuple at hand, whose number it is: its turns lead to what is asleep
// there, too.
void sleep_begin(struct product *p, uint32_t number);
bool sleep_has(const struct product *p, uint32_t thread);
// The thread gets the next turn, and all with lower numbers that may, too.
void sleep_give_turn(struct product *p, uint32_t thread);
// A way to the tuple.
void sleep_arrive(struct product *p, uint32_t number);

#endif
