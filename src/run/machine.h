// A run in progress: threads with their frames, global variables, memory, and
// how it ended.
//
// Frames are kept on stacks of our own, so that deep recursion of the program
// is not recursion of the interpreter. Library routines that call back (qsort)
// start a nested interpretation of the same thread, in which threads do not
// switch.
//
// Whatever ends the run sets the outcome once, by machine_stop and its kin;
// the first one wins. Everything that may stop returns to the loop, which
// looks at the outcome: there are no non-local exits.
#ifndef VOUCH_RUN_MACHINE_H
#define VOUCH_RUN_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/log.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "program/program.h"
#include "run/code.h"
#include "run/oracle.h"
#include "run/outcome.h"
#include "run/schedule.h"
#include "run/space.h"
#include "run/watch.h"

struct library;
struct library_routine;
struct recorder;

struct frame {
  const struct code *code;
  uint64_t *words;
  uint32_t pc;                  // of the next instruction, while not running
  struct slot target;           // in the caller's frame, for the result
  struct space_object *objects; // that die when it returns
};

VEC_DEFINE(frame_vec, struct frame);

enum thread_state {
  THREAD_READY,
  THREAD_WAITING, // its next instruction could not proceed; to be tried again
  THREAD_FINISHED,
};

HANDLE_MAP_DEFINE(object_map, struct object_id, struct space_object *);

struct thread {
  uint32_t id; // 1 is main
  enum thread_state state;
  struct frame_vec frames;
  uint64_t *stack; // words of all frames; never moves
  uint64_t *stack_top;
  uint64_t *stack_end;
  struct object_map locals;   // thread-local objects
  struct space_object *error; // errno; null until it is asked for
  uint64_t result;            // of a finished thread
  uint64_t waits_on;          // condition or barrier it waits on, or 0
  bool is_joined;             // or detached: nobody may join it any more
  bool is_signalled;          // that condition has been signalled for it
  uint32_t round;             // of the barrier that it waits at
};

struct mutex {
  uint32_t owner; // thread id, 0 when free
  uint32_t depth; // of its locks
};

NUMBER_MAP_DEFINE(mutex_map, uint64_t, struct mutex);
VEC_DEFINE(thread_vec, struct thread *);

struct machine_limits {
  uint64_t steps;                // 0: none
  uint64_t deadline_ms;          // of stats_now_ms; 0: none
  uint64_t cpu_deadline_ms;      // of stats_cpu_ms; 0: none
  uint64_t bytes;                // of live objects
  const volatile int *interrupt; // ends the run when not zero; may be null
};

struct machine {
  const struct program *program;
  struct diag *diag;
  const struct log *log; // may be null
  struct oracle *oracle;
  struct space space;
  struct code_environment environment;
  struct code **codes; // by procedure id; null until first called
  const struct library_routine **routines; // by procedure id, of externals
  uint64_t *globals;
  struct thread_vec threads; // [i] has id i + 1
  struct thread *current;
  struct lost *lost; // what is looked for at the end (lost.h); or null
  struct mutex_map mutexes;
  struct schedule schedule;
  uint32_t atomic_owner; // thread in an atomic section, or 0
  uint32_t atomic_depth;
  uint32_t nesting; // of interpretations started by the library
  bool malloc_may_fail;
  bool havoc_externals;       // unmodelled functions return anything
  bool is_isolated;           // see outside.h
  int wish_round;             // see wish.h
  int failure_code;           // see run.h
  bool is_open;               // it starts at a function, in any state
  bool has_approximated;      // it got a value of what is not modelled
  bool has_guessed;           // see run.h
  const char *error_function; // unmodelled, a call is a violation; or null
  u128 returned;              // by the last frame of an interpretation
  bool has_result;            // the function that the run began with returned
  u128 result;                // what
  uint64_t steps;             // edges taken, as of the last time slice
  struct machine_limits limits;
  const struct watcher *watcher;   // or null
  const struct listener *listener; // or null
  const struct follower *follower; // or null
  struct recorder *recorder;       // or null
  struct races *races;             // or null: nobody looks for them
  uint8_t *limbo; // bytes for objects that are not alive, or null
  struct library *library;
  struct outcome outcome;
};

// Objects and initial values of the program are in place afterwards; main's
// thread exists and has no frame.
void machine_init(struct machine *machine, const struct program *program,
                  struct diag *diag, struct oracle *oracle, uint64_t bytes);
void machine_release(struct machine *machine);

// Running

// Calls a function to its end on the current thread, with the values as
// arguments, and gives its result (0 for none). False if the run ended.
bool machine_call(struct machine *machine, struct procedure_id procedure,
                  const u128 *values, const unsigned *widths, uint32_t count,
                  u128 *result);
// The same for the function at an address; stops when there is none.
bool machine_call_address(struct machine *machine, uint64_t address,
                          const u128 *values, const unsigned *widths,
                          uint32_t count, u128 *result);
// Pushes the frame of a call. False if the run ended.
bool machine_enter(struct machine *machine, struct thread *thread,
                   const struct code *code, struct slot target);
void machine_leave(struct machine *machine, struct thread *thread);

// Lives of frame objects. What ENDS may also be at the address of what the
// frame allocated; then it has no name. Nothing happens to what is not alive.
bool machine_begin_object(struct machine *machine, struct frame *frame,
                          const struct frame_object *named);
void machine_end_object(struct machine *machine, struct frame *frame,
                        uint64_t address, const struct frame_object *named);
void machine_renew_object(struct machine *machine, const struct frame *frame,
                          const struct frame_object *named);

// The code of a defined procedure.
struct code *machine_code(struct machine *machine,
                          struct procedure_id procedure);
// The procedure whose function object begins at the address, or none.
struct procedure_id machine_function_at(const struct machine *machine,
                                        uint64_t address);
uint64_t machine_object_address(struct machine *machine,
                                struct object_id object);

struct thread *machine_add_thread(struct machine *machine);

// Ending

static inline bool machine_has_stopped(const struct machine *machine) {
  return machine->outcome.kind != OUTCOME_NONE;
}
// The position is that of the instruction being executed.
void machine_stop(struct machine *machine, enum outcome_kind kind,
                  const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void machine_stop_undefined(struct machine *machine,
                            enum undefined_reason reason, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));
// The same where a routine refuses what it was given (outcome.h).
void machine_stop_refused(struct machine *machine, enum undefined_reason reason,
                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// An invalid access; `routine` names the library routine, or is null.
void machine_stop_access(struct machine *machine, enum access_kind access,
                         uint64_t address, uint64_t size, const char *routine);
void machine_exit(struct machine *machine, int code);

struct position machine_position(const struct machine *machine);
struct position machine_frame_position(const struct frame *frame);

// Words

static inline u128 words_get(const uint64_t *words, struct slot slot) {
  u128 value = words[slot.word];
  if (slot.width > 64)
    value |= (u128)words[slot.word + 1] << 64;
  return value;
}

static inline void words_put(uint64_t *words, struct slot slot, u128 value) {
  value = bits_truncate(value, slot.width);
  words[slot.word] = (uint64_t)value;
  if (slot.width > 64)
    words[slot.word + 1] = (uint64_t)(value >> 64);
}

#endif
