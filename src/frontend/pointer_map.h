// Maps from LLVM's objects, by address. Their entries keep insertion order, so
// addresses never influence what we produce.
#ifndef VOUCH_FRONTEND_POINTER_MAP_H
#define VOUCH_FRONTEND_POINTER_MAP_H

#include <stdint.h>

#include "base/map.h"

static inline uint64_t pointer_hash(const void *pointer) {
  return hash_u64((uint64_t)(uintptr_t)pointer);
}
static inline bool pointer_equal(const void *a, const void *b) {
  return a == b;
}

MAP_DEFINE(pointer_map, const void *, uint32_t, pointer_hash, pointer_equal);

#endif
