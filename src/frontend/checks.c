#include "frontend/checks.h"

#include <string.h>

// Numbers of llvm.ubsantrap.
enum trap { TRAP_DIVISION = 3, TRAP_CONVERSION = 5, TRAP_SHIFT = 20 };

static bool is_clangs_own(LLVMValueRef instruction) {
  static const char kind[] = "nosanitize";
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
  unsigned number = LLVMGetMDKindIDInContext(context, kind, sizeof kind - 1);
  return LLVMHasMetadata(instruction) &&
         LLVMGetMetadata(instruction, number) != NULL;
}

// The reason of the trap that the block is; none if it is another block.
static enum undefined_reason trap_reason(LLVMBasicBlockRef block) {
  LLVMValueRef call = LLVMGetFirstInstruction(block);
  LLVMValueRef callee =
      call && LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  size_t length;
  if (!callee || !LLVMIsAFunction(callee) ||
      strcmp(LLVMGetValueName2(callee, &length), "llvm.ubsantrap"))
    return UNDEFINED_NONE;
  switch (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0))) {
  case TRAP_DIVISION: return UNDEFINED_DIVISION_BY_ZERO;
  case TRAP_CONVERSION: return UNDEFINED_CONVERSION;
  case TRAP_SHIFT: return UNDEFINED_SHIFT_RANGE;
  default: return UNDEFINED_NONE;
  }
}

// What goes wrong when the branch's condition does not hold; none if it is no
// check of ours.
static enum undefined_reason check_reason(LLVMValueRef branch) {
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
      !is_clangs_own(branch))
    return UNDEFINED_NONE;
  return trap_reason(LLVMGetSuccessor(branch, 1));
}

// What was computed for the check alone goes with it.
static void erase_unused(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) ||
      LLVMGetFirstUse(value) || !is_clangs_own(value))
    return;
  LLVMValueRef operands[3] = {NULL};
  unsigned count = (unsigned)LLVMGetNumOperands(value);
  for (unsigned i = 0; i < count && i < 3; i++)
    operands[i] = LLVMGetOperand(value, i);
  LLVMInstructionEraseFromParent(value);
  for (unsigned i = 0; i < count && i < 3; i++)
    if (i == 0 || operands[i] != operands[i - 1])
      erase_unused(operands[i]);
}

static void prune_block(LLVMBasicBlockRef block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  if (!branch || check_reason(branch) == UNDEFINED_NONE)
    return;
  LLVMValueRef condition = LLVMGetCondition(branch);
  if (LLVMIsAConstant(condition))
    return;
  LLVMSetCondition(branch, LLVMConstInt(LLVMTypeOf(condition), 1, false));
  erase_unused(condition);
}

// Clang describes each place that it checks, though a trap does not tell.
static void delete_descriptions(LLVMModuleRef module) {
  LLVMValueRef next;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = next) {
    size_t length;
    next = LLVMGetNextGlobal(g);
    LLVMGetValueName2(g, &length);
    if (!length && LLVMGetLinkage(g) == LLVMPrivateLinkage &&
        !LLVMGetFirstUse(g))
      LLVMDeleteGlobal(g);
  }
}

void checks_prune(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      prune_block(b);
  delete_descriptions(module);
}

LLVMBasicBlockRef checks_continuation(LLVMValueRef terminator) {
  if (check_reason(terminator) == UNDEFINED_NONE ||
      !LLVMIsAConstantInt(LLVMGetCondition(terminator)))
    return NULL;
  return LLVMGetSuccessor(terminator, 0);
}

bool checks_fails(LLVMValueRef instruction) {
  return checks_continuation(instruction) &&
         !LLVMConstIntGetZExtValue(LLVMGetCondition(instruction));
}

bool checks_is_part(LLVMValueRef instruction) {
  return is_clangs_own(instruction);
}

void checks_let_pass(LLVMValueRef branch) {
  LLVMValueRef condition = LLVMGetCondition(branch);
  LLVMSetCondition(branch, LLVMConstInt(LLVMTypeOf(condition), 1, false));
}

void checks_let_users_pass(LLVMValueRef value) {
  LLVMUseRef use;
  while ((use = LLVMGetFirstUse(value))) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsATerminatorInst(user)) {
      checks_let_pass(user);
    } else {
      checks_let_users_pass(user);
      LLVMInstructionEraseFromParent(user);
    }
  }
}

LLVMValueRef checks_before(LLVMBasicBlockRef block) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
  bool is_only = branch && !LLVMGetNextUse(use) && LLVMIsABranchInst(branch);
  return is_only && LLVMIsConditional(branch) && is_clangs_own(branch) &&
                 LLVMGetSuccessor(branch, 0) == block
             ? branch
             : NULL;
}

bool checks_pass(struct body *body, LLVMValueRef instruction) {
  if (!checks_continuation(instruction))
    return false;
  if (!checks_fails(instruction))
    return true;
  body_emit_undefined(body, term_true(body->terms), check_reason(instruction));
  body->is_void = true;
  return true;
}

// ---- Calls of the runtime ---------------------------------------------------

static const char runtime_prefix[] = "__ubsan_handle_";

bool checks_is_runtime(const char *name) {
  return !strncmp(name, runtime_prefix, strlen(runtime_prefix));
}

bool checks_translate(struct body *body, const char *name) {
  static const struct {
    const char *name;
    enum undefined_reason reason;
  } checks[] = {
      {"add_overflow_minimal_abort", UNDEFINED_OVERFLOW},
      {"sub_overflow_minimal_abort", UNDEFINED_OVERFLOW},
      {"mul_overflow_minimal_abort", UNDEFINED_OVERFLOW},
      {"negate_overflow_minimal_abort", UNDEFINED_OVERFLOW},
      {"divrem_overflow_minimal_abort", UNDEFINED_DIVISION_OVERFLOW},
      {"shift_out_of_bounds_minimal_abort", UNDEFINED_SHIFT_OVERFLOW}};
  if (!checks_is_runtime(name))
    return false;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
    if (!strcmp(name + strlen(runtime_prefix), checks[i].name)) {
      body_emit_undefined(body, term_true(body->terms), checks[i].reason);
      return true;
    }
  return false;
}
