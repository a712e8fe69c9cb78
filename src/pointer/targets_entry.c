// Input objects that are followed by others like them (entry_state.h).
#include "pointer/targeting.h"

// The input object of the block if it is a single element, or null.
static const struct entry_object *find_single(const struct targets *t,
                                              uint32_t block) {
  const struct entry_object *input =
      t->options.entry && t->blocks.at[block].object.id
          ? entry_state_find(t->options.entry, t->blocks.at[block].object)
          : NULL;
  return input && input->has_size ? input : NULL;
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
static bool is_step(const struct targets *t, const struct entry_object *single,
                    uint64_t stride) {
  return stride && (stride % single->least == 0 ||
                    !has_array(t->program->types, single->type, stride));
}

void targets_note_steps(struct targets *t, const struct place_vec *places,
                        const struct stride_vec *strides) {
  for (uint32_t i = 0; t->options.entry && i < places->count; i++) {
    struct place at = places->at[i];
    const struct entry_object *single = find_single(t, at.object);
    if (!single)
      continue;
    bool steps = at.modulus == 0 &&
                 (at.offset < 0 || (uint64_t)at.offset > single->least);
    for (uint32_t k = 0; k < strides->count && !steps; k++)
      steps = is_step(t, single, strides->at[k]);
    if (steps)
      targets_note(t, bitset_add(&t->stepped, at.object));
  }
}

bool targets_leaves(const struct targets *t, struct place at, uint64_t size) {
  const struct entry_state *entry = t->options.entry;
  if (!entry || !t->blocks.at[at.object].object.id)
    return false;
  const struct entry_object *input =
      entry_state_find(entry, t->blocks.at[at.object].object);
  if (!input)
    return false;
  if (at.modulus == 0 && at.offset < 0)
    return true;
  if (!input->has_size)
    return false;
  if (at.modulus || size >= any_size)
    return bitset_has(&t->stepped, at.object) || size >= any_size;
  return (uint64_t)at.offset + size > input->least;
}

struct place targets_any_element(const struct targets *t, struct place at) {
  const struct entry_object *single = find_single(t, at.object);
  return single ? place_shift(at, 0, single->least) : at;
}
