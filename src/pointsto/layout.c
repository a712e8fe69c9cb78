#include "pointsto/layout.h"

#include "term/bits.h"

// Building

struct builder {
  struct layout *layout;
  const struct ctype_table *types;
  int64_t word;
  int depth; // of types within types: bad debug information must not hang
};

enum { DEEPEST = 64 };

static int64_t byte_size(const struct ctype_info *info) {
  return (int64_t)(info->bit_size / 8);
}

static int32_t add_array(struct builder *builder, struct layout_array array) {
  return (int32_t)layout_array_vec_push(&builder->layout->arrays, array);
}

// The place of a type inside its object.
struct spot {
  int64_t start;
  int32_t parent;
  bool is_first; // begins where a record begins
  bool is_last;  // of the object
};

static void add_type(struct builder *builder, struct ctype type,
                     struct spot spot);

static bool is_trusted(const struct builder *builder, int64_t element,
                       struct spot spot) {
  return !spot.is_first || (element != 1 && element != builder->word);
}

static void add_array_type(struct builder *builder,
                           const struct ctype_info *info, struct spot spot) {
  const struct ctype_info *element = ctype_bare(builder->types, info->target);
  int64_t size = byte_size(element);
  if (size <= 0)
    return;
  bool is_open = spot.is_last && info->count <= 1;
  spot.parent = add_array(
      builder,
      (struct layout_array){.start = spot.start,
                            .element = size,
                            .count = is_open ? 0 : (int64_t)info->count,
                            .parent = spot.parent,
                            .is_first = spot.is_first,
                            .is_trusted = is_trusted(builder, size, spot)});
  spot.is_last = false;
  spot.is_first = true;
  add_type(builder, info->target, spot);
}

static void add_record(struct builder *builder, const struct ctype_info *info,
                       struct spot spot) {
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    int64_t offset = (int64_t)(field->bit_offset / 8);
    struct spot inner = {.start = spot.start + offset,
                         .parent = spot.parent,
                         .is_first = offset == 0,
                         .is_last = spot.is_last && i + 1 == info->field_count};
    if (!field->is_bit_field)
      add_type(builder, field->type, inner);
  }
}

static void add_type(struct builder *builder, struct ctype type,
                     struct spot spot) {
  const struct ctype_info *info = ctype_bare(builder->types, type);
  if (builder->depth >= DEEPEST)
    return;
  builder->depth++;
  if (info->kind == CTYPE_ARRAY)
    add_array_type(builder, info, spot);
  else if (info->kind == CTYPE_STRUCT)
    add_record(builder, info, spot);
  else if (info->kind == CTYPE_UNION && byte_size(info) > 0)
    add_array(builder, (struct layout_array){.start = spot.start,
                                             .element = byte_size(info),
                                             .count = 1,
                                             .parent = spot.parent,
                                             .is_first = spot.is_first,
                                             .is_trusted = !spot.is_first});
  builder->depth--;
}

static int32_t add_whole(struct builder *builder, int64_t start,
                         int64_t element) {
  return add_array(builder, (struct layout_array){.start = start,
                                                  .element = element,
                                                  .parent = LAYOUT_NONE,
                                                  .is_whole = true,
                                                  .is_trusted = true});
}

// A record made to be allocated with more behind it.
static bool ends_in_array(const struct ctype_table *types,
                          const struct ctype_info *info) {
  if (info->kind != CTYPE_STRUCT || !info->field_count)
    return false;
  struct ctype last = info->fields[info->field_count - 1].type;
  const struct ctype_info *end = ctype_bare(types, last);
  return end->kind == CTYPE_ARRAY && end->count <= 1;
}

void layout_init_type(struct layout *layout, const struct ctype_table *types,
                      struct ctype type, int64_t size, bool has_size,
                      unsigned word) {
  *layout = (struct layout){.size = size, .has_size = has_size};
  struct builder builder = {layout, types, word, 0};
  const struct ctype_info *info = ctype_bare(types, type);
  struct spot spot = {.parent = LAYOUT_NONE, .is_first = true, .is_last = true};
  int64_t bytes = byte_size(info);
  if (info->kind == CTYPE_ARRAY) {
    const struct ctype_info *element = ctype_bare(types, info->target);
    if (byte_size(element) <= 0)
      return;
    spot.parent = add_whole(&builder, 0, byte_size(element));
    add_type(&builder, info->target, spot);
    return;
  }
  bool is_array =
      bytes > 0 && (!has_size || size > bytes) && !ends_in_array(types, info);
  if (is_array && info->kind != CTYPE_UNION) {
    spot.parent = add_whole(&builder, 0, bytes);
    spot.is_last = false;
  }
  if (info->kind == CTYPE_STRUCT)
    add_type(&builder, type, spot);
}

void layout_init_plain(struct layout *layout, int64_t size, bool has_size,
                       int64_t header, int64_t element) {
  *layout = (struct layout){.size = size, .has_size = has_size};
  struct builder builder = {.layout = layout};
  if (element <= 0)
    return;
  int32_t array = add_whole(&builder, header, element);
  layout->arrays.at[array].is_whole = header == 0;
}

void layout_release(struct layout *layout) {
  layout_array_vec_release(&layout->arrays);
}

// Normalising

static int64_t floor_modulo(int64_t value, int64_t modulus) {
  int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

static bool has_offset(const struct layout_array *array, int64_t offset) {
  if (array->is_whole)
    return true;
  int64_t index = offset - array->start;
  return index >= 0 && (!array->count || index / array->element < array->count);
}

static int32_t find_below(const struct layout *layout, int32_t parent,
                          int64_t offset) {
  for (uint32_t i = (uint32_t)(parent + 1); i < layout->arrays.count; i++) {
    const struct layout_array *array = &layout->arrays.at[i];
    if (array->parent == parent && has_offset(array, offset))
      return (int32_t)i;
  }
  return LAYOUT_NONE;
}

static int64_t into_first(const struct layout_array *array, int64_t offset) {
  return array->start + floor_modulo(offset - array->start, array->element);
}

int64_t layout_normalise(const struct layout *layout, int64_t offset) {
  int32_t at = find_below(layout, LAYOUT_NONE, offset);
  while (at != LAYOUT_NONE) {
    offset = into_first(&layout->arrays.at[at], offset);
    at = find_below(layout, at, offset);
  }
  return offset;
}

// The innermost array around a normalised offset.
static int32_t innermost(const struct layout *layout, int64_t offset) {
  int32_t last = LAYOUT_NONE;
  int32_t at = find_below(layout, LAYOUT_NONE, offset);
  while (at != LAYOUT_NONE) {
    last = at;
    at = find_below(layout, at, offset);
  }
  return last;
}

bool layout_repeats(const struct layout *layout, int64_t offset) {
  for (int32_t at = innermost(layout, offset); at != LAYOUT_NONE;
       at = layout->arrays.at[at].parent)
    if (layout->arrays.at[at].count != 1)
      return true;
  return false;
}

bool layout_is_inside(const struct layout *layout, int64_t offset,
                      uint64_t bytes) {
  if (offset < 0)
    return false;
  if (!layout->has_size)
    return true;
  return offset < layout->size &&
         bytes <= (uint64_t)layout->size - (uint64_t)offset;
}

// Moving

static bool push_unique(struct offset_vec *into, uint32_t from,
                        int64_t offset) {
  for (uint32_t i = from; i < into->count; i++)
    if (into->at[i] == offset)
      return true;
  if (into->count - from >= LAYOUT_SPREAD)
    return false;
  offset_vec_push(into, offset);
  return true;
}

// All offsets that a normalised one stands for, moved by the step. Arrays are
// left from the inside outwards; those that are the whole object need no
// enumeration, as normalising does not ask for bounds there.
static bool move_all(const struct layout *layout, int32_t at, int64_t offset,
                     int64_t step, uint32_t from, struct offset_vec *into) {
  while (at != LAYOUT_NONE && layout->arrays.at[at].count == 1)
    at = layout->arrays.at[at].parent;
  if (at == LAYOUT_NONE || layout->arrays.at[at].is_whole)
    return push_unique(into, from, layout_normalise(layout, offset + step));
  const struct layout_array *array = &layout->arrays.at[at];
  if (!array->count || array->count > LAYOUT_SPREAD)
    return false;
  for (int64_t i = 0; i < array->count; i++)
    if (!move_all(layout, array->parent, offset + i * array->element, step,
                  from, into))
      return false;
  return true;
}

static bool step_from(const struct layout *layout, int64_t offset, int64_t step,
                      uint32_t from, struct offset_vec *into) {
  int32_t at = innermost(layout, offset);
  if (at == LAYOUT_NONE || layout->arrays.at[at].is_whole)
    return push_unique(into, from, layout_normalise(layout, offset + step));
  const struct layout_array *array = &layout->arrays.at[at];
  int64_t inside = offset + step - array->start;
  if (inside >= 0 && inside < array->element)
    return push_unique(into, from, layout_normalise(layout, offset + step));
  if (!array->is_first && array->count != 1 && step > 0 &&
      step % array->element == 0)
    return push_unique(into, from, offset);
  return move_all(layout, at, offset, step, from, into);
}

// All offsets of one element (or of the object and its end) congruent to the
// offset.
static bool spread_over(const struct layout *layout, int64_t start,
                        int64_t size, int64_t offset, int64_t stride,
                        uint32_t from, struct offset_vec *into) {
  if (size / stride > LAYOUT_SPREAD * 16)
    return false;
  for (int64_t o = start + floor_modulo(offset - start, stride);
       o < start + size; o += stride)
    if (!push_unique(into, from, layout_normalise(layout, o)))
      return false;
  return true;
}

static bool spread(const struct layout *layout, int64_t offset, int64_t stride,
                   uint32_t from, struct offset_vec *into) {
  int32_t at = innermost(layout, offset);
  while (at != LAYOUT_NONE && !layout->arrays.at[at].is_trusted)
    at = layout->arrays.at[at].parent;
  if (at != LAYOUT_NONE) {
    const struct layout_array *array = &layout->arrays.at[at];
    uint64_t divisor =
        common_divisor((uint64_t)array->element, (uint64_t)stride);
    return spread_over(layout, array->start, array->element, offset,
                       (int64_t)divisor, from, into);
  }
  return layout->has_size &&
         spread_over(layout, 0, layout->size + 1, offset, stride, from, into);
}

bool layout_move(const struct layout *layout, int64_t offset, int64_t step,
                 uint64_t stride, struct offset_vec *into) {
  uint32_t from = into->count;
  if (!stride)
    return step_from(layout, offset, step, from, into);
  if (stride > INT32_MAX)
    stride = 1;
  struct offset_vec starts = {0};
  bool ok = step_from(layout, offset, step, 0, &starts);
  for (uint32_t i = 0; i < starts.count && ok; i++)
    ok = spread(layout, starts.at[i], (int64_t)stride, from, into);
  offset_vec_release(&starts);
  return ok;
}
