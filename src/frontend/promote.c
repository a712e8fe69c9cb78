// Which C variables need an address.
//
// At -O0 every local and global lives in memory. One that is only ever read
// and written whole, by name and with its own type, becomes a variable of the
// automaton; the rest stay objects.
#include "frontend/internal.h"

// Is this use of the storage a plain access of the given type?
static bool is_plain_access(LLVMValueRef user, LLVMValueRef storage,
                            LLVMTypeRef type) {
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) == type;
  if (LLVMIsAStoreInst(user)) {
    LLVMValueRef value = LLVMGetOperand(user, 0);
    return value != storage && LLVMTypeOf(value) == type;
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

// Does the address leave through this use? Derived addresses are looked at
// again through `later`.
static bool use_escapes(LLVMValueRef user, LLVMValueRef address,
                        LLVMValueRef *later) {
  *later = NULL;
  if (LLVMIsALoadInst(user))
    return false;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == address;
  if (LLVMIsAGetElementPtrInst(user)) {
    *later = user;
    return false;
  }
  return !LLVMIsAMemIntrinsic(user);
}

VEC_DEFINE(value_vec, LLVMValueRef);

bool storage_escapes(LLVMValueRef storage) {
  struct value_vec work = {0};
  value_vec_push(&work, storage);
  bool escapes = false;
  while (work.count && !escapes) {
    LLVMValueRef address = value_vec_pop(&work);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !escapes;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef later;
      escapes = use_escapes(LLVMGetUser(use), address, &later);
      if (later)
        value_vec_push(&work, later);
    }
  }
  value_vec_release(&work);
  return escapes;
}
