#include "frontend/own.h"

#include <string.h>

static bool is_builtin(const char *name) {
  static const char *const builtins[] = {
#define BUILTIN(name) #name,
#include "frontend/builtin.def"
#undef BUILTIN
  };
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (!strcmp(name, builtins[i]))
      return true;
  return false;
}

void own_collect(LLVMModuleRef module, enum own_linkage linkage,
                 struct interner *names, struct name_vec *into) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    bool is_static = LLVMGetLinkage(f) == LLVMInternalLinkage;
    if (!LLVMIsDeclaration(f) && is_static == (linkage == OWN_STATIC) &&
        is_builtin(name))
      name_vec_push(into, intern(names, name));
  }
}
