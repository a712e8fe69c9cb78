// Whose turns the edges of a loop of threads belong to (threads/loop.h), and
// which variables are a thread's own.
//
// A turn begins with an edge that asks where its thread is, main's first one at
// the entry, and ends with the first edge that moves somebody: the thread
// itself, or one that is born. What only turns of one thread mention is its
// own; so is what a birth gives to who is born.
#ifndef VOUCH_CONTROL_TURNS_H
#define VOUCH_CONTROL_TURNS_H

#include "control/steps.h"

struct control_turns {
  const struct control_steps *steps;
  uint32_t *actors;         // by edge: 1 + the thread whose turn it is in; or 0
  uint32_t *owners;         // by variable: 1 + the thread whose own it is; or 0
  struct bitset *mentioned; // by thread: variables that it does not own, by id
  struct bitset *written;   // by thread and place: variables, by id
  struct bitset *ports;     // by thread: places where turns begin
};

void control_turns_init(struct control_turns *turns,
                        const struct control_steps *steps);
void control_turns_release(struct control_turns *turns);

// Does the edge end a turn?
bool control_turns_end(const struct control_turns *turns, struct edge_id edge);
// Does the term speak of nothing but what the thread sees: what is shared, and
// its own? Numbers from `first_id` on are ids of threads, of which it sees its
// own (threads/kinds.h).
bool control_turns_sees(const struct control_turns *turns, uint32_t thread,
                        struct term t, uint64_t first_id);
// Do two threads of a kind mention the same of what is shared? Else nothing
// would say that either can be the other.
bool control_turns_are_alike(const struct control_turns *turns, uint32_t a,
                             uint32_t b);
// Are numbers from `first_id` on, and variables that hold such, only compared
// for equality, or copied?
bool control_turns_keep_ids(const struct control_turns *turns,
                            uint64_t first_id);

#endif
