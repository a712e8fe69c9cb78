// Calls of functions without a body, and what they do to memory.
#include "memory/remover.h"

#include <string.h>

#include "library/routine.h"
#include "memory/contract.h"
#include "memory/unseen.h"
#include "program/access.h"

// Calls of functions without a body

// Does a printf store a count (%n), or do we not know its format?
static bool has_count(const char *text, uint64_t size) {
  bool inside = false;
  for (uint64_t i = 0; i < size; i++) {
    if (inside && text[i] == 'n')
      return true;
    if (inside && strchr("diouxXeEfFgGaAcsp%", text[i]))
      inside = false;
    else if (text[i] == '%')
      inside = true;
  }
  return false;
}

// The constant texts that a format can be, or false.
static bool list_formats(struct remover *r, struct term format,
                         struct place_vec *into) {
  targets_of(r->removal->targets, format, into);
  for (uint32_t i = 0; i < into->count; i++) {
    const struct block *block = remover_block_of(r, into->at[i].object);
    const struct object_info *info =
        block->kind == BLOCK_NAMED ? program_object(r->program, block->object)
                                   : NULL;
    if (!info || !info->is_constant || !info->bytes)
      return false;
  }
  return into->count > 0;
}

// The argument that is a format of printf, or -1; wide ones have no word of
// their own.
static int printed_format(const struct routine *routine) {
  int format = routine_format(routine);
  if (format >= 0)
    return routine->arguments[format].need == NEED_PRINT ? format : -1;
  bool has_rest = routine->is_variadic && !routine->ignores_rest;
  for (uint32_t i = routine->argument_count; i-- > 0;)
    if ((has_rest || routine_list(routine) >= 0) &&
        routine->arguments[i].need == NEED_STRING &&
        routine->arguments[i].is_wide)
      return (int)i;
  return -1;
}

static bool format_writes(struct remover *r, const struct operation *op,
                          const struct routine *routine) {
  int format = printed_format(routine);
  if (format < 0 || (uint32_t)format >= op->call.count)
    return false;
  struct place_vec places = {0};
  bool result = !list_formats(r, op->call.arguments[format], &places);
  for (uint32_t i = 0; i < places.count && !result; i++) {
    const struct object_info *info = program_object(
        r->program, remover_block_of(r, places.at[i].object)->object);
    result = has_count((const char *)info->bytes, info->size);
  }
  place_vec_release(&places);
  return result;
}

static void add_blocks(struct remover *r, struct term address, bool is_held,
                       struct bitset *blocks) {
  struct place_vec places = {0}, held = {0};
  targets_of(r->removal->targets, address, &places);
  for (uint32_t i = 0; is_held && i < places.count; i++)
    targets_held(r->removal->targets, (struct place){places.at[i].object, 0, 1},
                 INT64_MAX, &held);
  const struct place_vec *found = is_held ? &held : &places;
  for (uint32_t i = 0; i < found->count; i++)
    bitset_add(blocks, found->at[i].object);
  place_vec_release(&places);
  place_vec_release(&held);
}

// The procedure that the call is in as it was written.
static const struct procedure *origin_of(const struct remover *r) {
  return program_procedure(r->program,
                           r->inlined->origins.at[r->edge].procedure);
}

// The call as a body has it that was made for it, or null.
static const struct operation *model_call(const struct remover *r) {
  const struct procedure *origin = origin_of(r);
  struct edge_id edge = r->inlined->origins.at[r->edge].edge;
  return origin->kind == PROCEDURE_MODEL ? &procedure_edge(origin, edge)->op
                                         : NULL;
}

// What a routine writes that keeps to its row: at its arguments, where pointers
// lead that are there, and through a va_list.
static void list_routine(struct remover *r, const struct operation *op,
                         const struct routine *routine, struct bitset *blocks) {
  bool counts = format_writes(r, op, routine);
  const struct operation *model = model_call(r);
  int format = routine_format(routine), list = routine_list(routine);
  for (uint32_t i = 0; i < op->call.count; i++) {
    if (routine_changes_held(routine, i))
      add_blocks(r, op->call.arguments[i], true, blocks);
    if ((routine_writes(routine, i) &&
         !(model && scan_stores_number(r->program, routine, model, i))) ||
        counts)
      add_blocks(r, op->call.arguments[i], false, blocks);
  }
  bool scans = format >= 0 && routine->arguments[format].need == NEED_SCAN;
  if (list < 0 || (uint32_t)list >= op->call.count || (!counts && !scans))
    return;
  struct bitset reached = {0};
  add_blocks(r, op->call.arguments[list], false, &reached);
  targets_reach(r->removal->targets, &reached);
  bitset_unite(blocks, &reached);
  bitset_release(&reached);
}

static void list_written(struct remover *r, const struct operation *op,
                         const struct routine *routine,
                         struct variable_vec *into) {
  struct bitset blocks = {0};
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(r->program, op->call.callee)
                         : NULL;
  bool is_known = routine_is_contained(routine) ||
                  (callee && callee->outside != OUTSIDE_WRITES);
  if (callee && unseen_is_described(callee))
    targets_changed(r->removal->targets, op, &blocks);
  else if (routine_is_contained(routine) && callee->outside == OUTSIDE_WRITES)
    list_routine(r, op, routine, &blocks);
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    bool is_written = is_known ? bitset_has(&blocks, b)
                               : !r->options.unknown_writes_nothing &&
                                     targets_escapes(r->removal->targets, b);
    if (is_written && !remover_region_of(r, b)->is_constant)
      remover_list_cells(r, b, into);
  }
  bitset_release(&blocks);
}

static void list_passed(struct remover *r, const struct operation *op,
                        struct bitset *blocks) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_of(r->removal->targets, op->call.arguments[i], &places);
  if (!term_is_none(op->call.variadic))
    targets_of(r->removal->targets, op->call.variadic, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(blocks, places.at[i].object);
  place_vec_release(&places);
}

static bool can_sync(const struct remover *r, const struct bitset *blocks) {
  BITSET_EACH (b, blocks) {
    const struct block *block = remover_block_of(r, b);
    bool is_heap = block->kind == BLOCK_MANY || block->kind == BLOCK_ONCE;
    if (is_heap &&
        (block->kind == BLOCK_MANY || !block->size ||
         program_object(r->program, block->object)->size < block->size))
      return false;
  }
  return true;
}

// A call through a pointer keeps the edge beside it.
static struct location_id emit_call(struct remover *r,
                                    const struct operation *op,
                                    struct location_id from) {
  const struct edge *edge = &r->from->edges.at[r->edge];
  const struct location *location = &r->from->locations.at[edge->from.id];
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *sibling = &r->from->edges.at[location->first_out + i];
    if (sibling->op.kind == OPERATION_INVALID &&
        sibling->op.invalid.access == ACCESS_CALL)
      remover_emit_to(r, from, sibling->to, sibling->op, sibling->undefined);
  }
  return remover_emit(r, from, *op);
}

static void translate_synced_call(struct remover *r, const struct operation *op,
                                  const struct routine *routine,
                                  struct location_id from,
                                  struct location_id to) {
  struct bitset blocks = {0};
  bool is_known = routine_is_contained(routine);
  list_passed(r, op, &blocks);
  targets_reach(r->removal->targets, &blocks);
  if (!can_sync(r, &blocks)) {
    remover_emit_to(r, from, to,
                    operation_unsupported(intern(
                        r->program->names, "a library call that sees a heap of "
                                           "unknown size")),
                    UNDEFINED_NONE);
    bitset_release(&blocks);
    return;
  }
  for (uint32_t b = 1; !is_known && b < r->regions->at.count; b++)
    if (targets_escapes(r->removal->targets, b))
      bitset_add(&blocks, b);
  BITSET_EACH (b, &blocks)
    remover_sync_block(r, b, true, &from);
  from = emit_call(r, op, from);
  bool writes = !is_known || routine_writes_memory(routine) ||
                routine_list(routine) >= 0 || format_writes(r, op, routine);
  for (uint32_t b = bitset_next(&blocks, 0); writes && b != UINT32_MAX;
       b = bitset_next(&blocks, b + 1))
    remover_sync_block(r, b, false, &from);
  remover_emit_skip(r, from, to);
  bitset_release(&blocks);
}

// Is it the call in a body that was made for it, which has looked at what is
// passed? A routine that follows no pointer has none.
static bool is_looked_at(const struct remover *r,
                         const struct routine *routine) {
  return origin_of(r)->kind == PROCEDURE_MODEL ||
         (routine_is_contained(routine) && !routine_follows(routine));
}

// Does the call pass a pointer to an object?
static bool passes_memory(const struct remover *r, const struct operation *op) {
  struct place_vec places = {0};
  bool found = false;
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_of(r->removal->targets, op->call.arguments[i], &places);
  for (uint32_t i = 0; i < places.count; i++)
    found |= !remover_is_function(r, places.at[i].object);
  place_vec_release(&places);
  return found;
}

// We do not know whether the function keeps to the bounds of what it is given.
static struct location_id emit_call_doubt(struct remover *r,
                                          struct location_id from,
                                          const struct procedure *callee) {
  struct strbuf what = {0};
  strbuf_format(
      &what, "what `%s` does with the memory it is given: it has no body",
      callee ? name_text(r->program->names, callee->name) : UNSEEN_CALL);
  from = remover_emit_doubt(r, from, strbuf_text(&what));
  strbuf_release(&what);
  return from;
}

// A routine may write through a pointer that is not resolved, if that is not
// null: what follows is not known.
static struct location_id emit_stray_writes(struct remover *r,
                                            const struct operation *op,
                                            const struct routine *routine,
                                            struct location_id from) {
  struct term page = remover_pointer_const(r, ACCESS_PAGE_ZERO);
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct term address = op->call.arguments[i];
    struct access access;
    if (!routine_is_contained(routine) || !routine_writes(routine, i) ||
        !sort_equal(term_sort(r->terms, address), term_sort(r->terms, page)))
      continue;
    remover_access_init(r, &access, address, remover_pointer_const(r, 1), true);
    if (remover_may_hit_anything(r, &access)) {
      struct term is_null = term_compare(r->terms, OP_ULT, address, page);
      struct location_id there =
          remover_emit_assume(r, from, term_not(r->terms, is_null));
      remover_emit_stray_write(r, there, remover_new_location(r));
      from = remover_emit_assume(r, from, is_null);
    }
    remover_access_release(&access);
  }
  return from;
}

// A pointer that comes from a function that nobody sees points to what its type
// says, and so is aligned for it (6.3.2.3). Numbers in the first and the last
// page are no addresses of objects but marks, like the kernel's ERR_PTR.
static struct location_id emit_alignment(struct remover *r,
                                         struct variable target,
                                         struct location_id from) {
  if (variable_is_none(target))
    return from;
  const struct ctype_table *types = r->program->types;
  const struct ctype_info *type =
      ctype_bare(types, program_variable(r->program, target)->type);
  struct term result = program_term(r->program, target);
  uint64_t word = r->program->pointer_width / 8;
  uint64_t alignment = type->kind == CTYPE_POINTER
                           ? ctype_alignment(types, type->target, word)
                           : 1;
  if (alignment == 1 || !sort_equal(term_sort(r->terms, result),
                                    sort_bits(r->program->pointer_width)))
    return from;
  struct term zero = remover_pointer_const(r, 0);
  struct term page = remover_pointer_const(r, ACCESS_PAGE_ZERO);
  struct term low = term_binary(r->terms, OP_BVAND, result,
                                remover_pointer_const(r, alignment - 1));
  struct term is_first = term_compare(r->terms, OP_ULT, result, page);
  struct term is_last =
      term_compare(r->terms, OP_ULE, term_sub(r->terms, zero, page), result);
  struct term is_mark = term_or(r->terms, is_first, is_last);
  struct term is_aligned = term_eq(r->terms, low, zero);
  return remover_emit_assume(r, from, term_or(r->terms, is_aligned, is_mark));
}

// A handle, or null, as the call says.
static void translate_opening(struct remover *r, const struct operation *op,
                              uint32_t block, struct location_id from,
                              struct location_id to) {
  from = emit_call(r, op, from);
  if (variable_is_none(op->call.target)) {
    remover_emit_skip(r, from, to);
    return;
  }
  struct term result = program_term(r->program, op->call.target);
  struct term is_null = term_eq(r->terms, result, remover_pointer_const(r, 0));
  remover_emit_to(r, from, to, operation_assume(is_null), UNDEFINED_NONE);
  from = remover_emit_assume(r, from, term_not(r->terms, is_null));
  if (r->options.checks_memory)
    from = remover_doubt_older(r, block, from);
  from = remover_emit_new(r, from, block, op->call.target,
                          remover_pointer_const(r, 16), false);
  remover_emit_skip(r, from, to);
}

void remover_translate_call(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to) {
  struct routine routine = {0};
  const struct procedure *callee = NULL;
  if (op->call.callee.id) {
    callee = program_procedure(r->program, op->call.callee);
    routine = routine_find(name_text(r->program->names, callee->name));
  }
  if (inline_part_called(r->inlined, op)) {
    remover_emit_to(r, from, to, *op, UNDEFINED_NONE); // remove_kept.c
    return;
  }
  uint32_t block = targets_of_edge(r->removal->targets, r->edge);
  if (block && !r->options.keeps_memory && routine_opens(&routine)) {
    translate_opening(r, op, block, from, to);
    return;
  }
  if (r->options.keeps_memory && block) {
    remover_emit_to(r, from, to,
                    operation_unsupported(intern_format(
                        r->program->names, "%s in a component",
                        name_text(r->program->names, callee->name))),
                    UNDEFINED_NONE);
    return;
  }
  if (r->options.keeps_memory) {
    translate_synced_call(r, op, &routine, from, to);
    return;
  }
  if (block && r->options.checks_memory)
    from = emit_call_doubt(r, from, callee);
  if (block) {
    if (r->options.may_fail)
      from = remover_emit_failure(r, from, to, op->call.target);
    // How long it is nobody knows: any length.
    struct variable length = remover_add_variable(
        r, "allocated", sort_bits(r->program->pointer_width));
    from = remover_emit(r, from,
                        operation_havoc(r->program, &length, 1,
                                        ORIGIN_APPROXIMATION, callee->name));
    from = remover_emit_new(r, from, block, op->call.target,
                            program_term(r->program, length), false);
    struct variable_vec cells = {0};
    remover_list_cells(r, block, &cells);
    from =
        remover_emit_havoc(r, from, &cells, ORIGIN_APPROXIMATION, callee->name);
    variable_vec_release(&cells);
    remover_emit_skip(r, from, to);
    return;
  }
  struct variable_vec written = {0};
  list_written(r, op, &routine, &written);
  bool is_described = callee && unseen_is_described(callee);
  if (r->options.checks_memory && !is_looked_at(r, &routine) && !is_described &&
      passes_memory(r, op))
    from = emit_call_doubt(r, from, callee);
  from = emit_stray_writes(r, op, &routine, from);
  bool is_recalled =
      callee && callee->recalls.id && r->given && r->options.checks_memory;
  if (is_recalled)
    from = remover_check_recalled(r, op, callee, from);
  from = emit_call(r, op, from);
  if (is_recalled && callee->frees)
    from = remover_end_recalled(r, op, callee, from);
  if (!routine_is_known(&routine))
    from = emit_alignment(r, op->call.target, from);
  int closed = routine_closes(&routine);
  if (r->options.checks_memory && closed >= 0 &&
      (uint32_t)closed < op->call.count)
    from = remover_emit_closed(r, from, op->call.arguments[closed]);
  if (is_described)
    from = remover_fill_result(r, op, from);
  if (callee && callee->outside == OUTSIDE_FILLS) {
    remover_translate_fill(r, op, from, to);
  } else if (written.count) {
    remover_emit_to(
        r, from, to,
        operation_havoc(
            r->program, written.at, written.count, ORIGIN_ASSUMPTION,
            callee ? callee->name : intern(r->program->names, "unknown")),
        UNDEFINED_NONE);
  } else {
    remover_emit_skip(r, from, to);
  }
  variable_vec_release(&written);
}
