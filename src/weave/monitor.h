// A specification as a deterministic automaton beside a component that runs.
//
// A position is where the specification can be after the actions performed so
// far: a set of its states, weakly, projected on its alphabet. Positions have
// numbers and come into being as they are asked for (lts/determinise.h). An
// action in the alphabet that no state of the set can perform is forbidden;
// that is all that inclusion of traces asks for.
//
// A procedure that is checked against its own abstraction has one system for
// each arm; which one counts is known from its entry on.
//
// A property `for each` object is one automaton for each value that an object
// can have. It hears the actions that are about its object and those that are
// about none. So a position is where the automaton of one object is, and also
// where those are of which nothing was heard: an object that a call just made
// (`new`) must be one of these, for nobody makes what is in use.
#ifndef VOUCH_WEAVE_MONITOR_H
#define VOUCH_WEAVE_MONITOR_H

#include "base/strbuf.h"
#include "lts/determinise.h"
#include "lts/transform.h"
#include "weave/weave.h"

// A value that is returned, as the specification sees it.
struct return_case {
  struct action action;
  struct term condition; // over the component and `result`
};

VEC_DEFINE(return_case_vec, struct return_case);

// What the specification is.
struct specification {
  const struct weaving *weaving;
  struct lts *const *systems;   // one, or one per arm; none: nothing is
  uint32_t count;               // forbidden but ERROR and the goal
  struct return_case_vec cases; // none: returns do not matter
  struct term result;           // stands for what is returned; or none
  struct action error;          // what ERROR of an abstraction is called; none:
                                // it is forbidden
  struct name object;           // it is for each of these; or none
  uint64_t first_object;        // those below are none: there is no object in
                                // the page of null
  // What a component of a system does apart from the others has a name of its
  // own, `component.action`.
  const struct action_pair *own_names;
  uint32_t own_name_count;
};

// A state of the specification while a component runs.
struct spec_position {
  uint32_t system;  // UINT32_MAX: not known yet, or there is none
  uint32_t set;     // of subsets
  uint32_t unheard; // the same of objects of which nothing was heard; or
                    // SUBSET_EMPTY where that was forbidden
};

// Instead of a number of a position.
enum { SPEC_FORBIDDEN = UINT32_MAX, SPEC_IMPOSSIBLE = UINT32_MAX - 1 };

VEC_DEFINE(spec_position_vec, struct spec_position);
VEC_DEFINE(subsets_vec, struct subsets *);

struct monitor {
  const struct specification *specification;
  struct subsets_vec subsets;         // by system
  struct spec_position_vec positions; // met so far, by number
};

void monitor_init(struct monitor *monitor,
                  const struct specification *specification);
void monitor_release(struct monitor *monitor);
uint32_t monitor_initial(struct monitor *monitor);
// What is performed is called so, or none.
struct action monitor_action(const struct specification *specification,
                             const struct performed *performed);
// The next position, or SPEC_FORBIDDEN. Of an action about an object it is that
// of the object's automaton, or SPEC_IMPOSSIBLE.
uint32_t monitor_step(struct monitor *monitor, uint32_t position,
                      const struct performed *performed);
// Where the specification is after the return, or SPEC_FORBIDDEN.
uint32_t monitor_return(struct monitor *monitor, uint32_t position,
                        struct action action);
// Does it say anything about returns there?
bool monitor_knows_returns(const struct monitor *monitor, uint32_t position);
// "HELD", "{A, B}", or "" when there is no specification.
void monitor_print(const struct monitor *monitor, uint32_t position,
                   struct strbuf *out);
// The actions that are allowed there, sorted, appended.
void monitor_allowed(const struct monitor *monitor, uint32_t position,
                     struct lts_action_vec *into);

#endif
