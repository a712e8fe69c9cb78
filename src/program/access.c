#include "program/access.h"

// The object whose address the term is, if it is one; or of which it holds
// that of the activation at hand.
static bool is_address(const struct program *program, struct term t,
                       bool may_be_held, struct object_id *object) {
  if (term_op(program->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info = program_variable(program, variable);
  *object = info->object;
  return info->kind == VARIABLE_ADDRESS || (may_be_held && info->object.id);
}

static bool split(const struct program *program, struct term address,
                  bool may_be_held, struct object_id *object,
                  uint64_t *offset) {
  const struct term_table *terms = program->terms;
  *offset = 0;
  if (is_address(program, address, may_be_held, object))
    return true;
  if (term_op(terms, address) != OP_ADD || term_arity(terms, address) != 2)
    return false;
  struct term constant = term_operand(terms, address, 1);
  if (!term_is_const(terms, constant))
    return false;
  *offset = (uint64_t)term_value(terms, constant);
  return is_address(program, term_operand(terms, address, 0), may_be_held,
                    object);
}

bool access_split(const struct program *program, struct term address,
                  struct object_id *object, uint64_t *offset) {
  return split(program, address, false, object, offset);
}

static bool is_null(const struct program *program, struct term address) {
  return term_is_const(program->terms, address) &&
         term_value(program->terms, address) == 0;
}

// A frame object can be named only in its own procedure, where it is alive.
static bool is_always_alive(const struct object_info *object) {
  return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STRING ||
         object->kind == OBJECT_FRAME;
}

bool access_is_valid(const struct program *program, enum access_kind kind,
                     struct term address, uint64_t size) {
  if (kind == ACCESS_FREE)
    return is_null(program, address);
  if (kind == ACCESS_CALL || kind >= ACCESS_STRING)
    return false;
  struct object_id id;
  uint64_t offset;
  if (!split(program, address, true, &id, &offset))
    return false;
  const struct object_info *object = program_object(program, id);
  if (!is_always_alive(object) || (kind == ACCESS_WRITE && object->is_constant))
    return false;
  return size <= object->size && offset <= object->size - size;
}

bool access_is_number(const struct term_table *terms, struct term constant) {
  u128 value = term_value(terms, constant);
  u128 most = bits_mask(term_width(terms, constant));
  return value >= ACCESS_PAGE_ZERO && value < most - ACCESS_PAGE_ZERO;
}
