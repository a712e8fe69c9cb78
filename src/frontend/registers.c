// LLVM registers as terms, and when they must be saved to temporaries.
//
// Soundness: a register's term is over current values. Between the definition
// of a register and its last use no variable in its term may change, which
// register_save_for and register_save_globals guarantee: whoever is about to
// change a variable calls them first. Memory is never in a term: loads are
// edges into variables.
#include "frontend/internal.h"
#include "term/variables.h"

enum { LARGEST_TREE = 100 }; // operators; larger terms become a temporary

static uint32_t count_uses(LLVMValueRef value) {
  uint32_t count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    count++;
  return count;
}

static uint32_t whole_of(struct body *body, LLVMBasicBlockRef block) {
  return *pointer_map_find(&body->wholes, block);
}

// A phi reads at the end of the predecessor that the value comes from.
static bool is_read_elsewhere(struct body *body, LLVMValueRef user,
                              LLVMValueRef value, uint32_t whole) {
  if (!LLVMIsAPHINode(user))
    return whole_of(body, LLVMGetInstructionParent(user)) != whole;
  for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
    if (LLVMGetIncomingValue(user, i) == value &&
        whole_of(body, LLVMGetIncomingBlock(user, i)) != whole)
      return true;
  return false;
}

static bool is_needed_elsewhere(struct body *body, LLVMValueRef instruction) {
  uint32_t whole = whole_of(body, LLVMGetInstructionParent(instruction));
  for (LLVMUseRef use = LLVMGetFirstUse(instruction); use;
       use = LLVMGetNextUse(use))
    if (is_read_elsewhere(body, LLVMGetUser(use), instruction, whole))
      return true;
  return false;
}

struct variable register_temporary(struct body *body, struct sort sort,
                                   struct name text, struct ctype type) {
  struct variable_info info = {
      .kind = VARIABLE_TEMPORARY,
      .name =
          intern_format(body->program->names, "$%u", ++body->temporary_count),
      .text = text,
      .type = type,
      .owner = body->procedure->self,
      .position = body->position};
  return program_add_variable(body->program, info, sort);
}

void register_note_type(struct body *body, struct variable variable,
                        LLVMTypeRef type) {
  program_variable(body->program, variable)->is_number =
      type_is_number(body->translator, type);
}

// Emits temporary := term and lets the register mean the temporary.
static void save(struct body *body, struct reg *reg) {
  struct term_table *terms = body->terms;
  struct name text = {0};
  if (term_op(terms, reg->term) == OP_VAR) {
    struct variable variable = program_variable_of(body->program, reg->term);
    struct variable_info *info = program_variable(body->program, variable);
    struct name shown = name_is_none(info->text) ? info->name : info->text;
    text = intern_format(body->program->names, "old(%s)",
                         name_text(body->program->names, shown));
  }
  struct variable temporary =
      register_temporary(body, term_sort(terms, reg->term), text, reg->type);
  register_note_type(body, temporary, LLVMTypeOf(reg->value));
  body_emit(body, operation_assign_one(body->program, temporary, reg->term));
  reg->term = program_term(body->program, temporary);
}

// A C variable can change between a register's definition and its use. A
// temporary cannot: only the instruction that defines it writes it, and in SSA
// form no path leads from there to a use without passing the definition of
// whatever was computed from it. Addresses never change.
static bool can_change(const struct variable_info *info) {
  return info->kind == VARIABLE_GLOBAL || info->kind == VARIABLE_LOCAL ||
         info->kind == VARIABLE_PARAMETER;
}

enum mention { MENTION_CHANGEABLE, MENTION_GLOBAL, MENTION_THIS };

static bool mentions(struct body *body, struct term t, enum mention what,
                     struct variable wanted) {
  struct term_vec parts = {0};
  term_variables(body->terms, &t, 1, &parts);
  bool found = false;
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable = program_variable_of(body->program, parts.at[i]);
    struct variable_info *info = program_variable(body->program, variable);
    found = what == MENTION_THIS     ? variable_equal(variable, wanted)
            : what == MENTION_GLOBAL ? info->kind == VARIABLE_GLOBAL
                                     : can_change(info);
  }
  term_vec_release(&parts);
  return found;
}

// Saves the pending registers with such a mention and forgets those that nobody
// needs any more.
static void save_pending(struct body *body, enum mention what,
                         struct variable variable) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < body->pending.count; i++) {
    uint32_t index = body->pending.at[i];
    struct reg *reg = &body->regs.at[index];
    if (!reg->uses_left)
      continue;
    if (mentions(body, reg->term, what, variable))
      save(body, reg);
    else
      body->pending.at[kept++] = index;
  }
  body->pending.count = kept;
}

void register_save_for(struct body *body, struct variable variable) {
  save_pending(body, MENTION_THIS, variable);
}

void register_save_globals(struct body *body) {
  save_pending(body, MENTION_GLOBAL, (struct variable){0});
}

void register_begin_block(struct body *body) {
  u32_vec_clear(&body->pending);
  body->is_void = false;
}

static struct reg *find(struct body *body, LLVMValueRef value) {
  uint32_t *index = pointer_map_find(&body->registers, value);
  return index ? &body->regs.at[*index] : NULL;
}

// An undefined constant is any value whatever.
static struct term any_value(struct body *body, struct sort sort) {
  struct variable temporary = register_temporary(
      body, sort, intern(body->program->names, "undef"), (struct ctype){0});
  body_emit(body,
            operation_havoc(body->program, &temporary, 1, ORIGIN_UNINITIALISED,
                            intern(body->program->names, "undef")));
  return program_term(body->program, temporary);
}

// What clang folded though it has no value. Vectors and structs are built up
// from poison, that is no such thing.
static bool has_no_value(LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  return LLVMIsPoison(constant) && !type_is_vector(type) &&
         !type_is_aggregate(type);
}

static struct term constant_operand(struct body *body, LLVMValueRef value) {
  bool is_undefined = false;
  if (has_no_value(value) && !body->is_void)
    body_emit_undefined(body, term_true(body->terms), UNDEFINED_CONSTANT);
  struct term t = constant_term(body->translator, value, &is_undefined);
  return is_undefined ? any_value(body, term_sort(body->terms, t)) : t;
}

struct term register_operand(struct body *body, LLVMValueRef value) {
  if (LLVMIsAConstant(value))
    return constant_operand(body, value);
  uint32_t *index = pointer_map_find(&body->storage, value);
  if (index) {
    struct storage *storage = &body->translator->storages.at[*index];
    struct object_info *object = program_object(body->program, storage->object);
    return program_term(body->program, object->address);
  }
  struct reg *reg = find(body, value);
  if (reg) {
    if (reg->uses_left)
      reg->uses_left--;
    return reg->term;
  }
  struct sort sort;
  CHECK(type_sort(body->translator, LLVMTypeOf(value), &sort),
        "operand of a type without a sort");
  return any_value(body, sort);
}

struct term register_bits(struct body *body, LLVMValueRef value) {
  return bits_of(body->terms, register_operand(body, value));
}

struct ctype register_type(struct body *body, LLVMValueRef value) {
  struct reg *reg = find(body, value);
  return reg ? reg->type : (struct ctype){0};
}

struct place register_place(struct body *body, LLVMValueRef value) {
  uint32_t *index = pointer_map_find(&body->storage, value);
  if (index)
    return place_of_variable(body, &body->translator->storages.at[*index]);
  const struct storage *global = globals_storage(body->translator, value);
  if (global)
    return place_of_variable(body, global);
  struct reg *reg = find(body, value);
  return reg ? reg->place : (struct place){0};
}

static struct reg *new_register(struct body *body, struct reg reg) {
  uint32_t index = reg_vec_push(&body->regs, reg);
  pointer_map_put(&body->registers, reg.value, index);
  return &body->regs.at[index];
}

void register_define(struct body *body, LLVMValueRef instruction,
                     struct term term, struct ctype type, struct place place) {
  struct reg *reg =
      new_register(body, (struct reg){.value = instruction,
                                      .term = term,
                                      .type = type,
                                      .place = place,
                                      .uses_left = count_uses(instruction)});
  if (!reg->uses_left || term_is_literal(body->terms, term) ||
      LLVMIsAArgument(instruction))
    return;
  bool is_large = term_tree_size(body->terms, term) > LARGEST_TREE;
  bool can_be_stale =
      mentions(body, term, MENTION_CHANGEABLE, (struct variable){0});
  if (is_large || (can_be_stale && is_needed_elsewhere(body, instruction)))
    save(body, reg);
  else if (can_be_stale)
    u32_vec_push(&body->pending, (uint32_t)(reg - body->regs.at));
}

void register_define_plain(struct body *body, LLVMValueRef instruction,
                           struct term term) {
  register_define(body, instruction, term, (struct ctype){0},
                  (struct place){0});
}

// Limbs are always saved: they are few, and used across a statement at most.
void register_define_wide(struct body *body, LLVMValueRef instruction,
                          const struct term *limbs, uint32_t count) {
  struct term *saved = program_copy_terms(body->program, limbs, count);
  for (uint32_t i = 0; i < count; i++) {
    if (term_is_literal(body->terms, saved[i]))
      continue;
    struct variable temporary =
        register_temporary(body, term_sort(body->terms, saved[i]),
                           (struct name){0}, (struct ctype){0});
    body_emit(body, operation_assign_one(body->program, temporary, saved[i]));
    saved[i] = program_term(body->program, temporary);
  }
  new_register(body, (struct reg){.value = instruction, .limbs = saved});
}

const struct term *register_limbs(struct body *body, LLVMValueRef value) {
  struct reg *reg = find(body, value);
  return reg ? reg->limbs : NULL;
}

// The store that puts the instruction's only use into a C variable, if it is
// the very next thing that happens.
static LLVMValueRef store_that_follows(LLVMValueRef instruction) {
  LLVMUseRef use = LLVMGetFirstUse(instruction);
  if (!use || LLVMGetNextUse(use))
    return NULL;
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (next && LLVMIsADbgInfoIntrinsic(next))
    next = LLVMGetNextInstruction(next);
  return next && LLVMIsAStoreInst(next) &&
                 LLVMGetOperand(next, 0) == instruction
             ? next
             : NULL;
}

static struct variable stored_variable(struct body *body, LLVMValueRef store) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  uint32_t *index = pointer_map_find(&body->storage, pointer);
  const struct storage *storage =
      index ? &body->translator->storages.at[*index]
            : globals_storage(body->translator, pointer);
  return storage ? storage->variable : (struct variable){0};
}

struct variable register_target(struct body *body, LLVMValueRef instruction,
                                struct name text, struct ctype type) {
  LLVMValueRef store = store_that_follows(instruction);
  struct variable target = {0};
  if (store)
    target = stored_variable(body, store);
  if (!variable_is_none(target) && !shared_is_step(body, target)) {
    register_save_for(body, target);
    body->skip = store;
    return target;
  }
  struct sort sort;
  type_sort(body->translator, LLVMTypeOf(instruction), &sort);
  target = register_temporary(body, sort, text, type);
  register_note_type(body, target, LLVMTypeOf(instruction));
  struct reg reg = {.value = instruction,
                    .term = program_term(body->program, target),
                    .type = type,
                    .place = place_behind(body, (struct place){
                                                    .text = text,
                                                    .type = type,
                                                })};
  new_register(body, reg); // its own variable: never stale, never pending
  return target;
}

void register_havoc(struct body *body, LLVMValueRef instruction,
                    enum havoc_origin origin, const char *what) {
  struct name name = intern(body->program->names, what);
  struct variable target = register_target(
      body, instruction, intern_format(body->program->names, "%s()", what),
      (struct ctype){0});
  body_emit(body, operation_havoc(body->program, &target, 1, origin, name));
}
