#include "slam/shrink.h"

static void leave_out(struct predicate_vec *list, uint32_t first,
                      uint32_t count) {
  for (uint32_t i = first + count; i < list->count; i++)
    list->at[i - count] = list->at[i];
  list->count -= count;
}

// Without some of the list, if it is still proved then; as it was otherwise.
static bool try_without(const struct slam_shrink *shrink,
                        struct predicate_vec *list, uint32_t first,
                        uint32_t count) {
  struct predicate_vec all = {0};
  predicate_vec_append(&all, list->at, list->count);
  leave_out(list, first, count);
  bool is_proved = shrink->proves(shrink->context);
  if (!is_proved) {
    predicate_vec_clear(list);
    predicate_vec_append(list, all.at, all.count);
  }
  predicate_vec_release(&all);
  return is_proved;
}

// Chunks of a size, the latest predicates first: they were added because what
// there was did not suffice. How many were left out.
static uint32_t try_chunks(const struct slam_shrink *shrink,
                           struct predicate_vec *list, uint32_t size,
                           struct slam_shrunk *shrunk) {
  uint32_t removed = 0, end = list->count;
  while (end && shrunk->trials < shrink->trials) {
    uint32_t count = end < size ? end : size;
    end -= count;
    shrunk->trials++;
    if (try_without(shrink, list, end, count))
      removed += count;
  }
  shrunk->removed += removed;
  return removed;
}

static uint32_t shrink_list(const struct slam_shrink *shrink,
                            struct predicate_vec *list,
                            struct slam_shrunk *shrunk) {
  uint32_t removed = 0;
  for (uint32_t size = (list->count + 1) / 2; size > 1; size = (size + 1) / 2)
    removed += try_chunks(shrink, list, size, shrunk);
  return removed + try_chunks(shrink, list, 1, shrunk);
}

// Again while that helps: what was needed for a predicate that is gone is not.
struct slam_shrunk slam_shrink(const struct slam_shrink *shrink) {
  struct slam_shrunk shrunk = {0};
  struct tracked *tracked = shrink->tracked;
  uint32_t removed;
  do {
    removed = shrink_list(shrink, &tracked->globals, &shrunk);
    for (uint32_t i = 0; i < tracked->parts->at.count; i++)
      removed += shrink_list(shrink, &tracked->locals[i], &shrunk);
  } while (removed && shrunk.trials < shrink->trials);
  return shrunk;
}
