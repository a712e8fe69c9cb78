#include "paths/object.h"

void path_object_copy(struct path_object *to, const struct path_object *from) {
  *to = *from;
  to->cells = (struct path_cell_vec){0};
  path_cell_vec_append(&to->cells, from->cells.at, from->cells.count);
}

// The first cell that ends behind the offset; the number of cells if none does.
static uint32_t first_behind(const struct path_object *object,
                             uint64_t offset) {
  uint32_t low = 0, high = object->cells.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct path_cell *cell = &object->cells.at[middle];
    if (cell->offset + cell->size > offset)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void insert_cell(struct path_object *object, uint32_t index,
                        struct path_cell cell) {
  path_cell_vec_push(&object->cells, cell);
  for (uint32_t i = object->cells.count - 1; i > index; i--)
    object->cells.at[i] = object->cells.at[i - 1];
  object->cells.at[index] = cell;
}

static void remove_cell(struct path_object *object, uint32_t index) {
  for (uint32_t i = index; i + 1 < object->cells.count; i++)
    object->cells.at[i] = object->cells.at[i + 1];
  object->cells.count--;
}

static struct path_cell part_of(struct term_table *terms,
                                const struct path_cell *cell, uint64_t from,
                                uint64_t end) {
  uint32_t size = (uint32_t)(end - from);
  return (struct path_cell){from, size,
                            term_extract(terms,
                                         8 * (unsigned)(from - cell->offset),
                                         8 * size, cell->value)};
}

// No cell has any of the bytes afterwards.
static void clear_range(struct path_object *object, struct term_table *terms,
                        uint64_t offset, uint64_t end) {
  uint32_t i = first_behind(object, offset);
  while (i < object->cells.count && object->cells.at[i].offset < end) {
    struct path_cell cell = object->cells.at[i];
    uint64_t cell_end = cell.offset + cell.size;
    remove_cell(object, i);
    if (cell.offset < offset)
      insert_cell(object, i++, part_of(terms, &cell, cell.offset, offset));
    if (cell_end > end)
      insert_cell(object, i++, part_of(terms, &cell, end, cell_end));
  }
}

void path_object_write(struct path_object *object, struct term_table *terms,
                       uint64_t offset, uint32_t size, struct term value) {
  clear_range(object, terms, offset, offset + size);
  insert_cell(object, first_behind(object, offset),
              (struct path_cell){offset, size, value});
}

// Bytes that no cell has.
static struct term beginning_of(struct path_object *object,
                                struct term_table *terms, struct name name,
                                uint64_t offset, uint32_t size) {
  if (object->beginning == BEGINS_ANY) {
    struct term any = term_variable(terms, name, sort_bits(8 * size));
    path_object_write(object, terms, offset, size, any);
    return any;
  }
  u128 value = 0;
  for (uint32_t i = size; i-- > 0 && object->beginning == BEGINS_GIVEN;)
    value = value << 8 | object->bytes[offset + i];
  return term_const(terms, 8 * size, value);
}

// The bytes from the offset on that are in one cell, or in none: at most up to
// the end.
static struct path_cell next_piece(struct path_object *object,
                                   struct term_table *terms, struct name name,
                                   uint64_t offset, uint64_t end) {
  uint32_t i = first_behind(object, offset);
  if (end - offset > PATH_CELL_BYTES)
    end = offset + PATH_CELL_BYTES;
  if (i < object->cells.count && object->cells.at[i].offset <= offset) {
    struct path_cell cell = object->cells.at[i];
    uint64_t cell_end = cell.offset + cell.size;
    return part_of(terms, &cell, offset, cell_end < end ? cell_end : end);
  }
  if (i < object->cells.count && object->cells.at[i].offset < end)
    end = object->cells.at[i].offset;
  uint32_t size = (uint32_t)(end - offset);
  return (struct path_cell){offset, size,
                            beginning_of(object, terms, name, offset, size)};
}

struct term path_object_read(struct path_object *object,
                             struct term_table *terms, struct name name,
                             uint64_t offset, uint32_t size) {
  struct path_cell piece =
      next_piece(object, terms, name, offset, offset + size);
  struct term value = piece.value;
  uint64_t at = offset + piece.size;
  while (at < offset + size) {
    piece = next_piece(object, terms, name, at, offset + size);
    value = term_concat(terms, piece.value, value);
    at += piece.size;
  }
  return value;
}

void path_object_fill(struct path_object *object, struct term_table *terms,
                      uint64_t offset, uint64_t size, struct term byte) {
  bool is_zero = term_is_const(terms, byte) && !term_value(terms, byte);
  clear_range(object, terms, offset, offset + size);
  if (is_zero && size == object->size) {
    object->beginning = BEGINS_ZERO;
    return;
  }
  enum { ZEROS = 8 };
  uint64_t step = is_zero ? ZEROS : 1;
  for (uint64_t at = 0; at < size; at += step) {
    uint32_t many = (uint32_t)(size - at < step ? size - at : step);
    path_object_write(object, terms, offset + at, many,
                      is_zero ? term_const(terms, 8 * many, 0) : byte);
  }
}

void path_object_transfer(struct path_object *to, uint64_t offset,
                          struct path_object *from, uint64_t start,
                          uint64_t size, struct term_table *terms,
                          struct name name) {
  struct path_cell_vec pieces = {0};
  for (uint64_t at = 0; at < size;) {
    struct path_cell piece =
        next_piece(from, terms, name, start + at, start + size);
    at += piece.size;
    path_cell_vec_push(&pieces, piece);
  }
  for (uint32_t i = 0; i < pieces.count; i++)
    path_object_write(to, terms, pieces.at[i].offset - start + offset,
                      pieces.at[i].size, pieces.at[i].value);
  path_cell_vec_release(&pieces);
}
