#include "memory/holder.h"

#include "base/bitset.h"

struct search {
  struct bitset seen; // objects
  struct target_vec work;
};

static void add_targets(struct search *search,
                        const struct points_to_set *set) {
  for (uint32_t i = 0; i < set->targets.count; i++) {
    struct target at = {.object = set->targets.at[i].object,
                        .is_any_offset = true};
    if (bitset_has(&search->seen, at.object.id))
      continue;
    bitset_add(&search->seen, at.object.id);
    target_vec_push(&search->work, at);
  }
}

// Does what the object holds lead back to it?
static bool may_be_ring(const struct points_to *analysis,
                        struct memory_object object) {
  struct search search = {0};
  struct points_to_set set = {0};
  struct target start = {.object = object, .is_any_offset = true};
  points_to_contents(analysis, start, &set);
  add_targets(&search, &set);
  bool is_escaping = points_to_object(analysis, object)->escapes;
  bool found = set.is_anywhere && is_escaping;
  while (search.work.count && !found) {
    points_to_contents(analysis, search.work.at[--search.work.count], &set);
    add_targets(&search, &set);
    found = set.is_anywhere && is_escaping;
  }
  found = found || bitset_has(&search.seen, object.id);
  points_to_set_release(&set);
  target_vec_release(&search.work);
  bitset_release(&search.seen);
  return found;
}

static bool is_block(const struct points_to *analysis,
                     struct memory_object object) {
  return points_to_object(analysis, object)->kind == MEMORY_HEAP;
}

static unsigned of_object(const struct points_to *analysis,
                          struct memory_object object) {
  switch (points_to_object(analysis, object)->kind) {
  case MEMORY_FRAME:
  case MEMORY_STACK: return HOLDER_FRAME;
  case MEMORY_HEAP: return HOLDER_BLOCK;
  default: return HOLDER_OUTSIDE;
  }
}

static unsigned of_escaping(const struct points_to *analysis) {
  unsigned all = HOLDER_OUTSIDE;
  for (uint32_t i = 1; i <= points_to_object_count(analysis); i++)
    if (points_to_object(analysis, (struct memory_object){i})->escapes)
      all |= of_object(analysis, (struct memory_object){i});
  return all;
}

static unsigned of_term(const struct points_to *analysis, struct term address) {
  struct points_to_set set = {0};
  points_to_term(analysis, address, &set);
  unsigned all = set.is_anywhere ? of_escaping(analysis) : 0;
  for (uint32_t i = 0; i < set.targets.count; i++)
    all |= of_object(analysis, set.targets.at[i].object);
  points_to_set_release(&set);
  return all;
}

static bool leads_to_ring(const struct points_to *analysis,
                          struct term address) {
  struct points_to_set set = {0};
  points_to_term(analysis, address, &set);
  bool found = false;
  for (uint32_t i = 1; i <= points_to_object_count(analysis) && !found; i++) {
    struct memory_object object = {i};
    found = set.is_anywhere && is_block(analysis, object) &&
            points_to_object(analysis, object)->escapes &&
            may_be_ring(analysis, object);
  }
  for (uint32_t i = 0; i < set.targets.count && !found; i++) {
    struct memory_object object = set.targets.at[i].object;
    found = is_block(analysis, object) && may_be_ring(analysis, object);
  }
  points_to_set_release(&set);
  return found;
}

void holders_init(struct holders *holders, const struct program *program,
                  struct procedure_id entry, bool is_open) {
  struct points_to_options options = {.entry = entry, .is_open = is_open};
  struct points_to_options alone = {.entry = entry};
  holders->all = points_to_new(program, &options);
  holders->alone = points_to_new(program, &alone);
}

void holders_release(struct holders *holders) {
  points_to_free(holders->all);
  points_to_free(holders->alone);
}

unsigned holder_of(const struct holders *holders, struct term address) {
  unsigned ring = leads_to_ring(holders->alone, address) ? HOLDER_RING : 0;
  return of_term(holders->all, address) | ring;
}
