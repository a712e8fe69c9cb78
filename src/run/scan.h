// The engine behind the scanf family.
#ifndef VOUCH_RUN_SCAN_H
#define VOUCH_RUN_SCAN_H

#include <stdio.h>

#include "run/variadic.h"

// Where the characters come from: a stream, or the bytes of a string.
struct scan_source {
  FILE *stream;
  const char *text; // when stream is null
  int count;        // of characters consumed
};

enum scan_size {
  SIZE_NONE,
  SIZE_HH,
  SIZE_H,
  SIZE_L,
  SIZE_LL,
  SIZE_Z,
  SIZE_BIG_L
};

struct scan_directive {
  bool is_suppressed;
  bool is_allocated; // the `m` modifier
  unsigned width;    // 0: none
  enum scan_size size;
  char conversion;
  bool accepts[256]; // of %[
};

// Reads a directive behind its `%`; gives what follows it.
const char *scan_parse(const char *text, struct scan_directive *directive);
// How many bytes it stores where it stores an integer.
unsigned scan_integer_bytes(const struct library_call *call,
                            const struct scan_directive *directive);

// Sets the call's result to the number of conversions stored, or EOF.
void scan_run(struct library_call *call, uint64_t format,
              struct scan_source *source, struct variadic *arguments);

#endif
