#include "frontend/unevaluated.h"

#include <stdbool.h>
#include <string.h>

#include "base/vec.h"
#include "frontend/checks.h"

VEC_DEFINE(value_vec, LLVMValueRef);

static bool is_question(LLVMValueRef instruction) {
  static const char prefix[] = "llvm.is.constant.";
  LLVMValueRef callee =
      LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  size_t length;
  return callee && LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), prefix,
                  sizeof prefix - 1);
}

// What is only computed for a check is no use: the check is of this operand.
static bool is_used(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!checks_is_part(user) ||
        (!LLVMIsATerminatorInst(user) && is_used(user)))
      return true;
  }
  return false;
}

static bool is_computed(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value) ||
      LLVMIsATerminatorInst(value) ||
      (LLVMIsALoadInst(value) && LLVMGetVolatile(value)))
    return false;
  LLVMValueRef callee =
      LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  size_t length;
  return !callee ||
         (LLVMIsAFunction(callee) &&
          !strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5) &&
          strstr(LLVMGetValueName2(callee, &length), ".with.overflow."));
}

// Is it written behind the place where the question begins?
static bool is_behind(LLVMValueRef instruction, LLVMValueRef question) {
  unsigned line = LLVMGetDebugLocLine(instruction);
  unsigned from = LLVMGetDebugLocLine(question);
  return line > from || (line == from && LLVMGetDebugLocColumn(instruction) >=
                                             LLVMGetDebugLocColumn(question));
}

// Is it a constant, or made of constants as in the check of a shift?
static bool is_of_constants(LLVMValueRef value) {
  bool is_phi = LLVMIsAPHINode(value) != NULL;
  bool is_so = is_phi || LLVMIsABinaryOperator(value);
  for (unsigned i = 0; is_phi && i < LLVMCountIncoming(value); i++)
    is_so &= LLVMIsConstant(LLVMGetIncomingValue(value, i)) != 0;
  for (unsigned i = 0; is_so && !is_phi && i < 2; i++)
    is_so = is_of_constants(LLVMGetOperand(value, i));
  return is_so || LLVMIsConstant(value);
}

// Checks that never hold, of constants in the operand, or of what has no value
// then, are before an instruction of the operand, or the question, with nothing
// but the operand between them: nothing may be left of the operations.
static void pass_failing(LLVMValueRef user, LLVMValueRef question) {
  for (;;) {
    LLVMValueRef at = LLVMGetPreviousInstruction(user);
    for (; at; at = LLVMGetPreviousInstruction(at))
      if (!is_behind(at, question))
        return;
    LLVMValueRef check = checks_before(LLVMGetInstructionParent(user));
    if (!check || !is_behind(check, question))
      return;
    if (is_of_constants(LLVMGetCondition(check)))
      checks_let_pass(check);
    user = check;
  }
}

static void erase(LLVMValueRef value, LLVMValueRef question);

static void erase_operands(LLVMValueRef value, LLVMValueRef question) {
  struct value_vec operands = {0};
  pass_failing(value, question);
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
    bool is_new = true;
    for (uint32_t k = 0; k < operands.count; k++)
      is_new &= operands.at[k] != LLVMGetOperand(value, i);
    if (is_new)
      value_vec_push(&operands, LLVMGetOperand(value, i));
  }
  LLVMInstructionEraseFromParent(value);
  for (uint32_t i = operands.count; i-- > 0;)
    erase(operands.at[i], question);
  value_vec_release(&operands);
}

// A value that nothing needs any more, and what was computed for it.
static void erase(LLVMValueRef value, LLVMValueRef question) {
  if (!is_computed(value) || is_used(value))
    return;
  checks_let_users_pass(value);
  erase_operands(value, question);
}

// The values of `a && 5 / 0` come from several blocks.
static void pass_incoming(LLVMValueRef operand, LLVMValueRef question) {
  while (LLVMIsACastInst(operand))
    operand = LLVMGetOperand(operand, 0);
  if (!LLVMIsAPHINode(operand))
    return;
  for (unsigned i = 0; i < LLVMCountIncoming(operand); i++)
    if (LLVMIsPoison(LLVMGetIncomingValue(operand, i)))
      pass_failing(
          LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(operand, i)),
          question);
}

static void answer(LLVMValueRef question) {
  LLVMValueRef operand = LLVMGetOperand(question, 0);
  if (LLVMIsPoison(operand))
    pass_failing(question, question);
  pass_incoming(operand, question);
  LLVMReplaceAllUsesWith(question,
                         LLVMConstInt(LLVMTypeOf(question), 0, false));
  LLVMSetOperand(question, 0, LLVMGetUndef(LLVMTypeOf(operand)));
  erase(operand, question);
  LLVMInstructionEraseFromParent(question);
}

void unevaluated_prune(LLVMModuleRef module) {
  struct value_vec questions = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        if (is_question(i))
          value_vec_push(&questions, i);
  for (uint32_t i = questions.count; i-- > 0;)
    answer(questions.at[i]);
  value_vec_release(&questions);
}
