// Every thread's turns, written out to a depth: the events of a trace.
//
// Of each thread a graph without loops is made: its ports and, inside turns,
// its locations, once for each time that a loop may have been closed before.
// Ways that come to the same are joined (abstraction/symbolic_state.h), so a
// turn stands for all ways to come to it. It has a Boolean, whether it happens
// at all; what is read of shared variables when it begins are variables of
// their own, and what it leaves in them are writes, with the conditions under
// which they are made. Which write a read gets is the matter of clocks.h.
//
// As long as main is alone it follows what variables hold, and nothing is read.
//
// Conditions and values are terms over the inputs, what is read, and which
// turns happen.
#ifndef VOUCH_ORDER_UNFOLDING_H
#define VOUCH_ORDER_UNFOLDING_H

#include "abstraction/symbolic_state.h"
#include "order/turns.h"

enum { ORDER_TURNS = 400, ORDER_STEPS = 20000 }; // more is too large

struct order_turn {
  uint32_t thread, port;
  struct term happens;
  uint32_t awaited; // threads that have ended before it, as bits
};

struct order_read {
  uint32_t turn;
  struct variable variable;
  struct term symbol;
};

struct order_write {
  uint32_t turn;
  struct variable variable;
  struct term condition, value;
};

// A step inside of a turn.
struct order_step {
  uint32_t turn;
  uint32_t from, to; // numbers inside of the turn; 0: where it begins, or ends
  struct edge_id edge;
  struct term condition;
};

// Something that happens in a turn.
struct order_event {
  uint32_t turn, thread; // the thread that is created, awaited, or that ends
  uint32_t place;        // where it is created
  struct term condition;
};

VEC_DEFINE(order_turn_vec, struct order_turn);
VEC_DEFINE(order_read_vec, struct order_read);
VEC_DEFINE(order_write_vec, struct order_write);
VEC_DEFINE(order_step_vec, struct order_step);
VEC_DEFINE(order_event_vec, struct order_event);

struct order_unfolding {
  const struct order_turns *turns;
  struct effects *effects;     // without the counters
  uint32_t depth;              // how often a loop may be closed
  struct order_turn_vec nodes; // by thread, and in the order of their thread
  struct order_read_vec reads;
  struct order_write_vec writes;
  struct order_step_vec steps;
  struct order_event_vec creations, waits, ends;
  struct term_vec ended; // by thread: a Boolean, whether it has ended
  struct term_vec facts; // what holds in any case
  struct term_vec violations, unmodelled;
  struct term_vec more; // ways that are longer
  bool is_too_large;
};

void order_unfold(struct order_unfolding *u, const struct order_turns *turns,
                  struct effects *effects, uint32_t depth);
void order_unfolding_release(struct order_unfolding *u);

// The value of a variable when the program starts.
struct term order_initial(const struct order_unfolding *u,
                          struct variable variable);

#endif
