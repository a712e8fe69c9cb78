// Library functions that become operations of the automaton: allocation,
// nondeterministic values, assumptions, threads. A program that defines such a
// function itself gets its own.
#include "frontend/facts.h"
#include "frontend/internal.h"

#include <string.h>

static bool has_arguments(LLVMValueRef call, unsigned count) {
  return LLVMGetNumArgOperands(call) >= count;
}

static bool is_pointer_wide(struct body *body, struct term t) {
  struct sort sort = term_sort(body->terms, t);
  return sort_is_bits(sort) && sort_width(sort) == body->program->pointer_width;
}

static bool gives_pointer(LLVMValueRef call) {
  return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
}

// Allocation

static void emit_aligned(struct body *body, struct variable target,
                         struct term size, uint64_t alignment, bool is_zeroed) {
  body_emit(body, (struct operation){.kind = OPERATION_ALLOCATE,
                                     .allocate = {.target = target,
                                                  .size = size,
                                                  .alignment = alignment,
                                                  .kind = ALLOCATION_HEAP,
                                                  .is_zeroed = is_zeroed,
                                                  .may_fail = true}});
}

static void emit_allocation(struct body *body, struct variable target,
                            struct term size, bool is_zeroed) {
  emit_aligned(body, target, size, 16, is_zeroed);
}

static struct variable pointer_target(struct body *body, LLVMValueRef call,
                                      const char *name) {
  return register_target(body, call,
                         intern_format(body->program->names, "%s()", name),
                         (struct ctype){0});
}

static bool allocate_plain(struct body *body, LLVMValueRef call,
                           const char *name) {
  if (!has_arguments(call, 1) || !gives_pointer(call))
    return false;
  struct term size = operand(body, call, 0);
  if (!is_pointer_wide(body, size))
    return false;
  emit_allocation(body, pointer_target(body, call, name), size, false);
  return true;
}

// Without an old object realloc is malloc.
static bool allocate_again(struct body *body, LLVMValueRef call,
                           const char *name) {
  if (!has_arguments(call, 2) || !gives_pointer(call))
    return false;
  struct term null = body_pointer_const(body, 0);
  struct term size = operand(body, call, 1);
  if (!term_equal(operand(body, call, 0), null) || !is_pointer_wide(body, size))
    return false;
  emit_allocation(body, pointer_target(body, call, name), size, false);
  return true;
}

// To a constant that is a power of two; what others mean the library decides.
static bool allocate_aligned(struct body *body, LLVMValueRef call,
                             const char *name) {
  enum { LEAST = 16, MOST = 4096 };
  if (!has_arguments(call, 2) || !gives_pointer(call))
    return false;
  struct term alignment = operand(body, call, 0), size = operand(body, call, 1);
  if (!is_pointer_wide(body, size) || !term_is_const(body->terms, alignment))
    return false;
  u128 value = term_value(body->terms, alignment);
  if (value < 1 || value > MOST || (value & (value - 1)))
    return false;
  emit_aligned(body, pointer_target(body, call, name), size,
               value < LEAST ? LEAST : (uint64_t)value, false);
  return true;
}

// calloc gives null when the product does not fit.
static bool allocate_array(struct body *body, LLVMValueRef call,
                           const char *name) {
  if (!has_arguments(call, 2) || !gives_pointer(call))
    return false;
  struct term_table *terms = body->terms;
  struct term count = operand(body, call, 0), size = operand(body, call, 1);
  if (!is_pointer_wide(body, count) || !is_pointer_wide(body, size))
    return false;
  unsigned width = body->program->pointer_width;
  struct term zero = body_pointer_const(body, 0);
  struct term most = term_const(terms, width, bits_mask(width));
  struct term right = term_compare(
      terms, OP_ULT, term_binary(terms, OP_UDIV, most, size), count);
  struct term left = term_not(terms, term_eq(terms, size, zero));
  struct term overflows = term_and(terms, left, right);
  struct variable target = pointer_target(body, call, name);
  struct location_id start = body->here;
  struct location_id end =
      procedure_add_location(body->procedure, (struct position){0});
  if (!term_is_false(terms, overflows)) {
    body_emit(body, operation_assume(overflows));
    body_emit_to(body, operation_assign_one(body->program, target, zero), end);
    body->here = start;
    body_emit(body, operation_assume(term_not(terms, overflows)));
  }
  emit_allocation(body, target, term_binary(terms, OP_MUL, count, size), true);
  body_emit_to(body, operation_skip(), end);
  return true;
}

static bool release(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  if (!has_arguments(call, 1))
    return false;
  struct term address = operand(body, call, 0);
  if (!is_pointer_wide(body, address))
    return false;
  body_emit_access_check(body, ACCESS_FREE, address, (struct term){0});
  body_emit(body, (struct operation){.kind = OPERATION_FREE,
                                     .free = {.address = address}});
  return true;
}

// Verification conventions

static bool nondeterministic(struct body *body, LLVMValueRef call,
                             const char *name) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    return false;
  register_havoc(body, call, ORIGIN_INPUT, name);
  return true;
}

static bool assume_argument(struct body *body, LLVMValueRef call,
                            const char *name) {
  (void)name;
  if (!has_arguments(call, 1))
    return false;
  struct term t = operand(body, call, 0);
  if (!sort_is_bool(term_sort(body->terms, t)))
    t = term_nonzero(body->terms, t);
  body_emit(body, operation_assume(t));
  return true;
}

// Jumps between functions

static bool jump(struct body *body, LLVMValueRef call, const char *name) {
  (void)call;
  body_emit_unsupported(body, strstr(name, "longjmp")  ? "longjmp"
                              : strstr(name, "setjmp") ? "setjmp"
                                                       : name);
  return true;
}

// Keys of threads (keys.h)

static bool too_many_keys(struct body *body, LLVMValueRef call,
                          const char *name) {
  (void)call;
  (void)name;
  body_emit_unsupported(body, "more than 16 keys of threads");
  return true;
}

static bool deleted_key(struct body *body, LLVMValueRef call,
                        const char *name) {
  (void)call;
  (void)name;
  body_emit_unsupported(body, "use of a key of threads that was deleted");
  return true;
}

static bool unknown_start(struct body *body, LLVMValueRef call,
                          const char *name) {
  (void)call;
  (void)name;
  body_emit_unsupported(body, "keys in a thread that starts with a function "
                              "which is not known");
  return true;
}

// Threads

static bool choose_arguments(struct body *body, LLVMValueRef call,
                             const unsigned *chosen, uint32_t count,
                             struct term *into) {
  for (uint32_t i = 0; i < count; i++) {
    if (!has_arguments(call, chosen[i] + 1))
      return false;
    into[i] = operand(body, call, chosen[i]);
  }
  return true;
}

static bool emit_thread_with(struct body *body, LLVMValueRef call,
                             enum thread_action action,
                             const struct term *arguments, uint32_t count) {
  struct operation op = {.kind = OPERATION_THREAD};
  op.thread.action = action;
  op.thread.arguments = program_copy_terms(body->program, arguments, count);
  op.thread.count = count;
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
  if (!is_void && LLVMGetFirstUse(call))
    op.thread.target = register_target(
        body, call,
        intern_format(body->program->names, "%s()", thread_action_name(action)),
        (struct ctype){0});
  register_save_globals(body); // other threads may run here
  body_emit(body, op);
  return true;
}

// The arguments chosen by number are the operation's.
static bool emit_thread(struct body *body, LLVMValueRef call,
                        enum thread_action action, const unsigned *chosen,
                        uint32_t count) {
  struct term arguments[4] = {{0}};
  return choose_arguments(body, call, chosen, count, arguments) &&
         emit_thread_with(body, call, action, arguments, count);
}

static bool thread_create(struct body *body, LLVMValueRef call,
                          const char *name) {
  (void)name;
  return emit_thread(body, call, THREAD_CREATE, (unsigned[]){0, 2, 3}, 3);
}

static bool thread_join(struct body *body, LLVMValueRef call,
                        const char *name) {
  (void)name;
  return emit_thread(body, call, THREAD_JOIN, (unsigned[]){0, 1}, 2);
}

static bool plain_create(struct body *body, LLVMValueRef call,
                         const char *name) {
  (void)name;
  return emit_thread(body, call, THREAD_CREATE, (unsigned[]){0, 1, 2}, 3);
}

static bool join_number(struct body *body, LLVMValueRef call,
                        const char *name) {
  (void)name;
  return emit_thread(body, call, THREAD_JOIN_NUMBER, (unsigned[]){0, 1}, 2);
}

static bool exit_number(struct body *body, LLVMValueRef call,
                        const char *name) {
  (void)name;
  struct term number;
  if (!choose_arguments(body, call, (unsigned[]){0}, 1, &number))
    return false;
  number = term_resize(body->terms, body->program->pointer_width, true, number);
  return emit_thread_with(body, call, THREAD_EXIT, &number, 1);
}

static bool wait_until(struct body *body, LLVMValueRef call, uint64_t late) {
  struct term arguments[3] = {{0}};
  arguments[2] = body_pointer_const(body, late);
  return choose_arguments(body, call, (unsigned[]){0, 1}, 2, arguments) &&
         emit_thread_with(body, call, THREAD_TIMED_WAIT, arguments, 3);
}

static bool timed_wait(struct body *body, LLVMValueRef call, const char *name) {
  enum { TIMED_OUT = 110 }; // ETIMEDOUT
  (void)name;
  return wait_until(body, call, TIMED_OUT);
}

static bool timed_wait_c11(struct body *body, LLVMValueRef call,
                           const char *name) {
  enum { TIMED_OUT = 4 }; // thrd_timedout
  (void)name;
  return wait_until(body, call, TIMED_OUT);
}

static bool thread_wait(struct body *body, LLVMValueRef call,
                        const char *name) {
  (void)name;
  return emit_thread(body, call, THREAD_WAIT, (unsigned[]){0, 1}, 2);
}

#define SIMPLE_THREAD_ACTION(handler, action, count)                           \
  static bool handler(struct body *body, LLVMValueRef call,                    \
                      const char *name) {                                      \
    (void)name;                                                                \
    return emit_thread(body, call, action, (unsigned[]){0}, count);            \
  }

SIMPLE_THREAD_ACTION(thread_exit, THREAD_EXIT, 1)
SIMPLE_THREAD_ACTION(thread_lock, THREAD_LOCK, 1)
SIMPLE_THREAD_ACTION(thread_unlock, THREAD_UNLOCK, 1)
SIMPLE_THREAD_ACTION(thread_signal, THREAD_SIGNAL, 1)
SIMPLE_THREAD_ACTION(thread_broadcast, THREAD_BROADCAST, 1)
SIMPLE_THREAD_ACTION(atomic_begin, THREAD_ATOMIC_BEGIN, 0)
SIMPLE_THREAD_ACTION(atomic_end, THREAD_ATOMIC_END, 0)

// In a program without threads these are routines like any other.
#define SHARED_THREAD_ACTION(handler, action)                                  \
  static bool handler(struct body *body, LLVMValueRef call,                    \
                      const char *name) {                                      \
    (void)name;                                                                \
    return body->translator->has_threads &&                                    \
           emit_thread(body, call, action, (unsigned[]){0}, 1);                \
  }

SHARED_THREAD_ACTION(read_lock, THREAD_READ_LOCK)
SHARED_THREAD_ACTION(write_lock, THREAD_WRITE_LOCK)
SHARED_THREAD_ACTION(unlock_either, THREAD_UNLOCK_EITHER)
SHARED_THREAD_ACTION(spin_lock, THREAD_SPIN_LOCK)
SHARED_THREAD_ACTION(spin_unlock, THREAD_SPIN_UNLOCK)
SHARED_THREAD_ACTION(semaphore_down, THREAD_DOWN)
SHARED_THREAD_ACTION(semaphore_up, THREAD_UP)
SHARED_THREAD_ACTION(barrier_meet, THREAD_MEET)

struct meaning {
  const char *name;
  bool is_prefix;
  bool (*translate)(struct body *body, LLVMValueRef call, const char *name);
};

static const struct meaning routines[] = {
#define LIBRARY(name, handler) {name, false, handler},
#define LIBRARY_PREFIX(name, handler) {name, true, handler},
#include "frontend/library.def"
#undef LIBRARY
#undef LIBRARY_PREFIX
};

bool library_translate(struct body *body, LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++) {
    const struct meaning *meaning = &routines[i];
    bool matches = meaning->is_prefix
                       ? !strncmp(name, meaning->name, strlen(meaning->name))
                       : !strcmp(name, meaning->name);
    if (matches)
      return meaning->translate(body, call, name);
  }
  return false;
}
