// What region.h states about the cells that memory is divided into.
#include "memory/region.h"

#include "base/bitset.h"

enum { LARGEST_CELL = 16 };

// The last byte of the cell, or of its window.
static uint64_t end_of(const struct cell *cell) {
  return cell->period ? cell->end : cell->offset + cell->size;
}

static struct sort sort_of(const struct regions *regions,
                           const struct region *region,
                           const struct cell *cell) {
  unsigned bits = (unsigned)(8 * cell->size);
  return cell_is_array(region, cell)
             ? sort_array(regions->program->pointer_width, bits)
             : sort_bits(bits);
}

static void check_cell(const struct regions *regions, uint32_t block,
                       const struct cell *cell, struct strbuf *errors) {
  const struct program *program = regions->program;
  const struct region *region = &regions->at.at[block];
  if (!cell->size || cell->size > LARGEST_CELL)
    strbuf_format(errors, "region %u: a cell of %llu bytes\n", block,
                  (unsigned long long)cell->size);
  else if (!cell->variable.id || cell->variable.id >= program->variables.count)
    strbuf_format(errors, "region %u: a cell without a variable\n", block);
  else if (!sort_equal(
               term_sort(program->terms, program_term(program, cell->variable)),
               sort_of(regions, region, cell)))
    strbuf_format(errors, "region %u: a cell of another sort\n", block);
  if (region->period && cell->offset + cell->size > region->period)
    strbuf_format(errors, "region %u: a cell outside the period\n", block);
  if (cell->period && (cell->size > cell->period || cell->end <= cell->offset))
    strbuf_format(errors, "region %u: a cell outside its window\n", block);
}

// Cells in one window lie between each other.
static bool are_disjoint(const struct cell *first, const struct cell *second) {
  if (!first->period || !second->period || first->period != second->period)
    return end_of(first) <= second->offset;
  uint64_t ahead = second->offset - first->offset;
  return ahead >= end_of(first) - first->offset ||
         (ahead % first->period >= first->size &&
          ahead % first->period + second->size <= first->period);
}

static void check_order(const struct region *region, uint32_t block,
                        struct strbuf *errors) {
  for (uint32_t i = 1; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    if (cell[-1].offset >= cell->offset || !are_disjoint(cell - 1, cell))
      strbuf_format(errors, "region %u: cells out of order\n", block);
  }
}

bool regions_validate(const struct regions *regions, struct strbuf *errors) {
  size_t before = errors->length;
  struct bitset owned = {0};
  for (uint32_t i = 1; i < regions->at.count; i++) {
    const struct region *region = &regions->at.at[i];
    for (uint32_t k = 0; !term_is_none(region->base) && k < region->cells.count;
         k++) {
      check_cell(regions, i, &region->cells.at[k], errors);
      if (!bitset_add(&owned, region->cells.at[k].variable.id))
        strbuf_format(errors, "region %u: a variable of two cells\n", i);
    }
    check_order(region, i, errors);
    for (uint32_t k = 0; k < region->windows.count; k++)
      if (region->windows.at[k].low >= region->windows.at[k].high ||
          !region->windows.at[k].period)
        strbuf_format(errors, "region %u: a window without bytes\n", i);
  }
  bitset_release(&owned);
  return errors->length == before;
}
