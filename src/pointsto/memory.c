// Memory as nodes: cells, readers, copies (inclusion.h).
#include "pointsto/internal.h"

// Overlap

static bool has_offset(const struct offset_vec *offsets, int64_t offset) {
  for (uint32_t i = 0; i < offsets->count; i++)
    if (offsets->at[i] == offset)
      return true;
  return false;
}

// Whether moving from one offset by a distance in low .. high may lead to the
// other.
static bool is_within(const struct layout *layout, int64_t from, int64_t to,
                      int64_t low, int64_t high) {
  if (!layout->arrays.count)
    return to - from >= low && to - from <= high;
  if (from == to && low <= 0 && high >= 0)
    return true;
  struct offset_vec offsets = {0};
  bool found = false;
  for (int64_t step = low; step <= high && !found; step++) {
    offset_vec_clear(&offsets);
    found = !layout_move(layout, from, step, 0, &offsets) ||
            has_offset(&offsets, to);
  }
  offset_vec_release(&offsets);
  return found;
}

// A value that starts at a cell is taken to be as long as a pointer.
static bool overlaps(const struct inclusion *system, uint32_t object,
                     int64_t cell, const struct cell *reader) {
  return is_within(&system->objects.at[object].layout, reader->offset, cell,
                   1 - (int64_t)system->word, (int64_t)reader->bytes - 1);
}

// Copies

enum { COPY_WALK = 512 }; // bytes up to which a copy is followed byte by byte

static bool is_same_array(const struct layout *a, const struct layout *b) {
  return a->arrays.count && b->arrays.count && a->arrays.at[0].is_whole &&
         b->arrays.at[0].is_whole &&
         a->arrays.at[0].element == b->arrays.at[0].element;
}

// Fills a buffer with what may be anywhere in it: word by word as long as that
// is no effort, so that it stays inside the bytes copied.
static void fill_buffer(struct inclusion *system, uint32_t node,
                        uint32_t buffer) {
  uint64_t size = (uint64_t)system->objects.at[buffer].layout.size;
  if (!size || size > COPY_WALK)
    inclusion_flow(system, node, system->objects.at[buffer].written);
  else
    for (uint64_t at = 0; at < size; at += system->word)
      inclusion_flow(system, node, inclusion_cell(system, buffer, (int64_t)at));
}

static void add_to_buffer(struct inclusion *system, uint32_t node,
                          uint32_t buffer, int64_t offset) {
  inclusion_flow(system, node, inclusion_cell(system, buffer, offset));
}

// A copy of known size out of an object with arrays, byte by byte.
static void walk_into_buffer(struct inclusion *system, uint32_t object,
                             const struct cell *cell,
                             const struct transfer *transfer) {
  for (int64_t at = 1 - (int64_t)system->word; at < (int64_t)transfer->size;
       at++)
    if (is_within(&system->objects.at[object].layout, transfer->from_offset,
                  cell->offset, at, at))
      add_to_buffer(system, cell->node, transfer->to, at);
}

// Offsets in a buffer count from the pointer copied from.
static void send_into_buffer(struct inclusion *system, uint32_t object,
                             const struct cell *cell,
                             const struct transfer *transfer) {
  const struct layout *layout = &system->objects.at[object].layout;
  const struct layout *buffer = &system->objects.at[transfer->to].layout;
  int64_t distance = cell->offset - transfer->from_offset;
  bool is_plain = !layout_repeats(layout, cell->offset) &&
                  !layout_repeats(layout, transfer->from_offset);
  if (is_plain) {
    if (distance > -(int64_t)system->word &&
        (!transfer->size || distance < (int64_t)transfer->size))
      add_to_buffer(system, cell->node, transfer->to, distance);
  } else if (transfer->size && transfer->size <= COPY_WALK) {
    walk_into_buffer(system, object, cell, transfer);
  } else if (is_same_array(layout, buffer)) {
    add_to_buffer(system, cell->node, transfer->to, distance);
  } else {
    fill_buffer(system, cell->node, transfer->to);
  }
}

// The pieces of a buffer repeat if the buffer does.
static void send_from_buffer(struct inclusion *system, uint32_t buffer,
                             const struct cell *cell,
                             const struct transfer *transfer) {
  const struct layout *from = &system->objects.at[buffer].layout;
  uint64_t stride =
      from->arrays.count ? (uint64_t)from->arrays.at[0].element : 0;
  struct offset_vec offsets = {0};
  uint32_t node = cell->node;
  if (!layout_move(&system->objects.at[transfer->to].layout,
                   transfer->to_offset, cell->offset, stride, &offsets))
    inclusion_flow(system, node, system->objects.at[transfer->to].written);
  else
    for (uint32_t i = 0; i < offsets.count; i++)
      if (layout_is_inside(&system->objects.at[transfer->to].layout,
                           offsets.at[i] < 0 ? 0 : offsets.at[i], 1))
        inclusion_flow(system, node,
                       inclusion_cell(system, transfer->to, offsets.at[i]));
  offset_vec_release(&offsets);
}

// Buffers are the objects that no place names: transfers lead into them or out
// of them.
static bool leads_into_buffer(const struct transfer *transfer) {
  return transfer->to_offset == INT64_MIN;
}

static void transfer_cell(struct inclusion *system, uint32_t object,
                          struct cell cell, struct transfer transfer) {
  if (leads_into_buffer(&transfer))
    send_into_buffer(system, object, &cell, &transfer);
  else
    send_from_buffer(system, object, &cell, &transfer);
}

static bool transfer_equal(const struct transfer *a, const struct transfer *b) {
  return a->to == b->to && a->from_offset == b->from_offset &&
         a->to_offset == b->to_offset;
}

static void add_transfer(struct inclusion *system, uint32_t object,
                         struct transfer transfer) {
  struct transfer_vec *all = &system->objects.at[object].transfers;
  for (uint32_t i = 0; i < all->count; i++)
    if (transfer_equal(&all->at[i], &transfer))
      return;
  transfer_vec_push(all, transfer);
  if (leads_into_buffer(&transfer))
    fill_buffer(system, system->objects.at[object].written, transfer.to);
  else
    inclusion_flow(system, system->objects.at[object].written,
                   system->objects.at[transfer.to].written);
  for (uint32_t i = 0; i < system->objects.at[object].cells.count; i++)
    transfer_cell(system, object, system->objects.at[object].cells.at[i],
                  transfer);
}

void memory_copy_from(struct inclusion *system, uint32_t buffer,
                      struct inclusion_place place) {
  uint64_t size = (uint64_t)system->objects.at[buffer].layout.size;
  if (place.object == INCLUSION_UNKNOWN)
    fill_buffer(system, system->unknown, buffer);
  else if (place.is_any_offset)
    fill_buffer(system, system->objects.at[place.object].read, buffer);
  else if (layout_is_inside(&system->objects.at[place.object].layout,
                            place.offset, size))
    add_transfer(system, place.object,
                 (struct transfer){buffer, place.offset, INT64_MIN, size});
}

void memory_copy_to(struct inclusion *system, uint32_t buffer,
                    struct inclusion_place place) {
  struct memory *from = &system->objects.at[buffer];
  struct memory *to = &system->objects.at[place.object];
  if (place.object == INCLUSION_UNKNOWN)
    inclusion_leak(system, from->read);
  else if (!to->is_writable)
    return;
  else if (place.is_any_offset)
    inclusion_flow(system, from->read, to->written);
  else if (layout_is_inside(&to->layout, place.offset,
                            (uint64_t)from->layout.size))
    add_transfer(system, buffer,
                 (struct transfer){place.object, 0, place.offset, 0});
}

// Cells and readers

uint32_t inclusion_written(struct inclusion *system, uint32_t object) {
  return system->objects.at[object].written;
}

static void link_cell(struct inclusion *system, uint32_t object,
                      struct cell cell) {
  inclusion_flow(system, cell.node, system->objects.at[object].read);
  for (uint32_t i = 0; i < system->objects.at[object].readers.count; i++) {
    struct cell reader = system->objects.at[object].readers.at[i];
    if (overlaps(system, object, cell.offset, &reader))
      inclusion_flow(system, cell.node, reader.node);
  }
  for (uint32_t i = 0; i < system->objects.at[object].transfers.count; i++)
    transfer_cell(system, object, cell,
                  system->objects.at[object].transfers.at[i]);
}

uint32_t inclusion_cell(struct inclusion *system, uint32_t object,
                        int64_t offset) {
  struct memory *memory = &system->objects.at[object];
  offset = layout_normalise(&memory->layout, offset);
  struct place_key key = {object, 0, offset};
  const uint32_t *found = place_map_find(&system->cells, key);
  if (found)
    return *found;
  if (memory->cells.count >= INCLUSION_OBJECT_SPREAD)
    return memory->written;
  struct cell cell = {offset, 0, inclusion_add_node(system)};
  place_map_put(&system->cells, key, cell.node);
  cell_vec_push(&memory->cells, cell);
  link_cell(system, object, cell);
  return cell.node;
}

static uint32_t reader_node(struct inclusion *system, uint32_t object,
                            int64_t offset, uint32_t bytes) {
  struct memory *memory = &system->objects.at[object];
  struct place_key key = {object, bytes, offset};
  const uint32_t *found = place_map_find(&system->cells, key);
  if (found)
    return *found;
  struct cell reader = {offset, bytes, inclusion_add_node(system)};
  place_map_put(&system->cells, key, reader.node);
  cell_vec_push(&memory->readers, reader);
  inclusion_flow(system, memory->written, reader.node);
  for (uint32_t i = 0; i < system->objects.at[object].cells.count; i++) {
    struct cell cell = system->objects.at[object].cells.at[i];
    if (overlaps(system, object, cell.offset, &reader))
      inclusion_flow(system, cell.node, reader.node);
  }
  return reader.node;
}

// Accesses

// Pieces of a wide access, by their distance from its beginning.
static bool next_piece(struct inclusion *system, struct inclusion_place place,
                       unsigned done, struct offset_vec *offsets) {
  offset_vec_clear(offsets);
  return layout_move(&system->objects.at[place.object].layout, place.offset,
                     done, 0, offsets);
}

static unsigned piece_size(const struct inclusion *system, unsigned bytes,
                           unsigned done) {
  return bytes - done < system->word ? bytes - done : system->word;
}

void memory_load_place(struct inclusion *system, struct inclusion_place place,
                       uint32_t to, unsigned bytes) {
  if (place.object == INCLUSION_UNKNOWN) {
    node_add(system, to, INCLUSION_UNKNOWN);
    return;
  }
  uint32_t object = place.object;
  if (place.is_any_offset) {
    inclusion_flow(system, system->objects.at[object].read, to);
    return;
  }
  if (!layout_is_inside(&system->objects.at[object].layout, place.offset,
                        bytes))
    return;
  struct offset_vec offsets = {0};
  for (unsigned done = 0; done < bytes; done += system->word) {
    if (!next_piece(system, place, done, &offsets))
      inclusion_flow(system, system->objects.at[object].read, to);
    for (uint32_t i = 0; i < offsets.count; i++)
      inclusion_flow(system,
                     reader_node(system, object, offsets.at[i],
                                 piece_size(system, bytes, done)),
                     to);
  }
  offset_vec_release(&offsets);
}

void memory_store_place(struct inclusion *system, struct inclusion_place place,
                        uint32_t from, unsigned bytes) {
  uint32_t object = place.object;
  const struct memory *memory = &system->objects.at[object];
  if (object == INCLUSION_UNKNOWN) {
    inclusion_leak(system, from);
    return;
  }
  if (!memory->is_writable)
    return;
  if (place.is_any_offset) {
    inclusion_flow(system, from, memory->written);
    return;
  }
  if (!layout_is_inside(&memory->layout, place.offset, bytes))
    return;
  struct offset_vec offsets = {0};
  for (unsigned done = 0; done < bytes; done += system->word) {
    if (!next_piece(system, place, done, &offsets))
      inclusion_flow(system, from, system->objects.at[object].written);
    for (uint32_t i = 0; i < offsets.count; i++)
      inclusion_flow(system, from,
                     inclusion_cell(system, object, offsets.at[i]));
  }
  offset_vec_release(&offsets);
}

// Contents

void inclusion_contents(const struct inclusion *system,
                        struct inclusion_place place, struct sparse_set *into) {
  const struct memory *memory = &system->objects.at[place.object];
  if (place.object == INCLUSION_UNKNOWN) {
    sparse_set_add(into, INCLUSION_UNKNOWN);
    return;
  }
  if (place.is_any_offset) {
    sparse_set_join(into, inclusion_places(system, memory->read));
    return;
  }
  sparse_set_join(into, inclusion_places(system, memory->written));
  struct cell reader = {place.offset, system->word, 0};
  for (uint32_t i = 0; i < memory->cells.count; i++)
    if (overlaps(system, place.object, memory->cells.at[i].offset, &reader))
      sparse_set_join(into, inclusion_places(system, memory->cells.at[i].node));
}
