// Arrays as values of variables: what memory becomes in a component without
// pointers. An array has a default element and exceptions to it.
//
// Only global variables hold arrays; the variable's word is the host address of
// its array, which stays the same for the whole run. An assignment changes the
// array in place.
#ifndef VOUCH_RUN_ARRAY_H
#define VOUCH_RUN_ARRAY_H

#include "base/map.h"
#include "term/bits.h"

NUMBER_MAP_DEFINE(element_map, uint64_t, u128);

struct run_array {
  u128 otherwise;
  struct element_map elements;
};

struct run_array *run_array_new(void); // zero everywhere
void run_array_free(struct run_array *array);

static inline u128 run_array_get(const struct run_array *array,
                                 uint64_t index) {
  const u128 *found = element_map_find(&array->elements, index);
  return found ? *found : array->otherwise;
}
void run_array_put(struct run_array *array, uint64_t index, u128 value);
void run_array_fill(struct run_array *array, u128 value);
void run_array_copy(struct run_array *to, const struct run_array *from);

#endif
