// Copies and fills: parallel assignments, whole arrays, loops.
#include "memory/remover.h"

enum { MOST_UNROLLED = 64 };

// Block operations. What is moved is a source, or a byte.

struct move {
  struct spot to;
  bool has_source;
  struct spot from;
  struct term byte;             // of a fill
  bool has_snapshot;            // read the source's arrays from copies
  struct variable_vec havocked; // cells whose source has none
  struct binding_vec bindings;
};

static struct spot spot_plus(struct remover *r, struct spot spot,
                             struct term by) {
  if (!term_is_none(spot.index))
    spot.index = term_add(r->terms, spot.index, by);
  return spot;
}

static struct term repeat_byte(struct remover *r, struct term byte,
                               uint64_t count) {
  struct term value = byte;
  for (uint64_t i = 1; i < count; i++)
    value = term_concat(r->terms, byte, value);
  return value;
}

// The array of the source that corresponds to one of the target: it begins and
// ends at the same distance, and has the same elements.
static const struct cell *same_array(const struct remover *r,
                                     const struct move *move,
                                     const struct cell *cell) {
  const struct region *source = remover_region_of(r, move->from.block);
  uint64_t apart = move->from.offset - move->to.offset;
  const struct cell *found = region_cell(source, cell->offset + apart);
  bool is_same = found && found->period == cell->period &&
                 found->offset == cell->offset + apart &&
                 found->end == cell->end + apart && found->size == cell->size;
  return is_same ? found : NULL;
}

// A window without gaps that lies in what is moved, all at once: how many bytes
// that are, or 0.
static uint64_t move_array(struct remover *r, struct move *move,
                           const struct cell *cell, uint64_t at,
                           uint64_t size) {
  uint64_t offset = move->to.offset + at;
  bool is_exact = term_is_none(move->to.index) &&
                  (!move->has_source || term_is_none(move->from.index));
  if (!cell->period || cell->size != cell->period || !is_exact ||
      offset != cell->offset || cell->end - offset > size - at)
    return 0;
  struct term value;
  if (move->has_source) {
    const struct cell *source = same_array(r, move, cell);
    if (!source)
      return 0;
    value = program_term(r->program, source->variable);
  } else {
    value = term_const_array(r->terms, r->program->pointer_width,
                             repeat_byte(r, move->byte, cell->size));
  }
  binding_vec_push(&move->bindings, (struct binding){cell->variable, value});
  return cell->end - offset;
}

// Moves `size` bytes by way of the cells of the target.
static void move_cells(struct remover *r, struct move *move, uint64_t size) {
  const struct region *region = remover_region_of(r, move->to.block);
  for (uint64_t at = 0; at < size;) {
    struct spot to = region_later(r->regions, move->to, at);
    const struct cell *cell = region_cell(region, to.offset);
    if (!cell) {
      at += region_gap(region, to.offset);
      continue;
    }
    uint64_t moved = move_array(r, move, cell, at, size);
    if (moved) {
      at += moved;
      continue;
    }
    uint64_t count = cell->size - cell_within(cell, to.offset);
    if (count > size - at)
      count = size - at;
    struct term value;
    if (!move->has_source)
      value = repeat_byte(r, move->byte, count);
    else if (!region_read(r->regions, region_later(r->regions, move->from, at),
                          count, &value)) {
      variable_vec_push(&move->havocked, cell->variable);
      at += count;
      continue;
    }
    region_write(r->regions, to, count, value, &move->bindings);
    at += count;
  }
}

static struct location_id emit_move(struct remover *r, struct move *move,
                                    struct location_id from) {
  from = remover_emit(
      r, from,
      operation_assign(r->program, move->bindings.at, move->bindings.count));
  from = remover_emit_havoc(
      r, from, &move->havocked, ORIGIN_APPROXIMATION,
      intern(r->program->names, "bytes copied from nowhere"));
  binding_vec_clear(&move->bindings);
  variable_vec_clear(&move->havocked);
  return from;
}

static bool has_same_cells(const struct region *a, const struct region *b) {
  if (a->period != b->period || a->cells.count != b->cells.count)
    return false;
  for (uint32_t i = 0; i < a->cells.count; i++)
    if (a->cells.at[i].offset != b->cells.at[i].offset ||
        a->cells.at[i].size != b->cells.at[i].size)
      return false;
  return true;
}

static bool is_zero(const struct remover *r, struct term t) {
  return term_is_const(r->terms, t) && term_value(r->terms, t) == 0;
}

// A whole array at once: from the beginning of the block to its end.
static bool move_whole(struct remover *r, struct move *move, uint64_t size) {
  const struct block *block = remover_block_of(r, move->to.block);
  const struct region *region = remover_region_of(r, move->to.block);
  if (block->kind == BLOCK_MANY || block->size != size ||
      move->to.offset != 0 || !is_zero(r, move->to.index))
    return false;
  if (move->has_source) {
    const struct region *source = remover_region_of(r, move->from.block);
    if (!has_same_cells(region, source) || move->from.offset != 0 ||
        !is_zero(r, move->from.index))
      return false;
    for (uint32_t i = 0; i < region->cells.count; i++)
      binding_vec_push(
          &move->bindings,
          (struct binding){
              region->cells.at[i].variable,
              program_term(r->program, source->cells.at[i].variable)});
    return true;
  }
  for (uint32_t i = 0; i < region->cells.count; i++)
    binding_vec_push(
        &move->bindings,
        (struct binding){
            region->cells.at[i].variable,
            term_const_array(
                r->terms, r->program->pointer_width,
                repeat_byte(r, move->byte, region->cells.at[i].size))});
  return true;
}

// Variables for the old contents of a region that is copied onto itself.
static struct location_id take_snapshot(struct remover *r, struct move *move,
                                        struct location_id from,
                                        struct region *shadow) {
  const struct region *region = remover_region_of(r, move->from.block);
  struct binding_vec bindings = {0};
  *shadow = *region;
  shadow->cells = (struct cell_vec){0};
  cell_vec_append(&shadow->cells, region->cells.at, region->cells.count);
  for (uint32_t i = 0; i < shadow->cells.count; i++) {
    struct term old = program_term(r->program, region->cells.at[i].variable);
    shadow->cells.at[i].variable =
        remover_add_variable(r, "copied", term_sort(r->terms, old));
    binding_vec_push(&bindings,
                     (struct binding){shadow->cells.at[i].variable, old});
  }
  from = remover_emit(
      r, from, operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Step by step, with a counter: `step` bytes at a time while the counter is
// below the size.
static void emit_loop(struct remover *r, struct move *move, struct term size,
                      uint64_t step, struct location_id from,
                      struct location_id to) {
  r->removal->loops++;
  if (variable_is_none(r->counter))
    r->counter =
        remover_add_variable(r, "copy.i", sort_bits(r->program->pointer_width));
  struct term i = program_term(r->program, r->counter);
  struct region shadow, *source = NULL, saved;
  bool overlaps = move->has_source && move->from.block == move->to.block;
  if (overlaps) {
    from = take_snapshot(r, move, from, &shadow);
    source = &r->regions->at.at[move->from.block];
    saved = *source;
  }
  struct location_id head =
      remover_emit(r, from,
                   operation_assign_one(r->program, r->counter,
                                        remover_pointer_const(r, 0)));
  struct term goes_on = term_compare(r->terms, OP_ULT, i, size);
  struct location_id body = remover_emit_assume(r, head, goes_on);
  struct move one = *move;
  one.to = spot_plus(r, move->to, i);
  one.from = spot_plus(r, move->from, i);
  if (overlaps) {
    // Read from the copies: write only into a scratch list of the originals.
    const struct region *region = remover_region_of(r, move->to.block);
    for (uint64_t at = 0; at < step;) {
      struct spot spot = region_later(r->regions, one.to, at);
      const struct cell *cell = region_cell(region, spot.offset);
      if (!cell) {
        at++;
        continue;
      }
      uint64_t count = cell->size - cell_within(cell, spot.offset);
      if (count > step - at)
        count = step - at;
      struct term value;
      *source = shadow;
      bool found = region_read(
          r->regions, region_later(r->regions, one.from, at), count, &value);
      *source = saved;
      if (found)
        region_write(r->regions, spot, count, value, &one.bindings);
      at += count;
    }
    cell_vec_release(&shadow.cells);
  } else {
    move_cells(r, &one, step);
  }
  binding_vec_push(
      &one.bindings,
      (struct binding){r->counter,
                       term_add(r->terms, i, remover_pointer_const(r, step))});
  struct location_id next = emit_move(r, &one, body);
  remover_emit_skip(r, next, head);
  remover_emit_to(r, head, to, operation_assume(term_not(r->terms, goes_on)),
                  UNDEFINED_NONE);
  move->bindings = one.bindings;
  move->havocked = one.havocked;
}

static uint64_t common_period(const struct remover *r,
                              const struct move *move) {
  uint64_t period = remover_region_of(r, move->to.block)->period;
  if (!move->has_source)
    return period;
  uint64_t other = remover_region_of(r, move->from.block)->period;
  if (!remover_region_of(r, move->from.block)->cells.count)
    return period;
  return period && other && (period % other == 0 || other % period == 0)
             ? (period > other ? period : other)
             : 0;
}

static void move_constant(struct remover *r, struct move *move, uint64_t size,
                          struct location_id from, struct location_id to) {
  const struct region *region = remover_region_of(r, move->to.block);
  uint64_t source_period =
      move->has_source ? remover_region_of(r, move->from.block)->period : 0;
  uint64_t shortest =
      region->period && source_period
          ? (region->period < source_period ? region->period : source_period)
          : region->period + source_period;
  if (region->period && move_whole(r, move, size)) {
    remover_emit_skip(r, emit_move(r, move, from), to);
    return;
  }
  uint64_t period = common_period(r, move);
  bool is_long = shortest && size / shortest > MOST_UNROLLED;
  if (!is_long || !period) {
    move_cells(r, move, size);
    remover_emit_skip(r, emit_move(r, move, from), to);
    return;
  }
  uint64_t rest = size % period;
  struct location_id end = rest ? remover_new_location(r) : to;
  emit_loop(r, move, remover_pointer_const(r, size - rest), period, from, end);
  if (rest) {
    binding_vec_clear(&move->bindings);
    variable_vec_clear(&move->havocked);
    move->to = region_later(r->regions, move->to, size - rest);
    if (move->has_source)
      move->from = region_later(r->regions, move->from, size - rest);
    move_cells(r, move, rest);
    remover_emit_skip(r, emit_move(r, move, end), to);
  }
}

static void havoc_block(struct remover *r, uint32_t block,
                        struct location_id from, struct location_id to,
                        const char *what) {
  struct variable_vec cells = {0};
  remover_list_cells(r, block, &cells);
  r->removal->approximations++;
  from = remover_emit_havoc(r, from, &cells, ORIGIN_APPROXIMATION,
                            intern(r->program->names, what));
  remover_emit_skip(r, from, to);
  variable_vec_release(&cells);
}

static struct location_id emit_real_block(struct remover *r,
                                          const struct operation *op,
                                          struct location_id from) {
  if (op->kind == OPERATION_COPY)
    remover_emit_invalid(r, from, ACCESS_READ, op->block.source,
                         op->block.size);
  remover_emit_invalid(r, from, ACCESS_WRITE, op->block.address,
                       op->block.size);
  return remover_emit(r, from, *op);
}

static void move_block(struct remover *r, const struct operation *op,
                       const struct access *to_access, struct place to_place,
                       const struct access *from_access,
                       struct place from_place, struct location_id from,
                       struct location_id to) {
  if (remover_is_outside(r, to_place)) {
    if (r->options.keeps_memory) {
      if (op->kind == OPERATION_COPY)
        remover_sync_block(r, from_place.object, true, &from);
      remover_emit_skip(r, emit_real_block(r, op, from), to);
    } else if (remover_may_hit_anything(r, to_access)) {
      remover_emit_stray_write(r, from, to);
    } else {
      remover_emit_skip(r, from, to);
    }
    return;
  }
  if (op->kind == OPERATION_COPY && remover_is_outside(r, from_place)) {
    if (r->options.keeps_memory) {
      remover_sync_block(r, to_place.object, true, &from);
      from = emit_real_block(r, op, from);
      remover_sync_block(r, to_place.object, false, &from);
      remover_emit_skip(r, from, to);
    } else {
      havoc_block(r, to_place.object, from, to, "copy from memory outside");
    }
    return;
  }
  struct move move = {
      .to = region_spot(r->regions, to_place, to_access->address)};
  if (op->kind == OPERATION_COPY) {
    move.has_source = true;
    move.from = region_spot(r->regions, from_place, from_access->address);
  } else {
    move.byte = term_extract(r->terms, 0, 8, op->block.value);
  }
  if (!remover_region_of(r, to_place.object)->cells.count) {
    remover_emit_skip(r, from, to);
  } else if (to_access->size != UINT64_MAX) {
    move_constant(r, &move, to_access->size, from, to);
  } else {
    uint64_t unit = region_unit(r->terms, op->block.size);
    uint64_t period = common_period(r, &move);
    if (period && unit % period == 0)
      emit_loop(r, &move, op->block.size, unit, from, to);
    else
      havoc_block(r, to_place.object, from, to, "copy of unknown size");
  }
  binding_vec_release(&move.bindings);
  variable_vec_release(&move.havocked);
}

void remover_translate_block(struct remover *r, const struct operation *op,
                             struct location_id from, struct location_id to) {
  struct access write, read = {0};
  remover_access_init(r, &write, op->block.address, op->block.size, true);
  r->removal->accesses++;
  if (write.size == 0) {
    remover_emit_skip(r, from, to);
    remover_access_release(&write);
    return;
  }
  bool is_copy = op->kind == OPERATION_COPY;
  if (is_copy)
    remover_access_init(r, &read, op->block.source, op->block.size, false);
  // Nothing is touched when the size is 0.
  if (write.size == UINT64_MAX) {
    struct term is_empty =
        term_eq(r->terms, op->block.size, remover_pointer_const(r, 0));
    remover_emit_to(r, from, to, operation_assume(is_empty), UNDEFINED_NONE);
    from = remover_emit_assume(r, from, term_not(r->terms, is_empty));
  }
  for (uint32_t i = 0; i < write.places.count; i++) {
    struct location_id inside = remover_enter_place(r, &write, i, &from);
    bool is_last = inside.id == from.id;
    if (!is_copy)
      move_block(r, op, &write, write.places.at[i], NULL, (struct place){0},
                 inside, to);
    for (uint32_t k = 0; is_copy && k < read.places.count; k++) {
      struct location_id at = remover_enter_place(r, &read, k, &inside);
      move_block(r, op, &write, write.places.at[i], &read, read.places.at[k],
                 at, to);
      if (at.id == inside.id)
        break;
    }
    if (is_last)
      break;
  }
  remover_access_release(&write);
  remover_access_release(&read);
}
