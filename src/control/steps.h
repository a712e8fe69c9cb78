// What edges of a loop of threads (threads/loop.h) do to the counters, apart
// from what they do to data: seed 002, section 5.
//
// A place is a value that a counter can have: where a thread is while others
// have their turns. Places are numbered from 0; those of different threads are
// different, except that no thread has been created yet at the same one.
//
// An edge may ask where a thread is (`asks`), and may move threads. What edges
// do apart from that are effects of their own, in which the counters and the
// choice of the next thread do not occur: what is asked of data is asked of
// these.
#ifndef VOUCH_CONTROL_STEPS_H
#define VOUCH_CONTROL_STEPS_H

#include "abstraction/question.h"
#include "abstraction/reach.h"

// A thread at a place.
struct control_at {
  uint32_t thread, place;
};

VEC_DEFINE(control_at_vec, struct control_at);

// Of an edge. What is passed is first asked, then moved.
struct control_step {
  bool asks;
  struct control_at asked;
  uint32_t first_move, move_count; // in `moves`
};

VEC_DEFINE(control_step_vec, struct control_step);

struct control_steps {
  const struct procedure *procedure;
  const struct variable_vec *counters; // by thread; borrowed
  struct control_step_vec steps;       // by edge
  struct control_at_vec moves;
  struct u32_vec values;  // by place: of a counter
  struct u32_vec initial; // by thread: the place
  struct bitset *places;  // by thread: where it can be
  struct effects *data;   // without the counters
  struct question *data_question;
};

void control_steps_init(struct control_steps *steps,
                        const struct question *question,
                        const struct variable_vec *counters);
void control_steps_release(struct control_steps *steps);

// That the thread is at the place; or at one of the class of places, those of
// the same number in `classes` (by place).
struct term control_is_at(const struct control_steps *steps,
                          struct control_at at);
struct term control_is_in(const struct control_steps *steps, uint32_t thread,
                          const uint32_t *classes, uint32_t number);

#endif
