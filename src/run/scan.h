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

// Sets the call's result to the number of conversions stored, or EOF.
void scan_run(struct library_call *call, uint64_t format,
              struct scan_source *source, struct variadic *arguments);

#endif
