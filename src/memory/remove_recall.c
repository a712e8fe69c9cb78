// Calls of stand-ins for recursive calls (check/recall.h).
//
// A function is checked for states in which what it can get at is there. Where
// something may have ended that an inner call can get at, or where a pointer in
// what is the function's own leads nowhere, it is not known what that call
// does. And after the call of a function that frees, what it could get at may
// be gone; of the many objects of one place only that is known.
#include "memory/remover.h"

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

// Does the value lead to what has ended; or, of one of the function's own,
// nowhere?
static struct term is_bad_value(struct remover *r, struct term value,
                                const struct place_vec *places, bool is_own) {
  struct term zero = remover_pointer_const(r, 0);
  struct term bad = term_false(r->terms);
  struct term leads = term_eq(r->terms, value, zero);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (!is_object(r, b)) {
      is_own = false;
      continue;
    }
    struct term inside = remover_leads_into(r, value, b);
    bad = term_or(r->terms, bad,
                  term_and(r->terms, inside, is_dead_at(r, value, b)));
    leads = term_or(r->terms, leads, inside);
  }
  return is_own ? term_or(r->terms, bad, term_not(r->terms, leads)) : bad;
}

// Of elements it is only known what one of them may lead to.
static struct term is_bad_array(struct remover *r,
                                const struct place_vec *places) {
  struct term bad = term_false(r->terms);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
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

static struct term is_bad_block(struct remover *r, uint32_t b) {
  const struct region *region = remover_region_of(r, b);
  struct term bad = term_false(r->terms);
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    struct place_vec places = {0};
    bool is_array = cell_is_array(region, cell) || !is_single(r, b);
    if (8 * cell->size != r->program->pointer_width)
      continue;
    struct place at = {b, (int64_t)cell->offset, is_array ? 1 : 0};
    targets_held(r->removal->targets, at, is_array ? INT64_MAX : cell->size,
                 &places);
    struct term value = program_term(r->program, cell->variable);
    if (places.count)
      bad = term_or(r->terms, bad,
                    is_array ? is_bad_array(r, &places)
                             : is_bad_value(r, value, &places, is_own(r, b)));
    place_vec_release(&places);
  }
  return bad;
}

// The type of what is passed: of a parameter, or of a global that comes behind
// these; none where that is not known.
static struct ctype passed_type(const struct remover *r,
                                const struct procedure *callee,
                                const struct operation *op, uint32_t argument) {
  const struct ctype_info *type = ctype_bare(r->program->types, callee->type);
  struct variable_vec found = {0};
  struct ctype passed = {0};
  if (type->kind == CTYPE_FUNCTION && argument < type->parameter_count)
    return type->parameters[argument];
  program_variables_in(r->program, &op->call.arguments[argument], 1, &found);
  if (found.count == 1 &&
      program_variable(r->program, found.at[0])->kind == VARIABLE_GLOBAL)
    passed = program_variable(r->program, found.at[0])->type;
  variable_vec_release(&found);
  return passed;
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

// A null that is the function's own is no matter of its callers, nor is how
// large its own objects are.
static struct term is_bad_own(struct remover *r, struct term value,
                              struct ctype pointer,
                              const struct place_vec *places) {
  uint64_t needed = bytes_needed(r->program->types, pointer);
  struct term bad = term_false(r->terms);
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (is_object(r, b) && is_own(r, b))
      bad = term_or(r->terms, bad, is_too_small(r, value, b, needed));
  }
  if (r->given && !(given_pointer(r->given, r->edge, value) & GIVER_ITSELF))
    return bad;
  return term_or(r->terms, bad,
                 term_eq(r->terms, value, remover_pointer_const(r, 0)));
}

static struct term is_bad_argument(struct remover *r,
                                   const struct procedure *callee,
                                   const struct operation *op,
                                   uint32_t argument) {
  struct term value = op->call.arguments[argument];
  struct ctype type = passed_type(r, callee, op, argument);
  struct place_vec places = {0};
  struct term bad = term_false(r->terms);
  targets_of(r->removal->targets, value, &places);
  if (places.count)
    bad = is_bad_value(r, value, &places, false);
  if (ctype_bare(r->program->types, type)->kind == CTYPE_POINTER)
    bad = term_or(r->terms, bad, is_bad_own(r, value, type, &places));
  place_vec_release(&places);
  return bad;
}

static void emit_cut(struct remover *r, struct location_id from,
                     const struct procedure *callee, const char *what) {
  const char *name = name_text(
      r->program->names, program_procedure(r->program, callee->recalls)->name);
  struct operation op = operation_unsupported(intern_format(
      r->program->names, "%s, at a call of `%s` inside of itself", what, name));
  op.unsupported.is_cut = true;
  remover_emit(r, from, op);
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
  if (term_is_false(r->terms, bad))
    return from;
  emit_cut(r, remover_emit_assume(r, from, bad), callee,
           "memory that may be gone, or was never written");
  return remover_emit_assume(r, from, term_not(r->terms, bad));
}

// What is freed there, if it is.
static bool may_be_freed(const struct remover *r, uint32_t b) {
  return is_object(r, b) && !variable_is_none(remover_region_of(r, b)->alive) &&
         (remover_is_heap(r, b) || remover_is_given(r, b));
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
  const struct procedure *callee =
      op->kind == OPERATION_CALL && op->call.callee.id
          ? program_procedure(r->program, op->call.callee)
          : NULL;
  struct reached reached;
  if (!callee || !callee->recalls.id || !callee->frees)
    return;
  reached_init(r, op, &reached);
  bitset_unite(blocks, &reached.blocks);
  reached_release(&reached);
}
