// How a run ended.
#ifndef VOUCH_RUN_OUTCOME_H
#define VOUCH_RUN_OUTCOME_H

#include "base/position.h"
#include "base/strbuf.h"
#include "program/program.h"

enum outcome_kind {
  OUTCOME_NONE,        // still running
  OUTCOME_EXIT,        // the program ended by itself
  OUTCOME_ABORT,       // it called abort
  OUTCOME_ASSERTION,   // an assertion failed or an error function was called
  OUTCOME_UNDEFINED,   // its behaviour is undefined from here on
  OUTCOME_UNSUPPORTED, // we do not know what it does from here on
  OUTCOME_BLOCKED,     // an assumption is false: there is no such execution
  OUTCOME_DEADLOCK,    // every thread waits
  OUTCOME_LIMIT,       // steps, time, memory or stack are used up
  OUTCOME_ORACLE,      // the oracle file does not fit the run
  OUTCOME_BUG,         // the automaton does not allow for what happened
};

struct outcome {
  enum outcome_kind kind;
  int exit_code;                // of EXIT
  enum undefined_reason reason; // of UNDEFINED
  bool is_refusal; // of UNDEFINED: a routine does not take what it was given as
                   // what it should be: an open stream, a lock that is held, a
                   // block. Bytes that are not there are no refusal
  unsigned depth;  // of UNDEFINED_LOST: how far what is lost is from what the
                   // function got itself; 0: the function allocated it
  struct name beyond;  // of UNDEFINED: the object nearest to an access out of
                       // bounds, if it has a name of its own
  bool is_beyond_code; // and it is a function
  struct position position;
  struct strbuf message;
};

const char *outcome_name(enum outcome_kind kind); // "undefined"

#endif
