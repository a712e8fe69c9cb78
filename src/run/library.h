// Routines of the C library, run natively on the interpreted memory.
//
// A routine gets its arguments as they are in the caller's registers and sets
// call->result. It checks every pointer that it follows, as any access is
// checked; what it finds wrong ends the run with a message that names the
// routine. After a helper below has returned null or false the run has
// stopped, and the routine just returns.
//
// Handlers are rows of library.def; what a routine asks of its arguments is
// said by library/routine.h. A function that the program defines itself
// is never taken from here.
#ifndef VOUCH_RUN_LIBRARY_H
#define VOUCH_RUN_LIBRARY_H

#include "run/machine.h"

struct library_call {
  struct machine *machine;
  struct procedure_id procedure;
  const uint64_t *words;        // registers
  const struct slot *arguments; // among them
  uint32_t count;
  bool has_area; // the variable arguments are in memory
  uint64_t area;
  u128 result;
  unsigned result_width; // 0: nobody wants it
};

struct library_routine {
  const char *name;
  void (*run)(struct library_call *call);
  uint32_t arguments; // at least this many
};

// What the interpreted program gets as its standard streams.
struct library_streams {
  FILE *in;
  FILE *out;
  FILE *err;
};

struct library *library_new(struct machine *machine,
                            const struct library_streams *streams);
void library_free(struct library *library);
// Gives external objects (stdin, environ, ...) their values.
void library_bind_objects(struct machine *machine);
// Runs what atexit registered, then the program's destructors, and flushes.
// Then the run has ended with the code, unless it stopped before.
void library_exit(struct machine *machine, int code);
void library_flush(struct machine *machine);

// Runs the external procedure: a routine, or an answer of the oracle, or the
// run stops because nobody knows what it does.
void library_dispatch(struct library_call *call);
const struct library_routine *library_find(const char *name);
// All of them, null behind the last.
const struct library_routine *library_routine_at(uint32_t index);
// Does the routine take what it returns from the oracle, in an isolated run?
bool library_asks(const char *name);

// Arguments and results

unsigned library_result_width(const struct library_call *call);
static inline uint64_t argument(const struct library_call *call,
                                uint32_t index) {
  return call->words[call->arguments[index].word];
}
static inline u128 argument_wide(const struct library_call *call,
                                 uint32_t index) {
  return words_get(call->words, call->arguments[index]);
}
// Sign-extended from its width.
static inline int64_t argument_signed(const struct library_call *call,
                                      uint32_t index) {
  return (int64_t)bits_signed(argument(call, index),
                              call->arguments[index].width);
}
static inline unsigned pointer_bytes(const struct library_call *call) {
  return call->machine->program->pointer_width / 8;
}
const char *library_name(const struct library_call *call);

// Memory

// Host addresses of interpreted bytes, null after stopping the run. A size of
// 0 gives a pointer that must not be followed.
uint8_t *library_readable(struct library_call *call, uint64_t address,
                          uint64_t size);
uint8_t *library_writable(struct library_call *call, uint64_t address,
                          uint64_t size);
// A string with its terminating zero.
const char *library_string(struct library_call *call, uint64_t address);
// The number of bytes up to a zero, at most `limit`; the bytes themselves may
// then be read. UINT64_MAX after stopping the run.
uint64_t library_string_length(struct library_call *call, uint64_t address,
                               uint64_t limit);
bool library_store(struct library_call *call, uint64_t address, unsigned bytes,
                   u128 value);
bool library_load(struct library_call *call, uint64_t address, unsigned bytes,
                  u128 *value);
// A new heap object, or 0 with errno set when there is no room. Stops the run
// when the memory limit is reached.
uint64_t library_allocate(struct library_call *call, uint64_t size,
                          uint64_t alignment, bool is_zeroed);
// For routines whose allocations may fail (realloc, strdup): whether the oracle
// lets this one succeed. If not, errno is set, or the run has stopped.
bool library_may_allocate(struct library_call *call);
// Like free. False after stopping the run.
bool library_deallocate(struct library_call *call, uint64_t address);
// An object of the library's own that lives until the end.
struct space_object *library_object(struct machine *machine, const char *name,
                                    uint64_t size);
// The same with the text as its bytes.
uint64_t library_text(struct machine *machine, const char *name,
                      const char *text);
// An object with pointers to copies of the texts, ended by null.
uint64_t library_text_array(struct machine *machine, const char *name,
                            const char *const *texts, uint32_t count);
// The same with the host's environment, always the same one.
uint64_t library_environment(struct machine *machine);
void library_set_errno(struct machine *machine, int value);
// After a routine whose result the oracle gave: if it failed it set errno.
void library_fail(struct library_call *call);
// May the run hang on the number that errno was set to then?
bool library_may_read_code(const struct library *library);

#endif
