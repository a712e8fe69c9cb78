#include "frontend/keys.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/vec.h"

VEC_DEFINE(call_vec, LLVMValueRef);

enum { PART_KEYS = 1, PART_STATES = 2 };

static const char leave_name[] = "vouch_keys_leave";
static const char unknown_name[] = "vouch_keys_unknown_start";

// What the sections read and write together nobody sees half of; they order
// nothing that POSIX would not, since whoever has a key has it from its maker.
static const char model_of_keys[] =
    "enum { MOST = 16, ROUNDS = 4, THRD_ERROR = 2 };\n"
    "typedef void (*destructor)(void *);\n"
    "extern void vouch_keys_too_many(void);\n"
    "extern void vouch_keys_deleted(void);\n"
    "static unsigned keys_made, keys_deleted; // how many; which, as bits\n"
    "static destructor keys_destructors[MOST];\n"
    "static _Thread_local void *keys_values[MOST];\n"
    "static void __VERIFIER_atomic_vouch_make(unsigned *key, destructor d) {\n"
    "  if (keys_made >= MOST)\n"
    "    vouch_keys_too_many();\n"
    "  keys_destructors[keys_made] = d;\n"
    "  *key = keys_made++;\n"
    "}\n"
    "static unsigned __VERIFIER_atomic_vouch_made(void) { return keys_made; }\n"
    "static destructor __VERIFIER_atomic_vouch_destructor(unsigned key) {\n"
    "  return keys_destructors[key];\n"
    "}\n"
    "static void __VERIFIER_atomic_vouch_drop(unsigned key) {\n"
    "  keys_destructors[key] = 0;\n"
    "  keys_deleted |= 1u << key;\n"
    "}\n"
    "static void __VERIFIER_atomic_vouch_use(unsigned key) {\n"
    "  if (keys_deleted >> key & 1)\n"
    "    vouch_keys_deleted();\n"
    "}\n"
    "int pthread_key_create(unsigned *key, destructor d) {\n"
    "  unsigned made;\n"
    "  __VERIFIER_atomic_vouch_make(&made, d);\n"
    "  *key = made;\n"
    "  return 0;\n"
    "}\n"
    "int pthread_key_delete(unsigned key) {\n"
    "  if (key >= __VERIFIER_atomic_vouch_made())\n"
    "    return EINVAL;\n"
    "  __VERIFIER_atomic_vouch_use(key);\n"
    "  __VERIFIER_atomic_vouch_drop(key);\n"
    "  return 0;\n"
    "}\n"
    "int pthread_setspecific(unsigned key, const void *value) {\n"
    "  if (key >= __VERIFIER_atomic_vouch_made())\n"
    "    return EINVAL;\n"
    "  __VERIFIER_atomic_vouch_use(key);\n"
    "  keys_values[key] = (void *)value;\n"
    "  return 0;\n"
    "}\n"
    "void *pthread_getspecific(unsigned key) {\n"
    "  if (key >= MOST)\n"
    "    return 0;\n"
    "  __VERIFIER_atomic_vouch_use(key);\n"
    "  return keys_values[key];\n"
    "}\n"
    "int tss_create(unsigned *key, destructor d) {\n"
    "  return pthread_key_create(key, d);\n"
    "}\n"
    "void tss_delete(unsigned key) { pthread_key_delete(key); }\n"
    "int tss_set(unsigned key, void *value) {\n"
    "  return pthread_setspecific(key, value) ? THRD_ERROR : 0;\n"
    "}\n"
    "void *tss_get(unsigned key) { return pthread_getspecific(key); }\n"
    "void vouch_keys_leave(void) {\n"
    "  for (int round = 0; round < ROUNDS; round++) {\n"
    "    int is_done = 1;\n"
    "    unsigned made = __VERIFIER_atomic_vouch_made();\n"
    "    for (unsigned key = 0; key < made; key++) {\n"
    "      void *value = keys_values[key];\n"
    "      if (!value)\n"
    "        continue;\n"
    "      destructor d = __VERIFIER_atomic_vouch_destructor(key);\n"
    "      if (!d)\n"
    "        continue;\n"
    "      keys_values[key] = 0;\n"
    "      d(value);\n"
    "      is_done = 0;\n"
    "    }\n"
    "    if (is_done)\n"
    "      return;\n"
    "  }\n"
    "}\n";

static const char model_of_states[] =
    "static int set_state(int state, int *old, int *kept) {\n"
    "  if (state != 0 && state != 1)\n"
    "    return EINVAL;\n"
    "  if (old)\n"
    "    *old = *kept;\n"
    "  *kept = state;\n"
    "  return 0;\n"
    "}\n"
    "static _Thread_local int cancel_state, cancel_type;\n"
    "int pthread_setcancelstate(int state, int *old) {\n"
    "  return set_state(state, old, &cancel_state);\n"
    "}\n"
    "int pthread_setcanceltype(int type, int *old) {\n"
    "  return set_state(type, old, &cancel_type);\n"
    "}\n";

static bool misses(LLVMModuleRef module, const char *name) {
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  return found && LLVMIsDeclaration(found) && LLVMGetFirstUse(found);
}

unsigned keys_wanted(LLVMModuleRef module) {
  bool keys =
      misses(module, "pthread_key_create") || misses(module, "tss_create");
  bool states = misses(module, "pthread_setcancelstate") ||
                misses(module, "pthread_setcanceltype");
  return (keys ? PART_KEYS : 0) | (states ? PART_STATES : 0);
}

void keys_model(unsigned wanted, struct strbuf *text) {
  strbuf_add(text, "#line 1 \"" KEYS_FILE "\"\nenum { EINVAL = 22 };\n");
  if (wanted & PART_KEYS)
    strbuf_add(text, model_of_keys);
  if (wanted & PART_STATES)
    strbuf_add(text, model_of_states);
}

// Threads that end

static void collect_calls(LLVMModuleRef module, const char *name,
                          struct call_vec *into) {
  LLVMValueRef callee = LLVMGetNamedFunction(module, name);
  for (LLVMUseRef use = callee ? LLVMGetFirstUse(callee) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == callee)
      call_vec_push(into, user);
  }
}

static void call_before(LLVMModuleRef module, LLVMValueRef call,
                        const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMValueRef callee = LLVMGetNamedFunction(module, name);
  if (!callee)
    callee = LLVMAddFunction(module, name, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef made = LLVMBuildCall2(builder, type, callee, NULL, 0, "");
  LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(call));
  LLVMDisposeBuilder(builder);
}

// Calls the routine with its own arguments, then the destructors.
static void build_start(LLVMModuleRef module, LLVMValueRef made,
                        LLVMValueRef routine) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMGlobalGetValueType(routine);
  LLVMValueRef argument = LLVMCountParams(made) ? LLVMGetParam(made, 0) : NULL;
  LLVMValueRef leave = LLVMGetNamedFunction(module, leave_name);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder,
                           LLVMAppendBasicBlockInContext(context, made, ""));
  LLVMValueRef result =
      LLVMBuildCall2(builder, type, routine, &argument, argument != NULL, "");
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(leave), leave, NULL, 0, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, result);
  LLVMDisposeBuilder(builder);
}

static LLVMValueRef find_start(LLVMModuleRef module, LLVMValueRef routine) {
  struct strbuf name = {0};
  size_t length;
  strbuf_format(&name, "%s, then destructors",
                LLVMGetValueName2(routine, &length));
  LLVMValueRef made = LLVMGetNamedFunction(module, strbuf_text(&name));
  if (!made) {
    made = LLVMAddFunction(module, strbuf_text(&name),
                           LLVMGlobalGetValueType(routine));
    LLVMSetLinkage(made, LLVMInternalLinkage);
    build_start(module, made, routine);
  }
  strbuf_release(&name);
  return made;
}

static bool is_start(LLVMValueRef value) {
  return LLVMIsAFunction(value) && !LLVMIsDeclaration(value) &&
         LLVMCountParams(value) <= 1 &&
         !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(value));
}

static void replace_starts(LLVMModuleRef module, const char *name,
                           unsigned operand) {
  struct call_vec calls = {0};
  collect_calls(module, name, &calls);
  for (uint32_t i = 0; i < calls.count; i++) {
    LLVMValueRef routine = LLVMGetOperand(calls.at[i], operand);
    if (is_start(routine))
      LLVMSetOperand(calls.at[i], operand, find_start(module, routine));
    else
      call_before(module, calls.at[i], unknown_name);
  }
  call_vec_release(&calls);
}

static void leave_before(LLVMModuleRef module, const char *name) {
  struct call_vec calls = {0};
  collect_calls(module, name, &calls);
  for (uint32_t i = 0; i < calls.count; i++)
    call_before(module, calls.at[i], leave_name);
  call_vec_release(&calls);
}

void keys_write_out(LLVMModuleRef module) {
  if (!LLVMGetNamedFunction(module, leave_name))
    return;
  leave_before(module, "pthread_exit");
  leave_before(module, "thrd_exit");
  replace_starts(module, "pthread_create", 2);
  replace_starts(module, "thrd_create", 1);
}
