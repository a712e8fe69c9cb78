#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/exit_code.h"

// Memory is a limit like time, so the answer is "unknown", not a bug. There is
// no memory left to unwind with: this is the one place outside cli/ that ends
// the program, and it does so without running exit handlers.
static _Noreturn void out_of_memory(size_t bytes) {
  fflush(stdout);
  fprintf(stderr, "vouch: error: out of memory (%zu bytes wanted)\n", bytes);
  _Exit(EXIT_UNKNOWN);
}

// malloc(0) may return null, which would look like running out.
static size_t at_least_one(size_t bytes) {
  return bytes ? bytes : 1;
}

void *memory_new(size_t bytes) {
  void *block = malloc(at_least_one(bytes));
  if (!block)
    out_of_memory(bytes);
  return block;
}

void *memory_new_zero(size_t count, size_t size) {
  void *block = calloc(at_least_one(count), at_least_one(size));
  if (!block)
    out_of_memory(size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
  return block;
}

void *memory_resize(void *block, size_t bytes) {
  void *resized = realloc(block, at_least_one(bytes));
  if (!resized)
    out_of_memory(bytes);
  return resized;
}

char *memory_copy_string(const char *text) {
  size_t bytes = strlen(text) + 1;
  return memcpy(memory_new(bytes), text, bytes);
}

void memory_prefer_large_pages(void *block, size_t bytes) {
  enum { PAGE = 4096, LARGE = 1 << 22 };
  uintptr_t begin = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE;
  uintptr_t end = ((uintptr_t)block + bytes) / PAGE * PAGE;
  if (bytes >= LARGE)
    madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}
