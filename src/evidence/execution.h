// An execution as data: what a person is shown, a file is made of, another tool
// reads. Nothing in it points into the engine that found it; texts are
// interned.
//
// It has a lane for each component that takes part (the only one of a
// sequential program has no name), and a lane has steps in the order in which
// they happen. What the lanes do together, in which order, is the schedule; an
// execution of processes has a schedule and no lanes.
//
// Invariants: step positions are those of the line that was last come to;
// participants and missing lanes are indices of `lanes`; `allowed` is about the
// last action, which is the only one that can be forbidden.
#ifndef VOUCH_EVIDENCE_EXECUTION_H
#define VOUCH_EVIDENCE_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/position.h"
#include "base/strbuf.h"
#include "term/bits.h"

enum step_kind {
  STEP_LINE,   // control comes to another line of the source
  STEP_VALUE,  // a variable gets a value
  STEP_ACTION, // an action is performed
  STEP_WAIT,   // for actions, and nothing else follows
  STEP_END,    // the component has ended
  STEP_NOTE    // what the execution rests on
};

struct step {
  enum step_kind kind;
  struct position position;
  struct name text;  // the line of source, the variable, the action, what is
                     // waited for (none: nothing), the note
  struct name value; // of VALUE: as C writes it
  u128 raw;          // the same in bits
  struct name state; // of ACTION: of the specification before it, if that is
                     // known
  uint32_t thread;   // of LINE: whose step it is, 1 being main; 0: there is
                     // only one
  uint32_t depth;    // how many activations of functions there are, this one
                     // included; 0: not known
  bool is_forbidden; // of ACTION: the specification does not allow it there
  bool is_alone;     // of ACTION: nobody else knows it
};

VEC_DEFINE(step_vec, struct step);

// An action that a lane waits for, and the lanes that would have to take part.
struct waiting {
  struct name action;
  struct bitset missing;
};

VEC_DEFINE(waiting_vec, struct waiting);

// What oracles call the choice that an uninitialised pointer points to an object
// of its own (memory/adopt.h); no C function has that name.
#define OWN_OBJECT "own@object"

// A value that comes from outside: what a function without a body returns.
struct given {
  struct position position; // of the call
  struct name function;     // as the oracle has it: "nondet_int", "read_it"
  u128 raw;
  unsigned width; // in bits; 0: it returns nothing
  bool is_call;   // of a function that the program expects; otherwise of one
                  // that means any value
};

VEC_DEFINE(given_vec, struct given);

// Of a program with threads: the thread has so many events before the next one
// has its turn (run/turns.h says what counts).
struct lane_turn {
  uint32_t thread; // 1 is main
  uint32_t events;
};

VEC_DEFINE(lane_turn_vec, struct lane_turn);

struct lane {
  struct name name;
  bool takes_part;
  bool has_ended; // in a deadlock
  struct waiting_vec waits;
  struct step_vec steps;
  struct given_vec given; // in the order in which it is asked for
  struct name_vec inputs; // what it reads: "stdin: ...", "argv[1] = ..."
  struct strbuf oracle;   // that makes the interpreter run it (run/oracle.h)
  struct lane_turn_vec turns; // of threads, for a native run
  struct strbuf deeds; // lines for a native run of a function (run/deeds.h)
};

VEC_DEFINE(lane_vec, struct lane);

struct joint_step {
  struct name action;
  struct bitset lanes; // that perform it
};

VEC_DEFINE(joint_step_vec, struct joint_step);

enum ending {
  ENDING_VIOLATED,  // a row, which says how
  ENDING_FORBIDDEN, // the last action is not allowed
  ENDING_REFUSED,   // by states of the specification, in a tree or a game
  ENDING_ERROR,
  ENDING_DEADLOCK,
  ENDING_SHOWN // it is what a formula says of executions
};

struct execution {
  uint32_t row; // of the result, which it violates; of a sequential program
  struct lane_vec lanes;
  struct joint_step_vec schedule;
  enum ending ending;
  struct name_vec allowed;  // of FORBIDDEN: instead of the last action
  struct name_vec refusing; // of REFUSED: the states of a tree
  struct name what;         // of VIOLATED: what is wrong in the end, in words;
                            // or none
  struct name state;        // of a process: that it ends in, or none
  struct name play;         // of a game: how it goes, or none
  uint32_t shared; // of a tree: steps of the beginning that an earlier one of
                   // its executions has, too
};

VEC_DEFINE(execution_vec, struct execution);

void execution_release(struct execution *execution);
void execution_clear(struct execution *execution);
// A new lane, zeroed but for its name; valid until the next.
struct lane *execution_add_lane(struct execution *execution, struct name name);
// A new step of the schedule with nobody in it, valid until the next.
struct joint_step *execution_add_action(struct execution *execution,
                                        struct name action);
// A new step at the position of the last line, zeroed but for kind and text;
// valid until the next.
struct step *lane_add(struct lane *lane, enum step_kind kind, struct name text);

#endif
