// Clang's own checks for undefined operations.
//
// A check is a branch on a condition that holds where the operation is defined,
// to a trap or a call otherwise. Of two kinds of checks:
//
// - of divisions by zero, amounts of shifts and conversions from floating point
//   in every C file, because clang folds operations on constants, so that the
//   check is all that is left of `7 / 0`. Where the operation is still there
//   the translation checks it itself, and clang's check is taken away
//   (checks_prune): what stays is a branch on a constant;
// - of signed overflow where it is asked for: a call of a function of clang's
//   runtime, which becomes the undefined outcome.
#ifndef VOUCH_FRONTEND_CHECKS_H
#define VOUCH_FRONTEND_CHECKS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "frontend/internal.h"

// Makes the checks of the first kind that may hold hold always, in a module
// that comes from C.
void checks_prune(LLVMModuleRef module);
// The block that follows the one that ends in this instruction, because a check
// of the first kind that holds always or never is all that parts them; or null.
LLVMBasicBlockRef checks_continuation(LLVMValueRef terminator);
// Passes such a check: one that never holds leads to the undefined outcome, and
// what follows stays as code that is not reached. False for other instructions.
bool checks_pass(struct body *body, LLVMValueRef instruction);
// Is it a check that never holds?
bool checks_fails(LLVMValueRef instruction);
// Is it computed for a check of either kind, or the branch of one?
bool checks_is_part(LLVMValueRef instruction);
// Makes the check hold always.
void checks_let_pass(LLVMValueRef branch);
// The same for all whose conditions are computed from the value; what computes
// them goes.
void checks_let_users_pass(LLVMValueRef value);
// The check, of either kind, that is all that leads to the block, or null.
LLVMValueRef checks_before(LLVMBasicBlockRef block);
// A call of clang's runtime; false for other names.
bool checks_translate(struct body *body, const char *name);
bool checks_is_runtime(const char *name);

#endif
