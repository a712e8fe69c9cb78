// Growable arrays, one type per element type.
//
//   VEC_DEFINE(edge_vec, struct edge)
//
// defines `struct edge_vec { struct edge *at; uint32_t count, capacity; }` and
// static inline functions prefixed with its name. A zeroed struct is an empty
// vector, so `struct edge_vec edges = {0};` is a complete initialisation.
// Elements are at vec.at[0 .. count-1]; pointers to them die with a push.
#ifndef VOUCH_BASE_VEC_H
#define VOUCH_BASE_VEC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

#define VEC_DEFINE(vec, element)                                               \
  struct vec {                                                                 \
    element *at;                                                               \
    uint32_t count;                                                            \
    uint32_t capacity;                                                         \
  };                                                                           \
                                                                               \
  CONTAINER_FUNCTION void vec##_release(struct vec *v) {                       \
    free(v->at);                                                               \
    *v = (struct vec){0};                                                      \
  }                                                                            \
  CONTAINER_FUNCTION void vec##_clear(struct vec *v) {                         \
    v->count = 0;                                                              \
  }                                                                            \
  CONTAINER_FUNCTION void vec##_reserve(struct vec *v, uint64_t count) {       \
    if (count <= v->capacity)                                                  \
      return;                                                                  \
    uint64_t want = v->capacity ? 2 * (uint64_t)v->capacity : 8;               \
    if (want < count)                                                          \
      want = count;                                                            \
    CHECK(want <= UINT32_MAX, "vector of more than 2^32 elements");            \
    v->capacity = (uint32_t)want;                                              \
    v->at = memory_resize(v->at, (size_t)want * sizeof(element));              \
  }                                                                            \
  /* Returns the index of the new element. */                                  \
  CONTAINER_FUNCTION uint32_t vec##_push(struct vec *v, element value) {       \
    vec##_reserve(v, (uint64_t)v->count + 1);                                  \
    DCHECK(v->count < v->capacity, "no room for a new element");               \
    v->at[v->count] = value;                                                   \
    return v->count++;                                                         \
  }                                                                            \
  CONTAINER_FUNCTION element vec##_pop(struct vec *v) {                        \
    CHECK(v->count > 0, "pop from an empty vector");                           \
    return v->at[--v->count];                                                  \
  }                                                                            \
  CONTAINER_FUNCTION element *vec##_last(struct vec *v) {                      \
    CHECK(v->count > 0, "last of an empty vector");                            \
    return &v->at[v->count - 1];                                               \
  }                                                                            \
  /* New elements are zeroed. */                                               \
  CONTAINER_FUNCTION void vec##_resize(struct vec *v, uint32_t count) {        \
    vec##_reserve(v, count);                                                   \
    if (count > v->count)                                                      \
      memset(v->at + v->count, 0, (count - v->count) * sizeof(element));       \
    DCHECK(count <= v->capacity, "more elements than there is room for");      \
    v->count = count;                                                          \
  }                                                                            \
  CONTAINER_FUNCTION void vec##_append(struct vec *v, element const *from,     \
                                       uint32_t count) {                       \
    DCHECK(!count || from + count <= v->at || from >= v->at + v->capacity,     \
           "a vector is appended to itself");                                  \
    vec##_reserve(v, (uint64_t)v->count + count);                              \
    DCHECK(v->count + (uint64_t)count <= v->capacity,                          \
           "no room for new elements");                                        \
    if (count)                                                                 \
      memcpy(v->at + v->count, from, count * sizeof(element));                 \
    v->count += count;                                                         \
  }                                                                            \
  struct vec /* lets the use end in a semicolon */

VEC_DEFINE(u32_vec, uint32_t);

static inline bool u32_vec_has(const struct u32_vec *v, uint32_t value) {
  for (uint32_t i = 0; i < v->count; i++)
    if (v->at[i] == value)
      return true;
  return false;
}
// For qsort.
static inline int compare_u32(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

#endif
