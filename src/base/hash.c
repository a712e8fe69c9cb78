#include "base/hash.h"

#include <string.h>

// Eight bytes at a time. The length is the seed, so that a text and the same
// text followed by zero bytes differ.
uint64_t hash_bytes(const void *bytes, size_t count) {
  const char *at = bytes;
  uint64_t hash = hash_u64(count);
  for (; count >= sizeof(uint64_t); count -= sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    hash = hash_mix(hash, word);
    at += sizeof word;
  }
  if (!count)
    return hash;
  uint64_t rest = 0;
  memcpy(&rest, at, count);
  return hash_mix(hash, rest);
}
