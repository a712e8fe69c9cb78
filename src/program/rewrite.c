#include "program/rewrite.h"

#include "base/check.h"

struct rewrite {
  struct program *program;
  const struct rewriter *rewriter;
};

static void rewrite_term(const struct rewrite *r, struct term *t) {
  if (!term_is_none(*t))
    *t = r->rewriter->term(r->rewriter->context, *t);
}

static void rewrite_variable(const struct rewrite *r,
                             struct variable *variable) {
  if (r->rewriter->variable && !variable_is_none(*variable))
    *variable = r->rewriter->variable(r->rewriter->context, *variable);
}

static void rewrite_terms(const struct rewrite *r, struct term **terms,
                          uint32_t count) {
  *terms = program_copy_terms(r->program, *terms, count);
  for (uint32_t i = 0; i < count; i++)
    rewrite_term(r, &(*terms)[i]);
}

static void rewrite_assign(const struct rewrite *r, struct operation *op) {
  bool is_atomic = op->assign.is_atomic;
  *op = operation_assign(r->program, op->assign.bindings, op->assign.count);
  op->assign.is_atomic = is_atomic;
  for (uint32_t i = 0; i < op->assign.count; i++) {
    rewrite_variable(r, &op->assign.bindings[i].target);
    rewrite_term(r, &op->assign.bindings[i].value);
  }
}

static void rewrite_havoc(const struct rewrite *r, struct operation *op) {
  *op = operation_havoc(r->program, op->havoc.targets, op->havoc.count,
                        op->havoc.origin, op->havoc.what);
  for (uint32_t i = 0; i < op->havoc.count; i++)
    rewrite_variable(r, &op->havoc.targets[i]);
}

// LOAD, STORE and UPDATE.
static void rewrite_memory(const struct rewrite *r, struct operation *op) {
  rewrite_variable(r, &op->memory.target);
  rewrite_term(r, &op->memory.address);
  rewrite_term(r, &op->memory.value);
}

static void rewrite_block(const struct rewrite *r, struct operation *op) {
  rewrite_term(r, &op->block.address);
  rewrite_term(r, &op->block.source);
  rewrite_term(r, &op->block.value);
  rewrite_term(r, &op->block.size);
}

static void rewrite_call(const struct rewrite *r, struct operation *op) {
  rewrite_term(r, &op->call.function);
  rewrite_terms(r, &op->call.arguments, op->call.count);
  rewrite_term(r, &op->call.variadic);
  rewrite_variable(r, &op->call.target);
}

static void rewrite_operands(const struct rewrite *r, struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN: rewrite_assign(r, op); return;
  case OPERATION_ASSUME: rewrite_term(r, &op->assume.condition); return;
  case OPERATION_INVALID:
    rewrite_term(r, &op->invalid.address);
    rewrite_term(r, &op->invalid.size);
    return;
  case OPERATION_HAVOC: rewrite_havoc(r, op); return;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: rewrite_memory(r, op); return;
  case OPERATION_COPY:
  case OPERATION_FILL: rewrite_block(r, op); return;
  case OPERATION_ALLOCATE:
    rewrite_variable(r, &op->allocate.target);
    rewrite_term(r, &op->allocate.size);
    return;
  case OPERATION_FREE: rewrite_term(r, &op->free.address); return;
  case OPERATION_LIVE:
    rewrite_terms(r, &op->live.addresses, op->live.count);
    return;
  case OPERATION_CALL: rewrite_call(r, op); return;
  case OPERATION_RETURN: rewrite_term(r, &op->ret.value); return;
  case OPERATION_THREAD:
    rewrite_terms(r, &op->thread.arguments, op->thread.count);
    rewrite_variable(r, &op->thread.target);
    return;
  case OPERATION_PERFORM:
    rewrite_term(r, &op->perform.object);
    rewrite_term(r, &op->perform.address);
    rewrite_term(r, &op->perform.size);
    rewrite_terms(r, &op->perform.ranges, op->perform.count);
    return;
  case OPERATION_UNSUPPORTED: return;
  case OPERATION_KIND_COUNT: break;
  }
  BUG("no operation kind %d", (int)op->kind);
}

struct operation operation_rewrite(struct program *program,
                                   const struct operation *op,
                                   const struct rewriter *rewriter) {
  struct rewrite r = {program, rewriter};
  struct operation copy = *op;
  rewrite_operands(&r, &copy);
  return copy;
}
