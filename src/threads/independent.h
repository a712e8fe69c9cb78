// Turns of different threads that commute, by proof.
//
// Two turns are independent if neither touches what the other writes (future.h
// has the cells), or if it is proved that they commute: from every state that
// the claims allow, either both orders of the two lead to the same state, or
// the second turn can be taken in neither. A solver is asked, with what the
// turns do as terms (turn.h): adding to a counter, taking the greater value,
// writing to different elements, with a lock around it or in one step.
//
// Claims are what holds wherever any thread may have its turn: that a mutex is
// free there, because critical sections are one turn each. They are found by
// leaving out of those that hold in the beginning what some turn of some thread
// does not keep (Houdini), and proved once more, together and by another
// solver, before they are used: if that fails there are none. So they hold in
// all states of the product where turns begin, however much of it is made, and
// a proof that leaves orders of turns out rests on nothing but them and on the
// answers about pairs of turns.
//
// Where a thread's next turn
//
//   always goes on, under the claims, and violates nothing: it is plain, and
//   does not wait, start threads, end the program or come to an undefined
//   place; is independent of every turn that others, and whom they create, can
//   have before that thread itself has another one: so ways on which somebody
//   has joined the thread do not count; is not part of a loop of its thread;
//
// it suffices to give the turn to that thread (a persistent set of one, as in
// future.h, with turns for steps): whatever the others do first can be done
// after it, with the same result, up to variables that nobody will read. What
// they violate then is violated, too: a turn that ends the program or is
// undefined after the other is so before it, which is part of the question.
//
// Races and deadlocks are not looked for this way: two accesses that commute
// can race. Nothing is known of crews with pools or crowds, nor of large ones.
#ifndef VOUCH_THREADS_INDEPENDENT_H
#define VOUCH_THREADS_INDEPENDENT_H

#include "threads/crew.h"

struct independence; // opaque

// After crew_find_futures. Null: nothing is known.
struct independence *independence_new(struct crew *crew);
void independence_free(struct independence *independence); // may be null

// Do the turns that begin at these two locations, of different threads, commute
// under the claims? Cells apart: the conflict of those is no matter here.
bool turns_commute(struct independence *independence, uint32_t first,
                   uint32_t second);
// Is that a turn as described, as far as its own thread goes?
bool turn_is_sure(struct independence *independence, uint32_t begin);
// Is a turn that is sure independent of what a thread at the other location can
// do before?
bool turn_is_independent(struct independence *independence, uint32_t begin,
                         uint32_t other);

// How many pairs of turns were asked about, and how many commute.
struct independence_figures {
  uint32_t claims, asked, commuting;
};
struct independence_figures
independence_figures(const struct independence *independence);

#endif
