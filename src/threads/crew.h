// The threads of a program, each with a copy of its code: a crew.
//
// A thread is what one call of pthread_create starts, once everything is
// inlined and loops that count to a small constant are written out: a creation
// that can run more than once is a pool of so many threads as are asked for.
// Where it runs once more, the execution ends there, or is not modelled, or
// that thread is one of a crowd (crowd.h). Thread 0 is main; the others are
// numbered as their creations are found. What threads are to the program as
// numbers (pthread_t) is one more, as in runs.
//
// All code is in one graph, in which no thread's locations are another's,
// except the two ends `exit` (main returned) and `undefined`. Operations of
// threads are lowered (lower.h): what is left are operations on memory and
// variables, and three things that only a product knows how to do:
//
//   an edge may start a thread, which is where its creation leads;
//   an edge may wait for the end of a thread;
//   at an inner location no other thread gets its turn.
//
// Every edge has a step (shared.h): may others notice it, or it them?
#ifndef VOUCH_THREADS_CREW_H
#define VOUCH_THREADS_CREW_H

#include "base/bitset.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "program/inline.h"
#include "program/program.h"

enum {
  CREW_MOST = 31,      // threads, main included
  CREW_EDGES = 100000, // of all of them together
  CREW_MUTEXES = 30,
};

enum crew_step {
  CREW_LOCAL,  // nobody else can tell when it happens
  CREW_RIGHT,  // what others do right after it they can do before it, too
  CREW_SHARED, // anything else
};

struct crew_edge {
  uint32_t from, to; // locations of the crew
  struct operation op;
  struct position position;
  enum undefined_reason undefined;
  struct procedure_id procedure; // in which it is written
  uint32_t spawns;               // the thread that it starts; 0: none
  uint32_t awaits;               // 1 + the thread that must have ended; 0: none
  uint32_t claims;   // 1 + the thread that must not have started, though those
                     // before it in its pool have; 0: none
  uint32_t exhausts; // 1 + the last thread of a pool, which must have started
  uint32_t thread;   // whose edge it is
  struct term given; // of kinds: the argument of the thread that it starts
  enum crew_step step;
  bool is_event;               // of its thread, in runs (run/schedule.h)
  bool is_settled;             // the step is what lowering says
  uint32_t acquires, releases; // mutexes, as bits (crew_mutex)
};

VEC_DEFINE(crew_edge_vec, struct crew_edge);

struct crew_thread {
  struct procedure_id procedure; // the start routine
  uint32_t start;
  uint32_t end; // where it has ended
  struct variable argument, result;
  struct variable waiting; // on which condition it waits; 0: on none
  struct variable joined;  // was it, if that may be tried again; or none
  uint32_t next;           // of the same pool; 0: none
  uint32_t twin;           // that does the same, of lower number (twins.h)
  bool is_crowd;           // stands for any number of threads
  bool is_kind;            // so does it and the other one of its kind (kinds.h)
  struct variable running, ended; // of kinds: how many there are
  struct term_vec locals;         // of a crowd: addresses of its objects
};

VEC_DEFINE(crew_thread_vec, struct crew_thread);

// A mutex at a constant address.
struct crew_mutex {
  struct object_id object;
  uint64_t offset;
};

VEC_DEFINE(crew_mutex_vec, struct crew_mutex);

// An access that may be part of a data race (races.h).
struct crew_access {
  uint32_t edge;
  struct variable variable; // or none: memory
  struct object_id object;  // in which the address lies if it is valid; or none
  bool is_leaky;            // others may have the address of that object
  struct term address, size; // of memory; in bytes
  bool is_write, is_atomic;
  bool is_exchange; // it writes only where it finds what it wants
  bool is_free;     // of the whole block at the address; it has no size
  bool in_section;  // of statements that run as one
  uint32_t held;    // mutexes that protect something, as bits
};

// Where members of a crowd may be (crowd.h).
struct crew_place {
  uint32_t thread, location;
  struct variable_vec live; // its own variables that it will read
};

VEC_DEFINE(crew_place_vec, struct crew_place);
VEC_DEFINE(crew_access_vec, struct crew_access);
VEC_DEFINE(crew_list_vec, struct u32_vec);

struct crew_futures; // future.h
struct independence; // independent.h

struct crew_rules {
  uint32_t depth;  // to which recursion is followed
  uint32_t pool;   // threads of a creation that can run more than once; 0:
                   // there must be none
  bool ends_lives; // objects of frames end where they are left: only of
                   // interest to who asks whether accesses are valid
  bool has_crowd;  // those beyond the pool are a crowd
  bool is_quiet;   // without a crowd: executions with more end, else they are
                   // not modelled
  bool has_kinds;  // instead: threads that do the same are a kind (kinds.h)
  uint32_t kinds_from; // if there are so many of them
};

struct crew {
  struct program *program;
  struct crew_rules rules;
  bool is_unbounded;           // a creation can run more than once
  struct procedure *procedure; // that owns the variables; its own body is what
                               // was inlined
  struct inline_result inlined;
  struct crew_thread_vec threads;
  struct crew_edge_vec edges;
  struct u32_vec first_out; // by location, and one more: into `outs`
  struct u32_vec outs;      // edges by source
  uint32_t location_count;  // they count from 1
  uint32_t exit, undefined;
  struct bitset inner;    // locations
  struct bitset stuck;    // where threads stop (deadlock.h)
  struct bitset to_stuck; // from where they come there by looking only
  struct bitset left;     // those where a step begins that moves left (slide.h)
  struct bitset sections; // those in sections of statements
  struct crew_mutex_vec mutexes; // the first CREW_MUTEXES
  uint32_t untrusted;            // those that protect nothing, as bits
  struct crew_place_vec places;  // of crowds
  const char *crowd_trouble; // what there is that a crowd must not do, or null
  bool asks_self;            // somebody asks who it is
  bool has_conditions;       // some thread waits on one
  bool has_blocks; // some step accesses more than a word, or is a call of the
                   // library
  // Where races are looked for (races.h): in the order of their edges.
  struct crew_access_vec accesses;
  struct u32_vec first_access; // by edge, and one more
  struct crew_list_vec ahead;  // by location: the first ones after it
  struct bitset has_ahead;     // the locations of which that is known
  const char *tries; // a routine that depends on a lock without waiting for it,
                     // or null
  bool is_blind;     // a call accesses what threads may share
  struct position blind;             // where
  struct crew_futures *futures;      // or null
  struct independence *independence; // or null
  struct bitset own; // thread-local objects that end while others go on (own.h)
  bool hands_own;    // addresses of such are handed on
  bool is_torn;      // others may see half of a copy (protect.h)
  struct position torn; // where
};

// Does any code create threads?
bool crew_is_needed(const struct program *program);
// Finds the threads that start from the entry, in a draft, and copies their
// code; operations of threads are not lowered yet. False: `why` says why not.
bool crew_init(struct crew *crew, struct program *program,
               struct procedure_id entry, const struct crew_rules *rules,
               struct strbuf *why);
void crew_release(struct crew *crew);

// Sorts edges by source into `outs`; after edges were added.
void crew_index(struct crew *crew);
// Which thread each location belongs to: those that are reached from its start.
// Sets `thread` of the edges; those of no thread are dropped. Then indexes.
void crew_assign_threads(struct crew *crew);
uint32_t crew_add_location(struct crew *crew);
// A variable of the thread's that nobody sees, which starts as 0.
struct variable crew_add_global(struct program *program, const char *what,
                                uint32_t thread, unsigned width);
// Before operations are lowered: is the routine started so often that its
// threads are a kind (kinds.h)?
bool crew_is_of_kind(const struct crew *crew, struct procedure_id routine);
// Can the edge be taken again after it was?
bool crew_is_cyclic(const struct crew *crew, const struct crew_edge *edge);

#endif
