// Running a program: what `vouch run` does, and what replays a counterexample.
#ifndef VOUCH_RUN_RUN_H
#define VOUCH_RUN_RUN_H

#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/log.h"
#include "evidence/execution.h"
#include "program/program.h"
#include "run/leaks.h"
#include "run/library.h"
#include "run/outcome.h"
#include "program/woven.h"
#include "run/races.h"
#include "run/watch.h"
#include "term/evaluate.h"

struct run_options {
  uint64_t seed;
  const char *oracle;      // file, or null: the seed decides
  const char *oracle_text; // the text of such a file, in its place; or null
  const char *record;      // file to write the run's oracle to, or null
  struct strbuf *recorded; // gets the text of that; or null
  uint64_t max_steps;      // edges; 0: no limit
  uint64_t timeout_ms;     // 0: no limit
  uint64_t cpu_timeout_ms; // the same in processor time
  uint64_t memlimit;       // bytes of interpreted objects; 0: the default
  bool malloc_may_fail;
  bool havoc_externals; // functions that nobody models return anything
  bool is_isolated;     // leaves the world outside alone (outside.h)
  int wish_round;       // see wish.h
  int failure_code; // errno where the oracle lets a routine fail; 0: as it was
  const char *error_function;   // external, a call is a violation; or null
  const char *entry;            // function to start with, or null: main
  const char *const *arguments; // argv, the program's name first
  uint32_t argument_count;
  struct library_streams streams;  // null ones: our own
  const volatile int *interrupt;   // ends the run when not zero; may be null
  const struct watcher *watcher;   // sees all accesses; or null
  const struct listener *listener; // hears of all actions; or null
  const struct follower *follower; // hears of all locations; or null
  const struct race_wish *race;    // is looked for (races.h); or null
  const struct leak_wish *leak;    // is looked for at the end; or null
  bool finds_lost;   // whether the function loses a block (lost.h)
  struct lane *lane; // gets the steps (recorder.h); or null
  const struct woven_call_vec *calls; // for what it gets of deeds; or null
  struct assignment *final; // is given the variables of the function that the
                            // run began with and the globals, as they are when
                            // it returns; or null
  const struct log *log;
};

struct run_result {
  enum outcome_kind outcome;
  enum undefined_reason reason; // of OUTCOME_UNDEFINED
  bool is_refusal;              // of OUTCOME_UNDEFINED (outcome.h)
  unsigned depth;               // of UNDEFINED_LOST, as there
  struct name beyond;           // the same
  bool is_beyond_code;          // the same
  int exit_code;                // for our own process
  struct position position;     // where it ended
  struct strbuf message;        // released by run_result_release
  uint64_t steps;               // edges taken
  uint64_t allocations;         // that could fail, and were not answered for
  bool has_approximated; // it got a value of what is approximated: inline
                         // assembly, say
  bool has_guessed;      // a routine of the library gave what is only known to
                         // lie in a range (guess.h)
  bool may_read_code;    // errno was set so, and the program asks for errno
  bool has_returned;     // the function that the run began with, which
  u128 returned;         // gave this (0 for void)
  struct strbuf settled; // the oracle's text with what the streams gave in the
                         // place of wishes (wish.h); empty: there were none
};

// Runs the program to its outcome. Whatever is not a normal end is reported
// through the diag, with the calls that led there as notes.
void run_program(const struct program *program,
                 const struct run_options *options, struct diag *diag,
                 struct run_result *result);
void run_result_release(struct run_result *result);

#endif
