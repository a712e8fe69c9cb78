// One function: storage for its variables, then its blocks in reverse
// postorder, so that a register is defined before it is used.
#include "frontend/checks.h"
#include "frontend/internal.h"

#include <string.h>

// Edges

struct term body_pointer_const(const struct body *body, uint64_t value) {
  return term_const(body->terms, body->program->pointer_width, value);
}

static struct edge_id add_edge(struct body *body, struct operation op,
                               struct location_id to,
                               enum undefined_reason reason) {
  struct procedure *procedure = body->procedure;
  struct location *from = procedure_location(procedure, body->here);
  if (!position_is_known(from->position))
    from->position = body->position;
  return procedure_add_edge(procedure, (struct edge){.from = body->here,
                                                     .to = to,
                                                     .position = body->position,
                                                     .undefined = reason,
                                                     .op = op});
}

void body_emit_to(struct body *body, struct operation op,
                  struct location_id to) {
  if (!body->here.id)
    return;
  add_edge(body, op, to, UNDEFINED_NONE);
  body->here = to;
}

void body_emit(struct body *body, struct operation op) {
  if (body->here.id)
    body_emit_to(body, op,
                 procedure_add_location(body->procedure, (struct position){0}));
}

void body_emit_failure(struct body *body, struct term condition,
                       enum undefined_reason reason) {
  struct location_id here = body->here;
  if (!here.id || term_is_false(body->terms, condition))
    return;
  if (body->translator->frontend->options.splits_failures &&
      !term_is_true(body->terms, condition)) {
    body_emit(body, operation_assume(condition));
    condition = term_true(body->terms);
  }
  add_edge(body, operation_assume(condition), body->procedure->undefined,
           reason);
  body->here = here;
}

void body_emit_undefined(struct body *body, struct term condition,
                         enum undefined_reason reason) {
  body_emit_failure(body, condition, reason);
  if (term_is_true(body->terms, condition) && reason == UNDEFINED_UNREACHABLE)
    body->here = (struct location_id){0};
  else if (!term_is_false(body->terms, condition))
    body_emit(body, operation_assume(term_not(body->terms, condition)));
}

static const enum undefined_reason access_reason[] = {
    [ACCESS_READ] = UNDEFINED_INVALID_READ,
    [ACCESS_WRITE] = UNDEFINED_INVALID_WRITE,
    [ACCESS_FREE] = UNDEFINED_INVALID_FREE,
    [ACCESS_CALL] = UNDEFINED_INVALID_CALL,
    [ACCESS_STRING] = UNDEFINED_INVALID_READ,
    [ACCESS_HANDLE] = UNDEFINED_INVALID_READ,
    [ACCESS_OVERLAP] = UNDEFINED_OVERLAP};

void body_emit_access_check(struct body *body, enum access_kind kind,
                            struct term address, struct term size) {
  if (!body->here.id)
    return;
  bool is_const = !term_is_none(size) && term_is_const(body->terms, size);
  if (is_const && access_is_valid(body->program, kind, address,
                                  (uint64_t)term_value(body->terms, size)))
    return;
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = kind, .address = address, .size = size}};
  add_edge(body, op, body->procedure->undefined, access_reason[kind]);
}

void body_note(struct body *body, const char *what) {
  globals_limitation(body->translator, body->procedure, body->position, what,
                     true);
}

void body_emit_unsupported(struct body *body, const char *what) {
  if (!body->here.id)
    return;
  globals_limitation(body->translator, body->procedure, body->position, what,
                     false);
  struct name name = intern(body->program->names, what);
  body_emit(body, operation_unsupported(name));
  body->here = (struct location_id){0};
}

struct location_id body_block(struct body *body, LLVMBasicBlockRef block) {
  bool is_new;
  uint32_t *known = pointer_map_insert(&body->blocks, block, &is_new);
  if (is_new)
    *known = procedure_add_location(body->procedure, (struct position){0}).id;
  return (struct location_id){*known};
}

// Storage

// C has scopes; an automaton has one list of names: "x", "x.2", "x.3".
static struct name unique_name(struct body *body, struct name name) {
  struct interner *names = body->program->names;
  const void *key = (const void *)(uintptr_t)name.id;
  uint32_t *count = pointer_map_insert(&body->names, key, NULL);
  if (++*count == 1)
    return name;
  return intern_format(names, "%s.%u", name_text(names, name), *count);
}

static void collect_declarations(struct body *body) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      struct debug_variable variable;
      LLVMValueRef storage;
      if (!LLVMIsADbgDeclareInst(i) ||
          !debug_declaration(body->translator->debug, i, &variable, &storage))
        continue;
      pointer_map_put(&body->variables, storage, body->declared.count);
      debug_variable_vec_push(&body->declared, variable);
    }
}

// What C says of it: nothing, unless it is where clang keeps the value that the
// function will return.
static struct debug_variable undeclared(struct body *body,
                                        LLVMValueRef storage) {
  size_t length;
  const char *text = LLVMGetValueName2(storage, &length);
  struct debug_variable variable = {
      .name = intern(body->program->names, length ? text : "tmp")};
  const struct ctype_info *function =
      ctype_bare(body->program->types, body->procedure->type);
  if (!strcmp(text, "retval") && LLVMIsAAllocaInst(storage) &&
      function->kind == CTYPE_FUNCTION)
    variable.type = function->target;
  return variable;
}

struct debug_variable body_declared(struct body *body, LLVMValueRef storage) {
  struct debug_variable variable = undeclared(body, storage);
  struct name name = variable.name;
  uint32_t *index = pointer_map_find(&body->variables, storage);
  if (index)
    variable = body->declared.at[*index];
  if (name_is_none(variable.name))
    variable.name = name;
  return variable;
}

static void remember(struct body *body, LLVMValueRef value,
                     struct storage storage) {
  uint32_t index = storage_vec_push(&body->translator->storages, storage);
  pointer_map_put(&body->storage, value, index);
}

struct object_id body_add_object(struct body *body, const char *name,
                                 struct ctype type, uint64_t size,
                                 uint32_t alignment) {
  struct object_info info = {
      .kind = OBJECT_FRAME,
      .name = unique_name(body, intern(body->program->names, name)),
      .type = type,
      .size = size,
      .alignment = alignment,
      .owner = body->procedure->self,
      .escapes = true,
      .position = body->position};
  return program_add_object(body->program, info);
}

static struct variable add_variable(struct body *body, enum variable_kind kind,
                                    const struct debug_variable *known,
                                    struct sort sort, bool is_number) {
  return program_add_variable(
      body->program,
      (struct variable_info){.kind = kind,
                             .name = unique_name(body, known->name),
                             .text = known->name,
                             .type = known->type,
                             .owner = body->procedure->self,
                             .is_number = is_number,
                             .position = known->position},
      sort);
}

// The alloca that holds a parameter, when the parameter is only stored there.
static LLVMValueRef parameter_storage(struct body *body,
                                      LLVMValueRef parameter) {
  LLVMUseRef use = LLVMGetFirstUse(parameter);
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  if (!user || LLVMGetNextUse(use) || !LLVMIsAStoreInst(user))
    return NULL;
  LLVMValueRef storage = LLVMGetOperand(user, 1);
  LLVMTypeRef type = LLVMTypeOf(parameter);
  bool is_entry =
      LLVMGetInstructionParent(user) == LLVMGetEntryBasicBlock(body->function);
  return is_entry && LLVMIsAAllocaInst(storage) &&
                 LLVMGetAllocatedType(storage) == type &&
                 storage_is_promotable(storage, type)
             ? storage
             : NULL;
}

// False when a parameter has no sort.
static bool declare_parameter(struct body *body, LLVMValueRef parameter) {
  LLVMTypeRef type = LLVMTypeOf(parameter);
  struct sort sort;
  if (!type_sort(body->translator, type, &sort))
    return false;
  LLVMValueRef storage = parameter_storage(body, parameter);
  struct debug_variable c = body_declared(body, storage ? storage : parameter);
  if (!storage && !pointer_map_has(&body->variables, parameter))
    c.name = intern_format(body->program->names, "%s.in",
                           name_text(body->program->names, c.name));
  struct variable variable =
      add_variable(body, VARIABLE_PARAMETER, &c, sort,
                   type_is_number(body->translator, type));
  variable_vec_push(&body->procedure->parameters, variable);
  if (storage)
    remember(body, storage, (struct storage){.variable = variable});
  // A struct passed by value is declared as what the pointer points to.
  struct place place = {.text = c.name, .type = c.type};
  register_define(body, parameter, program_term(body->program, variable),
                  c.type, place);
  return true;
}

static void declare_local(struct body *body, LLVMValueRef alloca,
                          struct variable_vec *uninitialised) {
  struct translator *translator = body->translator;
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  struct debug_variable c = body_declared(body, alloca);
  struct sort sort;
  if (type_sort(translator, type, &sort) &&
      storage_is_promotable(alloca, type)) {
    struct variable variable = add_variable(body, VARIABLE_LOCAL, &c, sort,
                                            type_is_number(translator, type));
    variable_vec_push(uninitialised, variable);
    remember(body, alloca, (struct storage){.variable = variable});
    return;
  }
  struct object_info info = {.kind = OBJECT_FRAME,
                             .name = unique_name(body, c.name),
                             .type = c.type,
                             .size = type_size(translator, type),
                             .alignment = LLVMGetAlignment(alloca),
                             .escapes = storage_escapes(alloca),
                             .owner = body->procedure->self,
                             .position = c.position};
  remember(body, alloca,
           (struct storage){.object = program_add_object(body->program, info)});
}

// Fixed-size allocas of the entry block are the function's locals; all others
// allocate when control gets there.
static bool is_static_alloca(struct body *body, LLVMValueRef instruction) {
  return LLVMIsAAllocaInst(instruction) &&
         LLVMGetInstructionParent(instruction) ==
             LLVMGetEntryBasicBlock(body->function) &&
         LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 0)) == 1;
}

static bool declare_storage(struct body *body,
                            struct variable_vec *uninitialised) {
  collect_declarations(body);
  bool ok = true;
  for (LLVMValueRef p = LLVMGetFirstParam(body->function); p && ok;
       p = LLVMGetNextParam(p))
    ok = declare_parameter(body, p);
  if (body->procedure->is_variadic) {
    struct debug_variable rest = {.name = intern(body->program->names, "...")};
    body->procedure->variadic =
        add_variable(body, VARIABLE_PARAMETER, &rest,
                     sort_bits(body->program->pointer_width), false);
  }
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i && ok;
       i = LLVMGetNextInstruction(i))
    if (is_static_alloca(body, i) && !pointer_map_has(&body->storage, i))
      declare_local(body, i, uninitialised);
  return ok;
}

// That it is a pointer is all we know of it.
static struct ctype phi_type(struct body *body, LLVMTypeRef type) {
  struct ctype *pointer = &body->translator->any_pointer;
  if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
    return (struct ctype){0};
  if (!pointer->id)
    *pointer = ctype_add(
        body->program->types,
        (struct ctype_info){.kind = CTYPE_POINTER,
                            .bit_size = body->program->pointer_width});
  return *pointer;
}

// Phis get their variables before any edge needs to assign them.
static void declare_phis(struct body *body) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
      struct sort sort;
      if (!type_sort(body->translator, LLVMTypeOf(i), &sort))
        continue;
      struct variable variable = register_temporary(
          body, sort, (struct name){0}, phi_type(body, LLVMTypeOf(i)));
      register_note_type(body, variable, LLVMTypeOf(i));
      uint32_t index = reg_vec_push(
          &body->regs,
          (struct reg){.value = i,
                       .term = program_term(body->program, variable)});
      pointer_map_put(&body->registers, i, index);
    }
}

// Instructions

// A value that no term can hold ends the translation of its block.
static bool is_representable(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind &&
      !type_width(body->translator, type))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMTypeRef operand = LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i));
    LLVMTypeKind kind = LLVMGetTypeKind(operand);
    if (kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind &&
        kind != LLVMVoidTypeKind && kind != LLVMFunctionTypeKind &&
        !type_width(body->translator, operand))
      return false;
  }
  return true;
}

// A label that is checked for is a violation, told by a call.
static void emit_checked_label(struct body *body, const char *label) {
  struct operation op = {.kind = OPERATION_CALL};
  struct program *program = body->program;
  struct name name = intern_format(program->names, "label %s", label);
  struct procedure *reached = program_find_kind(
      program, PROCEDURE_LABEL, name_text(program->names, name));
  if (!reached) {
    reached = program_add_procedure(program, name);
    reached->kind = PROCEDURE_LABEL;
  }
  op.call.callee = reached->self;
  body_emit(body, op);
}

static bool is_checked_label(struct body *body, struct name label) {
  const char *checked = body->translator->frontend->options.checked_label;
  return checked && !strcmp(name_text(body->program->names, label), checked);
}

static void mark_label(struct body *body, LLVMValueRef call) {
  struct name label = debug_label(body->translator->debug, call);
  struct location *location = procedure_location(body->procedure, body->here);
  if (name_is_none(location->label))
    location->label = label;
  if (is_checked_label(body, label))
    emit_checked_label(body, name_text(body->program->names, label));
}

static bool has_checked_label(struct body *body, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i))
    if (LLVMIsADbgLabelInst(i) &&
        is_checked_label(body, debug_label(body->translator->debug, i)))
      return true;
  return false;
}

static bool has_order(LLVMOpcode opcode) {
  return opcode == LLVMLoad || opcode == LLVMStore || opcode == LLVMAtomicRMW ||
         opcode == LLVMAtomicCmpXchg || opcode == LLVMFence;
}

static void translate_instruction(struct body *body, LLVMValueRef i) {
  if (has_order(LLVMGetInstructionOpcode(i)))
    shared_order(body, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI: break;
  case LLVMAlloca:
    if (!is_static_alloca(body, i))
      memory_alloca(body, i);
    break;
  case LLVMLoad: memory_load(body, i); break;
  case LLVMStore: memory_store(body, i); break;
  case LLVMAtomicRMW: memory_update(body, i); break;
  case LLVMAtomicCmpXchg: memory_exchange(body, i); break;
  case LLVMGetElementPtr: memory_address(body, i); break;
  case LLVMFence: break;
  case LLVMICmp:
  case LLVMFCmp: arithmetic_compare(body, i); break;
  case LLVMSelect: arithmetic_select(body, i); break;
  case LLVMFNeg: arithmetic_negate(body, i); break;
  case LLVMFreeze:
    register_define_plain(body, i,
                          register_operand(body, LLVMGetOperand(i, 0)));
    break;
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue: arithmetic_element(body, i); break;
  case LLVMCall: call_translate(body, i); break;
  case LLVMVAArg: body_emit_unsupported(body, "va_arg instruction"); break;
  default:
    if (LLVMIsATerminatorInst(i))
      control_terminator(body, i);
    else if (LLVMIsABinaryOperator(i))
      arithmetic_binary(body, i);
    else if (LLVMIsACastInst(i))
      arithmetic_convert(body, i);
    else
      body_emit_unsupported(body, "instruction");
  }
}

// The rest of the block where a check of clang's was in it.
static LLVMValueRef next_instruction(struct body *body, LLVMValueRef i) {
  LLVMBasicBlockRef next =
      LLVMIsATerminatorInst(i) ? checks_continuation(i) : NULL;
  if (!next)
    return LLVMGetNextInstruction(i);
  body->block = next;
  return LLVMGetFirstInstruction(next);
}

static void translate_block(struct body *body, LLVMBasicBlockRef block) {
  body->block = block;
  body->here = body_block(body, block);
  register_begin_block(body);
  scopes_begin_block(body);
  u32_vec_clear(&body->ending);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && body->here.id;
       i = next_instruction(body, i)) {
    struct position position = debug_position(body->translator->debug, i);
    if (position_is_known(position))
      body->position = position;
    scopes_at(body, i);
    temporaries_at(body, i);
    if (LLVMIsADbgDeclareInst(i))
      scopes_declare(body, i);
    else if (LLVMIsADbgLabelInst(i))
      mark_label(body, i);
    else if (LLVMIsADbgInfoIntrinsic(i) || i == body->skip ||
             checks_pass(body, i))
      continue;
    else if (is_representable(body, i))
      translate_instruction(body, i);
    else if (wide_translate(body, i) || assembly_translate_wide(body, i))
      continue;
    else
      body_emit_unsupported(body, "value wider than 128 bits");
    temporaries_after(body, i);
  }
}

// Blocks

VEC_DEFINE(block_vec, LLVMBasicBlockRef);

// A block that follows another one without anything in between is a part of it.
static void find_whole_blocks(struct body *body) {
  uint32_t number = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b)) {
    bool is_new;
    uint32_t *whole = pointer_map_insert(&body->wholes, b, &is_new);
    if (is_new)
      *whole = ++number;
    uint32_t own = *whole;
    LLVMBasicBlockRef next =
        checks_continuation(LLVMGetBasicBlockTerminator(b));
    if (next)
      pointer_map_put(&body->wholes, next, own);
  }
}

struct visit {
  LLVMBasicBlockRef block;
  unsigned next; // successor to look at
};

VEC_DEFINE(visit_vec, struct visit);

// Depth first without recursion: functions can have 100,000 blocks in a row.
static void collect_postorder(struct body *body, struct block_vec *order) {
  struct pointer_map seen = {0};
  struct visit_vec stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
  pointer_map_put(&seen, entry, 1);
  visit_vec_push(&stack, (struct visit){.block = entry});
  while (stack.count) {
    struct visit *top = visit_vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next == LLVMGetNumSuccessors(end)) {
      block_vec_push(order, top->block);
      visit_vec_pop(&stack);
      continue;
    }
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, top->next++);
    bool is_new;
    pointer_map_insert(&seen, next, &is_new);
    if (is_new)
      visit_vec_push(&stack, (struct visit){.block = next});
  }
  pointer_map_release(&seen);
  visit_vec_release(&stack);
}

// Only blocks that some edge leads to: what follows an unsupported operation
// may use values that were never made.
static void translate_blocks(struct body *body) {
  struct block_vec order = {0};
  collect_postorder(body, &order);
  struct pointer_map done = {0};
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = order.count; i-- > 0;) {
      LLVMBasicBlockRef block = order.at[i];
      if (pointer_map_has(&done, block) ||
          !pointer_map_has(&body->blocks, block))
        continue;
      pointer_map_put(&done, block, 1);
      translate_block(body, block);
      again = true;
    }
  }
  pointer_map_release(&done);
  block_vec_release(&order);
}

// A label that is checked for has its row though it stands behind a return and
// nothing jumps to it: an edge that is never taken leads there from the start.
static void translate_lost_labels(struct body *body, struct location_id start) {
  if (!body->translator->frontend->options.checked_label)
    return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b)) {
    if (pointer_map_has(&body->blocks, b) || !has_checked_label(body, b))
      continue;
    body->here = start;
    body_emit_to(body, operation_assume(term_false(body->terms)),
                 body_block(body, b));
    translate_block(body, b);
  }
}

// Removing skips

static bool is_skip(const struct edge *edge) {
  return edge->op.kind == OPERATION_ASSIGN && edge->op.assign.count == 0;
}

// A location whose only edge is a skip is the same as its target, unless it has
// a C label, which the target is also reached without, or the skips go round in
// a circle.
static void merge_skips(struct procedure *procedure) {
  uint32_t count = procedure->locations.count;
  uint32_t *out = memory_new_zero(count, sizeof *out);
  uint32_t *forward = memory_new_zero(count, sizeof *forward);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    out[procedure->edges.at[i].from.id]++;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct edge *edge = &procedure->edges.at[i];
    const struct location *from = &procedure->locations.at[edge->from.id];
    if (!is_skip(edge) || out[edge->from.id] != 1 || !name_is_none(from->label))
      continue;
    uint32_t end = edge->to.id;
    while (forward[end])
      end = forward[end];
    if (end == edge->from.id)
      continue;
    forward[edge->from.id] = end;
  }
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    while (forward[procedure->edges.at[i].to.id])
      procedure->edges.at[i].to.id = forward[procedure->edges.at[i].to.id];
  while (forward[procedure->entry.id])
    procedure->entry.id = forward[procedure->entry.id];
  free(out);
  free(forward);
}

// Functions

static void body_init(struct body *body, struct translator *translator,
                      LLVMValueRef function) {
  struct program *program = translator->program;
  *body = (struct body){
      .translator = translator,
      .program = program,
      .terms = program->terms,
      .function = function,
      .procedure =
          program_procedure(program, globals_procedure(translator, function)),
  };
  body->position = body->procedure->position;
  reg_vec_push(&body->regs, (struct reg){0});
}

static void body_release(struct body *body) {
  pointer_map_release(&body->registers);
  reg_vec_release(&body->regs);
  u32_vec_release(&body->pending);
  pointer_map_release(&body->storage);
  debug_variable_vec_release(&body->declared);
  pointer_map_release(&body->variables);
  pointer_map_release(&body->blocks);
  pointer_map_release(&body->names);
  pointer_map_release(&body->wholes);
  scopes_release(body);
  vla_vec_release(&body->vlas);
  temporary_vec_release(&body->temporaries);
  pointer_map_release(&body->used_by_name);
  u32_vec_release(&body->ending);
  slot_vec_release(&body->slots);
}

static void create_locations(struct body *body) {
  struct procedure *procedure = body->procedure;
  struct position none = {0};
  procedure->entry = procedure_add_location(procedure, procedure->position);
  procedure->exit = procedure_add_location(procedure, none);
  procedure->undefined = procedure_add_location(procedure, none);
  body->here = procedure->entry;
}

// Does the program, or what is asked about, start here?
static bool is_start(const struct body *body) {
  const char *wanted = body->translator->frontend->options.wanted;
  return !strcmp(name_text(body->program->names, body->procedure->name),
                 wanted ? wanted : "main");
}

void body_translate(struct translator *translator, LLVMValueRef function) {
  struct body body;
  body_init(&body, translator, function);
  create_locations(&body);
  find_whole_blocks(&body);
  struct variable_vec uninitialised = {0};
  if (!declare_storage(&body, &uninitialised) ||
      (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) !=
           LLVMVoidTypeKind &&
       !body.procedure->result.code)) {
    body_emit_unsupported(&body, "parameter or result wider than 128 bits");
  } else {
    declare_phis(&body);
    scopes_init(&body);
    vlas_init(&body);
    folded_begin(&body, is_start(&body));
    if (uninitialised.count)
      body_emit(&body,
                operation_havoc(body.program, uninitialised.at,
                                uninitialised.count, ORIGIN_UNINITIALISED,
                                intern(body.program->names, "locals")));
    shared_enter(&body);
    struct location_id start = body.here;
    body_emit_to(&body, operation_skip(),
                 body_block(&body, LLVMGetEntryBasicBlock(function)));
    translate_blocks(&body);
    translate_lost_labels(&body, start);
    merge_skips(body.procedure);
  }
  procedure_seal(body.procedure);
  variable_vec_release(&uninitialised);
  body_release(&body);
}
