// A program with threads as one without.
//
// In a draft: what the threads do in any order that the reductions leave is one
// procedure, which takes the place of the entry. Whoever checks, runs or
// confirms the draft from then on needs to know of no thread.
#ifndef VOUCH_THREADS_THREADS_H
#define VOUCH_THREADS_THREADS_H

#include "base/strbuf.h"
#include "program/program.h"
#include "threads/independent.h"

struct threads_options {
  struct procedure_id entry;   // main
  uint32_t depth;              // to which recursion is followed
  uint32_t pool;               // see crew.h
  bool has_crowd, is_quiet;    // the same
  uint32_t most_interruptions; // see interleave.h
  bool wakes_for_nothing;      // see lower.h
  bool tries_fail;             // the same
  bool moves_locks;            // taking a lock does not end a turn
  bool moves_protected;        // nor does an access to what a lock protects
  bool sleeps;                 // orders that come to the same are looked at
                               // once (sleep.h); with looks_ahead
  bool looks_ahead;            // who cannot be disturbed goes on (future.h)
  bool commutes;               // nor whose turns commute (independent.h)
  bool is_symmetric;           // twins begin in order (twins.h); only calls are
                               // violations then
  bool switches_always;        // see interleave.h
  bool ends_lives;             // see crew.h
  bool finds_races;            // accesses that race are violations (probe.h)
  bool finds_deadlocks;        // so are deadlocks (deadlock.h)
  bool gives_turns;            // as a loop (loop.h), not as a product
  bool keeps_states, is_fair;  // see interleave.h
  uint32_t kinds_from;         // of which so many threads that do the same are
                               // a kind (kinds.h); 0: there are none
};

// What there is to be told of it.
struct threads_facts {
  uint32_t threads;          // main included
  uint32_t locations, edges; // of the product, or the loop
  bool has_conditions;       // some thread waits on one
  bool has_blocks;           // see crew.h
  uint32_t twins;            // threads that have an elder
  bool is_unbounded;         // see crew.h; also where it is refused
  bool is_too_large;         // why the product is not made
  struct independence_figures independence;
  const char *unordered; // where races are looked for, and accesses conflict: a
                         // routine because of which the probe may miss one
                         // (probe.h); or null
  bool has_frees;        // one is looked at that may race: so which blocks live
                         // matters to the product
  bool is_blind;
  struct position blind;
  bool has_sections;      // of statements that run as one
  bool hands_own;         // see crew.h
  struct name lock_order; // a circle (lock_order.h), or none
  bool is_torn;
  struct position torn;
  struct variable_vec counters; // of a loop, by thread; the caller releases it
  // Of kinds, likewise: the counters of those that run, by thread (none: it is
  // main); those of a kind have the same.
  struct variable_vec running;
};

// What a program with threads is before they are interleaved, for who runs it
// beside the product: calls through pointers are resolved, pthread_once is
// written out.
void threads_prepare(struct program *program, struct procedure_id entry);
// False: `why` says what is not modelled. The entry of the program is then
// what it was, and the draft of no further use.
bool threads_interleave(struct program *program,
                        const struct threads_options *options,
                        struct threads_facts *facts, struct strbuf *why);

#endif
