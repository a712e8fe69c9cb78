#include "memory/layout_use.h"

#include "program/access.h"
#include "term/variables.h"

enum { ALIGNED_BITS = 4, SMALLEST_ADDRESS = ACCESS_PAGE_ZERO };

struct look {
  struct targets *targets;
  const struct program *program;
  const struct term_table *terms;
};

// Can it be, or be part of, the address of something of ours?
static bool carries(const struct look *look, struct term t) {
  if (!sort_is_bits(term_sort(look->terms, t)) || term_is_const(look->terms, t))
    return false;
  struct place_vec places = {0};
  targets_of(look->targets, t, &places);
  bool found = false;
  for (uint32_t i = 0; i < places.count; i++)
    found |= places.at[i].object != targets_outside(look->targets) &&
             places.at[i].object != targets_anywhere(look->targets);
  place_vec_release(&places);
  return found;
}

// Is it made of a number that may hold an address, as bytes of a union or of
// memory that was copied? C says nothing of its value when the object ends.
static bool is_number(const struct look *look, struct term t) {
  struct term_vec parts = {0};
  bool found = false;
  term_variables(look->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable = program_variable_of(look->program, parts.at[i]);
    found = !variable_is_none(variable) &&
            program_variable(look->program, variable)->is_number &&
            carries(look, parts.at[i]);
  }
  term_vec_release(&parts);
  return found;
}

// May one of them be what is left of an object that is no more, so that another
// is where it was?
static bool may_be_reused(const struct look *look, struct term a,
                          struct term b) {
  struct place_vec places = {0};
  if (!look->program->keeps_numbers && !is_number(look, a) &&
      !is_number(look, b))
    return false;
  targets_of(look->targets, a, &places);
  targets_of(look->targets, b, &places);
  bool ends = false, are_many = false;
  for (uint32_t i = 0; i < places.count; i++) {
    uint32_t block = places.at[i].object;
    ends |= targets_may_end(look->targets, block);
    are_many |= block != places.at[0].object ||
                targets_blocks(look->targets)->at[block].kind == BLOCK_MANY ||
                targets_blocks(look->targets)->at[block].is_again;
  }
  place_vec_release(&places);
  return ends && are_many;
}

// Is there only one object that both can lie in? Otherwise C may not say which
// of them is less.
static bool is_in_one(const struct look *look, struct term a, struct term b) {
  struct place_vec places = {0};
  targets_of(look->targets, a, &places);
  targets_of(look->targets, b, &places);
  bool is_one = true;
  for (uint32_t i = 1; i < places.count; i++)
    is_one &= places.at[i].object == places.at[0].object;
  place_vec_release(&places);
  return is_one;
}

static bool is_narrow(const struct look *look, struct term t) {
  return term_width(look->terms, t) < look->program->pointer_width;
}

// No object lies in the first or the last page, nor among the numbers that are
// taken for addresses of devices.
static bool is_beyond(const struct look *look, struct term t) {
  if (!term_is_const(look->terms, t))
    return false;
  u128 value = term_value(look->terms, t);
  u128 most = bits_mask(term_width(look->terms, t));
  bool ends_numbers =
      look->program->pointer_width == 64 && value == ACCESS_NUMBERS_END;
  return ends_numbers || value <= SMALLEST_ADDRESS ||
         value >= most - SMALLEST_ADDRESS;
}

// A part of an address that is made as wide as one again.
static bool is_part(const struct look *look, struct term t) {
  enum term_op op = term_op(look->terms, t);
  return (op == OP_ZEXT || op == OP_SEXT) && carries(look, t);
}

static bool compares_badly(const struct look *look, struct term t) {
  struct term a = term_operand(look->terms, t, 0);
  struct term b = term_operand(look->terms, t, 1);
  if (!sort_is_bits(term_sort(look->terms, a)))
    return false;
  bool left = carries(look, a), right = carries(look, b);
  if (!left && !right)
    return false;
  if (is_narrow(look, a))
    return true;
  enum term_op op = term_op(look->terms, t);
  if (op == OP_EQ)
    // An address is no number that was not made from it.
    return is_part(look, a) || is_part(look, b) ||
           (left && right && may_be_reused(look, a, b));
  if (op == OP_SLT || op == OP_SLE)
    return true;
  if (left && right)
    return look->program->pointer_width != 64 && !is_in_one(look, a, b);
  return !is_beyond(look, left ? b : a);
}

bool layout_orders(struct targets *targets, const struct program *program,
                   struct term t) {
  struct look look = {targets, program, program->terms};
  enum term_op op = term_op(look.terms, t);
  if (op != OP_ULT && op != OP_ULE)
    return false;
  struct term a = term_operand(look.terms, t, 0);
  struct term b = term_operand(look.terms, t, 1);
  return !is_narrow(&look, a) && carries(&look, a) && carries(&look, b) &&
         !is_in_one(&look, a, b);
}

static bool operand_carries(const struct look *look, struct term t) {
  for (uint32_t i = 0; i < term_arity(look->terms, t); i++)
    if (carries(look, term_operand(look->terms, t, i)))
      return true;
  return false;
}

// In a sum an address may be subtracted.
static bool is_negation(const struct look *look, struct term t) {
  struct term factor = term_operand(look->terms, t, 1);
  return term_is_const(look->terms, factor) &&
         term_value(look->terms, factor) ==
             bits_mask(term_width(look->terms, factor));
}

static bool is_used_by(const struct look *look, struct term t) {
  const struct term_table *terms = look->terms;
  switch (term_op(terms, t)) {
  case OP_ADD:
  case OP_ITE:
  case OP_CONCAT:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_SELECT:
  case OP_STORE: return false;
  case OP_EXTRACT: return false;
  case OP_MUL: return !is_negation(look, t) && operand_carries(look, t);
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: {
    // Low bits that alignment fixes.
    struct term a = term_operand(terms, t, 0);
    if (term_op(terms, a) == OP_ZEXT)
      a = term_operand(terms, a, 0);
    if (term_op(terms, a) == OP_EXTRACT && term_extract_low(terms, a) == 0 &&
        term_width(terms, a) <= ALIGNED_BITS)
      return false;
    return compares_badly(look, t);
  }
  default:
    return term_arity(terms, t) > 0 &&
           term_op_class(term_op(terms, t)) != OP_CLASS_BOOLEAN &&
           operand_carries(look, t);
  }
}

static bool has_address(const struct look *look, const struct term_vec *parts) {
  for (uint32_t i = 0; i < parts->count; i++)
    if (term_op(look->terms, parts->at[i]) == OP_VAR &&
        carries(look, parts->at[i]))
      return true;
  return false;
}

bool layout_is_used(struct targets *targets, const struct program *program,
                    struct term t) {
  struct look look = {targets, program, program->terms};
  struct term_vec parts = {0};
  if (term_is_none(t) || term_arity(program->terms, t) == 0)
    return false;
  term_collect(program->terms, &t, 1, &parts);
  bool found = false;
  if (has_address(&look, &parts))
    for (uint32_t i = 0; i < parts.count && !found; i++)
      found = is_used_by(&look, parts.at[i]);
  term_vec_release(&parts);
  return found;
}

// Gaps

static bool is_ours(const struct look *look, struct place place) {
  return place.object != targets_outside(look->targets) &&
         place.object != targets_anywhere(look->targets);
}

static bool may_be_start(struct place place) {
  return place.offset == 0; // also as a residue
}

// Of an object whose size is not known any place but the start may be.
static bool may_be_end(const struct look *look, struct place place) {
  int64_t size = (int64_t)targets_blocks(look->targets)->at[place.object].size;
  if (!size)
    return place.modulus || place.offset > 0;
  return place.modulus ? place_residue(size - place.offset, place.modulus) == 0
                       : place.offset == size;
}

static bool meets(const struct look *look, const struct place_vec *ends,
                  const struct place_vec *starts) {
  for (uint32_t i = 0; i < ends->count; i++)
    for (uint32_t k = 0; k < starts->count; k++)
      if (ends->at[i].object != starts->at[k].object &&
          is_ours(look, ends->at[i]) && is_ours(look, starts->at[k]) &&
          may_be_end(look, ends->at[i]) && may_be_start(starts->at[k]))
        return true;
  return false;
}

static bool touches(const struct look *look, struct term equation) {
  struct term a = term_operand(look->terms, equation, 0);
  struct term b = term_operand(look->terms, equation, 1);
  if (!sort_is_bits(term_sort(look->terms, a)) || is_narrow(look, a))
    return false;
  struct place_vec left = {0}, right = {0};
  targets_of(look->targets, a, &left);
  targets_of(look->targets, b, &right);
  bool found = meets(look, &left, &right) || meets(look, &right, &left);
  place_vec_release(&left);
  place_vec_release(&right);
  return found;
}

bool layout_supposes_gaps(struct targets *targets,
                          const struct program *program, struct term t) {
  struct look look = {targets, program, program->terms};
  struct term_vec parts = {0};
  bool found = false;
  term_collect(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found = term_op(program->terms, parts.at[i]) == OP_EQ &&
            touches(&look, parts.at[i]);
  term_vec_release(&parts);
  return found;
}
