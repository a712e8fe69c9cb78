// A bump allocator. Everything allocated from an arena dies with it, which is
// how we manage memory by lifetime (program, analysis, iteration) instead of
// object by object. Blocks are 16-byte aligned and never move.
//
// Embedded object: arena_init / arena_release. arena_clear keeps the largest
// chunk for reuse.
#ifndef VOUCH_BASE_ARENA_H
#define VOUCH_BASE_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
  struct arena_chunk *chunks; // newest first
  char *next;                 // first free byte of the newest chunk
  char *end;                  // one past its last byte
  size_t bytes;               // sum of all chunk sizes, for statistics
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);
void arena_clear(struct arena *arena);

void *arena_new(struct arena *arena, size_t bytes);      // uninitialised
void *arena_new_zero(struct arena *arena, size_t bytes); // zeroed
void *arena_copy(struct arena *arena, const void *from, size_t bytes);

#endif
