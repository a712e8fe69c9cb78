// Addresses as numbers, and values that depend on them; cells that are
// constant.
#include "memory/remover.h"
#include "program/initial.h"

#include "memory/layout_use.h"

// What depends on the layout is not known.

static bool is_layout_used(const struct remover *r, struct term t) {
  return r->options.has_layout &&
         layout_is_used(r->removal->targets, r->program, t);
}

struct name remover_layout_name(const struct remover *r) {
  return intern(r->program->names, "an address as a number");
}

// Assignments of such values are havocs. The others read the old values, so
// they come first.
void remover_translate_assign(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to) {
  struct binding_vec bindings = {0};
  struct variable_vec unknown = {0};
  for (uint32_t i = 0; i < op->assign.count; i++) {
    if (is_layout_used(r, op->assign.bindings[i].value))
      variable_vec_push(&unknown, op->assign.bindings[i].target);
    else
      binding_vec_push(&bindings, op->assign.bindings[i]);
  }
  if (unknown.count) {
    r->removal->approximations++;
    from = remover_emit(
        r, from, operation_assign(r->program, bindings.at, bindings.count));
    remover_emit_to(r, from, to,
                    operation_havoc(r->program, unknown.at, unknown.count,
                                    ORIGIN_APPROXIMATION,
                                    remover_layout_name(r)),
                    UNDEFINED_NONE);
  } else {
    remover_emit_bindings(r, from, to, &bindings);
  }
  binding_vec_release(&bindings);
  variable_vec_release(&unknown);
}

// A branch on one is decided by a variable that can have any value, one for
// each edge that leaves the location.
struct location_id remover_emit_choice(struct remover *r,
                                       const struct location *location,
                                       struct location_id from) {
  bool is_needed = false;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct operation *op = &r->from->edges.at[location->first_out + i].op;
    is_needed |=
        op->kind == OPERATION_ASSUME && is_layout_used(r, op->assume.condition);
  }
  r->chooses = is_needed;
  if (!is_needed)
    return from;
  r->removal->approximations++;
  if (variable_is_none(r->choice))
    r->choice = remover_add_variable(r, "choice", sort_bits(32));
  return remover_emit(r, from,
                      operation_havoc(r->program, &r->choice, 1,
                                      ORIGIN_APPROXIMATION,
                                      remover_layout_name(r)));
}

// Edge number i of n is taken for the value i, the last for all others.
struct term remover_choice_test(struct remover *r, uint32_t i, uint32_t count) {
  struct term choice = program_term(r->program, r->choice);
  if (i + 1 < count)
    return term_eq(r->terms, choice, term_const(r->terms, 32, i));
  return term_compare(r->terms, OP_ULE, term_const(r->terms, 32, i), choice);
}

// Does an operation on memory use the layout for where it goes, or an action
// for what it is about?
bool remover_has_wild_address(const struct remover *r,
                              const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD: return is_layout_used(r, op->memory.address);
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return is_layout_used(r, op->memory.address) ||
           is_layout_used(r, op->memory.value);
  case OPERATION_COPY:
  case OPERATION_FILL:
    return is_layout_used(r, op->block.address) ||
           is_layout_used(r, op->block.size) ||
           (op->kind == OPERATION_COPY ? is_layout_used(r, op->block.source)
                                       : is_layout_used(r, op->block.value));
  case OPERATION_ALLOCATE: return is_layout_used(r, op->allocate.size);
  case OPERATION_PERFORM:
    return !term_is_none(op->perform.object) &&
           is_layout_used(r, op->perform.object);
  default: return false;
  }
}

// With 32 bits heap areas share what is left.
static void choose_heap_layout(struct remover *r, uint64_t next) {
  uint64_t areas = 0;
  for (uint32_t b = 1; b < r->regions->at.count; b++)
    areas += remover_block_of(r, b)->kind == BLOCK_MANY ||
             remover_block_of(r, b)->kind == BLOCK_ONCE;
  if (r->program->pointer_width == 64 || areas == 0 || next > 0x80000000)
    return;
  uint64_t room = ((uint64_t)0xf0000000 - next) / areas & ~(uint64_t)0xfff;
  next = (next + 0xfff) & ~(uint64_t)0xfff;
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    if (block->kind != BLOCK_MANY && block->kind != BLOCK_ONCE)
      continue;
    substitution_set(
        r->layout,
        program_term(r->program,
                     program_object(r->program, block->object)->address),
        remover_pointer_const(r, next));
    next += room;
  }
}

// Bytes for an object of the size, with a gap behind it: 2^32, or more where
// that is not enough (what is given at the start may be large), so that no
// address lies in two of them.
static uint64_t wide_room(uint64_t size) {
  const uint64_t step = (uint64_t)1 << 32;
  return (size / step + 1) * step;
}

// A layout with gaps.
void remover_choose_layout(struct remover *r) {
  struct program *program = r->program;
  bool is_wide = program->pointer_width == 64;
  uint64_t next = is_wide ? (uint64_t)1 << 32 : 0x10000;
  r->layout = substitution_new(r->terms);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    if (info->kind == OBJECT_FRAME && info->owner.id != r->from->frame.id)
      continue;
    uint64_t alignment = info->alignment > 16 ? info->alignment : 16;
    next = (next + alignment - 1) & ~(alignment - 1);
    substitution_set(r->layout, program_term(program, info->address),
                     remover_pointer_const(r, next));
    next += is_wide ? wide_room(info->size) : (info->size + 64) & ~(uint64_t)15;
  }
  choose_heap_layout(r, next);
}

// Blocks that nothing writes are as good as constant when they start with their
// initial values: in any state those that nothing in the program writes.
static void mark_written(struct remover *r, struct term address,
                         struct bitset *written) {
  struct place_vec places = {0};
  targets_of(r->removal->targets, address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(written, places.at[i].object);
  place_vec_release(&places);
}

static void find_written(struct remover *r, struct bitset *written) {
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    const struct operation *op = &r->from->edges.at[i].op;
    switch (op->kind) {
    case OPERATION_STORE:
    case OPERATION_UPDATE: mark_written(r, op->memory.address, written); break;
    case OPERATION_COPY:
    case OPERATION_FILL: mark_written(r, op->block.address, written); break;
    case OPERATION_CALL:
      for (uint32_t k = 0; k < op->call.count; k++)
        mark_written(r, op->call.arguments[k], written);
      break;
    default: break;
    }
  }
  for (uint32_t b = 1; b < r->regions->at.count; b++)
    if (targets_escapes(r->removal->targets, b))
      bitset_add(written, b);
}

// Does the object hold its initial value when the procedure starts?
static bool starts_initial(const struct remover *r,
                           const struct object_info *info) {
  return r->options.is_open ? info->is_fixed || initial_object(r->program, info)
                            : info->kind != OBJECT_FRAME;
}

void remover_find_constants(struct remover *r) {
  find_written(r, &r->written);
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    if (block->kind == BLOCK_NAMED && !bitset_has(&r->written, b))
      r->regions->at.at[b].is_fixed =
          starts_initial(r, program_object(r->program, block->object));
  }
}

// Cells that never change are their values.
void remover_fix_constants(struct remover *r) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = remover_region_of(r, b);
    bool is_fixed = region->is_constant || region->is_fixed;
    for (uint32_t i = 0; is_fixed && i < region->cells.count; i++) {
      const struct variable_info *info =
          program_variable(r->program, region->cells.at[i].variable);
      substitution_set(r->layout, info->term,
                       substitution_apply(r->layout, info->initial));
    }
  }
}
