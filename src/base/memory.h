// The only door to malloc. Running out of memory ends in one place, here,
// with a message on stderr and the exit code of a limit; callers never see a
// null pointer.
#ifndef VOUCH_BASE_MEMORY_H
#define VOUCH_BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t bytes);                   // uninitialised
void *memory_new_zero(size_t count, size_t size); // zeroed; checks count*size
void *memory_resize(void *block, size_t bytes);
char *memory_copy_string(const char *text);
// Advice for a block whose use jumps all over it: with large pages most of its
// addresses are found translated. Does nothing for small blocks.
void memory_prefer_large_pages(void *block, size_t bytes);

// What VEC_DEFINE and MAP_DEFINE start each function with: a user of a
// container seldom needs all of its functions.
#define CONTAINER_FUNCTION static inline __attribute__((unused))

#endif
