// What a stream gives in a run that must leave the world outside alone: bytes
// of our own, and then its end.
//
// The bytes come from the oracle's file (`input 0 6869`), or they are made
// while the run goes on, of what a path wishes that the program reads (wish.h).
// The routines of the library read them through a stream of the host like any
// other, so that what scanf leaves is what getchar gets, and feof is what it
// is.
#ifndef VOUCH_RUN_SOURCE_H
#define VOUCH_RUN_SOURCE_H

#include <stdint.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "base/vec.h"

struct source {
  uint32_t number;     // of the stream: 0 is stdin, those opened are from 3 on
  struct strbuf bytes; // all of them
  size_t taken;        // by the host's stream
};

VEC_DEFINE(source_vec, struct source *);

struct source *source_new(uint32_t number);
void source_free(struct source *source);

// A stream that reads it; the source must outlive that. Null if the host has
// none left.
FILE *source_open(struct source *source);

#endif
