// Where a run takes what the program leaves open: values of nondeterministic
// inputs, results of functions that nobody models, whether an allocation
// succeeds, and the state in which a function other than main begins.
//
// An oracle answers from a seed (0: zeros, allocations succeed; others:
// arbitrary but reproducible) or from a file, and can write what it answered
// to another file, which replays the run. The file is text, one item a line,
// `#` starts a comment:
//
//   vouch-oracle 1             first line
//   indeterminate 0            seed of bytes that C leaves indeterminate
//   rest zero                  what follows the last answer: `zero`, `seed N`
//                              or `none`, the default: an error
//   object list 16 0a000000    an object of 16 bytes that exists at entry,
//                              with its first bytes; the name of a global
//                              object gives that one its contents, and
//                              `f::buf` gives the frame object buf of f the
//                              bytes that C leaves indeterminate
//   pointer list 8 &list+0     a pointer inside an object
//   parameter n 10             of the entry function
//   arguments 2                how many main gets, its name included; without
//                              this line, those of the command line
//   argument 1 2d76            the text of one of them, 0 being the name
//   input 0 6869               all that the standard input has, or another
//                              stream that is opened for reading alone (3 is
//                              the first); without it that is nothing, and
//                              what the calls that read say is wished for
//                              (wish.h)
//   environment DEBUG 31       a variable of the environment, the last line of
//                              its name counts; those that are not named are
//                              not set, in a run that leaves the world outside
//                              alone
//   global limit 0xff          a global variable
//   schedule 2 5               of threads: the second one has 5 events before
//                              the next line's has its turn (schedule.h)
//   turn 2 3                   the same for a native run, which counts other
//                              events (turns.h); no run of ours looks at it
//   deed begin lock e 0        the same for functions alone and calls that
//                              specifications speak of (deeds.h)
//   value nondet_int -3        the next nondeterministic value
//   value volatile 7           the same for a read of a volatile object, where
//                              that is an input
//   call read_sensor 17        the next result of an unmodelled function;
//                              `void` if it returns none
//   allocate ok                the next allocation that may fail; or `fail`
//   failing 3                  of those that have no such line, the third one
//                              fails and no other; 0: none does
//   uninitialised x 5          the variable x, if it is the next one that C
//                              leaves indeterminate (a `value x` will do,
//                              too); without such a line the seed decides
//   contents 13 0a000000       the first bytes of the next object that the
//                              program allocates, if it does so in line 13;
//                              they are otherwise zero or the seed's
//   written 2+4 0a000000       what the unmodelled function that was just
//                              called wrote: bytes at offset 4 (0 if not
//                              given) of the object that its second argument
//                              points into
//   written limit 0a           the same for a global, an object of this file,
//                              or a frame object `f::buf`
//   written list+8 &node+0     the same for a pointer
//
// Values are decimal or 0x numbers, `null`, or `&OBJECT+OFFSET` where OBJECT is
// an object of the file or a global. Lines about the entry state may stand
// anywhere; `value`, `call`, `allocate`, `uninitialised`, `contents` and
// `written` are consumed in order, and asking for another kind or name than
// comes next is an error that names the line.
#ifndef VOUCH_RUN_ORACLE_H
#define VOUCH_RUN_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "term/bits.h"
#include "run/schedule.h"

enum oracle_kind {
  ORACLE_VALUE,
  ORACLE_CALL,
  ORACLE_ALLOCATE,      // 1 is ok, 0 is fail
  ORACLE_UNINITIALISED, // a variable that C leaves indeterminate
  ORACLE_CONTENTS,      // of an object; not asked for by oracle_draw
  ORACLE_WRITTEN,       // by a function; nor is this
};

struct oracle_request {
  enum oracle_kind kind;
  const char *name; // of the input or function; null for ALLOCATE
  unsigned width;   // of the answer; 0 for a call that returns nothing
  bool has_default; // seed oracles answer with the default
  u128 value;       // the default
  bool has_range;   // seed oracles answer with a number between
  i128 low, high;   // these, as signed ones of the width
};

// A value as written in a file.
struct oracle_value {
  char *object; // null unless it is &object+offset
  u128 number;  // the offset, or the value itself
  bool is_negative;
};

struct oracle_object {
  char *name;
  uint64_t size;
  uint8_t *bytes; // the first byte_count of them
  uint64_t byte_count;
};

struct oracle_pointer {
  char *object;
  uint64_t offset;
  struct oracle_value value;
};

struct oracle_setting {
  bool is_parameter; // otherwise a global
  char *name;
  struct oracle_value value;
};

// The text of an argument of main.
struct oracle_argument {
  uint64_t index;
  uint8_t *bytes; // without the zero at the end
  uint64_t byte_count;
};

// A variable of the environment.
struct oracle_variable {
  char *name;
  uint8_t *bytes; // without the zero at the end
  uint64_t byte_count;
};

// What a stream gives.
struct oracle_input {
  uint64_t stream;
  uint8_t *bytes;
  uint64_t byte_count;
};

VEC_DEFINE(oracle_object_vec, struct oracle_object);
VEC_DEFINE(oracle_pointer_vec, struct oracle_pointer);
VEC_DEFINE(oracle_setting_vec, struct oracle_setting);
VEC_DEFINE(oracle_argument_vec, struct oracle_argument);
VEC_DEFINE(oracle_input_vec, struct oracle_input);
VEC_DEFINE(oracle_variable_vec, struct oracle_variable);

enum { ORACLE_ARGUMENTS = 4096 }; // at most

// What the file says about the entry state.
struct oracle_entry {
  struct oracle_object_vec objects;
  struct oracle_pointer_vec pointers;
  struct oracle_setting_vec settings;
  bool has_arguments; // it says how many:
  uint64_t argument_count;
  struct oracle_argument_vec arguments;
  struct oracle_input_vec inputs;
  struct oracle_variable_vec environment;
};

// What a function wrote.
struct oracle_writing {
  char *name;        // of what, or null:
  uint64_t argument; // what this argument points into, counting from 1
  uint64_t offset;   // where in it
  uint8_t *bytes;    // null: a pointer
  uint64_t byte_count;
  struct oracle_value pointer;
};

struct oracle; // opaque

struct oracle *oracle_new(uint64_t seed);
// Null, with a message in `error`, if the file cannot be read.
struct oracle *oracle_read(const char *path, struct strbuf *error);
// The same for the text of a file. Messages call it ORACLE_TEXT.
#define ORACLE_TEXT "<oracle>"
// How messages end when a run asks for more than there is.
#define ORACLE_NO_MORE "but the oracle has no more answers"
struct oracle *oracle_parse(const char *text, struct strbuf *error);
void oracle_free(struct oracle *oracle);

// Resolves the objects that values mention.
void oracle_set_resolver(struct oracle *oracle,
                         bool (*resolve)(void *context, const char *object,
                                         uint64_t *address),
                         void *context);

bool oracle_is_file(const struct oracle *oracle);
// Whether it may answer by itself what its file does not say.
bool oracle_may_invent(const struct oracle *oracle);
bool oracle_has_allocations(const struct oracle *oracle);   // in its file
// How many its line about the one that fails has decided.
uint64_t oracle_allocations(const struct oracle *oracle);
bool oracle_has_uninitialised(const struct oracle *oracle); // the same
uint64_t oracle_indeterminate_seed(const struct oracle *oracle);
const struct oracle_entry *oracle_entry(const struct oracle *oracle);
// The turns of threads, if it says anything of them.
const struct schedule_run_vec *oracle_schedule(const struct oracle *oracle);

// Answers a request. False, with the reason in oracle_error, if the file has
// no answer.
bool oracle_draw(struct oracle *oracle, const struct oracle_request *request,
                 u128 *value);
// Does the file have an answer for a call of the function here?
bool oracle_expects_call(const struct oracle *oracle, const char *function);
// Overwrites the first bytes of an object allocated in the line, if the file
// has contents for it here.
void oracle_fill(struct oracle *oracle, uint32_t line, uint8_t *bytes,
                 uint64_t size);
// If the file says here that a function wrote something: what. Otherwise null.
const struct oracle_writing *oracle_written(struct oracle *oracle);

// Wishes: answers for a call that reads a stream. Each is asked for if it comes
// next, and its line is not part of the text that the run settles for.
bool oracle_wish(struct oracle *oracle, const char *function, unsigned width,
                 u128 *value);
const struct oracle_writing *oracle_wished_writing(struct oracle *oracle);
// Is the next answer for a call? Of which function, and what.
bool oracle_next_call(const struct oracle *oracle, const char **function,
                      u128 *number);
bool oracle_has_wishes(const struct oracle *oracle); // that were asked for
// The lines of the file's text but those.
void oracle_settle(const struct oracle *oracle, const char *text,
                   struct strbuf *into);

// A number for choices about the entry state, which are recorded as lines of
// their own; always 0 with seed 0.
uint64_t oracle_random(struct oracle *oracle);
bool oracle_evaluate(struct oracle *oracle, const struct oracle_value *value,
                     unsigned width, u128 *result);
const char *oracle_error(const struct oracle *oracle);

// Recording: lines are collected, and written by oracle_save.
const char *oracle_recorded(const struct oracle *oracle);
void oracle_record(struct oracle *oracle);
bool oracle_is_recording(const struct oracle *oracle);
// A line of the entry state, without its newline.
void oracle_record_line(struct oracle *oracle, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Appends a value as a file has it.
void oracle_print_number(u128 value, struct strbuf *out);
bool oracle_save(const struct oracle *oracle, const char *path,
                 struct strbuf *error);

#endif
