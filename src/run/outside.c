#include "run/outside.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "run/guess.h"
#include "run/library_state.h"
#include "run/written.h"

static const struct outside_routine routines[] = {
    {.name = "open", .low = -1, .high = INT_MAX, .texts = 1},
    {.name = "open64", .low = -1, .high = INT_MAX, .texts = 1},
    {.name = "creat", .low = -1, .high = INT_MAX, .texts = 1},
    {.name = "read", .low = -1, .high = INT_MAX, .fills = true},
    {.name = "write", .low = -1, .high = INT_MAX, .empties = true},
    {.name = "close", .low = -1, .high = 0},
    {.name = "lseek", .low = -1, .high = INT64_MAX},
    {.name = "lseek64", .low = -1, .high = INT64_MAX},
    {.name = "unlink", .low = -1, .high = 0, .texts = 1},
    {.name = "access", .low = -1, .high = 0, .texts = 1},
    {.name = "isatty", .low = 0, .high = 1},
    {.name = "remove", .low = -1, .high = 0, .texts = 1},
    {.name = "rename", .low = -1, .high = 0, .texts = 2},
    {.name = "mkstemp", .low = -1, .high = INT_MAX, .texts = 1},
    {.name = "system", .low = -1, .high = 0xffff},
    {.name = "fopen", .texts = 2, .opens = true},
    {.name = "fopen64", .texts = 2, .opens = true},
    {.name = "fdopen", .opens = true},
    {.name = "freopen", .opens = true},
    {.name = "tmpfile", .opens = true},
    {.name = "tmpfile64", .opens = true},
    {.name = "getchar", .low = -1, .high = UCHAR_MAX, .takes = true},
    {.name = "getc", .low = -1, .high = UCHAR_MAX, .takes = true},
    {.name = "fgetc", .low = -1, .high = UCHAR_MAX, .takes = true},
    {.name = "rand", .low = 0, .high = RAND_MAX, .follows_seed = true},
    {.name = "random", .low = 0, .high = RAND_MAX, .follows_seed = true},
};

const struct outside_routine *outside_find(const char *name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!strcmp(routines[i].name, name))
      return &routines[i];
  return NULL;
}

// Stops the run where the routine would.
static void check_arguments(struct library_call *call,
                            const struct outside_routine *routine) {
  for (uint32_t i = 0; i < routine->texts; i++)
    if (!machine_has_stopped(call->machine))
      library_string(call, argument(call, i));
  if (routine->fills)
    library_writable(call, argument(call, 1), argument(call, 2));
  if (routine->empties)
    library_readable(call, argument(call, 1), argument(call, 2));
  if (routine->takes && library_of(call)->has_pushed)
    machine_stop(call->machine, OUTCOME_UNSUPPORTED,
                 "a read behind ungetc, which may get what was pushed back");
}

// What is opened for reading alone cannot be written, as ungetc wants to know.
static const char *stream_mode(struct library_call *call,
                               const struct outside_routine *routine) {
  const char *mode =
      routine->texts == 2 ? library_string(call, argument(call, 1)) : "r+";
  return *mode == 'r' && !strchr(mode, '+') ? "r" : "r+";
}

static void give_stream(struct library_call *call,
                        const struct outside_routine *routine) {
  const char *mode = stream_mode(call, routine);
  struct library *library = library_of(call);
  struct source *source = NULL;
  if (!call->result)
    return;
  if (!strcmp(mode, "r"))
    source = library_add_source(call->machine, library->streams.count);
  FILE *host = source ? source_open(source) : fopen("/dev/null", mode);
  call->result = host ? library_add_stream(call->machine, host, "stream") : 0;
  if (host)
    library->streams.at[library->streams.count - 1].source = source;
}

static i128 highest(const struct library_call *call,
                    const struct outside_routine *routine) {
  i128 high = routine->high;
  if ((routine->fills || routine->empties) && argument(call, 2) < (u128)high)
    high = (i128)argument(call, 2);
  return high;
}

static void give_number(struct library_call *call,
                        const struct outside_routine *routine, unsigned width) {
  i128 value = bits_signed(call->result, width);
  if (value < routine->low || value > highest(call, routine))
    machine_stop(call->machine, OUTCOME_ORACLE, "%s never returns %lld",
                 routine->name, (long long)value);
  else if (routine->fills && value > 0)
    written_apply_within(call, argument(call, 1), (uint64_t)value);
  else
    written_apply_within(call, 0, 0);
}

void outside_answer(struct library_call *call,
                    const struct outside_routine *routine) {
  struct machine *machine = call->machine;
  check_arguments(call, routine);
  if (machine_has_stopped(machine))
    return;
  unsigned width = library_result_width(call);
  struct oracle_request request = {.kind = ORACLE_CALL,
                                   .name = routine->name,
                                   .width = width,
                                   .has_range = true,
                                   .low = routine->low,
                                   .high = highest(call, routine)};
  if (routine->opens)
    request.high = 1; // a stream, or null
  if (!oracle_draw(machine->oracle, &request, &call->result))
    machine_stop(machine, OUTCOME_ORACLE, "%s", oracle_error(machine->oracle));
  else if (routine->opens)
    give_stream(call, routine);
  else
    give_number(call, routine, width);
  if (!routine->opens)
    guess_note(call, call->result);
  if (routine->follows_seed && !machine_has_stopped(machine))
    seeds_follow(call);
}
