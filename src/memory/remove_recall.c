// Calls of stand-ins for recursive calls (check/recall.h).
//
// A function is checked for states in which what it can get at is there, and
// each object is given once. Where something may have ended that an inner call
// can get at, where a pointer that the function wrote is null or leads nowhere,
// or where two lead to one object, it is not known what that call does. And
// after the call of a function that frees, what it could get at may be gone; of
// the many objects of one place only that is known, and of memory outside that
// what leads there from what the call could get at is no more of use.
#include "memory/remover.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/lowering.h"

struct reached {
  struct place_vec places; // that arguments lead to
  struct bitset blocks;    // these, and what they lead to
};

static void reached_init(const struct remover *r, const struct operation *op,
                         struct reached *reached) {
  *reached = (struct reached){0};
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_of(r->removal->targets, op->call.arguments[i], &reached->places);
  if (!term_is_none(op->call.variadic))
    targets_of(r->removal->targets, op->call.variadic, &reached->places);
  for (uint32_t i = 0; i < reached->places.count; i++)
    bitset_add(&reached->blocks, reached->places.at[i].object);
  targets_reach(r->removal->targets, &reached->blocks);
}

static void reached_release(struct reached *reached) {
  place_vec_release(&reached->places);
  bitset_release(&reached->blocks);
}

static bool has_object(const struct place_vec *places, uint32_t b) {
  bool found = false;
  for (uint32_t i = 0; i < places->count; i++)
    found |= places->at[i].object == b;
  return found;
}

// ---- What is gone somewhere else --------------------------------------------

// Of memory outside no life is kept. What a call that frees can get at may lead
// to some that has ended since.
static const struct procedure *freeing_callee(const struct remover *r,
                                              const struct operation *op) {
  const struct procedure *callee =
      op->kind == OPERATION_CALL && op->call.callee.id
          ? program_procedure(r->program, op->call.callee)
          : NULL;
  return callee && callee->recalls.id && callee->frees ? callee : NULL;
}

static void flow_gone(struct remover *r, uint32_t first) {
  struct u32_vec pending = {0};
  u32_vec_push(&pending, first);
  while (pending.count) {
    uint32_t at = u32_vec_pop(&pending);
    const struct location *location = &r->from->locations.at[at];
    for (uint32_t i = 0; i < location->out_count; i++) {
      uint32_t to = r->from->edges.at[location->first_out + i].to.id;
      if (bitset_unite(&r->gone[to], &r->gone[at]))
        u32_vec_push(&pending, to);
    }
  }
  u32_vec_release(&pending);
}

void remover_find_gone(struct remover *r) {
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    const struct edge *edge = &r->from->edges.at[i];
    struct reached reached;
    if (!freeing_callee(r, &edge->op))
      continue;
    if (!r->gone)
      r->gone = memory_new_zero(r->from->locations.count, sizeof *r->gone);
    reached_init(r, &edge->op, &reached);
    if (bitset_unite(&r->gone[edge->to.id], &reached.blocks))
      flow_gone(r, edge->to.id);
    reached_release(&reached);
  }
}

void remover_release_gone(struct remover *r) {
  for (uint32_t i = 0; r->gone && i < r->from->locations.count; i++)
    bitset_release(&r->gone[i]);
  free(r->gone);
  r->gone = NULL;
}

static bool is_gone(const struct remover *r, uint32_t b) {
  uint32_t at = r->from->edges.at[r->edge].from.id;
  return r->gone && bitset_has(&r->gone[at], b);
}

bool remover_is_outside_gone(const struct remover *r) {
  return is_gone(r, targets_outside(r->removal->targets));
}

bool remover_is_handle_gone(const struct remover *r, struct term handle) {
  struct place_vec places = {0};
  targets_of(r->removal->targets, handle, &places);
  bool found = remover_is_outside_gone(r) &&
               has_object(&places, targets_outside(r->removal->targets));
  place_vec_release(&places);
  return found;
}

// ---- Values -----------------------------------------------------------------

// Outside, and functions, never end.
static bool is_object(const struct remover *r, uint32_t b) {
  return b < r->regions->at.count &&
         remover_block_of(r, b)->kind != BLOCK_OUTSIDE &&
         b != targets_anywhere(r->removal->targets) &&
         b != targets_outside(r->removal->targets) &&
         !remover_is_function(r, b);
}

static bool is_single(const struct remover *r, uint32_t b) {
  return remover_block_of(r, b)->kind != BLOCK_MANY;
}

static struct term is_dead_at(struct remover *r, struct term value,
                              uint32_t b) {
  const struct region *region = remover_region_of(r, b);
  struct term offset = term_sub(r->terms, value, region->base);
  return term_not(r->terms, remover_is_alive(r, region, offset));
}

// Does the value lead to what has ended, or may have if it is outside; or, of
// one in what is the function's own, or that the function or an inner call has
// left, nowhere that is known?
static struct term is_bad_value(struct remover *r, struct term value,
                                const struct place_vec *places, bool is_own,
                                bool may_be_gone, bool is_left) {
  bool is_outside = false;
  struct term zero = remover_pointer_const(r, 0);
  struct term bad = term_false(r->terms);
  struct term leads = term_eq(r->terms, value, zero);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (!is_object(r, b)) {
      is_own = false;
      is_left &= !remover_is_function(r, b);
      is_outside |= remover_is_outside(r, places->at[i]);
      continue;
    }
    struct term inside = remover_leads_into(r, value, b);
    bad = term_or(r->terms, bad,
                  term_and(r->terms, inside, is_dead_at(r, value, b)));
    leads = term_or(r->terms, leads, inside);
  }
  return is_own || (is_outside && may_be_gone) || is_left
             ? term_or(r->terms, bad, term_not(r->terms, leads))
             : bad;
}

// Of elements it is only known what one of them may lead to.
static struct term is_bad_array(struct remover *r,
                                const struct place_vec *places,
                                bool may_be_gone) {
  struct term bad = term_false(r->terms);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (may_be_gone && remover_is_outside(r, places->at[i]))
      return term_true(r->terms);
    if (!is_object(r, b) || variable_is_none(remover_region_of(r, b)->alive))
      continue;
    if (!is_single(r, b))
      return term_true(r->terms);
    struct term base = remover_region_of(r, b)->base;
    bad = term_or(r->terms, bad, is_dead_at(r, base, b));
  }
  return bad;
}

static bool is_own(const struct remover *r, uint32_t b) {
  struct object_id id = remover_block_of(r, b)->object;
  return remover_is_heap(r, b) ||
         (id.id && program_object(r->program, id)->kind == OBJECT_FRAME &&
          !remover_is_given(r, b));
}

// The data that the object has at the offset is a pointer to, by its type;
// false where that is not known.
static bool is_pointer_at(const struct remover *r, uint32_t b,
                          uint64_t offset) {
  const struct ctype_table *types = r->program->types;
  struct object_id object = remover_block_of(r, b)->object;
  struct ctype type = {0};
  if (object.id)
    type = ctype_leaf(types, program_object(r->program, object)->type, offset);
  return type.id && ctype_bare(types, type)->kind == CTYPE_POINTER;
}

// A null that the function may have written itself. That a list ends there is
// no reason: the function may need more of the one that it is given.
static struct term is_own_null(struct remover *r, uint32_t b,
                               const struct cell *cell,
                               const struct place_vec *places) {
  struct term value = program_term(r->program, cell->variable);
  bool may_be = (places->count || is_pointer_at(r, b, cell->offset)) &&
                (given_term(r->given, r->edge, value) & GIVER_ITSELF);
  return may_be ? term_eq(r->terms, value, remover_pointer_const(r, 0))
                : term_false(r->terms);
}

// Bytes that have to be there, or 0 where the type does not say that: one
// element may be too few.
static uint64_t bytes_needed(const struct ctype_table *types,
                             struct ctype pointer) {
  struct ctype target = ctype_bare(types, pointer)->target;
  return ctype_is_record(types, target)
             ? ctype_bare(types, target)->bit_size / 8
             : 0;
}

// Too little room in what is the function's own.
static struct term is_too_small(struct remover *r, struct term value,
                                uint32_t b, uint64_t needed) {
  struct term inside = remover_leads_into(r, value, b);
  struct term base = remover_region_of(r, b)->base;
  struct term left = term_sub(r->terms, remover_room_in(r, b),
                              term_sub(r->terms, value, base));
  struct term is_short =
      term_compare(r->terms, OP_ULT, left, remover_pointer_const(r, needed));
  return needed ? term_and(r->terms, inside, is_short) : inside;
}

// How large the function's own objects are is no matter of its callers.
static struct term is_too_small_own(struct remover *r, struct term value,
                                    struct ctype pointer,
                                    const struct place_vec *places) {
  uint64_t needed = bytes_needed(r->program->types, pointer);
  struct term bad = term_false(r->terms);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (is_object(r, b) && is_own(r, b))
      bad = term_or(r->terms, bad, is_too_small(r, value, b, needed));
  }
  return bad;
}

// What the pointer in the cell has to lead to by its type.
static struct term is_too_small_at(struct remover *r, uint32_t b,
                                   const struct cell *cell,
                                   const struct place_vec *places) {
  struct object_id object = remover_block_of(r, b)->object;
  if (!is_pointer_at(r, b, cell->offset))
    return term_false(r->terms);
  struct ctype type =
      ctype_leaf(r->program->types, program_object(r->program, object)->type,
                 cell->offset);
  return bytes_needed(r->program->types, type)
             ? is_too_small_own(r, program_term(r->program, cell->variable),
                                type, places)
             : term_false(r->terms);
}

static struct term is_bad_pointer(struct remover *r, uint32_t b,
                                  const struct cell *cell) {
  struct place at = {b, (int64_t)cell->offset, 0};
  struct term value = program_term(r->program, cell->variable);
  struct term bad = term_false(r->terms);
  struct place_vec places = {0};
  targets_held(r->removal->targets, at, (int64_t)cell->size, &places);
  if (places.count)
    bad = is_bad_value(r, value, &places, is_own(r, b), is_gone(r, b),
                       given_term(r->given, r->edge, value) & GIVER_ITSELF);
  bad = term_or(r->terms, bad, is_own_null(r, b, cell, &places));
  bad = term_or(r->terms, bad, is_too_small_at(r, b, cell, &places));
  place_vec_release(&places);
  return bad;
}

static bool has_pointers(const struct remover *r, uint32_t b) {
  struct object_id object = remover_block_of(r, b)->object;
  return object.id &&
         entry_type_has_pointers(r->program->types,
                                 program_object(r->program, object)->type);
}

// Elements, or bytes: a null of the function's own may be any of them.
static struct term is_bad_many(struct remover *r, uint32_t b,
                               const struct cell *cell) {
  struct place all = {b, 0, 1};
  struct term value = program_term(r->program, cell->variable);
  struct term bad = term_false(r->terms);
  struct place_vec places = {0};
  bool is_narrow = 8 * cell->size != r->program->pointer_width;
  targets_held(r->removal->targets, all, INT64_MAX, &places);
  bad = is_bad_array(r, &places, is_gone(r, b));
  if ((places.count || (is_narrow && has_pointers(r, b))) &&
      (given_term(r->given, r->edge, value) & GIVER_ITSELF))
    bad = term_true(r->terms);
  place_vec_release(&places);
  return bad;
}

// Does the cell have a part of a pointer, or more than one?
static bool has_parts(const struct remover *r, uint32_t b,
                      const struct cell *cell) {
  struct place at = {b, (int64_t)cell->offset, 0};
  struct place_vec places = {0};
  targets_held(r->removal->targets, at, (int64_t)cell->size, &places);
  bool found = places.count != 0;
  place_vec_release(&places);
  return found;
}

static struct term is_bad_cell(struct remover *r, uint32_t b,
                               const struct cell *cell) {
  const struct region *region = remover_region_of(r, b);
  bool is_many = cell_is_array(region, cell) || !is_single(r, b);
  bool is_word = 8 * cell->size == r->program->pointer_width;
  if (!is_many && is_word)
    return is_bad_pointer(r, b, cell);
  return is_many || has_parts(r, b, cell) ? is_bad_many(r, b, cell)
                                          : term_false(r->terms);
}

// Has the region a cell for the pointer, or one that it is an element of?
static bool has_cell(const struct region *region, uint64_t offset,
                     uint64_t size) {
  bool found = false;
  for (uint32_t i = 0; i < region->cells.count && !found; i++) {
    const struct cell *cell = &region->cells.at[i];
    found = cell_is_array(region, cell)
                ? cell->size == size
                : cell->offset == offset && cell->size == size;
  }
  return found;
}

// Is the object filled, or copied to, as a whole?
static bool is_filled(const struct remover *r, uint32_t b) {
  bool found = false;
  for (uint32_t i = 1; i < r->from->edges.count && !found; i++) {
    const struct operation *op = &r->from->edges.at[i].op;
    struct place_vec places = {0};
    if (op->kind == OPERATION_FILL || op->kind == OPERATION_COPY)
      targets_of(r->removal->targets, op->block.address, &places);
    found = has_object(&places, b);
    place_vec_release(&places);
  }
  return found;
}

// Pointers that nothing here reads have no cells, and what the function wrote
// there is not known. Of the heap no types are known.
static bool has_unseen(const struct remover *r, uint32_t b) {
  enum { MOST = 4096 };
  const struct region *region = remover_region_of(r, b);
  uint64_t word = r->program->pointer_width / 8, seen = 0;
  struct object_id object = remover_block_of(r, b)->object;
  bool found = false;
  if (!is_own(r, b) && !is_filled(r, b))
    return false;
  if (object.id) {
    uint64_t size = program_object(r->program, object)->size;
    for (uint64_t at = 0; at < size && at < MOST && !found; at += word)
      found = is_pointer_at(r, b, at) && !has_cell(region, at, word);
    return found;
  }
  for (uint32_t i = 0; i < region->cells.count; i++)
    seen += region->cells.at[i].size;
  return !is_single(r, b) || !remover_block_of(r, b)->size ||
         seen < remover_block_of(r, b)->size;
}

static struct term is_bad_block(struct remover *r, uint32_t b) {
  const struct region *region = remover_region_of(r, b);
  struct term bad =
      has_unseen(r, b) ? term_true(r->terms) : term_false(r->terms);
  for (uint32_t i = 0; i < region->cells.count; i++)
    bad = term_or(r->terms, bad, is_bad_cell(r, b, &region->cells.at[i]));
  return bad;
}

// What is passed: to a parameter, or of a global that comes behind these; no
// type where that is not known.
static struct lowered_type passed_type(const struct remover *r,
                                       const struct procedure *callee,
                                       const struct operation *op,
                                       uint32_t argument) {
  struct variable_vec found = {0};
  struct lowered_type passed = lowering_type(r->program, callee, argument);
  if (passed.type.id)
    return passed;
  program_variables_in(r->program, &op->call.arguments[argument], 1, &found);
  if (found.count == 1 &&
      program_variable(r->program, found.at[0])->kind == VARIABLE_GLOBAL)
    passed.type = program_variable(r->program, found.at[0])->type;
  variable_vec_release(&found);
  return passed;
}

// A null for a parameter that the function does not ask about, or in a global
// by the function's own doing.
static struct term is_bad_null(struct remover *r,
                               const struct procedure *callee,
                               const struct operation *op, uint32_t argument) {
  struct term value = op->call.arguments[argument];
  uint32_t count =
      program_procedure(r->program, callee->recalls)->parameters.count;
  bool may_be = argument < count
                    ? argument < 64 && callee->nullable >> argument & 1
                    : !(given_pointer(r->given, r->edge, value) & GIVER_ITSELF);
  return may_be ? term_false(r->terms)
                : term_eq(r->terms, value, remover_pointer_const(r, 0));
}

// What is freed has to begin where it leads to.
static struct term is_not_begun(struct remover *r, struct term value,
                                const struct place_vec *places) {
  struct term inside = term_false(r->terms);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (!is_object(r, b) || !is_single(r, b))
      continue;
    struct term begins =
        term_eq(r->terms, value, remover_region_of(r, b)->base);
    inside = term_or(r->terms, inside,
                     term_and(r->terms, remover_leads_into(r, value, b),
                              term_not(r->terms, begins)));
  }
  return inside;
}

static struct term is_bad_argument(struct remover *r,
                                   const struct procedure *callee,
                                   const struct operation *op,
                                   uint32_t argument) {
  struct term value = op->call.arguments[argument];
  struct lowered_type passed = passed_type(r, callee, op, argument);
  struct place_vec places = {0};
  struct term bad = term_false(r->terms);
  if (sort_equal(term_sort(r->terms, value),
                 sort_bits(r->program->pointer_width)))
    targets_of(r->removal->targets, value, &places);
  if (places.count)
    bad = is_bad_value(r, value, &places, false, remover_is_outside_gone(r),
                       given_pointer(r->given, r->edge, value) & GIVER_ITSELF);
  if (argument < 64 && callee->freed >> argument & 1)
    bad = term_or(r->terms, bad, is_not_begun(r, value, &places));
  if (!passed.is_memory &&
      ctype_bare(r->program->types, passed.type)->kind == CTYPE_POINTER) {
    bad = term_or(r->terms, bad,
                  is_too_small_own(r, value, passed.type, &places));
    bad = term_or(r->terms, bad, is_bad_null(r, callee, op, argument));
  }
  place_vec_release(&places);
  return bad;
}

// ---- What is not separate ---------------------------------------------------

// Where one argument leads, and all that can be got at from there.
static void reach_behind(const struct remover *r, const struct place_vec *from,
                         struct bitset *behind) {
  for (uint32_t i = 0; i < from->count; i++) {
    struct place_vec held = {0};
    struct place all = {from->at[i].object, 0, 1};
    if (is_object(r, all.object))
      targets_held(r->removal->targets, all, INT64_MAX, &held);
    for (uint32_t k = 0; k < held.count; k++)
      bitset_add(behind, held.at[k].object);
    place_vec_release(&held);
  }
  targets_reach(r->removal->targets, behind);
}

// Do both lead to one object, or the second one to what can be got at by the
// first one?
static struct term is_shared(struct remover *r, struct term first,
                             struct term second) {
  struct place_vec of_first = {0}, of_second = {0};
  struct bitset behind = {0};
  struct term zero = remover_pointer_const(r, 0);
  struct term shared =
      term_and(r->terms, term_eq(r->terms, first, second),
               term_not(r->terms, term_eq(r->terms, first, zero)));
  targets_of(r->removal->targets, first, &of_first);
  targets_of(r->removal->targets, second, &of_second);
  reach_behind(r, &of_first, &behind);
  if (!of_first.count || !of_second.count)
    shared = term_false(r->terms);
  for (uint32_t i = 0; i < of_second.count; i++) {
    uint32_t b = of_second.at[i].object;
    struct term there = term_false(r->terms);
    if (!is_object(r, b))
      continue;
    if (bitset_has(&behind, b))
      there = term_true(r->terms);
    else if (has_object(&of_first, b))
      there = remover_leads_into(r, first, b);
    shared =
        term_or(r->terms, shared,
                term_and(r->terms, there, remover_leads_into(r, second, b)));
  }
  place_vec_release(&of_first);
  place_vec_release(&of_second);
  bitset_release(&behind);
  return shared;
}

// Is it where a pointer goes that counts? Where a struct is returned nothing
// has been put.
static bool is_given_there(const struct remover *r,
                           const struct procedure *callee,
                           const struct operation *op, uint32_t argument) {
  return sort_equal(term_sort(r->terms, op->call.arguments[argument]),
                    sort_bits(r->program->pointer_width)) &&
         lowering_result(callee) != argument;
}

// What a function is given are objects of their own. One that changes nothing
// there does not notice.
static struct term are_shared(struct remover *r, const struct operation *op,
                              const struct procedure *callee) {
  struct term shared = term_false(r->terms);
  bool counts = callee->frees || callee->outside == OUTSIDE_LED;
  for (uint32_t i = 0; counts && i < op->call.count; i++)
    for (uint32_t k = 0; k < op->call.count; k++)
      if (i != k && is_given_there(r, callee, op, i) &&
          is_given_there(r, callee, op, k))
        shared =
            term_or(r->terms, shared,
                    is_shared(r, op->call.arguments[i], op->call.arguments[k]));
  return shared;
}

// ---- What is held twice -----------------------------------------------------

// A pointer that an inner call can get at: an argument, or a cell of memory.
struct way {
  struct term value, there; // there: on which condition it is one
  struct place_vec places;
  bool is_cell, is_changed; // the function writes there itself
};

VEC_DEFINE(way_vec, struct way);

// Where the operation writes pointers, if it does.
static void places_of_pointers(const struct remover *r,
                               const struct operation *op,
                               struct place_vec *into) {
  struct place_vec values = {0};
  if (op->kind == OPERATION_STORE || op->kind == OPERATION_UPDATE) {
    targets_of(r->removal->targets, op->memory.value, &values);
    if (values.count)
      targets_of(r->removal->targets, op->memory.address, into);
  } else if (op->kind == OPERATION_COPY) {
    targets_of(r->removal->targets, op->block.address, into);
  }
  place_vec_release(&values);
}

// Does the function write pointers to the cell, by itself?
static bool is_changed_cell(const struct remover *r, uint32_t b,
                            const struct cell *cell) {
  uint64_t word = r->program->pointer_width / 8;
  struct place at = {b, (int64_t)cell->offset, 0};
  bool found = false, is_many = cell_is_array(remover_region_of(r, b), cell);
  for (uint32_t i = 1; i < r->from->edges.count && !found; i++) {
    const struct operation *op = &r->from->edges.at[i].op;
    bool is_any = is_many || op->kind == OPERATION_COPY;
    struct place_vec places = {0};
    places_of_pointers(r, op, &places);
    for (uint32_t k = 0; k < places.count && !found; k++)
      found = places.at[k].object == b &&
              (is_any || place_overlaps(places.at[k], word, at, cell->size));
    place_vec_release(&places);
  }
  return found;
}

// Bytes, and elements, hold pointers of which it is not known which.
static void add_cell_way(struct remover *r, uint32_t b, const struct cell *cell,
                         struct way_vec *ways) {
  const struct region *region = remover_region_of(r, b);
  struct place at = {b, (int64_t)cell->offset, 0}, all = {b, 0, 1};
  bool is_many = cell_is_array(region, cell) || !is_single(r, b) ||
                 8 * cell->size != r->program->pointer_width;
  struct way way = {.is_cell = true,
                    .there = term_true(r->terms),
                    .is_changed = is_changed_cell(r, b, cell)};
  targets_held(r->removal->targets, is_many ? all : at,
               is_many ? INT64_MAX : (int64_t)cell->size, &way.places);
  if (!is_many) {
    way.value = program_term(r->program, cell->variable);
    way.there = remover_is_alive(r, region, remover_pointer_const(r, 0));
  }
  if (!way.places.count || (is_many && !way.is_changed))
    place_vec_release(&way.places);
  else
    way_vec_push(ways, way);
}

static void find_ways(struct remover *r, const struct operation *op,
                      const struct procedure *callee, struct way_vec *ways) {
  struct reached reached;
  reached_init(r, op, &reached);
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct way way = {.value = op->call.arguments[i],
                      .there = term_true(r->terms)};
    if (!is_given_there(r, callee, op, i))
      continue;
    targets_of(r->removal->targets, way.value, &way.places);
    way_vec_push(ways, way);
  }
  BITSET_EACH (b, &reached.blocks)
    for (uint32_t i = 0;
         is_object(r, b) && i < remover_region_of(r, b)->cells.count; i++)
      add_cell_way(r, b, &remover_region_of(r, b)->cells.at[i], ways);
  reached_release(&reached);
}

static bool is_constant(const struct remover *r, uint32_t b) {
  struct object_id object = remover_block_of(r, b)->object;
  return object.id && program_object(r->program, object)->is_constant;
}

static struct term leads_there(struct remover *r, const struct way *way,
                               uint32_t b) {
  return term_is_none(way->value) ? term_true(r->terms)
                                  : remover_leads_into(r, way->value, b);
}

static bool leads_outside(const struct remover *r, const struct way *way) {
  bool found = false;
  for (uint32_t i = 0; i < way->places.count; i++)
    found |= remover_is_outside(r, way->places.at[i]);
  return found;
}

// Of memory outside it is known only which of the pointers are equal. What the
// state of the start holds is not compared: these are to objects of their own.
static struct term are_equal_outside(struct remover *r, const struct way *first,
                                     const struct way *second) {
  if ((!first->is_changed && !second->is_changed) || !leads_outside(r, first) ||
      !leads_outside(r, second))
    return term_false(r->terms);
  if (term_is_none(first->value) || term_is_none(second->value))
    return term_true(r->terms);
  struct term is_null =
      term_eq(r->terms, first->value, remover_pointer_const(r, 0));
  return term_and(r->terms, term_eq(r->terms, first->value, second->value),
                  term_not(r->terms, is_null));
}

static struct term are_held_twice(struct remover *r, const struct way *first,
                                  const struct way *second) {
  struct term twice = are_equal_outside(r, first, second);
  for (uint32_t i = 0; i < first->places.count; i++) {
    uint32_t b = first->places.at[i].object;
    bool is_first = true;
    for (uint32_t k = 0; k < i; k++)
      is_first &= first->places.at[k].object != b;
    if (is_first && is_object(r, b) && !is_constant(r, b) &&
        has_object(&second->places, b))
      twice = term_or(r->terms, twice,
                      term_and(r->terms, leads_there(r, first, b),
                               leads_there(r, second, b)));
  }
  return term_and(r->terms, twice,
                  term_and(r->terms, first->there, second->there));
}

// Of the pointers to be found in memory no two lead to one object, and none to
// what an argument leads to. One of many that the function writes may be any.
static struct term is_held_twice(struct remover *r, const struct operation *op,
                                 const struct procedure *callee) {
  struct way_vec ways = {0};
  struct term twice = term_false(r->terms);
  if (callee->frees || callee->outside == OUTSIDE_LED)
    find_ways(r, op, callee, &ways);
  for (uint32_t i = 0; i < ways.count; i++)
    for (uint32_t k = 0; k <= i; k++)
      if (ways.at[i].is_cell && (k < i || term_is_none(ways.at[i].value)))
        twice = term_or(r->terms, twice,
                        are_held_twice(r, &ways.at[i], &ways.at[k]));
  for (uint32_t i = 0; i < ways.count; i++)
    place_vec_release(&ways.at[i].places);
  way_vec_release(&ways);
  return twice;
}

// ---- The call ---------------------------------------------------------------

static void emit_cut(struct remover *r, struct location_id from,
                     const struct procedure *callee, const char *what) {
  const char *name = name_text(
      r->program->names, program_procedure(r->program, callee->recalls)->name);
  struct operation op = operation_unsupported(intern_format(
      r->program->names, "%s, at a call of `%s` inside of itself", what, name));
  op.unsupported.is_cut = true;
  remover_emit(r, from, op);
}

// What is so is cut, the rest goes on.
static struct location_id emit_unless(struct remover *r,
                                      struct location_id from,
                                      const struct procedure *callee,
                                      struct term bad, const char *what) {
  if (term_is_false(r->terms, bad))
    return from;
  emit_cut(r, remover_emit_assume(r, from, bad), callee, what);
  return remover_emit_assume(r, from, term_not(r->terms, bad));
}

struct location_id remover_check_recalled(struct remover *r,
                                          const struct operation *op,
                                          const struct procedure *callee,
                                          struct location_id from) {
  struct reached reached;
  struct term bad = term_false(r->terms);
  reached_init(r, op, &reached);
  for (uint32_t i = 0; i < op->call.count; i++)
    bad = term_or(r->terms, bad, is_bad_argument(r, callee, op, i));
  BITSET_EACH (b, &reached.blocks)
    if (is_object(r, b))
      bad = term_or(r->terms, bad,
                    term_and(r->terms,
                             is_single(r, b)
                                 ? remover_is_alive(r, remover_region_of(r, b),
                                                    remover_pointer_const(r, 0))
                                 : term_true(r->terms),
                             is_bad_block(r, b)));
  reached_release(&reached);
  from = emit_unless(r, from, callee, bad,
                     "memory that may be gone, or was never written");
  bad = term_or(r->terms, are_shared(r, op, callee),
                is_held_twice(r, op, callee));
  return emit_unless(r, from, callee, bad, "pointers to the same objects");
}

// What is freed there, if it is.
static bool may_be_freed(const struct remover *r, uint32_t b) {
  return is_object(r, b) && !variable_is_none(remover_region_of(r, b)->alive) &&
         (remover_is_heap(r, b) || remover_is_handle(r, b) ||
          remover_is_given(r, b));
}

// Perhaps it is gone.
static struct location_id emit_perhaps_dead(struct remover *r,
                                            struct location_id from,
                                            struct variable alive) {
  struct term kept = remover_emit_any(r, &from, "freed inside of itself");
  struct term zero = term_const(r->terms, 1, 0);
  struct term before = program_term(r->program, alive);
  struct term after = term_ite(r->terms, kept, before, zero);
  return remover_emit(r, from, operation_assign_one(r->program, alive, after));
}

struct location_id remover_end_recalled(struct remover *r,
                                        const struct operation *op,
                                        const struct procedure *callee,
                                        struct location_id from) {
  struct reached reached;
  bool has_many = false;
  reached_init(r, op, &reached);
  BITSET_EACH (b, &reached.blocks) {
    has_many |= may_be_freed(r, b) && !is_single(r, b);
    if (may_be_freed(r, b) && is_single(r, b))
      from = emit_perhaps_dead(r, from, remover_region_of(r, b)->alive);
  }
  reached_release(&reached);
  if (!has_many)
    return from;
  struct term is_taken = remover_emit_any(r, &from, "freed inside of itself");
  emit_cut(r, remover_emit_assume(r, from, is_taken), callee,
           "which of the objects of one place are freed");
  return remover_emit_assume(r, from, term_not(r->terms, is_taken));
}

void remover_list_recalled(const struct remover *r, const struct operation *op,
                           struct bitset *blocks) {
  struct reached reached;
  if (!freeing_callee(r, op))
    return;
  reached_init(r, op, &reached);
  bitset_unite(blocks, &reached.blocks);
  reached_release(&reached);
}
