// Input objects that are followed by others like them (entry_state.h).
#include "memory/targeting.h"

static const struct entry_object *find_input(const struct targets *t,
                                             uint32_t block) {
  return t->options.entry && t->blocks.at[block].object.id
             ? entry_state_find(t->options.entry, t->blocks.at[block].object)
             : NULL;
}

// The input object of the block if it is a single element, or null.
static const struct entry_object *find_single(const struct targets *t,
                                              uint32_t block) {
  const struct entry_object *input = find_input(t, block);
  return input && input->has_size && !input->is_alone ? input : NULL;
}

static void note_elements(struct targets *t, uint32_t block, uint64_t count) {
  if (t->elements[block] < count)
    t->elements[block] = count;
}

// The element with that byte is got at.
static void note_byte(struct targets *t, const struct entry_object *input,
                      struct place at, uint64_t ahead) {
  int64_t last = at.offset + (int64_t)ahead;
  if (at.modulus == 0 && last >= 0)
    note_elements(t, at.object, (uint64_t)last / input->least + 1);
}

// Is there an array in the type whose elements are that far apart?
static bool has_array(const struct ctype_table *types, struct ctype type,
                      uint64_t stride) {
  const struct ctype_info *info = ctype_bare(types, type);
  bool found = false;
  switch (info->kind) {
  case CTYPE_ARRAY: {
    uint64_t size = ctype_bare(types, info->target)->bit_size / 8;
    return (size && stride % size == 0) ||
           has_array(types, info->target, stride);
  }
  case CTYPE_STRUCT:
  case CTYPE_UNION:
    for (uint32_t i = 0; i < info->field_count && !found; i++)
      found = has_array(types, info->fields[i].type, stride);
    return found;
  default: return false;
  }
}

// From one element to another, or inside an array of the element?
static bool is_step(const struct targets *t, const struct entry_object *input,
                    uint64_t stride) {
  return stride && (stride % input->least == 0 ||
                    !has_array(t->program->types, input->type, stride));
}

static void note_steps_at(struct targets *t, const struct entry_object *input,
                          struct place at, const struct stride_vec *strides) {
  bool steps =
      at.modulus == 0 && (at.offset < 0 || (uint64_t)at.offset > input->least);
  bool is_any = false;
  for (uint32_t i = 0; i < strides->count && !is_any; i++)
    is_any = is_step(t, input, strides->at[i]);
  note_byte(t, input, at, 0);
  if (is_any)
    note_elements(t, at.object, UINT64_MAX);
  if (steps || is_any)
    targets_note(t, bitset_add(&t->stepped, at.object));
}

void targets_note_steps(struct targets *t, const struct place_vec *places,
                        const struct stride_vec *strides) {
  for (uint32_t i = 0; t->options.entry && i < places->count; i++) {
    const struct entry_object *input = find_input(t, places->at[i].object);
    if (input && (input->has_size || input->pointing))
      note_steps_at(t, input, places->at[i], strides);
  }
}

void targets_note_extent(struct targets *t, const struct place_vec *places,
                         uint64_t size) {
  for (uint32_t i = 0; t->options.entry && size && i < places->count; i++) {
    const struct entry_object *input = find_input(t, places->at[i].object);
    if (input && input->pointing && size >= any_size)
      note_elements(t, places->at[i].object, UINT64_MAX);
    else if (input && input->pointing)
      note_byte(t, input, places->at[i], size - 1);
  }
}

uint64_t targets_elements(const struct targets *t, struct object_id object) {
  return object.id < t->blocks.count ? t->elements[object.id] : 0;
}

bool targets_leaves(const struct targets *t, struct place at, uint64_t size) {
  const struct entry_object *input = find_input(t, at.object);
  if (!input || input->is_alone)
    return false;
  if (at.modulus == 0 && at.offset < 0)
    return true;
  if (!input->has_size)
    return input->pointing && at.modulus == 0 && size < any_size &&
           (uint64_t)at.offset + size > input->most;
  if (at.modulus || size >= any_size)
    return bitset_has(&t->stepped, at.object) || size >= any_size;
  return (uint64_t)at.offset + size > input->least;
}

struct place targets_any_element(const struct targets *t, struct place at) {
  const struct entry_object *single = find_single(t, at.object);
  return single ? place_shift(at, 0, single->least) : at;
}
