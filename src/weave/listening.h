// A specification that listens to a run: where its automaton is, or, where it
// is for each object, where that of every object is.
//
// Objects are the numbers that a run has for them: addresses, descriptors.
// Those of which nothing was heard share one position.
#ifndef VOUCH_WEAVE_LISTENING_H
#define VOUCH_WEAVE_LISTENING_H

#include "weave/monitor.h"

struct heard_object {
  uint64_t object;
  uint32_t position;
};

VEC_DEFINE(heard_object_vec, struct heard_object);

enum heard {
  HEARD_ALLOWED,
  HEARD_FORBIDDEN, // the last action, for some object
  HEARD_IMPOSSIBLE // it made an object that is in use: no execution does that
};

struct listening {
  struct monitor monitor;
  uint32_t position;               // of all other objects
  struct heard_object_vec objects; // in the order in which they came up
  enum heard heard;
};

void listening_init(struct listening *listening,
                    const struct specification *specification);
void listening_release(struct listening *listening);

// What is performed, about an object if it is about one. False when it is not
// allowed; nothing may follow then.
bool listening_step(struct listening *listening, uint32_t number,
                    uint64_t object);
// Is there an object for which it must not be returned?
bool listening_forbids_return(struct listening *listening,
                              struct action action);
// Does the specification say anything about returns?
bool listening_knows_returns(const struct listening *listening);

#endif
