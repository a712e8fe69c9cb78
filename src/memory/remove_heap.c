// Allocating and freeing; which objects are alive.
#include "library/routine.h"
#include "memory/remover.h"

// Life

unsigned remover_stride_bits(const struct region *region) {
  unsigned bits = 0;
  while ((uint64_t)1 << bits < region->stride)
    bits++;
  return bits;
}

// Where the object of a heap area begins in which the offset lies.
static struct term start_of(struct remover *r, const struct region *region,
                            struct term offset) {
  unsigned bits = remover_stride_bits(region);
  unsigned width = r->program->pointer_width;
  struct term right = term_const(r->terms, bits, 0);
  struct term left = term_extract(r->terms, bits, width - bits, offset);
  return term_concat(r->terms, left, right);
}

struct term remover_is_alive(struct remover *r, const struct region *region,
                             struct term offset) {
  if (variable_is_none(region->alive))
    return term_true(r->terms);
  struct term alive = program_term(r->program, region->alive);
  if (sort_is_array(term_sort(r->terms, alive)))
    alive = term_select(r->terms, alive, start_of(r, region, offset));
  return term_nonzero(r->terms, alive);
}

// The new value of `alive` for the object at the offset.
static struct binding set_alive(struct remover *r, const struct region *region,
                                struct term offset, bool value) {
  struct term alive = program_term(r->program, region->alive);
  struct sort sort = term_sort(r->terms, alive);
  struct term bit = term_const(r->terms, sort_width(sort), value);
  if (sort_is_array(sort))
    bit = term_store(r->terms, alive, offset, bit);
  return (struct binding){region->alive, bit};
}

// What callers made may be of the heap, for all that the function knows; not
// what is the call's own.
bool remover_is_given(const struct remover *r, uint32_t b) {
  const struct block *block = remover_block_of(r, b);
  const struct entry_object *input =
      block->object.id ? entry_state_find(&r->removal->entry, block->object)
                       : NULL;
  return input && !input->is_alone;
}

static void note_freed(const struct remover *r, struct term address,
                       struct bitset *blocks) {
  struct place_vec places = {0};
  targets_of(r->removal->targets, address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(blocks, places.at[i].object);
  place_vec_release(&places);
}

// Given objects that the code may free can die, too.
static void add_alive_given(struct remover *r) {
  struct bitset freed = {0};
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    remover_list_recalled(r, &r->from->edges.at[i].op, &freed);
    if (r->from->edges.at[i].op.kind == OPERATION_FREE)
      note_freed(r, r->from->edges.at[i].op.free.address, &freed);
  }
  BITSET_EACH (b, &freed)
    if (b < r->regions->at.count && remover_is_given(r, b))
      r->regions->at.at[b].alive =
          remover_add_variable(r, "alive", sort_bits(1));
  bitset_release(&freed);
}

struct location_id remover_revive_given(struct remover *r,
                                        struct location_id from) {
  struct binding_vec bindings = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = remover_region_of(r, b);
    if (!variable_is_none(region->alive) && remover_is_given(r, b))
      binding_vec_push(&bindings, set_alive(r, region, (struct term){0}, true));
  }
  return remover_emit_all(r, from, &bindings);
}

// Objects of frames that can be reached after their procedure has returned,
// what is allocated, and what is given and freed.
void remover_add_alive(struct remover *r) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    struct region *region = &r->regions->at.at[b];
    struct sort bit = sort_bits(1);
    if (block->kind == BLOCK_NAMED) {
      const struct object_info *info =
          program_object(r->program, block->object);
      if (info->kind != OBJECT_FRAME || !info->escapes ||
          info->owner.id != r->from->frame.id)
        continue;
    } else if (block->kind == BLOCK_OUTSIDE || !block->edge) {
      continue;
    } else if (block->kind == BLOCK_MANY) {
      bit = sort_array(r->program->pointer_width, 8);
    }
    region->alive = remover_add_variable(r, "alive", bit);
  }
  add_alive_given(r);
}

// The objects of an instance begin to live.
struct location_id remover_begin_instance(struct remover *r, uint32_t instance,
                                          struct location_id from) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    uint32_t b = r->from->objects.at[info->first_object + i].id;
    const struct region *region = remover_region_of(r, b);
    from = remover_move_block(r, b, from);
    if (!variable_is_none(region->alive))
      binding_vec_push(&bindings, set_alive(r, region, (struct term){0}, true));
  }
  return remover_emit_all(r, from, &bindings);
}

// They end, and what it allocated on the stack.
struct location_id remover_end_instance(struct remover *r, uint32_t instance,
                                        struct location_id from) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  for (uint32_t i = 0; i < procedure->objects.count; i++)
    from = remover_end_block(r, r->from->objects.at[info->first_object + i].id,
                             from);
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    const struct operation *op = &r->from->edges.at[block->edge].op;
    if (block->kind == BLOCK_ONCE && block->edge &&
        op->kind == OPERATION_ALLOCATE &&
        op->allocate.kind != ALLOCATION_HEAP &&
        r->inlined->origins.at[block->edge].instance == instance)
      from = remover_end_block(r, b, from);
  }
  return from;
}

// Allocation

struct name remover_filler(const struct remover *r, uint32_t b) {
  const struct block *block = remover_block_of(r, b);
  const struct operation *op = &r->from->edges.at[block->edge].op;
  return block->edge && op->kind == OPERATION_ALLOCATE ? op->allocate.filler
                                                       : (struct name){0};
}

// Fresh bytes: zero, or anything; what only a routine knows is a guess.
static struct location_id emit_contents(struct remover *r,
                                        struct location_id from, uint32_t block,
                                        bool is_zeroed) {
  const struct region *region = remover_region_of(r, block);
  if (!is_zeroed) {
    struct variable_vec cells = {0};
    remover_list_cells(r, block, &cells);
    struct name filler = remover_filler(r, block);
    bool is_guess = !name_is_none(filler);
    from = remover_emit_havoc(
        r, from, &cells, is_guess ? ORIGIN_APPROXIMATION : ORIGIN_UNINITIALISED,
        is_guess ? filler : intern(r->program->names, "allocated bytes"));
    variable_vec_release(&cells);
    return from;
  }
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    struct term zero = term_const(r->terms, (unsigned)(8 * cell->size), 0);
    if (cell_is_array(region, cell))
      zero = term_const_array(r->terms, r->program->pointer_width, zero);
    binding_vec_push(&bindings, (struct binding){cell->variable, zero});
  }
  from = remover_emit(
      r, from, operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// target := the address of a new object of the size
struct location_id remover_emit_new(struct remover *r, struct location_id from,
                                    uint32_t block, struct variable target,
                                    struct term size, bool is_zeroed) {
  const struct region *region = remover_region_of(r, block);
  struct binding_vec bindings = {0};
  struct term address = region->base;
  if (remover_block_of(r, block)->kind == BLOCK_MANY) {
    struct term top = program_term(r->program, region->top);
    address = term_add(r->terms, region->base, top);
    struct term length = remover_pointer_const(r, region->stride);
    if (!remover_block_of(r, block)->size) {
      uint64_t mask = ~(region->stride - 1);
      struct term right = remover_pointer_const(r, mask);
      struct term left =
          term_add(r->terms, size, remover_pointer_const(r, region->stride));
      length = term_binary(r->terms, OP_BVAND, left, right);
    }
    binding_vec_push(
        &bindings,
        (struct binding){region->top, term_add(r->terms, top, length)});
  } else {
    from = emit_contents(r, from, block, is_zeroed);
    if (!remover_block_of(r, block)->size)
      binding_vec_push(&bindings, (struct binding){region->size, size});
  }
  if (!variable_is_none(target))
    binding_vec_push(&bindings, (struct binding){target, address});
  if (!variable_is_none(region->alive))
    binding_vec_push(
        &bindings,
        set_alive(r, region, term_sub(r->terms, address, region->base), true));
  from = remover_note_new(r, from, block, address, &bindings);
  from = remover_emit(
      r, from, operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Freeing. The address is that of the beginning of a block that was allocated.
static struct term free_test(struct remover *r, struct term address,
                             struct place place) {
  const struct block *block = remover_block_of(r, place.object);
  const struct region *region = remover_region_of(r, place.object);
  struct term offset = term_sub(r->terms, address, region->base);
  if (block->kind != BLOCK_MANY)
    return term_eq(r->terms, address, region->base);
  struct term right = term_eq(r->terms, offset, start_of(r, region, offset));
  struct term left = term_compare(r->terms, OP_ULT, offset,
                                  program_term(r->program, region->top));
  return term_and(r->terms, left, right);
}

bool remover_is_handle(const struct remover *r, uint32_t b) {
  const struct block *block = remover_block_of(r, b);
  if (block->kind != BLOCK_ONCE && block->kind != BLOCK_MANY)
    return false;
  const struct operation *op = &r->from->edges.at[block->edge].op;
  if (!block->edge || op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  struct routine routine = routine_find(name_text(
      r->program->names, program_procedure(r->program, op->call.callee)->name));
  return routine_opens(&routine);
}

bool remover_is_heap(const struct remover *r, uint32_t b) {
  const struct block *block = remover_block_of(r, b);
  const struct operation *op = &r->from->edges.at[block->edge].op;
  return (block->kind == BLOCK_ONCE || block->kind == BLOCK_MANY) &&
         block->edge && !remover_is_handle(r, b) &&
         (op->kind != OPERATION_ALLOCATE ||
          (op->allocate.kind == ALLOCATION_HEAP && !op->allocate.is_kept));
}

static bool is_freeable(const struct remover *r, struct place place) {
  return remover_is_heap(r, place.object) || remover_is_given(r, place.object);
}

// A variable that the program declares: no routine of the library gave that as
// a handle.
static bool is_declared(const struct remover *r, struct place place) {
  const struct block *block = remover_block_of(r, place.object);
  if (block->kind == BLOCK_ONCE || block->kind == BLOCK_MANY ||
      !block->object.id)
    return false;
  const struct object_info *info = program_object(r->program, block->object);
  return info->kind == OBJECT_FRAME ||
         (info->kind == OBJECT_GLOBAL && !info->is_external &&
          !info->is_adopted && position_is_known(info->position));
}

// A handle is good if it is not null, none of those that were closed, and
// nothing that the program made itself; one that we know nothing of is good.
struct term remover_handle_validity(struct remover *r, struct term address) {
  struct access access;
  struct term bad = term_eq(r->terms, address, remover_pointer_const(r, 0));
  remover_access_init(r, &access, address, remover_pointer_const(r, 1), false);
  for (uint32_t i = 0; i < access.places.count; i++) {
    struct place place = access.places.at[i];
    const struct region *region = remover_region_of(r, place.object);
    bool is_own = is_declared(r, place) || remover_is_heap(r, place.object);
    if (remover_is_outside(r, place) ||
        (!is_own && variable_is_none(region->alive)))
      continue;
    struct term offset = term_sub(r->terms, address, region->base);
    struct term is_dead =
        is_own ? term_true(r->terms)
               : term_not(r->terms, remover_is_alive(r, region, offset));
    struct term is_there =
        access.places.count == 1
            ? term_true(r->terms)
            : term_and(r->terms, access.condition,
                       remover_bounds_test(r, &access, place));
    bad = term_or(r->terms, bad, term_and(r->terms, is_there, is_dead));
  }
  remover_access_release(&access);
  return term_not(r->terms, bad);
}

// Where the address is that of the place, what is there is dead, and the way
// goes to `to`; it goes on from what is returned.
static struct location_id emit_death(struct remover *r, struct location_id from,
                                     struct location_id to, struct term address,
                                     struct place place) {
  const struct region *region = remover_region_of(r, place.object);
  struct term test = free_test(r, address, place);
  struct location_id inside = remover_emit_assume(r, from, test);
  struct binding_vec bindings = {0};
  binding_vec_push(
      &bindings,
      set_alive(r, region, term_sub(r->terms, address, region->base), false));
  remover_note_dead(r, place.object, address, &bindings);
  remover_emit_bindings(r, inside, to, &bindings);
  binding_vec_release(&bindings);
  return remover_emit_assume(r, from, term_not(r->terms, test));
}

// Closed handles are dead.
struct location_id remover_emit_closed(struct remover *r,
                                       struct location_id from,
                                       struct term address) {
  struct place_vec places = {0};
  struct location_id to = remover_new_location(r);
  targets_of(r->removal->targets, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    const struct region *region = remover_region_of(r, places.at[i].object);
    if (remover_is_handle(r, places.at[i].object) &&
        !variable_is_none(region->alive))
      from = emit_death(r, from, to, address, places.at[i]);
  }
  remover_emit_skip(r, from, to);
  place_vec_release(&places);
  return to;
}

struct term remover_free_validity(struct remover *r, struct term address,
                                  bool *is_certain) {
  struct place_vec places = {0};
  struct term valid = term_eq(r->terms, address, remover_pointer_const(r, 0));
  targets_of(r->removal->targets, address, &places);
  *is_certain = true;
  for (uint32_t i = 0; i < places.count; i++) {
    if (remover_is_outside(r, places.at[i]))
      *is_certain = false;
    if (!is_freeable(r, places.at[i]))
      continue;
    const struct region *region = remover_region_of(r, places.at[i].object);
    struct term offset = term_sub(r->terms, address, region->base);
    struct term right = remover_is_alive(r, region, offset);
    struct term left = free_test(r, address, places.at[i]);
    valid = term_or(r->terms, valid, term_and(r->terms, left, right));
  }
  place_vec_release(&places);
  return valid;
}

// Nobody knows what is freed, if anything.
static void emit_stray_free(struct remover *r, struct location_id from,
                            struct location_id to, struct term address) {
  struct term null = remover_pointer_const(r, 0);
  struct term is_null = term_eq(r->terms, address, null);
  remover_emit_skip(r, remover_emit_assume(r, from, is_null), to);
  remover_emit_to(
      r, remover_emit_assume(r, from, term_not(r->terms, is_null)), to,
      operation_unsupported(
          intern(r->program->names, "freeing a pointer that is not resolved")),
      UNDEFINED_NONE);
}

void remover_translate_free(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to) {
  struct term address = op->free.address;
  struct place_vec places = {0};
  if (r->options.checks_memory)
    targets_of(r->removal->targets, address, &places);
  bool is_anywhere = false;
  for (uint32_t i = 0; i < places.count; i++) {
    is_anywhere |= places.at[i].object == targets_anywhere(r->removal->targets);
    if (is_freeable(r, places.at[i]))
      from = emit_death(r, from, to, address, places.at[i]);
  }
  if (is_anywhere && !r->options.unknown_writes_nothing)
    emit_stray_free(r, from, to, address);
  else
    remover_emit_skip(r, from, to);
  place_vec_release(&places);
}

// Leaves the branch on which an allocation fails, and goes on.
struct location_id remover_emit_failure(struct remover *r,
                                        struct location_id from,
                                        struct location_id to,
                                        struct variable target) {
  if (variable_is_none(r->removal->failure))
    r->removal->failure =
        remover_add_variable(r, "allocation.fails", sort_bits(1));
  struct variable failure = r->removal->failure;
  struct term fails = term_nonzero(r->terms, program_term(r->program, failure));
  from =
      remover_emit(r, from,
                   operation_havoc(r->program, &failure, 1, ORIGIN_ASSUMPTION,
                                   intern(r->program->names, "allocation")));
  struct location_id failed = remover_emit_assume(r, from, fails);
  if (variable_is_none(target))
    remover_emit_skip(r, failed, to);
  else
    remover_emit_to(
        r, failed, to,
        operation_assign_one(r->program, target, remover_pointer_const(r, 0)),
        UNDEFINED_NONE);
  return remover_emit_assume(r, from, term_not(r->terms, fails));
}

void remover_translate_allocate(struct remover *r, const struct operation *op,
                                struct location_id from,
                                struct location_id to) {
  uint32_t block = targets_of_edge(r->removal->targets, r->edge);
  if (op->allocate.may_fail && r->options.may_fail)
    from = remover_emit_failure(r, from, to, op->allocate.target);
  from = remover_emit_new(r, from, block, op->allocate.target,
                          op->allocate.size, op->allocate.is_zeroed);
  remover_emit_skip(r, from, to);
}
