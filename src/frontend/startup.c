#include "frontend/startup.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "library/routine.h"

VEC_DEFINE(function_vec, LLVMValueRef);

static const char before_main[] = "llvm.global_ctors";
static const char after_main[] = "llvm.global_dtors";

// ---- The lists: arrays of { priority, function, data } ----------------------

static uint64_t priority_of(LLVMValueRef list, unsigned index) {
  LLVMValueRef entry = LLVMGetAggregateElement(list, index);
  return LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
}

static LLVMValueRef function_of(LLVMValueRef list, unsigned index) {
  LLVMValueRef entry = LLVMGetAggregateElement(list, index);
  LLVMValueRef function = LLVMGetAggregateElement(entry, 1);
  while (LLVMIsAGlobalAlias(function))
    function = LLVMAliasGetAliasee(function);
  return function;
}

// Appends in order of priority, keeping the order among equals.
static void collect(LLVMModuleRef module, const char *name,
                    struct function_vec *into) {
  LLVMValueRef global = LLVMGetNamedGlobal(module, name);
  LLVMValueRef list = global ? LLVMGetInitializer(global) : NULL;
  unsigned count = list ? type_element_count(LLVMTypeOf(list)) : 0;
  struct u32_vec order = {0};
  for (unsigned i = 0; i < count; i++) {
    u32_vec_push(&order, i);
    for (uint32_t k = i; k > 0; k--) {
      if (priority_of(list, order.at[k - 1]) <= priority_of(list, i))
        break;
      order.at[k] = order.at[k - 1];
      order.at[k - 1] = i;
    }
  }
  for (unsigned i = 0; i < count; i++)
    if (LLVMIsAFunction(function_of(list, order.at[i])))
      function_vec_push(into, function_of(list, order.at[i]));
  u32_vec_release(&order);
}

// ---- Can it be done? --------------------------------------------------------

static bool has_function(LLVMModuleRef module, const char *name) {
  return LLVMGetNamedFunction(module, name) != NULL;
}

static bool are_plain(const struct function_vec *functions) {
  for (uint32_t i = 0; i < functions->count; i++) {
    LLVMTypeRef type = LLVMGlobalGetValueType(functions->at[i]);
    if (LLVMCountParamTypes(type) || LLVMIsFunctionVarArg(type) ||
        LLVMIsDeclaration(functions->at[i]))
      return false;
  }
  return functions->count > 0;
}

static bool calls_by_name(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static bool is_only_called(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use))
    if (!calls_by_name(LLVMGetUser(use), function))
      return false;
  return LLVMIsDeclaration(function);
}

static const char *name_of(LLVMValueRef function) {
  return LLVMGetValueName2(function, &(size_t){0});
}

// exit, and routines that end the program as it does.
static bool leaves(LLVMValueRef function) {
  return routine_exits(name_of(function));
}

// A function that nobody sees and that does not come back: it may call exit.
// Error functions end where they are called.
static bool may_leave(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  const char *name = name_of(function);
  return LLVMIsDeclaration(function) &&
         LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                     kind) &&
         !routine_row(name) && strcmp(name, "reach_error") != 0 &&
         strcmp(name, "__VERIFIER_error") != 0;
}

// Nobody leaves the program but by calls of exit and its like by name.
static bool leaves_plainly(LLVMModuleRef module) {
  static const char *const others[] = {
      "atexit",        "on_exit",     "__cxa_atexit",
      "at_quick_exit", "quick_exit",  "pthread_create",
      "pthread_exit",  "thrd_create", "__cxa_thread_atexit"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (has_function(module, others[i]))
      return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    if (may_leave(f) || (leaves(f) && !is_only_called(f)))
      return false;
  return true;
}

// ---- Weaving ----------------------------------------------------------------

// A call that is said to be where the statement at `place` is.
static void call_before(LLVMValueRef place, LLVMMetadataRef location,
                        const struct function_vec *functions) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(place));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, place);
  for (uint32_t i = 0; i < functions->count; i++) {
    LLVMValueRef function = functions->at[i];
    LLVMValueRef call = LLVMBuildCall2(
        builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
    if (location)
      LLVMInstructionSetDebugLoc(call, location);
  }
  LLVMDisposeBuilder(builder);
}

static LLVMMetadataRef location_of(LLVMValueRef instruction) {
  return LLVMInstructionGetDebugLoc(instruction);
}

static LLVMMetadataRef start_of(LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  return subprogram ? LLVMDIBuilderCreateDebugLocation(
                          context, LLVMDISubprogramGetLine(subprogram), 1,
                          subprogram, NULL)
                    : NULL;
}

static void weave_before(LLVMValueRef main_function,
                         const struct function_vec *functions) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(main_function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  call_before(first, start_of(main_function), functions);
}

// Destructors run in the order opposite to that of the list.
static void reverse(struct function_vec *functions) {
  for (uint32_t i = 0, k = functions->count; i + 1 < k; i++) {
    LLVMValueRef other = functions->at[--k];
    functions->at[k] = functions->at[i];
    functions->at[i] = other;
  }
}

static bool is_error(LLVMValueRef function, const char *error_function) {
  return error_function && !strcmp(name_of(function), error_function);
}

// Main has returned where the first of them starts.
static void mark_first(LLVMValueRef end, uint32_t count) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(end));
  LLVMValueRef call = end;
  for (uint32_t i = 0; i < count; i++)
    call = LLVMGetPreviousInstruction(call);
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute(context, after_main,
                                                     sizeof after_main - 1, "",
                                                     0));
}

bool startup_is_after_main(LLVMValueRef call) {
  return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex,
                                        after_main, sizeof after_main - 1);
}

static void weave_after(LLVMModuleRef module, LLVMValueRef main_function,
                        const char *error_function,
                        const struct function_vec *functions) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(main_function); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsAReturnInst(end))
      continue;
    call_before(end, location_of(end), functions);
    mark_first(end, functions->count);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    bool weaves = leaves(f) && !is_error(f, error_function);
    LLVMUseRef use = weaves ? LLVMGetFirstUse(f) : NULL;
    for (; use; use = LLVMGetNextUse(use))
      call_before(LLVMGetUser(use), location_of(LLVMGetUser(use)), functions);
  }
}

static void forget(LLVMModuleRef module, const char *name) {
  LLVMDeleteGlobal(LLVMGetNamedGlobal(module, name));
}

void startup_weave(LLVMModuleRef module, const char *error_function) {
  LLVMValueRef main_function = LLVMGetNamedFunction(module, "main");
  if (!main_function || LLVMIsDeclaration(main_function) ||
      LLVMGetFirstUse(main_function))
    return;
  struct function_vec first = {0}, last = {0};
  collect(module, before_main, &first);
  collect(module, after_main, &last);
  reverse(&last);
  bool has_last = last.count > 0;
  if (are_plain(&last) && leaves_plainly(module)) {
    weave_after(module, main_function, error_function, &last);
    forget(module, after_main);
    has_last = false;
  }
  // A constructor that leaves the program comes before main.
  if (are_plain(&first) && !has_last) {
    weave_before(main_function, &first);
    forget(module, before_main);
  }
  function_vec_release(&first);
  function_vec_release(&last);
}

static void list(struct translator *translator,
                 const struct function_vec *functions,
                 struct procedure_id_vec *into) {
  for (uint32_t i = 0; i < functions->count; i++) {
    struct procedure_id id = globals_procedure(translator, functions->at[i]);
    if (id.id)
      procedure_id_vec_push(into, id);
  }
}

void startup_list(struct translator *translator) {
  struct function_vec first = {0}, last = {0};
  collect(translator->module, before_main, &first);
  collect(translator->module, after_main, &last);
  reverse(&last);
  list(translator, &first, &translator->program->constructors);
  list(translator, &last, &translator->program->destructors);
  function_vec_release(&first);
  function_vec_release(&last);
}
