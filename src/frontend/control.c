// Terminators: how control leaves a block.
//
// Phis of the successor become one parallel assignment on the way to it, which
// is exactly their meaning: all read before any is written.
#include "frontend/internal.h"

static struct term incoming(struct body *body, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == body->block)
      return register_operand(body, LLVMGetIncomingValue(phi, i));
  BUG("phi without a value for its predecessor");
}

static struct variable phi_variable(struct body *body, LLVMValueRef phi) {
  uint32_t *index = pointer_map_find(&body->registers, phi);
  return program_variable_of(body->program, body->regs.at[*index].term);
}

// Goes from here to the block, unconditionally.
static void go_to(struct body *body, LLVMBasicBlockRef block) {
  struct binding_vec bindings = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    if (!pointer_map_has(&body->registers, i))
      continue; // of a type that has no sort; its uses are reported
    struct term value = incoming(body, i);
    binding_vec_push(&bindings, (struct binding){phi_variable(body, i), value});
  }
  struct operation op =
      operation_assign(body->program, bindings.at, bindings.count);
  binding_vec_release(&bindings);
  if (scopes_change(body, block)) {
    body_emit(body, op);
    scopes_go(body, block);
    op = operation_skip();
  }
  body_emit_to(body, op, body_block(body, block));
}

static bool has_phis(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first && LLVMIsAPHINode(first);
}

// Goes to the block if the condition holds, and stays here otherwise. What a
// constant condition excludes stays in the automaton: it may have rows.
static void go_if(struct body *body, struct term condition,
                  LLVMBasicBlockRef block) {
  struct location_id here = body->here;
  if (!here.id)
    return;
  if (has_phis(block) || scopes_change(body, block)) {
    body_emit(body, operation_assume(condition));
    go_to(body, block);
  } else {
    body_emit_to(body, operation_assume(condition), body_block(body, block));
  }
  body->here = here;
}

static void branch(struct body *body, LLVMValueRef instruction) {
  if (!LLVMIsConditional(instruction)) {
    go_to(body, LLVMGetSuccessor(instruction, 0));
    return;
  }
  struct term condition = register_operand(body, LLVMGetCondition(instruction));
  go_if(body, condition, LLVMGetSuccessor(instruction, 0));
  go_if(body, term_not(body->terms, condition),
        LLVMGetSuccessor(instruction, 1));
}

// Successor 0 of a switch is the default; case k's value is operand 2k.
static void switch_to(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  struct term value = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term_vec others = {0};
  for (unsigned k = 1; k < LLVMGetNumSuccessors(instruction); k++) {
    LLVMValueRef constant = LLVMGetOperand(instruction, 2 * k);
    struct term matches =
        term_eq(terms, value, constant_term(body->translator, constant, NULL));
    go_if(body, matches, LLVMGetSuccessor(instruction, k));
    term_vec_push(&others, term_not(terms, matches));
  }
  go_if(body, term_and_all(terms, others.at, others.count),
        LLVMGetSuccessor(instruction, 0));
  term_vec_release(&others);
}

// A computed goto goes to the label whose address it got.
static void goto_computed(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  struct term target = register_operand(body, LLVMGetOperand(instruction, 0));
  struct pointer_map seen = {0};
  struct term_vec others = {0};
  for (unsigned k = 0; k < LLVMGetNumSuccessors(instruction); k++) {
    LLVMBasicBlockRef block = LLVMGetSuccessor(instruction, k);
    bool is_new;
    pointer_map_insert(&seen, block, &is_new);
    if (!is_new)
      continue;
    LLVMValueRef label = LLVMBlockAddress(body->function, block);
    struct term matches =
        term_eq(terms, target, globals_address(body->translator, label));
    go_if(body, matches, block);
    term_vec_push(&others, term_not(terms, matches));
  }
  body_emit_failure(body, term_and_all(terms, others.at, others.count),
                    UNDEFINED_INVALID_GOTO);
  term_vec_release(&others);
  pointer_map_release(&seen);
}

// Where inline assembly jumps to is as unknown as what it gives. Successor 0 is
// where it falls through to.
static void assembly_goto(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  unsigned count = LLVMGetNumSuccessors(instruction);
  assembly_translate(body, instruction);
  if (!body->here.id)
    return;
  if (assembly_falls_through(instruction) || count == 1) {
    go_to(body, LLVMGetSuccessor(instruction, 0));
    return;
  }
  struct term choice = assembly_choice(body), others = term_true(terms);
  for (unsigned k = 1; k < count; k++) {
    struct term matches = term_eq(terms, choice, term_const(terms, 32, k));
    go_if(body, matches, LLVMGetSuccessor(instruction, k));
    others = term_and(terms, others, term_not(terms, matches));
  }
  go_if(body, others, LLVMGetSuccessor(instruction, 0));
}

static void return_value(struct body *body, LLVMValueRef instruction) {
  struct term value = {0};
  if (LLVMGetNumOperands(instruction) > 0)
    value = register_operand(body, LLVMGetOperand(instruction, 0));
  shared_leave(body);
  body_emit_to(
      body,
      (struct operation){.kind = OPERATION_RETURN, .ret = {.value = value}},
      body->procedure->exit);
}

void control_terminator(struct body *body, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMRet: return_value(body, instruction); break;
  case LLVMBr: branch(body, instruction); break;
  case LLVMSwitch: switch_to(body, instruction); break;
  case LLVMIndirectBr: goto_computed(body, instruction); break;
  case LLVMUnreachable:
    body_emit_undefined(body, term_true(body->terms), UNDEFINED_UNREACHABLE);
    break;
  case LLVMCallBr: assembly_goto(body, instruction); break;
  default: body_emit_unsupported(body, "exception handling"); break;
  }
  body->here = (struct location_id){0};
}
