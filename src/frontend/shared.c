// Programs with threads: what one of them does must not hide what another can
// see between its steps.
//
// A register's term is over current values, which is right as long as nobody
// else changes them. A global can be changed by another thread between any two
// accesses. So in a program that starts threads a load of a global is an edge
// into a temporary, a store reads nothing but temporaries and locals, and what
// an instruction gives is not put into a global by the same edge. A
// read-modify-write stays one edge: it is atomic.
//
// By the rules of the verification tasks a function whose name begins with
// __VERIFIER_atomic_ runs without interruption.
#include "frontend/internal.h"

#include <string.h>

bool shared_has_threads(LLVMModuleRef module) {
  static const char *const names[] = {"pthread_create", "thrd_create"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, names[i]);
    if (function && LLVMGetFirstUse(function))
      return true;
  }
  return false;
}

bool shared_is_step(const struct body *body, struct variable variable) {
  return body->translator->has_threads && !variable_is_none(variable) &&
         program_variable(body->program, variable)->kind == VARIABLE_GLOBAL;
}

void shared_load(struct body *body, LLVMValueRef instruction,
                 struct variable variable, struct place value) {
  struct term term = program_term(body->program, variable);
  struct variable temporary = register_temporary(
      body, term_sort(body->terms, term), value.text, value.type);
  struct operation op = operation_assign_one(body->program, temporary, term);
  op.assign.is_atomic =
      LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
  body_emit(body, op);
  register_define(body, instruction, program_term(body->program, temporary),
                  value.type, place_behind(body, value));
}

static bool is_weak(LLVMAtomicOrdering order) {
  return order != LLVMAtomicOrderingNotAtomic &&
         order != LLVMAtomicOrderingSequentiallyConsistent;
}

void shared_order(struct body *body, LLVMValueRef instruction) {
  bool weak = LLVMIsAAtomicCmpXchgInst(instruction)
                  ? is_weak(LLVMGetCmpXchgSuccessOrdering(instruction)) ||
                        is_weak(LLVMGetCmpXchgFailureOrdering(instruction))
                  : is_weak(LLVMGetOrdering(instruction));
  if (weak && body->translator->has_threads)
    body->program->weak_order = body->position;
}

static bool is_one_step(const struct body *body) {
  static const char prefix[] = "__VERIFIER_atomic_";
  return body->translator->has_threads &&
         !strncmp(name_text(body->program->names, body->procedure->name),
                  prefix, sizeof prefix - 1);
}

static void mark(struct body *body, enum thread_action action) {
  if (is_one_step(body))
    body_emit(body, (struct operation){.kind = OPERATION_THREAD,
                                       .thread = {.action = action}});
}

void shared_enter(struct body *body) {
  mark(body, THREAD_ATOMIC_BEGIN);
}

void shared_leave(struct body *body) {
  mark(body, THREAD_ATOMIC_END);
}
