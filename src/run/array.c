#include "run/array.h"

#include "base/memory.h"

struct run_array *run_array_new(void) {
  return memory_new_zero(1, sizeof(struct run_array));
}

void run_array_free(struct run_array *array) {
  if (array)
    element_map_release(&array->elements);
  free(array);
}

void run_array_put(struct run_array *array, uint64_t index, u128 value) {
  element_map_put(&array->elements, index, value);
}

void run_array_fill(struct run_array *array, u128 value) {
  element_map_clear(&array->elements);
  array->otherwise = value;
}

void run_array_copy(struct run_array *to, const struct run_array *from) {
  if (to == from)
    return;
  run_array_fill(to, from->otherwise);
  for (uint32_t i = 0; i < from->elements.count; i++)
    run_array_put(to, from->elements.entries[i].key,
                  from->elements.entries[i].value);
}
