// Cutting memory into regions and cells; see region.h.
#include <stdlib.h>

#include "base/check.h"
#include "base/valid.h"
#include "memory/window.h"

enum { WIDEST_CELL = 16, MOST_ROUNDS = 300, HEAP_ALIGNMENT = 16 };

static const uint64_t area_size = (uint64_t)1 << 24; // of a heap

enum { LARGEST_MOVE = 1024 }; // bytes moved between regions with windows

static const struct block *block_at(const struct regions *regions,
                                    uint32_t block) {
  return &targets_blocks(regions->targets)->at[block];
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

// Uses

static bool is_inside(const struct block *block, struct region_use use) {
  if (use.modulus || !block->size)
    return use.modulus || use.offset >= 0;
  return use.offset >= 0 && use.size <= block->size &&
         (uint64_t)use.offset <= block->size - use.size;
}

static bool add_use(struct regions *regions, uint32_t block,
                    struct region_use use) {
  struct region *region = &regions->at.at[block];
  if (block_at(regions, block)->kind == BLOCK_OUTSIDE || use.size == 0 ||
      !is_inside(block_at(regions, block), use))
    return false;
  use.offset = place_residue(use.offset, use.modulus);
  for (uint32_t i = 0; i < region->uses.count; i++) {
    const struct region_use *known = &region->uses.at[i];
    if (known->offset == use.offset && known->modulus == use.modulus &&
        known->size == use.size && known->low == use.low &&
        known->high == use.high)
      return false;
  }
  region_use_vec_push(&region->uses, use);
  return true;
}

// At an offset that is known, or anywhere.
static struct region_use plain_use(int64_t offset, uint64_t modulus,
                                   uint64_t size) {
  return (struct region_use){offset, modulus, size, 0,
                             modulus ? UINT64_MAX : 0};
}

static void use_address(struct regions *regions, uint32_t edge,
                        struct term address, uint64_t size) {
  struct place_vec places = {0};
  known_places(regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    struct place place = places.at[i];
    struct region_use use = plain_use(place.offset, place.modulus, size);
    struct u32_vec choices = {0};
    if (place.modulus)
      window_expect(regions, place, edge, address, &use.low, &use.high);
    if (!place.modulus ||
        !window_choices(regions, place, size, use.low, use.high, &choices))
      add_use(regions, place.object, use);
    for (uint32_t k = 0; k < choices.count; k++)
      add_use(regions, place.object, plain_use(choices.at[k], 0, size));
    u32_vec_release(&choices);
  }
  place_vec_release(&places);
}

// A copy or fill of known size. What is moved to or from places that are not
// known, and much at once, is easier without windows.
static void use_move(struct regions *regions, uint32_t edge,
                     struct term address, uint64_t size, bool is_simple) {
  struct place_vec places = {0};
  known_places(regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    struct region *region = &regions->at.at[places.at[i].object];
    region->moved = common_divisor(region->moved, places.at[i].modulus);
    region->is_whole |= !is_simple || size > LARGEST_MOVE;
  }
  place_vec_release(&places);
}

static bool is_at_known_offsets(struct regions *regions, uint32_t edge,
                                struct term address) {
  struct place_vec places = {0};
  bool result = true;
  known_places(regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    result &= places.at[i].modulus == 0;
  place_vec_release(&places);
  return result;
}

static void use_block(struct regions *regions, uint32_t edge) {
  const struct operation *op = &regions->procedure->edges.at[edge].op;
  const struct term_table *terms = regions->program->terms;
  bool is_copy = op->kind == OPERATION_COPY;
  bool has_size = term_is_const(terms, op->block.size);
  bool is_simple =
      has_size && is_at_known_offsets(regions, edge, op->block.address) &&
      (!is_copy || is_at_known_offsets(regions, edge, op->block.source));
  uint64_t size = has_size ? (uint64_t)term_value(terms, op->block.size) : 0;
  use_move(regions, edge, op->block.address, size, is_simple);
  if (is_copy)
    use_move(regions, edge, op->block.source, size, is_simple);
}

uint64_t region_unit(const struct term_table *terms, struct term size) {
  uint64_t unit = 1;
  if (term_op(terms, size) == OP_MUL &&
      term_is_const(terms, term_operand(terms, size, 1)))
    unit = (uint64_t)term_value(terms, term_operand(terms, size, 1));
  if (term_op(terms, size) == OP_SHL &&
      term_is_const(terms, term_operand(terms, size, 1)) &&
      term_value(terms, term_operand(terms, size, 1)) < 4)
    unit = (uint64_t)1 << (unsigned)term_value(terms,
                                               term_operand(terms, size, 1));
  unit &= -unit;
  return unit == 0 ? 1 : unit > 8 ? 8 : unit;
}

// A walk of unknown length from the address, a unit at a time.
static void use_walk(struct regions *regions, uint32_t edge,
                     struct term address, uint64_t unit) {
  struct place_vec places = {0};
  known_places(regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    add_use(regions, places.at[i].object,
            plain_use(places.at[i].offset,
                      common_divisor(places.at[i].modulus, unit), unit));
  place_vec_release(&places);
}

// A call that changes so much of what its last argument points to.
static void use_filled(struct regions *regions, uint32_t edge) {
  const struct operation *op = &regions->procedure->edges.at[edge].op;
  const struct program *program = regions->program;
  if (!op->call.callee.id)
    return;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  uint64_t size = ctype_bare(program->types, callee->filled)->bit_size / 8;
  if (callee->outside != OUTSIDE_FILLS || !size)
    return;
  struct term address = op->call.arguments[op->call.count - 1];
  use_move(regions, edge, address, size,
           is_at_known_offsets(regions, edge, address));
}

enum { LARGEST_SPELT = 64 };

// All bytes of a string that begins at the address: one by one if they are
// few, so that they can be plain variables.
static void use_string(struct regions *regions, uint32_t edge,
                       struct term address) {
  struct place_vec places = {0};
  known_places(regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    const struct block *block = block_at(regions, places.at[i].object);
    uint64_t size = block->size;
    uint64_t first = places.at[i].modulus || places.at[i].offset < 0
                         ? 0
                         : (uint64_t)places.at[i].offset;
    bool is_short = block->kind != BLOCK_MANY && size && first < size &&
                    size - first <= LARGEST_SPELT;
    for (uint64_t k = first; is_short && k < size; k++)
      add_use(regions, places.at[i].object, plain_use((int64_t)k, 0, 1));
    if (!is_short)
      add_use(regions, places.at[i].object,
              plain_use(places.at[i].offset, 1, 1));
  }
  place_vec_release(&places);
}

static void collect_uses(struct regions *regions) {
  const struct term_table *terms = regions->program->terms;
  for (uint32_t i = 1; i < regions->procedure->edges.count; i++) {
    const struct operation *op = &regions->procedure->edges.at[i].op;
    switch (op->kind) {
    case OPERATION_LOAD:
      use_address(regions, i, op->memory.address,
                  sort_value_bytes(term_sort(
                      regions->program->terms,
                      program_term(regions->program, op->memory.target))));
      break;
    case OPERATION_STORE:
    case OPERATION_UPDATE:
      use_address(regions, i, op->memory.address,
                  sort_value_bytes(
                      term_sort(regions->program->terms, op->memory.value)));
      break;
    case OPERATION_COPY:
      use_block(regions, i);
      if (!term_is_const(terms, op->block.size)) {
        uint64_t unit = region_unit(terms, op->block.size);
        use_walk(regions, i, op->block.address, unit);
        use_walk(regions, i, op->block.source, unit);
      }
      break;
    case OPERATION_INVALID:
      if (op->invalid.access == ACCESS_STRING)
        use_string(regions, i, op->invalid.address);
      break;
    case OPERATION_CALL: use_filled(regions, i); break;
    case OPERATION_FILL:
      use_block(regions, i);
      if (!term_is_const(terms, op->block.size))
        use_walk(regions, i, op->block.address,
                 region_unit(terms, op->block.size));
      break;
    default: break;
    }
  }
}

enum { LARGEST_COVERED = 4096 };

static void cover(struct regions *regions, uint32_t block) {
  uint64_t size = block_at(regions, block)->size;
  bool is_constant =
      block_at(regions, block)->object.id &&
      program_object(regions->program, block_at(regions, block)->object)
          ->is_constant;
  if (is_constant || size > LARGEST_COVERED)
    return;
  for (uint64_t i = 0; i < size; i++)
    add_use(regions, block, plain_use((int64_t)i, 0, 1));
}

static void cover_passed(struct regions *regions) {
  struct bitset done = {0};
  for (uint32_t i = 1; i < regions->procedure->edges.count; i++) {
    const struct operation *op = &regions->procedure->edges.at[i].op;
    struct place_vec places = {0};
    if (op->kind == OPERATION_CALL)
      for (uint32_t k = 0; k < op->call.count; k++)
        targets_of(regions->targets, op->call.arguments[k], &places);
    if (op->kind == OPERATION_CALL && !term_is_none(op->call.variadic))
      targets_of(regions->targets, op->call.variadic, &places);
    for (uint32_t k = 0; k < places.count; k++)
      if (bitset_add(&done, places.at[k].object))
        cover(regions, places.at[k].object);
    place_vec_release(&places);
  }
  bitset_release(&done);
}

// Cells of one region

struct interval {
  uint64_t low;
  uint64_t high;
};

VEC_DEFINE(interval_vec, struct interval);

static int compare_intervals(const void *a, const void *b) {
  const struct interval *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

// Is the use one of those that this window, or all of the region, is cut by?
static bool is_in(const struct region_use *use, struct window window) {
  if (use->modulus)
    return use->low >= window.low && use->high <= window.high;
  return (uint64_t)use->offset >= window.low &&
         (uint64_t)use->offset < window.high;
}

// The greatest period of which every use in the window keeps to one residue
// and either lies within one period or covers whole ones.
static uint64_t find_period(const struct region *region, struct window window) {
  uint64_t period = common_divisor(region->stride, region->moved);
  for (uint32_t i = 0; i < region->uses.count; i++)
    if (is_in(&region->uses.at[i], window))
      period = common_divisor(period, region->uses.at[i].modulus);
  for (uint32_t i = 0; period && i < region->uses.count;) {
    const struct region_use *use = &region->uses.at[i];
    int64_t ahead = use->offset - (int64_t)window.low;
    uint64_t rest = (uint64_t)place_residue(ahead, period);
    bool fits =
        rest + use->size <= period || (rest == 0 && use->size % period == 0);
    if (fits || !is_in(use, window)) {
      i++;
      continue;
    }
    period = common_divisor(period, common_divisor(rest, use->size));
    i = 0;
  }
  return period;
}

static void list_intervals(const struct region *region, struct window window,
                           struct interval_vec *into) {
  for (uint32_t i = 0; i < region->uses.count; i++) {
    const struct region_use *use = &region->uses.at[i];
    if (!is_in(use, window))
      continue;
    int64_t ahead = use->offset - (int64_t)window.low;
    uint64_t low = (uint64_t)place_residue(ahead, window.period);
    uint64_t high = low + use->size;
    if (window.period && high > window.period)
      high = window.period;
    interval_vec_push(into,
                      (struct interval){window.low + low, window.low + high});
  }
  if (into->count)
    qsort(into->at, into->count, sizeof *into->at, compare_intervals);
}

// The intervals from `first` to before `end` overlap in a chain.
static void add_cells(struct region *region, const struct interval_vec *all,
                      uint32_t first, uint32_t end, uint64_t high) {
  uint64_t low = all->at[first].low;
  uint64_t size = high - low;
  if (size > WIDEST_CELL) {
    size = 0;
    for (uint32_t i = first; i < end; i++)
      size = common_divisor(common_divisor(size, all->at[i].low - low),
                            all->at[i].high - all->at[i].low);
  }
  while (size > WIDEST_CELL)
    size = size % 2 ? 1 : size / 2;
  for (uint64_t at = low; at < high; at += size)
    cell_vec_push(&region->cells, (struct cell){.offset = at, .size = size});
}

// Cells for what is used of the window; without a period those are scalars.
static void cut_window(struct region *region, struct window window) {
  struct interval_vec all = {0};
  list_intervals(region, window, &all);
  for (uint32_t first = 0; first < all.count;) {
    uint64_t high = all.at[first].high;
    uint32_t end = first + 1;
    for (; end < all.count && all.at[end].low < high; end++)
      if (all.at[end].high > high)
        high = all.at[end].high;
    add_cells(region, &all, first, end, high);
    first = end;
  }
  interval_vec_release(&all);
}

// Between the windows, and behind the last one, lie scalars.
static void cut_windows(struct region *region) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < region->windows.count; i++) {
    struct window *window = &region->windows.at[i];
    cut_window(region, (struct window){at, window->low, 0});
    window->period = find_period(region, *window);
    uint32_t first = region->cells.count;
    cut_window(region, *window);
    for (uint32_t k = first; k < region->cells.count; k++) {
      region->cells.at[k].period = window->period;
      region->cells.at[k].end = window->high;
    }
    at = window->high;
  }
  cut_window(region, (struct window){at, UINT64_MAX, 0});
}

enum { MOST_FILLED = 64 }; // bytes

// Bytes that nothing uses by themselves, but an access that leaves its window
// may: so that it can be followed.
static void fill_gaps(struct region *region, uint64_t size) {
  uint32_t count = region->cells.count;
  uint64_t outside = size;
  for (uint32_t i = 0; i < region->windows.count; i++)
    outside -= least(region->windows.at[i].high, size) -
               least(region->windows.at[i].low, size);
  for (uint64_t at = 0; outside <= MOST_FILLED && at < size; at++) {
    bool is_inside = false;
    for (uint32_t i = 0; i < region->windows.count; i++)
      if (at >= region->windows.at[i].low && at < region->windows.at[i].high)
        at = least(region->windows.at[i].high, size);
    if (at == size)
      break;
    for (uint32_t i = 0; i < count; i++)
      is_inside |= !region->cells.at[i].period &&
                   at >= region->cells.at[i].offset &&
                   at - region->cells.at[i].offset < region->cells.at[i].size;
    if (!is_inside)
      cell_vec_push(&region->cells, (struct cell){.offset = at, .size = 1});
  }
}

static int compare_cells(const void *a, const void *b) {
  const struct cell *x = a, *y = b;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

// Every byte has at most one cell.
static void check_windows(const struct region *region) {
  for (uint32_t i = 1; i < region->windows.count; i++)
    CHECK(region->windows.at[i - 1].high <= region->windows.at[i].low,
          "windows overlap");
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    for (uint32_t k = 0; !cell->period && k < region->windows.count; k++)
      CHECK(cell->offset + cell->size <= region->windows.at[k].low ||
                cell->offset >= region->windows.at[k].high,
            "a scalar in a window");
  }
}

static void cut_region(struct regions *regions, uint32_t block) {
  struct region *region = &regions->at.at[block];
  struct window everything = {0, UINT64_MAX, 0};
  cell_vec_clear(&region->cells);
  windows_find(region, block_at(regions, block)->size, &region->windows);
  region->period = 0;
  if (region->windows.count) {
    uint64_t size = block_at(regions, block)->size;
    cut_windows(region);
    fill_gaps(region, size);
    qsort(region->cells.at, region->cells.count, sizeof *region->cells.at,
          compare_cells);
    check_windows(region);
    return;
  }
  region->period = everything.period = find_period(region, everything);
  cut_window(region, everything);
}

// Copies

static bool add_use_at(struct regions *regions, struct place to, int64_t ahead,
                       uint64_t modulus, uint64_t size) {
  return add_use(regions, to.object,
                 plain_use(to.offset + ahead, modulus, size));
}

// An array in a window of the source: element by element in a window of the
// target, or if it is less than that at known offsets.
static bool carry_array(struct regions *regions, struct cell cell,
                        struct place from, struct place to, uint64_t size) {
  uint64_t start = (uint64_t)from.offset;
  uint64_t low = cell.offset > start ? cell.offset : start;
  uint64_t high = least(cell.end, start + size);
  bool changed = false;
  if (low >= high)
    return false;
  if (to.modulus == 0 && high - low > 2 * cell.period) {
    int64_t moved = to.offset - from.offset;
    struct region_use use = {(int64_t)cell.offset + moved, cell.period,
                             cell.size, (uint64_t)((int64_t)low + moved),
                             (uint64_t)((int64_t)high + moved)};
    return add_use(regions, to.object, use);
  }
  for (uint64_t at = low; at < high; at++) {
    uint64_t within = cell_within(&cell, at);
    if (within >= cell.size)
      continue;
    uint64_t length = least(cell.size - within, high - at);
    changed |=
        add_use_at(regions, to, (int64_t)(at - start), to.modulus, length);
    at += length - 1;
  }
  return changed;
}

// The cells of `from` that a copy of `size` bytes moves become uses of `to`.
static bool carry_cells(struct regions *regions, struct place from,
                        struct place to, uint64_t size) {
  const struct region *region = &regions->at.at[from.object];
  uint64_t period = region->period;
  bool changed = false;
  bool repeats = period && size > period;
  uint64_t modulus = repeats ? common_divisor(to.modulus, period) : to.modulus;
  if (repeats && modulus != to.modulus && region->cells.count &&
      regions->at.at[to.object].cells.count == 0)
    changed |= add_use_at(regions, to, 0, modulus, region->cells.at[0].size);
  for (uint32_t i = 0; i < regions->at.at[from.object].cells.count; i++) {
    struct cell cell = regions->at.at[from.object].cells.at[i];
    if (cell.period) {
      changed |= carry_array(regions, cell, from, to, size);
      continue;
    }
    int64_t ahead = place_residue((int64_t)cell.offset - from.offset, period);
    uint64_t length = cell.size;
    if (period && (uint64_t)ahead + length > period) {
      // It begins before the copy does.
      uint64_t rest = (uint64_t)ahead + length - period;
      changed |= add_use_at(regions, to, 0, modulus, least(rest, size));
      length -= rest;
    }
    if (ahead < 0) {
      if ((uint64_t)-ahead >= length)
        continue;
      length -= (uint64_t)-ahead;
      ahead = 0;
    }
    if ((uint64_t)ahead >= size)
      continue;
    length = least(length, size - (uint64_t)ahead);
    changed |= add_use_at(regions, to, ahead, modulus, length);
  }
  return changed;
}

static bool carry_copy(struct regions *regions, uint32_t edge) {
  const struct operation *op = &regions->procedure->edges.at[edge].op;
  const struct term_table *terms = regions->program->terms;
  struct place_vec from = {0}, to = {0};
  bool changed = false;
  uint64_t size = (uint64_t)1 << 40;
  if (term_is_const(terms, op->block.size))
    size = (uint64_t)term_value(terms, op->block.size);
  known_places(regions->known, edge, op->block.source, &from);
  known_places(regions->known, edge, op->block.address, &to);
  for (uint32_t i = 0; i < from.count; i++)
    for (uint32_t k = 0; k < to.count; k++) {
      changed |= carry_cells(regions, from.at[i], to.at[k], size);
      changed |= carry_cells(regions, to.at[k], from.at[i], size);
    }
  place_vec_release(&from);
  place_vec_release(&to);
  return changed;
}

static bool settle(struct regions *regions) {
  bool changed = true;
  for (uint32_t round = 0; changed; round++) {
    if (round == MOST_ROUNDS)
      return false;
    for (uint32_t i = 1; i < regions->at.count; i++)
      cut_region(regions, i);
    changed = false;
    for (uint32_t i = 1; i < regions->procedure->edges.count; i++)
      if (regions->procedure->edges.at[i].op.kind == OPERATION_COPY)
        changed |= carry_copy(regions, i);
  }
  return true;
}

// Without windows, which copies may move about for long.
static bool settle_whole(struct regions *regions) {
  for (uint32_t i = 1; i < regions->at.count; i++)
    regions->at.at[i].is_whole = true;
  return settle(regions);
}

// Initial values

static u128 initial_bytes(const struct object_info *info, uint64_t offset,
                          uint64_t size) {
  u128 value = 0;
  for (uint64_t i = size; i-- > 0;)
    value =
        value << 8 |
        (info->bytes && offset + i < info->size ? info->bytes[offset + i] : 0);
  return value;
}

// The bytes with the relocations that touch them.
static struct term initial_value(struct program *program,
                                 const struct object_info *info,
                                 uint64_t offset, uint64_t size) {
  struct term_table *terms = program->terms;
  struct term whole = term_const(terms, (unsigned)(8 * size),
                                 initial_bytes(info, offset, size));
  for (uint32_t i = 0; i < info->relocation_count; i++) {
    const struct relocation *hole = &info->relocations[i];
    uint64_t width = (term_width(terms, hole->value) + 7) / 8;
    if (hole->offset >= offset + size || hole->offset + width <= offset)
      continue;
    uint64_t low = hole->offset > offset ? hole->offset : offset;
    uint64_t high = least(hole->offset + width, offset + size);
    struct term part = term_extract(terms, (unsigned)(8 * (low - hole->offset)),
                                    (unsigned)(8 * (high - low)), hole->value);
    if (high < offset + size)
      part = term_concat(terms,
                         term_extract(terms, (unsigned)(8 * (high - offset)),
                                      (unsigned)(8 * (offset + size - high)),
                                      whole),
                         part);
    if (low > offset)
      part = term_concat(
          terms, part,
          term_extract(terms, 0, (unsigned)(8 * (low - offset)), whole));
    whole = part;
  }
  return whole;
}

static struct term initial_array(struct program *program,
                                 const struct object_info *info,
                                 const struct region *region,
                                 const struct cell *cell) {
  struct term_table *terms = program->terms;
  unsigned width = program->pointer_width;
  struct term zero = term_const(terms, (unsigned)(8 * cell->size), 0);
  struct term array = term_const_array(terms, width, zero);
  if (!info->bytes && !info->relocation_count)
    return array;
  uint64_t period = region->period ? region->period : cell->period;
  uint64_t end = cell->period ? least(cell->end, info->size) : info->size;
  uint64_t start = cell->period ? cell->offset : 0;
  for (uint64_t at = 0; at + start < end; at += period) {
    struct term value =
        initial_value(program, info, at + cell->offset, cell->size);
    if (!term_equal(value, zero))
      array = term_store(terms, array, term_const(terms, width, at), value);
  }
  return array;
}

// Variables

static struct variable add_variable(struct regions *regions, struct name name,
                                    struct ctype type, struct sort sort,
                                    struct term initial) {
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = name,
                               .text = name,
                               .type = type,
                               .initial = initial};
  struct variable variable = program_add_variable(regions->program, info, sort);
  variable_vec_push(&regions->variables, variable);
  return variable;
}

// "s.len", "t[].key", or "buf@4" when no member is there.
static struct name cell_name(const struct regions *regions, uint32_t block,
                             const struct cell *cell, struct ctype *type) {
  const struct program *program = regions->program;
  const struct region *region = &regions->at.at[block];
  const struct block *info = block_at(regions, block);
  struct strbuf text = {0};
  struct ctype whole = {0};
  region_print_block(regions, block, &text);
  if (info->kind == BLOCK_NAMED)
    whole = program_object(program, info->object)->type;
  size_t length = text.length;
  bool is_plain = cell->offset == 0 && cell->size == info->size;
  struct strbuf path = {0};
  if (ctype_path(program->types, whole, cell->offset, cell->size, &path, type))
    strbuf_add(&text, strbuf_text(&path));
  else if (!is_plain)
    strbuf_format(&text, "@%llu", (unsigned long long)cell->offset);
  strbuf_release(&path);
  if (cell_is_array(region, cell)) {
    // The first element's number stands for all.
    struct strbuf general = {0};
    const char *open = cell->period ? strchr(text.text + length, '[') : NULL;
    if (open)
      length = (size_t)(open - text.text);
    else if (cell->period)
      length = text.length;
    strbuf_bytes(&general, text.text, length);
    strbuf_add(&general, "[]");
    const char *rest = text.text + length;
    if (*rest == '[')
      while (*rest && *rest++ != ']')
        ;
    strbuf_add(&general, rest);
    strbuf_release(&text);
    text = general;
  }
  struct name name = intern(program->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void add_cell_variable(struct regions *regions, uint32_t block,
                              struct cell *cell) {
  struct program *program = regions->program;
  const struct region *region = &regions->at.at[block];
  const struct block *info = block_at(regions, block);
  struct ctype type = {0};
  struct name name = cell_name(regions, block, cell, &type);
  unsigned width = (unsigned)(8 * cell->size);
  bool is_array = cell_is_array(region, cell);
  struct sort sort =
      is_array ? sort_array(program->pointer_width, width) : sort_bits(width);
  struct term initial = {0};
  if (info->kind == BLOCK_NAMED) {
    const struct object_info object = *program_object(program, info->object);
    bool is_frame = object.kind == OBJECT_FRAME;
    if (!is_frame && is_array)
      initial = initial_array(program, &object, region, cell);
    else if (!is_frame)
      initial = initial_value(program, &object, cell->offset, cell->size);
  }
  if (is_array && term_is_none(initial))
    initial = term_const_array(program->terms, program->pointer_width,
                               term_const(program->terms, width, 0));
  cell->variable = add_variable(regions, name, type, sort, initial);
}

// Blocks that the program has no object for get one, for its address.
static void add_object(struct regions *regions, uint32_t block) {
  struct program *program = regions->program;
  struct block *info =
      (struct block *)&targets_blocks(regions->targets)->at[block];
  const struct edge *edge = &regions->procedure->edges.at[info->edge];
  struct object_info object = {.kind = OBJECT_GLOBAL,
                               .name = intern_format(program->names,
                                                     "allocation%u@%u", block,
                                                     edge->position.line),
                               .size = regions->covers_passed ? area_size : 0,
                               .alignment = HEAP_ALIGNMENT,
                               .position = edge->position};
  if (info->kind == BLOCK_ONCE && info->size < object.size)
    object.size = info->size;
  info->object = program_add_object(program, object);
}

static uint64_t stride_of(const struct block *block) {
  uint64_t stride = HEAP_ALIGNMENT;
  while (stride < block->size)
    stride *= 2;
  return stride;
}

static void add_variables(struct regions *regions, uint32_t block) {
  struct program *program = regions->program;
  const struct block *info = block_at(regions, block);
  struct region *region = &regions->at.at[block];
  if (info->kind == BLOCK_OUTSIDE)
    return;
  if (!info->object.id)
    add_object(regions, block);
  const struct object_info *object = program_object(program, info->object);
  region->base = program_term(program, object->address);
  region->is_constant = object->is_constant;
  const char *name = name_text(program->names, object->name);
  struct sort sort = sort_bits(program->pointer_width);
  struct term zero = term_const(program->terms, program->pointer_width, 0);
  if (info->kind == BLOCK_MANY)
    region->top =
        add_variable(regions, intern_format(program->names, "%s.top", name),
                     (struct ctype){0}, sort, zero);
  if (info->kind == BLOCK_ONCE && !info->size)
    region->size =
        add_variable(regions, intern_format(program->names, "%s.size", name),
                     (struct ctype){0}, sort, zero);
  for (uint32_t i = 0; i < region->cells.count; i++)
    add_cell_variable(regions, block, &region->cells.at[i]);
}

// What is allocated has the type that a pointer to it has, if the size fits.
static void guess_type(struct regions *regions, struct variable variable) {
  const struct ctype_table *types = regions->program->types;
  const struct variable_info *info =
      program_variable(regions->program, variable);
  const struct ctype_info *type = ctype_bare(types, info->type);
  struct place_vec places = {0};
  if (type->kind != CTYPE_POINTER || !ctype_is_record(types, type->target))
    return;
  targets_of(regions->targets, info->term, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    struct region *region = &regions->at.at[places.at[i].object];
    const struct block *block = block_at(regions, places.at[i].object);
    if (block->kind == BLOCK_ONCE && !region->type.id && block->size &&
        places.at[i].offset == 0 && places.at[i].modulus == 0 &&
        8 * block->size == ctype_bare(types, type->target)->bit_size)
      region->type = type->target;
  }
  place_vec_release(&places);
}

static void find_types(struct regions *regions) {
  const struct program *program = regions->program;
  const struct procedure *owner =
      program_procedure(program, regions->procedure->frame);
  for (uint32_t i = 1; i < regions->at.count; i++)
    if (block_at(regions, i)->object.id)
      regions->at.at[i].type =
          program_object(program, block_at(regions, i)->object)->type;
  for (uint32_t i = 0; i < owner->variables.count; i++)
    guess_type(regions, owner->variables.at[i]);
}

void regions_init(struct regions *regions, struct program *program,
                  const struct procedure *procedure, struct targets *targets,
                  struct known *known, bool covers_passed) {
  *regions = (struct regions){.program = program,
                              .procedure = procedure,
                              .targets = targets,
                              .known = known,
                              .covers_passed = covers_passed};
  region_vec_resize(&regions->at, targets_blocks(targets)->count);
  for (uint32_t i = 1; i < regions->at.count; i++)
    if (block_at(regions, i)->kind == BLOCK_MANY)
      regions->at.at[i].stride = stride_of(block_at(regions, i));
  find_types(regions);
  collect_uses(regions);
  if (covers_passed)
    cover_passed(regions);
  regions->is_too_complex = !settle(regions) && !settle_whole(regions);
  if (regions->is_too_complex)
    return;
  for (uint32_t i = 1; i < regions->at.count; i++)
    add_variables(regions, i);
  DCHECK_VALID(regions_validate, regions, "the division of memory");
}
