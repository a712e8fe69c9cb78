// Which C variables need an address.
//
// At -O0 every local and global lives in memory. One that is only ever read
// and written whole, by name and with its own type, becomes a variable of the
// automaton; the rest stay objects.
#include "frontend/internal.h"

// What nobody may write: a store to it has to be told.
static bool is_constant(LLVMValueRef storage) {
  return LLVMIsAGlobalVariable(storage) && LLVMIsGlobalConstant(storage);
}

// Is this use of the storage a plain access of the given type?
static bool is_plain_access(LLVMValueRef user, LLVMValueRef storage,
                            LLVMTypeRef type) {
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) == type;
  if (LLVMIsAStoreInst(user)) {
    LLVMValueRef value = LLVMGetOperand(user, 0);
    return value != storage && LLVMTypeOf(value) == type &&
           !is_constant(storage);
  }
  if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) {
    LLVMValueRef value = LLVMGetOperand(user, 1);
    return LLVMGetOperand(user, 0) == storage && value != storage &&
           LLVMGetOperand(user, LLVMGetNumOperands(user) - 1) != storage &&
           LLVMTypeOf(value) == type;
  }
  return false;
}

bool storage_is_promotable(LLVMValueRef storage, LLVMTypeRef type) {
  if (type_is_aggregate(type))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(storage); use;
       use = LLVMGetNextUse(use))
    if (!is_plain_access(LLVMGetUser(use), storage, type))
      return false;
  return true;
}

// An address inside the same object, in an instruction or a constant.
static bool is_inner_address(LLVMValueRef user, LLVMValueRef address) {
  if (LLVMIsAConstantExpr(user) &&
      LLVMGetConstOpcode(user) != LLVMGetElementPtr)
    return false;
  return (LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user)) &&
         LLVMGetOperand(user, 0) == address;
}

// Does the address leave through this use?
static bool use_escapes(LLVMValueRef user, LLVMValueRef address) {
  if (LLVMIsALoadInst(user))
    return false;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == address;
  return !LLVMIsAMemIntrinsic(user);
}

// A volatile object may change although nothing here changes it.
static bool use_is_read(LLVMValueRef user, LLVMValueRef address) {
  if (LLVMIsALoadInst(user))
    return !LLVMGetVolatile(user);
  return (LLVMIsAMemCpyInst(user) || LLVMIsAMemMoveInst(user)) &&
         LLVMGetOperand(user, 0) != address;
}

VEC_DEFINE(value_vec, LLVMValueRef);

// Is there a use of the address, or of one derived from it, of which the answer
// is that?
static bool has_use(LLVMValueRef storage,
                    bool (*answer)(LLVMValueRef user, LLVMValueRef address),
                    bool wanted) {
  struct value_vec work = {0};
  value_vec_push(&work, storage);
  bool found = false;
  while (work.count && !found) {
    LLVMValueRef address = value_vec_pop(&work);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !found;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (is_inner_address(user, address))
        value_vec_push(&work, user);
      else
        found = answer(user, address) == wanted;
    }
  }
  value_vec_release(&work);
  return found;
}

bool storage_escapes(LLVMValueRef storage) {
  return has_use(storage, use_escapes, true);
}

bool storage_is_fixed(LLVMValueRef storage) {
  return !has_use(storage, use_is_read, false);
}
