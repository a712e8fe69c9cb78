#include "frontend/resolver.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/strbuf.h"

// ---- Aliases of what is weak ------------------------------------------------

static bool is_weak(LLVMValueRef value) {
  LLVMLinkage linkage = LLVMGetLinkage(value);
  return (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value)) &&
         (linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage);
}

static void part(LLVMModuleRef module, LLVMValueRef weak) {
  size_t length;
  char *name = memory_copy_string(LLVMGetValueName2(weak, &length));
  LLVMLinkage linkage = LLVMGetLinkage(weak);
  struct strbuf own = {0};
  strbuf_format(&own, "%s.weak", name);
  LLVMSetValueName2(weak, strbuf_text(&own), own.length);
  LLVMValueRef again =
      LLVMAddAlias2(module, LLVMGlobalGetValueType(weak), 0, weak, name);
  LLVMSetLinkage(again, linkage);
  LLVMReplaceAllUsesWith(weak, again); // aliases among them
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a;
       a = LLVMGetNextGlobalAlias(a))
    if (LLVMAliasGetAliasee(a) == again || a == again)
      LLVMAliasSetAliasee(a, weak);
  LLVMSetLinkage(weak, LLVMInternalLinkage);
  strbuf_release(&own);
  free(name);
}

void resolver_part_aliases(LLVMModuleRef module) {
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a;
       a = LLVMGetNextGlobalAlias(a)) {
    LLVMValueRef weak = LLVMAliasGetAliasee(a);
    if (is_weak(weak))
      part(module, weak);
  }
}

// ---- Functions that are chosen ----------------------------------------------

static LLVMValueRef resolver_of(LLVMValueRef ifunc) {
  LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(ifunc);
  while (resolver && LLVMIsAGlobalAlias(resolver))
    resolver = LLVMAliasGetAliasee(resolver);
  return resolver && LLVMIsAFunction(resolver) ? resolver : NULL;
}

static void write_body(LLVMValueRef function, LLVMValueRef resolver) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(
      builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMValueRef chosen = LLVMBuildCall2(
      builder, LLVMGlobalGetValueType(resolver), resolver, NULL, 0, "chosen");
  unsigned count = LLVMCountParams(function);
  LLVMValueRef *parameters = memory_new_zero(count + 1, sizeof *parameters);
  LLVMGetParams(function, parameters);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMValueRef result =
      LLVMBuildCall2(builder, type, chosen, parameters, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, result);
  free(parameters);
  LLVMDisposeBuilder(builder);
}

// Variable arguments cannot be passed on.
static void embody(LLVMModuleRef module, LLVMValueRef ifunc) {
  LLVMTypeRef type = LLVMGlobalGetValueType(ifunc);
  LLVMValueRef resolver = resolver_of(ifunc);
  if (!resolver || LLVMIsFunctionVarArg(type) ||
      LLVMCountParamTypes(LLVMGlobalGetValueType(resolver)))
    return;
  size_t length;
  char *name = memory_copy_string(LLVMGetValueName2(ifunc, &length));
  LLVMSetValueName2(ifunc, "", 0);
  LLVMValueRef function = LLVMAddFunction(module, name, type);
  LLVMSetLinkage(function, LLVMGetLinkage(ifunc));
  write_body(function, resolver);
  LLVMReplaceAllUsesWith(ifunc, function);
  LLVMEraseGlobalIFunc(ifunc);
  free(name);
}

void resolver_embody(LLVMModuleRef module) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(module); i; i = next) {
    next = LLVMGetNextGlobalIFunc(i);
    embody(module, i);
  }
}
