#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

enum { ALIGNMENT = 16, FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

struct arena_chunk {
  struct arena_chunk *older;
  size_t size; // of data
  _Alignas(ALIGNMENT) char data[];
};

void arena_init(struct arena *arena) {
  *arena = (struct arena){0};
}

static void free_chunks(struct arena_chunk *chunk) {
  while (chunk) {
    struct arena_chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
}

void arena_release(struct arena *arena) {
  free_chunks(arena->chunks);
  arena_init(arena);
}

static void use_chunk(struct arena *arena, struct arena_chunk *chunk) {
  chunk->older = arena->chunks;
  arena->chunks = chunk;
  arena->next = chunk->data;
  arena->end = chunk->data + chunk->size;
  arena->bytes += chunk->size;
}

// Unlinks the largest chunk from a list that is not empty.
static struct arena_chunk *take_largest(struct arena_chunk **chunks) {
  struct arena_chunk **largest = chunks;
  for (struct arena_chunk **at = chunks; *at; at = &(*at)->older)
    if ((*at)->size > (*largest)->size)
      largest = at;
  struct arena_chunk *chunk = *largest;
  *largest = chunk->older;
  return chunk;
}

void arena_clear(struct arena *arena) {
  if (!arena->chunks)
    return;
  struct arena_chunk *kept = take_largest(&arena->chunks);
  arena_release(arena);
  use_chunk(arena, kept);
}

// As large as all chunks so far, within limits: the number of chunks grows
// with the logarithm of what a small arena holds, and a large one wastes
// little in its last chunk.
static size_t chunk_size(const struct arena *arena, size_t wanted) {
  size_t size = arena->bytes;
  if (size < FIRST_CHUNK)
    size = FIRST_CHUNK;
  if (size > LARGEST_CHUNK)
    size = LARGEST_CHUNK;
  return size < wanted ? wanted : size;
}

static void add_chunk(struct arena *arena, size_t wanted) {
  size_t size = chunk_size(arena, wanted);
  struct arena_chunk *chunk = memory_new(sizeof *chunk + size);
  chunk->size = size;
  use_chunk(arena, chunk);
}

// A block of no bytes takes up room too, so that every block has an address
// of its own.
static size_t round_up(size_t bytes) {
  CHECK(bytes <= SIZE_MAX / 2, "arena block of %zu bytes", bytes);
  return bytes ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
}

void *arena_new(struct arena *arena, size_t bytes) {
  size_t size = round_up(bytes);
  if ((size_t)(arena->end - arena->next) < size)
    add_chunk(arena, size);
  void *block = arena->next;
  arena->next += size;
  DCHECK((uintptr_t)block % ALIGNMENT == 0, "a block is not aligned");
  DCHECK(arena->next <= arena->end && size >= bytes,
         "a block of %zu bytes does not fit into its chunk", bytes);
  return block;
}

void *arena_new_zero(struct arena *arena, size_t bytes) {
  return memset(arena_new(arena, bytes), 0, bytes);
}

void *arena_copy(struct arena *arena, const void *from, size_t bytes) {
  void *copy = arena_new(arena, bytes);
  return bytes ? memcpy(copy, from, bytes) : copy;
}
