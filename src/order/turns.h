// The turns that threads can have in a loop that gives them (threads/loop.h),
// thread by thread.
//
// A port is a place at which a thread can be given its turn; main's first turn
// begins at the entry instead. A turn goes along edges of its thread to the
// head of the loop, where another port of that thread is its next one. Turns
// are atomic, so that what is between two of them is an order, and what threads
// have of each other is what shared variables hold when a turn begins.
//
// Ports of a thread, and locations inside its turns, are ranked so that edges
// lead to higher ranks, except those that close a loop.
#ifndef VOUCH_ORDER_TURNS_H
#define VOUCH_ORDER_TURNS_H

#include "control/steps.h"

struct order_port {
  uint32_t thread, place;
  uint32_t rank;            // among the ports of its thread
  bool is_entry;            // main's first turn
  struct edge_id_vec edges; // with which its turn begins
};

VEC_DEFINE(order_port_vec, struct order_port);

enum order_kind {
  ORDER_FIXED,  // nobody writes it
  ORDER_OWN,    // one thread alone has to do with it
  ORDER_SHARED, // anything else
};

struct order_turns {
  const struct control_steps *steps; // borrowed, as is its question
  struct edge_id next;               // from the head to where a port is chosen
  struct location_id head, chosen;
  struct order_port_vec ports;
  uint32_t *owners;  // by location: 1 + the thread in whose turns it is; or 0
  uint32_t *ranks;   // by location
  uint8_t *kinds;    // enum order_kind by variable
  uint32_t *writers; // by variable: threads that write it, as bits
  // Zeros that locals of threads get at the entry: thread, variable, value
  struct u32_vec cleared_threads;
  struct binding_vec cleared;
};

// `effects` are those with the counters. False: the loop has another shape.
bool order_turns_init(struct order_turns *turns,
                      const struct control_steps *steps,
                      const struct effects *effects);
void order_turns_release(struct order_turns *turns);

// The port of the thread at the place; null: none.
const struct order_port *order_port_at(const struct order_turns *turns,
                                       uint32_t thread, uint32_t place);
uint32_t order_port_count(const struct order_turns *turns, uint32_t thread);
// Where the edge leaves the thread; UINT32_MAX: it does not end the turn.
uint32_t order_ends_at(const struct order_turns *turns, struct edge_id edge,
                       uint32_t thread);
bool order_is_end(const struct order_turns *turns, struct edge_id edge);

#endif
