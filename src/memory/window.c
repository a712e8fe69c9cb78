#include "memory/window.h"

// The outermost array around the byte. False when there is none.
static bool find_array(const struct ctype_table *types, struct ctype type,
                       uint64_t offset, uint64_t *low, uint64_t *high) {
  uint64_t start = 0;
  for (;;) {
    const struct ctype_info *info = ctype_bare(types, type);
    uint64_t size = info->bit_size / 8;
    if (info->kind == CTYPE_ARRAY && info->count) {
      *low = start;
      *high = start + size;
      return offset < *high;
    }
    if (info->kind != CTYPE_STRUCT)
      return false;
    const struct cfield *inside = NULL;
    for (uint32_t i = 0; i < info->field_count; i++) {
      const struct cfield *field = &info->fields[i];
      uint64_t at = start + field->bit_offset / 8;
      uint64_t bytes = ctype_bare(types, field->type)->bit_size / 8;
      if (offset >= at && offset - at < bytes)
        inside = field;
    }
    if (!inside)
      return false;
    start += inside->bit_offset / 8;
    type = inside->type;
  }
}

void window_expect(const struct regions *regions, struct place place,
                   uint32_t edge, struct term address, uint64_t *low,
                   uint64_t *high) {
  const struct program *program = regions->program;
  const struct block *block =
      &targets_blocks(regions->targets)->at[place.object];
  int64_t first, last;
  *low = 0;
  *high = UINT64_MAX;
  if (block->kind == BLOCK_MANY || block->kind == BLOCK_OUTSIDE ||
      !known_base(regions->known, edge, address, place.object, &first, &last) ||
      first < 0 || (block->size && (uint64_t)last >= block->size))
    return;
  uint64_t start, end = block->size ? block->size : UINT64_MAX;
  struct ctype type = regions->at.at[place.object].type;
  *low = (uint64_t)first;
  *high = end;
  if (find_array(program->types, type, (uint64_t)last, &start, &end) &&
      start <= (uint64_t)first)
    *high = end;
  else if (find_array(program->types, type, (uint64_t)last + place.modulus,
                      &start, &end))
    *high = end; // a[i - 1]
}

static bool overlap(struct window a, struct window b) {
  return a.low < b.high && b.low < a.high;
}

static struct window hull(struct window a, struct window b) {
  a.low = a.low < b.low ? a.low : b.low;
  a.high = a.high > b.high ? a.high : b.high;
  return a;
}

// They stay ascending and disjoint.
static void add_window(struct window_vec *windows, struct window window) {
  for (uint32_t i = 0; i < windows->count;) {
    if (!overlap(windows->at[i], window)) {
      i++;
      continue;
    }
    window = hull(window, windows->at[i]);
    memmove(windows->at + i, windows->at + i + 1,
            (windows->count - i - 1) * sizeof *windows->at);
    windows->count--;
    i = 0;
  }
  uint32_t at = window_vec_push(windows, window);
  for (; at > 0 && windows->at[at - 1].low > window.low; at--)
    windows->at[at] = windows->at[at - 1];
  windows->at[at] = window;
}

// A use that lies across the border moves the border.
static bool widen(struct window_vec *windows, const struct region_use *use) {
  struct window range = {(uint64_t)use->offset,
                         (uint64_t)use->offset + use->size, 0};
  for (uint32_t i = 0; i < windows->count; i++) {
    struct window window = windows->at[i];
    if (!overlap(window, range) ||
        (range.low >= window.low && range.high <= window.high))
      continue;
    add_window(windows, range);
    return true;
  }
  return false;
}

static bool is_everything(struct window window, uint64_t size) {
  return window.low == 0 && window.high >= (size ? size : UINT64_MAX);
}

void windows_find(const struct region *region, uint64_t size,
                  struct window_vec *windows) {
  window_vec_clear(windows);
  if (region->is_whole || region->stride)
    return;
  for (uint32_t i = 0; i < region->uses.count; i++)
    if (region->uses.at[i].modulus)
      add_window(windows, (struct window){region->uses.at[i].low,
                                          region->uses.at[i].high, 0});
  bool grows = true;
  while (grows && windows->count) {
    grows = false;
    for (uint32_t i = 0; i < region->uses.count && !grows; i++)
      if (!region->uses.at[i].modulus)
        grows = widen(windows, &region->uses.at[i]);
  }
  if (windows->count && is_everything(windows->at[0], size))
    window_vec_clear(windows);
}

const struct window *window_of(const struct region *region, uint64_t low,
                               uint64_t high) {
  for (uint32_t i = 0; i < region->windows.count; i++)
    if (region->windows.at[i].low <= low && region->windows.at[i].high >= high)
      return &region->windows.at[i];
  return NULL;
}

uint64_t window_next_offset(struct place place, uint64_t from) {
  int64_t ahead = place.offset - (int64_t)from;
  return from + (uint64_t)place_residue(ahead, place.modulus);
}

bool window_choices(const struct regions *regions, struct place place,
                    uint64_t size, uint64_t low, uint64_t high,
                    struct u32_vec *into) {
  const struct block *block =
      &targets_blocks(regions->targets)->at[place.object];
  uint64_t end = high < block->size ? high : block->size;
  if (low == 0 && end == block->size)
    return false; // nothing beside it gains from that
  if (block->kind == BLOCK_MANY || block->kind == BLOCK_OUTSIDE || end <= low ||
      end > UINT32_MAX || (end - low) / place.modulus > WINDOW_CHOICES)
    return false;
  for (uint64_t i = window_next_offset(place, low); i + size <= end;
       i += place.modulus)
    u32_vec_push(into, (uint32_t)i);
  return into->count > 0;
}
