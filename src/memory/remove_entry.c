// How a component and its instances start.
#include "memory/remover.h"
#include "program/initial.h"

// Frames

// The cells of the frame objects of an instance, when it is entered.
static void list_frame(const struct remover *r, uint32_t instance,
                       struct variable_vec *into) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    struct object_id object = r->from->objects.at[info->first_object + i];
    remover_list_cells(r, object.id, into);
  }
}

struct location_id remover_enter_frame(struct remover *r, uint32_t instance,
                                       struct location_id from) {
  struct variable_vec cells = {0};
  list_frame(r, instance, &cells);
  from = remover_emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                            intern(r->program->names, "frame"));
  variable_vec_release(&cells);
  return remover_begin_instance(r, instance, from);
}

// Heap areas of allocations that give indeterminate bytes.
struct location_id remover_havoc_areas(struct remover *r,
                                       struct location_id from) {
  struct variable_vec cells = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    if (remover_block_of(r, b)->kind != BLOCK_MANY)
      continue;
    const struct operation *op =
        &r->from->edges.at[remover_block_of(r, b)->edge].op;
    struct name filler = remover_filler(r, b);
    if (!name_is_none(filler)) {
      struct variable_vec filled = {0};
      remover_list_cells(r, b, &filled);
      from =
          remover_emit_havoc(r, from, &filled, ORIGIN_APPROXIMATION, filler);
      variable_vec_release(&filled);
    } else if (op->kind != OPERATION_ALLOCATE || !op->allocate.is_zeroed) {
      remover_list_cells(r, b, &cells);
    }
  }
  from = remover_emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                            intern(r->program->names, "allocated bytes"));
  variable_vec_release(&cells);
  return from;
}

// Nothing is allocated yet, wherever the component starts.
struct location_id remover_reset_areas(struct remover *r,
                                       struct location_id from) {
  struct binding_vec bindings = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = remover_region_of(r, b);
    struct term zero = remover_pointer_const(r, 0);
    if (!variable_is_none(region->top))
      binding_vec_push(&bindings, (struct binding){region->top, zero});
    if (!variable_is_none(region->size) && remover_block_of(r, b)->edge)
      binding_vec_push(&bindings, (struct binding){region->size, zero});
  }
  return remover_emit_all(r, from, &bindings);
}

// What a routine of the library remembers (contract.h) is zero at the start.
static struct location_id assume_states(struct remover *r,
                                        struct location_id from) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    const struct region *region = remover_region_of(r, b);
    if (block->kind != BLOCK_NAMED || region->is_fixed || region->is_constant ||
        !program_object(r->program, block->object)->is_fixed)
      continue;
    for (uint32_t i = 0; i < region->cells.count; i++) {
      struct term cell = program_term(r->program, region->cells.at[i].variable);
      struct sort sort = term_sort(r->terms, cell);
      if (sort_is_bits(sort))
        from = remover_emit_assume(
            r, from,
            term_eq(r->terms, cell, term_const(r->terms, sort_width(sort), 0)));
    }
  }
  return from;
}

static struct location_id assume_initial(struct remover *r,
                                         const struct variable_info *info,
                                         struct location_id from) {
  struct term value = info->term, initial = info->initial;
  struct sort sort = term_sort(r->terms, value);
  if (term_is_none(initial) && !sort_is_bool(sort))
    initial = term_const(r->terms, sort_width(sort), 0);
  if (r->layout && !term_is_none(initial))
    initial = substitution_apply(r->layout, initial);
  return remover_emit_assume(r, from,
                             term_is_none(initial)
                                 ? term_not(r->terms, value)
                                 : term_eq(r->terms, value, initial));
}

// What nothing writes starts as in a program, and so does everything if it was
// said; objects that nothing writes are fixed already.
static struct location_id assume_fixed(struct remover *r,
                                       struct location_id from) {
  for (uint32_t i = 1; i < r->first_own; i++) {
    const struct variable_info *info = &r->program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL &&
        (info->is_fixed || initial_variable(r->program, info)))
      from = assume_initial(r, info, from);
  }
  return from;
}

// The same of objects.
static struct location_id assume_objects(struct remover *r,
                                         struct location_id from) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    const struct region *region = remover_region_of(r, b);
    if (block->kind != BLOCK_NAMED || region->is_fixed || region->is_constant ||
        entry_state_find(&r->removal->entry, block->object) ||
        !initial_object(r->program, program_object(r->program, block->object)))
      continue;
    for (uint32_t i = 0; i < region->cells.count; i++)
      from = assume_initial(
          r, program_variable(r->program, region->cells.at[i].variable), from);
  }
  return from;
}

// The pointer at the start. False: no access reads it.
static bool read_pointer(struct remover *r, const struct entry_pointer *pointer,
                         struct term *value) {
  if (!variable_is_none(pointer->variable)) {
    *value = program_term(r->program, pointer->variable);
    return true;
  }
  struct place place = {pointer->holder.id, (int64_t)pointer->offset, 0};
  struct term address =
      term_add(r->terms, remover_region_of(r, place.object)->base,
               remover_pointer_const(r, pointer->offset));
  return region_read(r->regions, region_spot(r->regions, place, address),
                     r->program->pointer_width / 8, value);
}

// Null, the address of its object, or its initial value.
static struct term pointer_test(struct remover *r,
                                const struct entry_pointer *pointer,
                                struct term value) {
  struct term target = program_term(
      r->program, program_object(r->program, pointer->target)->address);
  struct term test = term_eq(r->terms, value, target);
  if (!pointer->is_never_null)
    test = term_or(r->terms,
                   term_eq(r->terms, value, remover_pointer_const(r, 0)), test);
  if (term_is_none(pointer->initial))
    return test;
  return term_or(r->terms, test, term_eq(r->terms, value, pointer->initial));
}

// Elements of which something is said: of an array, and of what is repeated.
enum { HOLE_ELEMENTS = 64, HOLE_REPEATS = 12 };

// A pointer without an input object is null or the address of memory outside.
// That is where a run has no objects, in the upper half, with room behind it.
static struct location_id assume_hole(struct remover *r,
                                      struct location_id from,
                                      struct object_id holder, uint64_t offset,
                                      struct ctype type, bool is_never_null) {
  const struct ctype_table *types = r->program->types;
  const struct ctype_info *info = ctype_bare(types, type);
  if (info->kind == CTYPE_ARRAY && info->count <= HOLE_ELEMENTS) {
    uint64_t size = ctype_bare(types, info->target)->bit_size / 8;
    for (uint64_t i = 0; i < info->count; i++)
      from = assume_hole(r, from, holder, offset + i * size, info->target,
                         is_never_null);
  }
  struct entry_pointer pointer = {.holder = holder, .offset = offset};
  struct term value;
  if (info->kind != CTYPE_POINTER || !read_pointer(r, &pointer, &value))
    return from;
  struct term one = term_eq(r->terms, value, remover_pointer_const(r, 0));
  if (is_never_null)
    from = remover_emit_assume(r, from, term_not(r->terms, one));
  if (ctype_bare(types, info->target)->kind == CTYPE_FUNCTION)
    return from;
  struct term first =
      remover_pointer_const(r, (uint64_t)1 << (r->program->pointer_width - 1));
  struct term last = remover_pointer_const(r, UINT64_MAX << 16);
  struct term right = term_compare(r->terms, OP_ULE, value, last);
  struct term left = term_compare(r->terms, OP_ULE, first, value);
  struct term other = term_and(r->terms, left, right);
  return remover_emit_assume(r, from, term_or(r->terms, one, other));
}

// Pointers of the entry state point to their objects, which have a size in the
// range.
struct location_id remover_assume_entry(struct remover *r,
                                        struct location_id from) {
  const struct entry_state *entry = &r->removal->entry;
  if (r->options.is_open)
    from = assume_objects(r, assume_states(r, assume_fixed(r, from)));
  for (uint32_t i = 0; i < entry->given.count; i++)
    from = remover_emit_assume(
        r, from,
        term_nonzero(r->terms, program_term(r->program, entry->given.at[i])));
  for (uint32_t i = 0; i < entry->pointers.count; i++) {
    struct term value;
    if (read_pointer(r, &entry->pointers.at[i], &value))
      from = remover_emit_assume(
          r, from, pointer_test(r, &entry->pointers.at[i], value));
  }
  for (uint32_t i = 0; i < entry->holes.count; i++) {
    const struct entry_hole *hole = &entry->holes.at[i];
    for (uint64_t k = 0; k < hole->count && k < HOLE_REPEATS; k++)
      from = assume_hole(r, from, hole->object, hole->offset + k * hole->every,
                         hole->type, hole->is_never_null);
  }
  for (uint32_t i = 0; i < entry->objects.count; i++) {
    const struct region *region =
        remover_region_of(r, entry->objects.at[i].object.id);
    if (variable_is_none(region->size))
      continue;
    struct term size = program_term(r->program, region->size);
    struct term least = remover_pointer_const(r, entry->objects.at[i].least);
    struct term right =
        term_compare(r->terms, OP_ULE, size,
                     remover_pointer_const(r, entry->objects.at[i].most));
    struct term left = term_compare(r->terms, OP_ULE, least, size);
    from = remover_emit_assume(r, from, term_and(r->terms, left, right));
  }
  return from;
}

// A program starts with what initialisers say. Where that is an address it is a
// number here, but not for whoever runs the program.
// And main with a number of arguments.
static struct location_id assume_arguments(struct remover *r,
                                           struct location_id from) {
  const struct procedure *entry =
      program_procedure(r->program, r->inlined->instances.at[1].procedure);
  if (r->options.is_open || entry->self.id != r->program->entry.id ||
      entry->parameters.count < 2)
    return from;
  struct term count = program_term(r->program, r->from->parameters.at[0]);
  struct sort sort = term_sort(r->terms, count);
  if (!sort_is_bits(sort))
    return from;
  struct term zero = term_const(r->terms, sort_width(sort), 0);
  return remover_emit_assume(r, from,
                             term_compare(r->terms, OP_SLE, zero, count));
}

struct location_id remover_initialise(struct remover *r,
                                      struct location_id from) {
  struct binding_vec bindings = {0};
  for (uint32_t i = 1;
       r->layout && !r->options.is_open && i < r->program->variables.count;
       i++) {
    const struct variable_info *info = &r->program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial) &&
        !term_is_literal(r->terms, info->initial) &&
        sort_is_bits(term_sort(r->terms, info->term)))
      binding_vec_push(&bindings, (struct binding){{i}, info->initial});
  }
  return assume_arguments(r, remover_emit_all(r, from, &bindings));
}
