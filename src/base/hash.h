// Hash functions for map keys: fast mixing of integers and bytes. The values
// do not depend on addresses, so every run sees the same tables.
#ifndef VOUCH_BASE_HASH_H
#define VOUCH_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t seed, uint64_t value) {
  uint64_t x = (seed ^ value) * 0x9e3779b97f4a7c15u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 29);
}

static inline uint64_t hash_u32(uint32_t value) {
  return hash_mix(0x51ed270b, value);
}

static inline uint64_t hash_u64(uint64_t value) {
  return hash_mix(0x51ed270b, value);
}

// The next of a sequence of pseudo-random numbers (splitmix64).
static inline uint64_t hash_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Of some numbers in their order.
static inline uint64_t hash_numbers(const uint32_t *numbers, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++)
    hash = hash_mix(hash, numbers[i]);
  return hash;
}

uint64_t hash_bytes(const void *bytes, size_t count);

#endif
