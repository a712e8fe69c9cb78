#include "frontend/leaving.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/internal.h"

VEC_DEFINE(call_vec, LLVMValueRef);

static const char *const names[] = {"error", "error_at_line"};

static LLVMContextRef context_of(LLVMModuleRef module) {
  return LLVMGetModuleContext(module);
}

static LLVMValueRef find_exit(LLVMModuleRef module, const char *name) {
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  if (found)
    return found;
  LLVMContextRef context = context_of(module);
  LLVMTypeRef status = LLVMInt32TypeInContext(context);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), &status, 1, false);
  found = LLVMAddFunction(module, name, type);
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  LLVMAddAttributeAtIndex(found, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, kind, 0));
  return found;
}

static void build_exit(LLVMModuleRef module, const char *name,
                       LLVMBuilderRef builder, LLVMValueRef status) {
  LLVMValueRef leave = find_exit(module, name);
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(leave), leave, &status, 1, "");
}

// static void leave(int status) { if (status) exit(status); }
static LLVMValueRef find_leave(LLVMModuleRef module, const char *exit_name) {
  static const char name[] = "exit unless 0";
  LLVMValueRef made = LLVMGetNamedFunction(module, name);
  if (made)
    return made;
  LLVMContextRef context = context_of(module);
  LLVMTypeRef status = LLVMInt32TypeInContext(context);
  made = LLVMAddFunction(
      module, name,
      LLVMFunctionType(LLVMVoidTypeInContext(context), &status, 1, false));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMBasicBlockRef ends = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMBasicBlockRef stays = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef is_zero = LLVMBuildICmp(
      builder, LLVMIntEQ, LLVMGetParam(made, 0), LLVMConstNull(status), "");
  LLVMBuildCondBr(builder, is_zero, stays, ends);
  LLVMPositionBuilderAtEnd(builder, ends);
  build_exit(module, exit_name, builder, LLVMGetParam(made, 0));
  LLVMBuildUnreachable(builder);
  LLVMPositionBuilderAtEnd(builder, stays);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  return made;
}

static void exit_behind(LLVMModuleRef module, const char *exit_name,
                        LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef leave = find_leave(module, exit_name);
  LLVMValueRef status = LLVMGetOperand(call, 0);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(leave), leave, &status, 1, "");
}

// Its calls by name that have the arguments that it must have.
static void collect(LLVMValueRef function, struct call_vec *calls) {
  LLVMContextRef context = context_of(LLVMGetGlobalParent(function));
  LLVMTypeRef status = LLVMInt32TypeInContext(context);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function &&
        LLVMGetNumArgOperands(user) >= 2 &&
        LLVMTypeOf(LLVMGetOperand(user, 0)) == status)
      call_vec_push(calls, user);
  }
}

static void write_out(LLVMModuleRef module, const char *name,
                      const char *exit_name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  LLVMValueRef leave = LLVMGetNamedFunction(module, exit_name);
  if (!function || !LLVMIsDeclaration(function) ||
      (leave && !LLVMIsDeclaration(leave)))
    return;
  struct call_vec calls = {0};
  collect(function, &calls);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context_of(module));
  for (uint32_t i = 0; i < calls.count; i++)
    exit_behind(module, exit_name, builder, calls.at[i]);
  LLVMDisposeBuilder(builder);
  call_vec_release(&calls);
}

void leaving_write_out(LLVMModuleRef module, const char *error_function) {
  bool is_error = error_function && !strcmp(error_function, "exit");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    write_out(module, names[i], is_error ? "_exit" : "exit");
}
