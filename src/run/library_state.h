// What the library routines of one run share; private to them.
#ifndef VOUCH_RUN_LIBRARY_STATE_H
#define VOUCH_RUN_LIBRARY_STATE_H

#include <stdlib.h>

#include "run/descriptors.h"
#include "run/environment.h"
#include "run/library.h"
#include "run/seeds.h"
#include "run/source.h"

#define ROUTINE(name, handler, arguments)                                      \
  void routine_##handler(struct library_call *call);
#include "run/library.def"
#undef ROUTINE

// An open FILE of the program. Its address is that of an object whose tag is
// the index in `streams` plus one.
struct stream {
  FILE *host;
  struct space_object *object; // null once closed
  struct source *source;       // what it gives, or null: what the host's does
};

VEC_DEFINE(stream_vec, struct stream);
VEC_DEFINE(address_vec, uint64_t);

// Objects that the library makes once and gives out again.
enum library_static {
  STATIC_STRERROR,
  STATIC_TM,
  STATIC_TIME_TEXT,
  STATIC_CTYPE_B,
  STATIC_CTYPE_B_POINTER,
  STATIC_TOLOWER,
  STATIC_TOLOWER_POINTER,
  STATIC_TOUPPER,
  STATIC_TOUPPER_POINTER,
  STATIC_LOCALE,
  STATIC_COUNT
};

struct library {
  struct machine *machine;
  struct library_streams host;
  struct stream_vec streams;
  struct source_vec sources;
  struct address_vec exit_handlers;
  struct descriptor_vec descriptors;
  struct seeds seeds;
  struct space_object *statics[STATIC_COUNT];
  struct random_data random;
  char random_state[128];
  uint64_t strtok_next;
  struct environment_vec own_environment;
  uint64_t environment; // address of the environment's array, or 0
  int option_index;     // of getopt
  int option_position;
  int64_t process; // what getpid returned, or 0
  bool has_pushed; // ungetc put a character back
  bool has_lent;   // the next character that is wished for is there (wish.c)
  bool is_exiting;
  bool has_failed; // because the oracle said so: errno is the failure code
  bool asks_errno; // the program got the address of errno
};

static inline struct library *library_of(const struct library_call *call) {
  return call->machine->library;
}

// The object of that role, made with the size at the first use.
struct space_object *library_static(struct machine *machine,
                                    enum library_static which, const char *name,
                                    uint64_t size);

// Where errno of the thread is that runs, or of main where none does.
struct space_object *library_errno(struct machine *machine);

// The open stream there, or null. What a function that starts alone is given as
// a stream is one: it is opened when it is first used.
struct stream *library_stream_at(struct library_call *call, uint64_t address);
// Gives the address of a new stream.
uint64_t library_add_stream(struct machine *machine, FILE *host,
                            const char *name);
// A source for the stream that is added next, with what the oracle has for it.
struct source *library_add_source(struct machine *machine, uint32_t number);

// A result that depends on the world: the host's value, or what the oracle's
// file says the routine returned.
bool library_draw(struct library_call *call, u128 host_value, u128 *value);

static inline void set_signed(struct library_call *call, int64_t value) {
  call->result = (u128)(i128)value;
}

// Fails with the host's errno.
static inline void set_failure(struct library_call *call, int host_errno) {
  library_set_errno(call->machine, host_errno);
  set_signed(call, -1);
}

#endif
