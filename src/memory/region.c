// Reading, writing and printing regions; cutting them is in cut.c.
#include "memory/region.h"

#include "base/check.h"

static struct term_table *terms_of(const struct regions *regions) {
  return regions->program->terms;
}

void regions_release(struct regions *regions) {
  for (uint32_t i = 0; i < regions->at.count; i++) {
    region_use_vec_release(&regions->at.at[i].uses);
    cell_vec_release(&regions->at.at[i].cells);
    window_vec_release(&regions->at.at[i].windows);
  }
  region_vec_release(&regions->at);
  variable_vec_release(&regions->variables);
}

// Spots

struct spot region_spot(const struct regions *regions, struct place place,
                        struct term address) {
  const struct region *region = &regions->at.at[place.object];
  struct spot spot = {.block = place.object};
  if (region->period == 0) {
    CHECK(place.modulus == 0, "an unknown offset in a region of scalars");
    spot.offset = (uint64_t)place.offset;
    return spot;
  }
  struct term_table *terms = terms_of(regions);
  spot.offset = (uint64_t)place_residue(place.offset, region->period);
  unsigned width = term_width(terms, address);
  const struct block *block =
      &targets_blocks(regions->targets)->at[place.object];
  if (place.modulus == 0 && block->kind != BLOCK_MANY) {
    spot.index = term_const(terms, width, (uint64_t)place.offset - spot.offset);
    return spot;
  }
  struct term start = term_const(terms, width, spot.offset);
  spot.index = term_sub(terms, term_sub(terms, address, region->base), start);
  return spot;
}

struct spot region_window_spot(const struct regions *regions,
                               struct place place, struct term address,
                               struct window window) {
  const struct region *region = &regions->at.at[place.object];
  struct term_table *terms = terms_of(regions);
  struct spot spot = {.block = place.object, .window = window};
  int64_t ahead = place.offset - (int64_t)window.low;
  spot.offset = window.low + (uint64_t)place_residue(ahead, window.period);
  struct term right =
      term_const(terms, term_width(terms, address), spot.offset);
  struct term left = term_sub(terms, address, region->base);
  spot.index = term_sub(terms, left, right);
  return spot;
}

struct spot region_later(const struct regions *regions, struct spot spot,
                         uint64_t by) {
  const struct region *region = &regions->at.at[spot.block];
  uint64_t period = spot.window.period ? spot.window.period : region->period;
  spot.offset += by;
  if (period == 0 || spot.offset - spot.window.low < period)
    return spot;
  struct term_table *terms = terms_of(regions);
  uint64_t rest = (spot.offset - spot.window.low) % period;
  uint64_t ahead = spot.offset - spot.window.low - rest;
  spot.index =
      term_add(terms, spot.index,
               term_const(terms, term_width(terms, spot.index), ahead));
  spot.offset = spot.window.low + rest;
  return spot;
}

uint64_t cell_within(const struct cell *cell, uint64_t offset) {
  uint64_t ahead = offset - cell->offset;
  return cell->period ? ahead % cell->period : ahead;
}

const struct cell *region_cell(const struct region *region, uint64_t offset) {
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    if (offset >= cell->offset && (!cell->period || offset < cell->end) &&
        cell_within(cell, offset) < cell->size)
      return cell;
  }
  return NULL;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

// Inside windows and periods we go step by step.
uint64_t region_gap(const struct region *region, uint64_t offset) {
  uint64_t next = UINT64_MAX;
  if (region->period)
    return 1;
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    if (cell->period && offset >= cell->offset && offset < cell->end)
      return 1;
    if (cell->offset > offset)
      next = smaller(next, cell->offset);
  }
  return next - offset;
}

// Reading

// Where the element is in the cell's array; none when that is a scalar.
static struct term index_in(const struct regions *regions, struct spot spot,
                            const struct cell *cell) {
  if (!term_is_none(spot.index) || !cell->period)
    return spot.index;
  uint64_t ahead = spot.offset - cell->offset;
  return term_const(terms_of(regions), regions->program->pointer_width,
                    ahead - ahead % cell->period);
}

static struct term cell_value(const struct regions *regions, struct term index,
                              struct term current) {
  return term_is_none(index) ? current
                             : term_select(terms_of(regions), current, index);
}

bool region_read(const struct regions *regions, struct spot spot, uint64_t size,
                 struct term *value) {
  struct term_table *terms = terms_of(regions);
  const struct region *region = &regions->at.at[spot.block];
  struct term whole = {0};
  while (size) {
    const struct cell *cell = region_cell(region, spot.offset);
    if (!cell)
      return false;
    uint64_t skipped = cell_within(cell, spot.offset);
    uint64_t taken = smaller(size, cell->size - skipped);
    struct term current = program_term(regions->program, cell->variable);
    struct term part =
        cell_value(regions, index_in(regions, spot, cell), current);
    part = term_extract(terms, (unsigned)(8 * skipped), (unsigned)(8 * taken),
                        part);
    whole = term_is_none(whole) ? part : term_concat(terms, part, whole);
    size -= taken;
    spot = region_later(regions, spot, taken);
  }
  *value = whole;
  return !term_is_none(whole);
}

// Writing

static struct binding *binding_of(const struct regions *regions,
                                  struct variable variable,
                                  struct binding_vec *bindings) {
  for (uint32_t i = 0; i < bindings->count; i++)
    if (variable_equal(bindings->at[i].target, variable))
      return &bindings->at[i];
  uint32_t index = binding_vec_push(
      bindings,
      (struct binding){variable, program_term(regions->program, variable)});
  return &bindings->at[index];
}

// The value with `size` bytes from byte `at` on replaced.
static struct term replace_bytes(struct term_table *terms, struct term old,
                                 uint64_t at, uint64_t size, struct term part) {
  unsigned width = term_width(terms, old);
  unsigned low = (unsigned)(8 * at), high = (unsigned)(8 * (at + size));
  if (high < width)
    part =
        term_concat(terms, term_extract(terms, high, width - high, old), part);
  if (low)
    part = term_concat(terms, part, term_extract(terms, 0, low, old));
  return part;
}

bool region_write(const struct regions *regions, struct spot spot,
                  uint64_t size, struct term value,
                  struct binding_vec *bindings) {
  struct term_table *terms = terms_of(regions);
  const struct region *region = &regions->at.at[spot.block];
  uint64_t done = 0;
  while (done < size) {
    const struct cell *cell = region_cell(region, spot.offset);
    if (!cell)
      return false;
    uint64_t skipped = cell_within(cell, spot.offset);
    uint64_t taken = smaller(size - done, cell->size - skipped);
    struct term part =
        term_extract(terms, (unsigned)(8 * done), (unsigned)(8 * taken), value);
    struct binding *binding = binding_of(regions, cell->variable, bindings);
    struct term index = index_in(regions, spot, cell);
    struct term old = cell_value(regions, index, binding->value);
    part = replace_bytes(terms, old, skipped, taken, part);
    binding->value = term_is_none(index)
                         ? part
                         : term_store(terms, binding->value, index, part);
    done += taken;
    spot = region_later(regions, spot, taken);
  }
  return true;
}

// Printing

void region_print_block(const struct regions *regions, uint32_t block,
                        struct strbuf *out) {
  const struct program *program = regions->program;
  const struct block *info = &targets_blocks(regions->targets)->at[block];
  if (info->object.id) {
    strbuf_add(out, name_text(program->names,
                              program_object(program, info->object)->name));
    return;
  }
  if (info->kind == BLOCK_OUTSIDE) {
    strbuf_add(out, "(outside)");
    return;
  }
  const struct edge *edge = &regions->procedure->edges.at[info->edge];
  strbuf_format(out, "allocation@%u", edge->position.line);
}

static void print_cell(const struct regions *regions, const struct cell *cell,
                       struct strbuf *out) {
  const struct program *program = regions->program;
  const struct variable_info *info = program_variable(program, cell->variable);
  struct sort sort = term_sort(program->terms, info->term);
  strbuf_format(out, " %s:%u", name_text(program->names, info->text),
                sort_width(sort));
  if (cell->period)
    strbuf_format(out, " (array, period %llu)",
                  (unsigned long long)cell->period);
}

void regions_print(const struct regions *regions, struct strbuf *out) {
  for (uint32_t i = 1; i < regions->at.count; i++) {
    const struct region *region = &regions->at.at[i];
    if (!region->cells.count)
      continue;
    strbuf_add(out, "region ");
    region_print_block(regions, i, out);
    if (region->period)
      strbuf_format(out, " (arrays, period %llu)",
                    (unsigned long long)region->period);
    strbuf_char(out, ':');
    for (uint32_t k = 0; k < region->cells.count; k++)
      print_cell(regions, &region->cells.at[k], out);
    strbuf_char(out, '\n');
  }
}
