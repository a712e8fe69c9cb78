// What the lowering of operations shares: a sequence of edges in the place of
// one.
#ifndef VOUCH_THREADS_LOWERING_H
#define VOUCH_THREADS_LOWERING_H

#include "term/substitute.h"
#include "threads/lower.h"

struct lowering {
  struct crew *crew;
  struct program *program;
  struct term_table *terms;
  const struct lower_rules *rules;
  struct crew_edge edge; // that is replaced
  uint32_t at;           // where the sequence has come to
  enum crew_step step;   // of what is emitted
  uint32_t thread;
  const struct term *arguments;
  uint32_t count;
  struct variable target; // of the result, or none
  bool has_kinds;         // some mutexes may know who locks them again
  bool may_try;           // somebody only tries to take locks
  bool is_in_section;     // of statements that run as one
  const uint32_t *meant;  // by edge that is lowered: of a creation the thread,
                          // of a join 1 + the thread, if it is known
  uint32_t acquires, releases; // of what is emitted
  struct term success;         // what is given where 0 would be, or none
  struct substitution *sole;   // variables that are assigned once, and to what
};

struct term lowering_argument(const struct lowering *l, uint32_t index);
struct term lowering_self(const struct lowering *l); // of 32 bits
struct term lowering_number(const struct lowering *l, uint64_t value);
struct term lowering_is(const struct lowering *l, struct term t,
                        uint64_t value);

// Appends an edge to a new inner location, or to the given one.
struct crew_edge *lowering_emit(struct lowering *l, struct operation op);
struct crew_edge *lowering_emit_to(struct lowering *l, struct operation op,
                                   uint32_t to);
// Goes on where the condition holds, and returns the location where it does
// not, to go on from later or never: who gets there then has to wait.
uint32_t lowering_branch(struct lowering *l, struct term condition);
// Reads and writes words of 32 bits at the address and an offset.
struct term lowering_load(struct lowering *l, struct term address,
                          uint64_t offset);
void lowering_store(struct lowering *l, struct term address, uint64_t offset,
                    struct term value);
void lowering_store_wide(struct lowering *l, struct term address,
                         struct term value);
// The same for what the program gets to see: a write that may race.
void lowering_store_plain(struct lowering *l, struct term address,
                          struct term value);
struct term lowering_temporary(struct lowering *l, unsigned width);
// The program is wrong.
void lowering_misuse(struct lowering *l);
// The result, and on to where the edge leads.
void lowering_finish(struct lowering *l, uint64_t result);
void lowering_finish_with(struct lowering *l, struct term result);

// primitives.c: what a routine of that name does; false: it is none of these.
bool primitive_lower(struct lowering *l, const char *name);
bool primitive_is_known(const char *name);
bool primitive_blocks(const char *name); // may it have to wait?
bool primitive_tries(const char *name);  // does it see that a lock is taken?
bool primitive_frees(
    const char *name); // is the lock free then, whoever had it?
bool primitive_sets_kind(const char *name); // of a mutex
void mutex_lock(struct lowering *l, struct term mutex);
// Leads on; the caller finishes.
void mutex_unlock(struct lowering *l, struct term mutex, uint32_t to);

#endif
