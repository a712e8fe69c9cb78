// From a byte offset to the member that a C programmer would name.
//
// The innermost fitting member wins. In a union several members may fit; one
// whose own size is the wanted one is preferred to one that has a part of it.
#include "program/ctype.h"

// What we are looking for inside the type at hand.
struct wanted {
  uint64_t offset; // in bytes
  uint64_t size;   // in bytes; 0: any
};

static bool find(const struct ctype_table *types, struct ctype type,
                 struct wanted wanted, struct strbuf *out, struct ctype *found);

static void cut(struct strbuf *out, size_t length) {
  if (out->length == length)
    return;
  out->length = length;
  out->text[length] = '\0';
}

// An x87 long double is stored in 12 or 16 bytes but accessed as 10.
static bool has_size(const struct ctype_info *info, uint64_t size) {
  return size == 0 || info->bit_size == size * 8 ||
         (info->kind == CTYPE_FLOAT && size == 10 && info->bit_size > 80);
}

static bool is_flexible(const struct ctype_table *types,
                        const struct cfield *field) {
  const struct ctype_info *info = ctype_bare(types, field->type);
  return info->kind == CTYPE_ARRAY && info->count == 0;
}

// Only records may be looked through; other unnamed members are padding.
static bool is_nameable(const struct ctype_table *types,
                        const struct cfield *field) {
  return !name_is_none(field->name) || ctype_is_record(types, field->type);
}

static void print_member(const struct ctype_table *types,
                         const struct cfield *field, struct strbuf *out) {
  if (!name_is_none(field->name))
    strbuf_format(out, ".%s", ctype_name_text(types, field->name));
}

static bool covers(const struct ctype_table *types, const struct cfield *field,
                   uint64_t offset) {
  if (field->is_bit_field || field->bit_offset > offset * 8)
    return false;
  return offset * 8 - field->bit_offset < field->bit_size ||
         is_flexible(types, field);
}

static bool find_in_field(const struct ctype_table *types,
                          const struct cfield *field, struct wanted wanted,
                          struct strbuf *out, struct ctype *found) {
  if (!covers(types, field, wanted.offset) || !is_nameable(types, field))
    return false;
  size_t before = out->length;
  print_member(types, field, out);
  struct wanted inside = {wanted.offset - field->bit_offset / 8, wanted.size};
  if (find(types, field->type, inside, out, found))
    return true;
  cut(out, before);
  return false;
}

// An access to bytes in which there is one bit-field and nothing else means
// that bit-field.
static bool find_bit_field(const struct ctype_table *types,
                           const struct ctype_info *record,
                           struct wanted wanted, struct strbuf *out,
                           struct ctype *found) {
  uint64_t low = wanted.offset * 8;
  uint64_t high = low + (wanted.size ? wanted.size : 1) * 8;
  const struct cfield *only = NULL;
  for (uint32_t i = 0; i < record->field_count; i++) {
    const struct cfield *field = &record->fields[i];
    if (field->bit_offset >= high || field->bit_offset + field->bit_size <= low)
      continue;
    if (only)
      return false;
    only = field;
  }
  if (!only || !only->is_bit_field || name_is_none(only->name) ||
      only->bit_offset < low ||
      (wanted.size && only->bit_offset + only->bit_size > high))
    return false;
  print_member(types, only, out);
  *found = only->type;
  return true;
}

static bool find_in_struct(const struct ctype_table *types,
                           const struct ctype_info *record,
                           struct wanted wanted, struct strbuf *out,
                           struct ctype *found) {
  for (uint32_t i = 0; i < record->field_count; i++)
    if (find_in_field(types, &record->fields[i], wanted, out, found))
      return true;
  return find_bit_field(types, record, wanted, out, found);
}

static bool find_in_union(const struct ctype_table *types,
                          const struct ctype_info *record, struct wanted wanted,
                          struct strbuf *out, struct ctype *found) {
  for (uint32_t i = 0; wanted.size && i < record->field_count; i++)
    if (record->fields[i].bit_size == wanted.size * 8 &&
        find_in_field(types, &record->fields[i], wanted, out, found))
      return true;
  return find_in_struct(types, record, wanted, out, found);
}

static bool find_in_array(const struct ctype_table *types,
                          const struct ctype_info *array, struct wanted wanted,
                          struct strbuf *out, struct ctype *found) {
  uint64_t size = ctype_bare(types, array->target)->bit_size / 8;
  if (size == 0 || (array->count && wanted.offset / size >= array->count))
    return false;
  size_t before = out->length;
  strbuf_format(out, "[%llu]", (unsigned long long)(wanted.offset / size));
  struct wanted inside = {wanted.offset % size, wanted.size};
  if (find(types, array->target, inside, out, found))
    return true;
  cut(out, before);
  return false;
}

static bool find_part(const struct ctype_table *types,
                      const struct ctype_info *info, struct wanted wanted,
                      struct strbuf *out, struct ctype *found) {
  switch (info->kind) {
  case CTYPE_STRUCT: return find_in_struct(types, info, wanted, out, found);
  case CTYPE_UNION: return find_in_union(types, info, wanted, out, found);
  case CTYPE_ARRAY: return find_in_array(types, info, wanted, out, found);
  default: return false;
  }
}

static bool find(const struct ctype_table *types, struct ctype type,
                 struct wanted wanted, struct strbuf *out,
                 struct ctype *found) {
  const struct ctype_info *info = ctype_bare(types, type);
  if (find_part(types, info, wanted, out, found))
    return true;
  *found = type;
  return info->kind != CTYPE_UNKNOWN && wanted.offset == 0 &&
         has_size(info, wanted.size);
}

bool ctype_path(const struct ctype_table *types, struct ctype type,
                uint64_t offset, uint64_t size, struct strbuf *out,
                struct ctype *found) {
  return find(types, type, (struct wanted){offset, size}, out, found);
}

// Bit-fields

static const struct cfield *bit_field_in(const struct ctype_table *types,
                                         struct ctype type, uint64_t bit,
                                         struct strbuf *out);

static const struct cfield *bit_field_of(const struct ctype_table *types,
                                         const struct cfield *field,
                                         uint64_t bit, struct strbuf *out) {
  size_t before = out->length;
  if (bit < field->bit_offset || bit >= field->bit_offset + field->bit_size)
    return NULL;
  print_member(types, field, out);
  if (field->is_bit_field && bit == field->bit_offset &&
      !name_is_none(field->name))
    return field;
  const struct cfield *found =
      field->is_bit_field
          ? NULL
          : bit_field_in(types, field->type, bit - field->bit_offset, out);
  if (!found)
    cut(out, before);
  return found;
}

static const struct cfield *bit_field_in(const struct ctype_table *types,
                                         struct ctype type, uint64_t bit,
                                         struct strbuf *out) {
  const struct ctype_info *info = ctype_bare(types, type);
  const struct cfield *found = NULL;
  size_t before = out->length;
  if (info->kind == CTYPE_ARRAY) {
    uint64_t size = ctype_bare(types, info->target)->bit_size;
    if (size)
      strbuf_format(out, "[%llu]", (unsigned long long)(bit / size));
    found = size ? bit_field_in(types, info->target, bit % size, out) : NULL;
  }
  for (uint32_t i = 0; i < info->field_count && !found; i++)
    found = bit_field_of(types, &info->fields[i], bit, out);
  if (!found)
    cut(out, before);
  return found;
}

const struct cfield *ctype_bit_field(const struct ctype_table *types,
                                     struct ctype type, uint64_t bit,
                                     struct strbuf *out) {
  return bit_field_in(types, type, bit, out);
}
