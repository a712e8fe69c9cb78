#include "program/exchange.h"

static bool is_plain(const struct program *program, struct term t) {
  if (term_is_const(program->terms, t))
    return true;
  return term_op(program->terms, t) == OP_VAR &&
         program_variable(program, program_variable_of(program, t))->kind !=
             VARIABLE_GLOBAL;
}

// What the value is compared with if it is "seen == wanted ? other : seen".
static struct term wanted_by(const struct program *program, struct term value,
                             struct term seen) {
  struct term_table *terms = program->terms;
  struct term none = {0};
  if (term_op(terms, value) != OP_ITE ||
      !term_equal(term_operand(terms, value, 2), seen))
    return none;
  struct term condition = term_operand(terms, value, 0);
  if (term_op(terms, condition) != OP_EQ)
    return none;
  struct term left = term_operand(terms, condition, 0);
  struct term right = term_operand(terms, condition, 1);
  struct term wanted = term_equal(left, seen)    ? right
                       : term_equal(right, seen) ? left
                                                 : none;
  return !term_is_none(wanted) && is_plain(program, wanted) ? wanted : none;
}

static bool of_variable(const struct program *program,
                        const struct operation *op, struct exchange *into) {
  if (op->assign.count != 2 || !op->assign.is_atomic)
    return false;
  const struct binding *read = &op->assign.bindings[0];
  const struct binding *written = &op->assign.bindings[1];
  struct term seen = program_term(program, written->target);
  if (!term_equal(read->value, seen))
    return false;
  *into = (struct exchange){written->target, read->target,
                            wanted_by(program, written->value, seen)};
  return !term_is_none(into->wanted);
}

bool exchange_of(const struct program *program, const struct operation *op,
                 struct exchange *into) {
  if (op->kind == OPERATION_ASSIGN)
    return of_variable(program, op, into);
  if (op->kind != OPERATION_UPDATE)
    return false;
  struct term seen = program_term(program, op->memory.target);
  *into = (struct exchange){
      {0}, op->memory.target, wanted_by(program, op->memory.value, seen)};
  return !term_is_none(into->wanted);
}
