// What an edge of a control-flow automaton does.
//
// Expressions are terms over variables; memory is touched only by LOAD, STORE,
// UPDATE, COPY, FILL, ALLOCATE, FREE and LIVE (and by calls). All variables are
// read before any is written. An operation that touches memory is enabled
// exactly when its access is valid; a sibling edge INVALID with the same access
// leads to the undefined outcome, so together they are total.
#ifndef VOUCH_PROGRAM_OPERATION_H
#define VOUCH_PROGRAM_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/position.h"
#include "base/vec.h"
#include "term/term.h"

struct variable {
  uint32_t id;
};
struct procedure_id {
  uint32_t id;
};

VEC_DEFINE(variable_vec, struct variable);

static inline bool variable_is_none(struct variable variable) {
  return variable.id == 0;
}
static inline bool variable_equal(struct variable a, struct variable b) {
  return a.id == b.id;
}

enum operation_kind {
  OPERATION_ASSIGN,   // parallel assignment; none at all is a skip
  OPERATION_ASSUME,   // passes only when the condition holds
  OPERATION_INVALID,  // passes only when the access is not valid
  OPERATION_HAVOC,    // any values
  OPERATION_LOAD,     // target := memory at address
  OPERATION_STORE,    // memory at address := value
  OPERATION_UPDATE,   // atomically: target := memory; memory := value
  OPERATION_COPY,     // size bytes from source to address, may overlap
  OPERATION_FILL,     // size bytes at address := the low byte of value
  OPERATION_ALLOCATE, // target := address of a new object, or null
  OPERATION_FREE,     // ends the life of the heap object at address
  OPERATION_LIVE,     // objects of a block begin or end to live
  OPERATION_CALL,
  OPERATION_RETURN,
  OPERATION_THREAD,
  OPERATION_PERFORM,     // an action that a specification speaks of
  OPERATION_UNSUPPORTED, // we do not know what happens here; says why
  OPERATION_KIND_COUNT
};

struct binding {
  struct variable target;
  struct term value;
};

VEC_DEFINE(binding_vec, struct binding);

// Where the value of a havoc comes from (architecture.md, decision 8).
enum havoc_origin {
  ORIGIN_INPUT,         // nondeterministic functions, parameters, environment
  ORIGIN_ASSUMPTION,    // what a library model allows
  ORIGIN_APPROXIMATION, // something we do not model exactly
  ORIGIN_UNINITIALISED  // indeterminate by C's rules
};

enum access_kind {
  ACCESS_READ,
  ACCESS_WRITE,
  ACCESS_FREE,
  ACCESS_CALL,
  ACCESS_STRING, // reads up to a zero byte, or `size` bytes if none comes
                 // before
  ACCESS_HANDLE, // uses what the library gave, which is still valid
  ACCESS_OVERLAP // copies `size` bytes to elsewhere; the address is how far
                 // away that is: 0, or the bytes must not overlap
};

enum allocation_kind {
  ALLOCATION_HEAP,  // until freed
  ALLOCATION_STACK, // until the procedure returns
  ALLOCATION_BLOCK  // the same, or until a LIVE ends it, which happens before
                    // the edge allocates again
};

// Frame objects live as long as their procedure is active, unless LIVE says
// otherwise: those of a block begin a new life whenever the block is entered,
// and the addresses that were taken before are dangling from its end on.
enum life {
  LIFE_BEGINS, // a new one, with indeterminate bytes; ends the one before
  LIFE_ENDS,   // nothing happens to what is not alive
  LIFE_RENEWS, // it goes on, but its bytes are indeterminate now
  LIFE_DOUBTED // from now on it may have ended: we do not know where it does
};

enum thread_action {
  THREAD_CREATE,        // arguments: address for the id, function, argument
  THREAD_JOIN,          // thread id, address for the result or null
  THREAD_JOIN_NUMBER,   // the same, of a result that is an int
  THREAD_EXIT,          // result
  THREAD_LOCK,          // address of the mutex
  THREAD_UNLOCK,        // address of the mutex
  THREAD_WAIT,          // addresses of condition and mutex
  THREAD_TIMED_WAIT,    // the same, and what it gives when the time is over
  THREAD_SIGNAL,        // address of the condition
  THREAD_BROADCAST,     // address of the condition
  THREAD_READ_LOCK,     // address of the read-write lock
  THREAD_WRITE_LOCK,    // the same
  THREAD_UNLOCK_EITHER, // the same
  THREAD_SPIN_LOCK,     // address of the spin lock
  THREAD_SPIN_UNLOCK,   // the same
  THREAD_DOWN,          // address of the semaphore
  THREAD_UP,            // the same
  THREAD_MEET,          // address of the barrier
  THREAD_ATOMIC_BEGIN,  // no other thread runs until ...
  THREAD_ATOMIC_END,
  THREAD_ACTION_COUNT
};

struct operation {
  enum operation_kind kind;
  union {
    struct {
      struct binding *bindings;
      uint32_t count;
      bool is_atomic; // the access to a global that it is
    } assign;
    struct {
      struct term condition;
      // Of a REQUIREMENT that is not met, of a RACE, or what a routine does
      // with null; or none.
      struct name text;
      struct position other; // of a RACE: the other access
    } assume;
    struct {
      enum access_kind access;
      struct term address;
      struct term size; // in bytes; of pointer width. None for FREE, CALL
      struct name text; // of a REQUIREMENT that is not met, or of a RACE; or
                        // none
      struct position other; // of a RACE: the other access
      bool is_usual; // of a string that the function is given, as usual
    } invalid;
    struct {
      struct variable *targets;
      uint32_t count;
      enum havoc_origin origin;
      struct name what; // "__VERIFIER_nondet_int", "asm", ...
    } havoc;
    // LOAD, STORE, UPDATE: the number of bytes touched is that of the value's
    // (the target's) width, rounded up. In an UPDATE the value may mention the
    // target, meaning what was just read.
    struct {
      struct variable target;
      struct term address;
      struct term value;
      struct name text; // C text of what a STORE writes ("p->len"), or none
      bool is_volatile;
      bool is_atomic;
    } memory;
    // COPY uses source, FILL uses value.
    struct {
      struct term address;
      struct term source;
      struct term value;
      struct term size; // of pointer width
    } block;
    struct {
      struct variable target;
      struct term size; // of pointer width
      uint32_t alignment;
      enum allocation_kind kind;
      bool is_zeroed;
      bool may_fail;
      bool is_kept;  // by the C library, whose it is: not to be freed
      bool is_given; // by unseen code: whose it is nobody knows
      struct name filler; // who alone knows the contents, or none
    } allocate;
    struct {
      struct term address; // null is allowed and does nothing
    } free;
    struct {
      // Each is the variable ADDRESS of a frame object; what ENDS may also be
      // the address, or null, of an object that BLOCK allocated.
      struct term *addresses;
      uint32_t count;
      enum life life;
    } live;
    struct {
      struct procedure_id callee; // none for an indirect call
      struct term function;       // the address called, for an indirect call
      struct term *arguments;
      uint32_t count;
      struct term variadic;   // address of the area with the variable
                              // arguments, or none (see program.h)
      struct variable target; // none when void or ignored
    } call;
    struct {
      struct term value; // none for void
    } ret;
    struct {
      enum thread_action action;
      struct term *arguments;
      uint32_t count;
      struct variable target; // the routine's result, or none
    } thread;
    struct {
      struct name action; // its name
      uint32_t number;    // whoever put it there knows what it means
      struct term object; // what it is about, of pointer width; or none
      // Or (and then it is about no object) it is performed only where `size`
      // bytes are written at `address` (none otherwise), in an object that was
      // there when the entry was called, and not all of them in one of the
      // ranges: pairs of an address and a number of bytes behind it, in the
      // same object. As many as there are addresses less one is all of the
      // object, also before it.
      struct term address;
      struct term size;
      struct term *ranges;
      uint32_t count; // of terms: two for each range
    } perform;
    struct {
      struct name what;
      bool is_doubt; // about an access that may be invalid here, and nothing
                     // else: executions in which it is not are elsewhere
      bool is_cut;   // a recursive call that is not followed (inline.h)
    } unsupported;
  };
};

const char *operation_kind_name(enum operation_kind kind); // "assign"
const char *havoc_origin_name(enum havoc_origin origin);
const char *access_kind_name(enum access_kind access);
const char *life_name(enum life life); // "begin"
const char *thread_action_name(enum thread_action action);
// Does the action take or give back a lock, or wake others? A thread that is
// alone does that without waiting for somebody.
bool thread_action_is_lock(enum thread_action action);

// The variables that an operation writes, and the terms that it reads,
// appended in a fixed order.
void operation_targets(const struct operation *op, struct variable_vec *into);
void operation_terms(const struct operation *op, struct term_vec *into);

#endif
