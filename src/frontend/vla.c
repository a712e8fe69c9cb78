// Variable-length arrays, and alloca().
//
// Both allocate when control gets there. What alloca() gives lives until the
// function returns; a variable-length array until its block is left. Clang
// saves the stack pointer before the first of a block and restores it wherever
// control leaves the block, or goes back to before the declaration: that is
// where the arrays of the block end. Their addresses are null until they are
// allocated, so that it does not matter which of them were.
#include "frontend/internal.h"

#include <string.h>

// The variable that a saved stack pointer is kept in.
static LLVMValueRef slot_of_save(LLVMValueRef save) {
  LLVMUseRef use = LLVMGetFirstUse(save);
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  return user && LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 1) : NULL;
}

static bool is_save(LLVMValueRef i) {
  if (!LLVMIsACallInst(i))
    return false;
  size_t length;
  static const char name[] = "llvm.stacksave";
  return !strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), name,
                  sizeof name - 1);
}

static void add_array(struct body *body, LLVMValueRef alloca,
                      LLVMValueRef slot) {
  struct debug_variable c = body_declared(body, alloca);
  struct vla vla = {.alloca = alloca, .slot = slot};
  vla.target = register_temporary(body, sort_bits(body->program->pointer_width),
                                  c.name, (struct ctype){0});
  vla_vec_push(&body->vlas, vla);
}

// The arrays of a scope come after its saving of the stack pointer.
void vlas_init(struct body *body) {
  struct pointer_map slots = {0}; // scope -> number of the slot
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef scope = debug_scope(i);
      if (is_save(i) && scope && slot_of_save(i)) {
        uint32_t number = slot_vec_push(&body->slots, slot_of_save(i));
        pointer_map_put(&slots, scope, number);
      }
      uint32_t *slot = scope ? pointer_map_find(&slots, scope) : NULL;
      if (slot && LLVMIsAAllocaInst(i) && pointer_map_has(&body->variables, i))
        add_array(body, i, body->slots.at[*slot]);
    }
  pointer_map_release(&slots);
}

const struct vla *vla_find(const struct body *body, LLVMValueRef alloca) {
  for (uint32_t i = 0; i < body->vlas.count; i++)
    if (body->vlas.at[i].alloca == alloca)
      return &body->vlas.at[i];
  return NULL;
}

void vlas_save(struct body *body, LLVMValueRef save) {
  LLVMValueRef slot = slot_of_save(save);
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < body->vlas.count; i++)
    if (slot && body->vlas.at[i].slot == slot)
      binding_vec_push(&bindings,
                       (struct binding){body->vlas.at[i].target,
                                        body_pointer_const(body, 0)});
  if (bindings.count)
    body_emit(body,
              operation_assign(body->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
}

void vlas_restore(struct body *body, LLVMValueRef restore) {
  LLVMValueRef saved = LLVMGetOperand(restore, 0);
  if (!LLVMIsALoadInst(saved))
    return;
  struct term_vec ended = {0};
  for (uint32_t i = 0; i < body->vlas.count; i++)
    if (body->vlas.at[i].slot == LLVMGetOperand(saved, 0))
      term_vec_push(&ended,
                    program_term(body->program, body->vlas.at[i].target));
  body_emit_lives(body, &ended, LIFE_ENDS);
  term_vec_release(&ended);
}
