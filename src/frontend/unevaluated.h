// Operands that C does not evaluate, though clang makes code for them.
//
// `__builtin_constant_p(a / b)` does not divide. What clang cannot decide when
// it reads the call is 0 without optimisation; with the optimisation that we ask
// for (compile.c) it is an intrinsic, and the operand is computed before it,
// with clang's own checks. Here all that is taken out of a module: the call is
// 0, and what was computed for it alone is gone.
#ifndef VOUCH_FRONTEND_UNEVALUATED_H
#define VOUCH_FRONTEND_UNEVALUATED_H

#include <llvm-c/Core.h>

void unevaluated_prune(LLVMModuleRef module);

#endif
