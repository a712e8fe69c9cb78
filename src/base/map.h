// Hash maps that remember the order of insertion.
//
//   MAP_DEFINE(name_map, struct name, uint32_t, name_hash, name_equal)
//
// defines `struct name_map` and static inline functions prefixed with its
// name. Entries live in a dense array in order of insertion, so iterating
// `map.entries[0 .. count-1]` is deterministic; the slots hold entry numbers
// plus one and are probed linearly. A zeroed struct is an empty map.
// Removing an entry moves the last one into its place. Pointers to values die
// with the next insertion or removal.
#ifndef VOUCH_BASE_MAP_H
#define VOUCH_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"

#define MAP_DEFINE(map, key_type, value_type, hash_key, equal_keys)            \
  struct map##_entry {                                                         \
    key_type key;                                                              \
    value_type value;                                                          \
  };                                                                           \
  struct map {                                                                 \
    struct map##_entry *entries;                                               \
    uint32_t *slots; /* entry number + 1, 0 is free; slot_mask+1 of them */    \
    uint32_t count;                                                            \
    uint32_t capacity; /* of entries */                                        \
    uint32_t slot_mask;                                                        \
  };                                                                           \
                                                                               \
  CONTAINER_FUNCTION void map##_release(struct map *m) {                       \
    free(m->entries);                                                          \
    free(m->slots);                                                            \
    *m = (struct map){0};                                                      \
  }                                                                            \
  CONTAINER_FUNCTION void map##_clear(struct map *m) {                         \
    if (m->slots)                                                              \
      memset(m->slots, 0, ((size_t)m->slot_mask + 1) * sizeof(uint32_t));      \
    m->count = 0;                                                              \
  }                                                                            \
  /* The slot that holds the key, or the free one where it belongs. */         \
  CONTAINER_FUNCTION uint32_t map##_slot(const struct map *m, key_type key) {  \
    uint32_t slot = (uint32_t)hash_key(key) & m->slot_mask;                    \
    while (m->slots[slot] &&                                                   \
           !equal_keys(m->entries[m->slots[slot] - 1].key, key))               \
      slot = (slot + 1) & m->slot_mask;                                        \
    return slot;                                                               \
  }                                                                            \
  CONTAINER_FUNCTION void map##_grow(struct map *m) {                          \
    uint64_t slots = m->slots ? 2 * ((uint64_t)m->slot_mask + 1) : 16;         \
    CHECK(slots <= UINT32_MAX, "map of more than 2^30 entries");               \
    free(m->slots);                                                            \
    m->slots = memory_new_zero(slots, sizeof(uint32_t));                       \
    m->slot_mask = (uint32_t)slots - 1;                                        \
    m->capacity = (uint32_t)(slots / 2);                                       \
    m->entries = memory_resize(m->entries, m->capacity * sizeof *m->entries);  \
    for (uint32_t i = 0; i < m->count; i++)                                    \
      m->slots[map##_slot(m, m->entries[i].key)] = i + 1;                      \
  }                                                                            \
  /* Null when the key is absent. */                                           \
  CONTAINER_FUNCTION value_type *map##_find(const struct map *m,               \
                                            key_type key) {                    \
    if (!m->count)                                                             \
      return NULL;                                                             \
    uint32_t entry = m->slots[map##_slot(m, key)];                             \
    return entry ? &m->entries[entry - 1].value : NULL;                        \
  }                                                                            \
  CONTAINER_FUNCTION bool map##_has(const struct map *m, key_type key) {       \
    return map##_find(m, key) != NULL;                                         \
  }                                                                            \
  /* The key's value, zeroed if new; *is_new (may be null) tells. */           \
  CONTAINER_FUNCTION value_type *map##_insert(struct map *m, key_type key,     \
                                              bool *is_new) {                  \
    if (m->count == m->capacity)                                               \
      map##_grow(m);                                                           \
    uint32_t *slot = &m->slots[map##_slot(m, key)];                            \
    if (is_new)                                                                \
      *is_new = !*slot;                                                        \
    if (!*slot) {                                                              \
      *slot = ++m->count;                                                      \
      memset(&m->entries[m->count - 1], 0, sizeof *m->entries);                \
      m->entries[m->count - 1].key = key;                                      \
      DCHECK(m->count <= m->capacity && m->capacity <= m->slot_mask,           \
             "%u entries in a map for %u", m->count, m->capacity);             \
      DCHECK(m->slots[map##_slot(m, key)] == m->count,                         \
             "the new key of a map is not found");                             \
    }                                                                          \
    return &m->entries[*slot - 1].value;                                       \
  }                                                                            \
  CONTAINER_FUNCTION void map##_put(struct map *m, key_type key,               \
                                    value_type value) {                        \
    *map##_insert(m, key, NULL) = value;                                       \
  }                                                                            \
  /* Closes the gap that a freed slot leaves in its probe sequence. */         \
  CONTAINER_FUNCTION void map##_close_gap(struct map *m, uint32_t gap) {       \
    uint32_t slot = gap;                                                       \
    while (m->slots[slot = (slot + 1) & m->slot_mask]) {                       \
      key_type key = m->entries[m->slots[slot] - 1].key;                       \
      uint32_t home = (uint32_t)hash_key(key) & m->slot_mask;                  \
      if (((slot - home) & m->slot_mask) < ((slot - gap) & m->slot_mask))      \
        continue;                                                              \
      m->slots[gap] = m->slots[slot];                                          \
      m->slots[slot] = 0;                                                      \
      gap = slot;                                                              \
    }                                                                          \
  }                                                                            \
  /* True if the key was there. */                                             \
  CONTAINER_FUNCTION bool map##_remove(struct map *m, key_type key) {          \
    if (!m->count)                                                             \
      return false;                                                            \
    uint32_t slot = map##_slot(m, key);                                        \
    uint32_t entry = m->slots[slot];                                           \
    if (!entry)                                                                \
      return false;                                                            \
    if (entry != m->count) {                                                   \
      struct map##_entry last = m->entries[m->count - 1];                      \
      m->slots[map##_slot(m, last.key)] = entry;                               \
      m->entries[entry - 1] = last;                                            \
    }                                                                          \
    m->count--;                                                                \
    m->slots[slot] = 0;                                                        \
    map##_close_gap(m, slot);                                                  \
    DCHECK(!map##_has(m, key), "a key of a map outlived its removal");         \
    DCHECK(entry > m->count ||                                                 \
               m->slots[map##_slot(m, m->entries[entry - 1].key)] == entry,    \
           "the entry that was moved in a map is not found");                  \
    return true;                                                               \
  }                                                                            \
  struct map /* lets the use end in a semicolon */

// Maps whose keys are numbers, and those whose keys are handles.
#define MAP_NUMBER_HASH(key) hash_u64((uint64_t)(key))
#define MAP_NUMBER_EQUAL(a, b) ((a) == (b))
#define NUMBER_MAP_DEFINE(map, key_type, value_type)                           \
  MAP_DEFINE(map, key_type, value_type, MAP_NUMBER_HASH, MAP_NUMBER_EQUAL)

#define MAP_HANDLE_HASH(key) hash_u32((key).id)
#define MAP_HANDLE_EQUAL(a, b) ((a).id == (b).id)
#define HANDLE_MAP_DEFINE(map, key_type, value_type)                           \
  MAP_DEFINE(map, key_type, value_type, MAP_HANDLE_HASH, MAP_HANDLE_EQUAL)

#endif
