#include "program/lowering.h"

uint32_t lowering_result(const struct procedure *procedure) {
  for (uint32_t i = 0; i < procedure->passing.count; i++)
    if (procedure->passing.at[i].kind == PASSED_RESULT)
      return i;
  return UINT32_MAX;
}

static bool is_aggregate(const struct ctype_info *info) {
  return info->kind == CTYPE_STRUCT || info->kind == CTYPE_UNION ||
         info->kind == CTYPE_ARRAY;
}

// The scalars that a struct is expanded to.
static void add_leaves(const struct program *program, struct ctype type,
                       uint64_t offset, uint32_t *next,
                       struct lowered_piece_vec *into) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  if (info->kind == CTYPE_ARRAY) {
    uint64_t size = ctype_bare(program->types, info->target)->bit_size / 8;
    for (uint64_t i = 0; i < info->count; i++)
      add_leaves(program, info->target, offset + i * size, next, into);
  } else if (is_aggregate(info)) {
    for (uint32_t i = 0; i < info->field_count; i++)
      add_leaves(program, info->fields[i].type,
                 offset + info->fields[i].bit_offset / 8, next, into);
  } else {
    lowered_piece_vec_push(into, (struct lowered_piece){(*next)++, offset});
  }
}

// One or two eightbytes. A type as wide as all of it is one piece.
static void add_eightbytes(const struct procedure *procedure, uint64_t size,
                           uint32_t *next, struct lowered_piece_vec *into) {
  enum { EIGHTBYTE = 8 };
  const struct passing *first = &procedure->passing.at[*next];
  bool is_split = size > EIGHTBYTE && first->width <= 8 * EIGHTBYTE;
  lowered_piece_vec_push(into, (struct lowered_piece){(*next)++, 0});
  if (is_split)
    lowered_piece_vec_push(into, (struct lowered_piece){(*next)++, EIGHTBYTE});
}

static bool lower(const struct program *program,
                  const struct procedure *procedure, struct ctype type,
                  uint32_t *next, struct lowered *into) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  uint64_t size = info->bit_size / 8;
  if (is_aggregate(info) && size == 0)
    return true; // nothing is passed
  if (*next >= procedure->passing.count)
    return false;
  if (procedure->passing.at[*next].kind == PASSED_COPY) {
    into->is_copied = true;
    lowered_piece_vec_push(&into->pieces, (struct lowered_piece){(*next)++, 0});
  } else if (program->pointer_width == 32 && is_aggregate(info)) {
    add_leaves(program, type, 0, next, &into->pieces);
  } else {
    add_eightbytes(procedure, size, next, &into->pieces);
  }
  return true;
}

// Of a function that was declared without its parameters nothing is known of
// the arguments: each is one if all are numbers or pointers.
static bool lower_plainly(const struct program *program,
                          const struct ctype_info *function,
                          struct lowered_vec *into) {
  bool ok = true;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const struct ctype_info *info =
        ctype_bare(program->types, function->parameters[i]);
    struct lowered lowered = {.parameter = i};
    lowered_piece_vec_push(&lowered.pieces, (struct lowered_piece){i, 0});
    lowered_vec_push(into, lowered);
    ok &= !is_aggregate(info) && info->bit_size <= 64;
  }
  if (!ok)
    lowering_release(into);
  return ok;
}

bool lowering_of(const struct program *program,
                 const struct procedure *procedure, struct ctype type,
                 struct lowered_vec *into) {
  const struct ctype_info info = *ctype_bare(program->types, type);
  if (info.kind == CTYPE_FUNCTION && !procedure->passing.count)
    return lower_plainly(program, &info, into);
  uint32_t next = lowering_result(procedure) == 0 ? 1 : 0;
  bool ok = info.kind == CTYPE_FUNCTION;
  for (uint32_t i = 0; ok && i < info.parameter_count; i++) {
    struct lowered lowered = {.parameter = i};
    ok = lower(program, procedure, info.parameters[i], &next, &lowered);
    lowered_vec_push(into, lowered);
  }
  ok = ok && next == procedure->passing.count;
  if (!ok)
    lowering_release(into);
  return ok;
}

void lowering_release(struct lowered_vec *lowered) {
  for (uint32_t i = 0; i < lowered->count; i++)
    lowered_piece_vec_release(&lowered->at[i].pieces);
  lowered_vec_release(lowered);
}

static struct lowered_type type_of(const struct program *program,
                                   const struct ctype_info *function,
                                   const struct lowered *lowered,
                                   uint32_t argument) {
  struct ctype type = function->parameters[lowered->parameter];
  for (uint32_t i = 0; i < lowered->pieces.count; i++)
    if (lowered->pieces.at[i].argument == argument)
      return lowered->is_copied ? (struct lowered_type){type, true}
                                : (struct lowered_type){
                                      ctype_leaf(program->types, type,
                                                 lowered->pieces.at[i].offset),
                                      false};
  return (struct lowered_type){0};
}

struct lowered_type lowering_type(const struct program *program,
                                  const struct procedure *procedure,
                                  uint32_t argument) {
  const struct ctype_info function =
      *ctype_bare(program->types, procedure->type);
  struct lowered_type found = {0};
  struct lowered_vec lowered = {0};
  if (function.kind != CTYPE_FUNCTION)
    return found;
  if (lowering_result(procedure) == argument)
    return (struct lowered_type){function.target, true};
  lowering_of(program, procedure, procedure->type, &lowered);
  for (uint32_t i = 0; i < lowered.count && !found.type.id; i++)
    found = type_of(program, &function, &lowered.at[i], argument);
  lowering_release(&lowered);
  return found;
}

static struct term piece_bits(struct term_table *terms, struct term piece) {
  return sort_is_bool(term_sort(terms, piece)) ? term_from_bool(terms, 8, piece)
                                               : piece;
}

struct term lowering_value(struct term_table *terms,
                           const struct lowered *lowered,
                           const struct term *arguments, uint32_t count) {
  const struct lowered_piece_vec *pieces = &lowered->pieces;
  struct term value = {0};
  for (uint32_t i = 0; i < pieces->count; i++) {
    if (pieces->at[i].argument >= count)
      return (struct term){0};
    struct term piece = arguments[pieces->at[i].argument];
    if (pieces->count == 1)
      return piece;
    piece = piece_bits(terms, piece);
    if (term_is_none(value)) {
      value = piece;
      continue;
    }
    unsigned at = (unsigned)(8 * pieces->at[i].offset);
    if (at < term_width(terms, value) ||
        at + term_width(terms, piece) > BITS_MAX_WIDTH)
      return (struct term){0};
    value = term_concat(terms, piece, term_resize(terms, at, false, value));
  }
  return value;
}
