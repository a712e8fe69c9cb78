#include "program/turn.h"

static bool is_shared(const struct program *program, struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind == VARIABLE_GLOBAL && !info->is_made;
}

static bool mentions_shared(const struct program *program,
                            const struct operation *op) {
  struct variable_vec mentioned = {0};
  bool found = false;
  program_variables_read(program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count && !found; i++)
    found = is_shared(program, mentioned.at[i]);
  variable_vec_release(&mentioned);
  return found;
}

static bool is_turn_call(const struct program *program,
                         const struct operation *op) {
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return !callee->is_defined && !callee->is_error && !callee->is_noreturn;
}

bool operation_is_turn(const struct program *program,
                       const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_FREE:
  case OPERATION_PERFORM: return true;
  case OPERATION_LIVE: return op->live.life == LIFE_ENDS;
  case OPERATION_ASSIGN: return mentions_shared(program, op);
  case OPERATION_CALL: return is_turn_call(program, op);
  case OPERATION_THREAD:
    return op->thread.action != THREAD_ATOMIC_BEGIN &&
           op->thread.action != THREAD_ATOMIC_END &&
           op->thread.action != THREAD_EXIT;
  default: return false;
  }
}
