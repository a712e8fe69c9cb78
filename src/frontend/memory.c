// Instructions that touch memory or compute addresses.
#include "frontend/facts.h"
#include "frontend/internal.h"

#include "program/access.h"

static const struct storage *direct_storage(struct body *body,
                                            LLVMValueRef pointer) {
  uint32_t *index = pointer_map_find(&body->storage, pointer);
  return index ? &body->translator->storages.at[*index]
               : globals_storage(body->translator, pointer);
}

// The variable that the pointer names directly, or none.
static struct variable direct_variable(struct body *body,
                                       LLVMValueRef pointer) {
  const struct storage *storage = direct_storage(body, pointer);
  return storage ? storage->variable : (struct variable){0};
}

static bool is_atomic_access(LLVMValueRef instruction) {
  return LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
}

// Plain accesses

// The flags of the instruction that makes the access; null for a plain one.
static struct operation access_to(enum operation_kind kind, struct term address,
                                  LLVMValueRef instruction) {
  return (struct operation){
      .kind = kind,
      .memory = {.address = address,
                 .is_volatile = instruction && LLVMGetVolatile(instruction),
                 .is_atomic = instruction && is_atomic_access(instruction)}};
}

static void read_to(struct body *body, struct variable target,
                    struct operation op) {
  struct sort sort =
      term_sort(body->terms, program_term(body->program, target));
  op.memory.target = target;
  body_emit_access_check(body, ACCESS_READ, op.memory.address,
                         body_pointer_const(body, sort_value_bytes(sort)));
  body_emit(body, op);
}

static void write_from(struct body *body, struct term value,
                       struct operation op) {
  op.memory.value = bits_of(body->terms, value);
  uint64_t bytes = sort_value_bytes(term_sort(body->terms, op.memory.value));
  body_emit_access_check(body, ACCESS_WRITE, op.memory.address,
                         body_pointer_const(body, bytes));
  body_emit(body, op);
}

void memory_write(struct body *body, struct term address, struct term value) {
  write_from(body, value, access_to(OPERATION_STORE, address, NULL));
}

static struct term offset_by(struct body *body, struct term address,
                             uint64_t bytes) {
  return term_add(body->terms, address, body_pointer_const(body, bytes));
}

struct term memory_read(struct body *body, struct term address,
                        unsigned width) {
  struct variable target = register_temporary(
      body, sort_bits(width), (struct name){0}, (struct ctype){0});
  read_to(body, target, access_to(OPERATION_LOAD, address, NULL));
  return program_term(body->program, target);
}

// A struct or array value is read element by element: its bits are packed, its
// bytes are not.
static struct term read_parts(struct body *body, LLVMTypeRef type,
                              struct term address) {
  if (!type_is_aggregate(type))
    return memory_read(body, address, type_width(body->translator, type));
  struct term result = {0};
  for (unsigned i = 0; i < type_element_count(type); i++) {
    uint64_t offset = type_element_offset(body->translator, type, i);
    struct term part = read_parts(body, type_element(type, i),
                                  offset_by(body, address, offset));
    result =
        term_is_none(result) ? part : term_concat(body->terms, part, result);
  }
  return result;
}

static void write_parts(struct body *body, LLVMTypeRef type,
                        struct term address, struct term bits) {
  if (!type_is_aggregate(type)) {
    memory_write(body, address, bits);
    return;
  }
  for (unsigned i = 0; i < type_element_count(type); i++) {
    LLVMTypeRef element = type_element(type, i);
    unsigned low = type_element_low(body->translator, type, i);
    uint64_t offset = type_element_offset(body->translator, type, i);
    struct term right = term_extract(
        body->terms, low, type_width(body->translator, element), bits);
    struct term left = offset_by(body, address, offset);
    write_parts(body, element, left, right);
  }
}

static void load_variable(struct body *body, LLVMValueRef instruction,
                          struct variable variable) {
  struct variable_info *info = program_variable(body->program, variable);
  struct place value = {.text =
                            name_is_none(info->text) ? info->name : info->text,
                        .type = info->type};
  if (shared_is_step(body, variable)) {
    shared_load(body, instruction, variable, value);
    return;
  }
  register_define(body, instruction, info->term, info->type,
                  place_behind(body, value));
}

// The value of a device, of a variable's kind or in memory. A pointer may also
// be what it was: only that leads to something of the program's.
static void load_device(struct body *body, LLVMValueRef instruction,
                        struct variable variable) {
  LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMTypeOf(instruction);
  struct place place = {0};
  struct term old = {0};
  if (variable_is_none(variable)) {
    struct term address = register_operand(body, pointer);
    uint64_t bytes = type_size(body->translator, type);
    place = place_access(body, pointer, address, bytes);
    old = device_touch(body, address, bytes);
  } else {
    struct variable_info *info = program_variable(body->program, variable);
    place = (struct place){.text = info->text, .type = info->type};
    old = info->term;
  }
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind && !term_is_none(old))
    old = device_perhaps(body, old, place.type);
  else
    old = (struct term){0};
  struct variable target =
      register_target(body, instruction, place.text, place.type);
  if (term_is_none(old))
    device_give(body, target);
  else
    body_emit(body, operation_assign_one(body->program, target, old));
}

void memory_load(struct body *body, LLVMValueRef instruction) {
  if (facts_load(body, instruction))
    return;
  LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMTypeOf(instruction);
  struct variable variable = direct_variable(body, pointer);
  if (device_is_read(body, instruction, pointer)) {
    load_device(body, instruction, variable);
    return;
  }
  if (!variable_is_none(variable)) {
    load_variable(body, instruction, variable);
    return;
  }
  struct term address = register_operand(body, pointer);
  if (type_is_aggregate(type)) {
    register_define_plain(body, instruction, read_parts(body, type, address));
    return;
  }
  struct operation op = access_to(OPERATION_LOAD, address, instruction);
  struct sort sort;
  type_sort(body->translator, type, &sort);
  if (sort_is_bool(sort)) { // memory holds bits
    struct term value = memory_read(body, address, 1);
    register_define_plain(body, instruction, term_nonzero(body->terms, value));
    return;
  }
  struct place place =
      place_access(body, pointer, address, sort_value_bytes(sort));
  struct variable target =
      register_target(body, instruction, place.text, place.type);
  read_to(body, target, op);
}

void memory_store(struct body *body, LLVMValueRef instruction) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  LLVMValueRef pointer = LLVMGetOperand(instruction, 1);
  LLVMTypeRef type = LLVMTypeOf(operand);
  struct term value = register_operand(body, operand);
  struct variable variable = direct_variable(body, pointer);
  if (!variable_is_none(variable)) {
    // A parameter arrives in the variable that it is stored to.
    if (term_equal(value, program_term(body->program, variable)))
      return;
    register_save_for(body, variable);
    struct operation op = operation_assign_one(body->program, variable, value);
    op.assign.is_atomic = is_atomic_access(instruction);
    body_emit(body, op);
    return;
  }
  struct term address = register_operand(body, pointer);
  if (type_is_aggregate(type)) {
    write_parts(body, type, address, value);
    return;
  }
  struct operation op = access_to(OPERATION_STORE, address, instruction);
  uint64_t bytes = sort_value_bytes(term_sort(body->terms, value));
  op.memory.text = place_access(body, pointer, address, bytes).text;
  bool is_device = device_is_write(body, instruction, pointer);
  if (is_device && device_is_constant(body, address))
    return;
  struct location_id after = {0};
  if (is_device)
    after = device_skip_numbers(body, address);
  write_from(body, value, op);
  device_join(body, after);
}

// Atomic read-modify-write

static struct term pick(struct body *body, enum term_op less, struct term a,
                        struct term b) {
  return term_ite(body->terms, term_compare(body->terms, less, a, b), a, b);
}

// Wrapping increment and decrement as LLVM defines them.
static struct term wrap(struct body *body, bool is_increment, struct term old,
                        struct term limit) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, old);
  struct term zero = term_const(terms, width, 0);
  struct term one = term_const(terms, width, 1);
  if (is_increment)
    return term_ite(terms, term_compare(terms, OP_ULE, limit, old), zero,
                    term_add(terms, old, one));
  struct term right = term_compare(terms, OP_ULT, limit, old);
  struct term left = term_eq(terms, old, zero);
  struct term is_out = term_or(terms, left, right);
  return term_ite(terms, is_out, limit, term_sub(terms, old, one));
}

// What memory holds afterwards; none when we do not know the operation.
static struct term updated(struct body *body, LLVMAtomicRMWBinOp operation,
                           struct term old, struct term operand) {
  struct term_table *terms = body->terms;
  switch (operation) {
  case LLVMAtomicRMWBinOpXchg: return operand;
  case LLVMAtomicRMWBinOpAdd: return term_add(terms, old, operand);
  case LLVMAtomicRMWBinOpSub: return term_sub(terms, old, operand);
  case LLVMAtomicRMWBinOpAnd: return term_binary(terms, OP_BVAND, old, operand);
  case LLVMAtomicRMWBinOpNand:
    return term_unary(terms, OP_BVNOT,
                      term_binary(terms, OP_BVAND, old, operand));
  case LLVMAtomicRMWBinOpOr: return term_binary(terms, OP_BVOR, old, operand);
  case LLVMAtomicRMWBinOpXor: return term_binary(terms, OP_BVXOR, old, operand);
  case LLVMAtomicRMWBinOpMax: return pick(body, OP_SLT, operand, old);
  case LLVMAtomicRMWBinOpMin: return pick(body, OP_SLT, old, operand);
  case LLVMAtomicRMWBinOpUMax: return pick(body, OP_ULT, operand, old);
  case LLVMAtomicRMWBinOpUMin: return pick(body, OP_ULT, old, operand);
  case LLVMAtomicRMWBinOpFAdd: return term_binary(terms, OP_FADD, old, operand);
  case LLVMAtomicRMWBinOpFSub: return term_binary(terms, OP_FSUB, old, operand);
  case LLVMAtomicRMWBinOpUIncWrap: return wrap(body, true, old, operand);
  case LLVMAtomicRMWBinOpUDecWrap: return wrap(body, false, old, operand);
  default: return (struct term){0};
  }
}

// An atomic step on memory or on a variable: `old` takes the value from before
// and `value`, a term over what the step sees, is written.
struct update {
  LLVMValueRef pointer;
  struct variable variable; // the one updated, or none for memory
  struct variable old;
  struct term seen; // the value from before, as a term for `value`
  bool is_device;   // that value is a device's
};

static struct update update_begin(struct body *body, LLVMValueRef instruction,
                                  LLVMTypeRef type) {
  LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
  struct update update = {.pointer = pointer,
                          .variable = direct_variable(body, pointer),
                          .is_device =
                              device_is_read(body, instruction, pointer)};
  struct sort sort;
  type_sort(body->translator, type, &sort);
  update.old =
      register_temporary(body, sort, (struct name){0}, (struct ctype){0});
  if (update.is_device)
    device_give(body, update.old);
  bool is_memory = update.is_device || variable_is_none(update.variable);
  update.seen =
      program_term(body->program, is_memory ? update.old : update.variable);
  return update;
}

static void write_device(struct body *body, const struct update *update,
                         struct term value) {
  struct term address = register_operand(body, update->pointer);
  if (device_is_constant(body, address))
    return;
  struct location_id after = device_skip_numbers(body, address);
  memory_write(body, address, value);
  device_join(body, after);
}

static void update_end(struct body *body, const struct update *update,
                       struct term value) {
  if (variable_is_none(update->variable) && update->is_device) {
    write_device(body, update, value);
    return;
  }
  if (variable_is_none(update->variable)) {
    struct term address = register_operand(body, update->pointer);
    uint64_t bytes = sort_value_bytes(term_sort(body->terms, value));
    body_emit_access_check(body, ACCESS_WRITE, address,
                           body_pointer_const(body, bytes));
    body_emit(body, (struct operation){.kind = OPERATION_UPDATE,
                                       .memory = {.target = update->old,
                                                  .address = address,
                                                  .value = value,
                                                  .is_atomic = true}});
    return;
  }
  register_save_for(body, update->variable);
  struct binding bindings[] = {{update->old, update->seen},
                               {update->variable, value}};
  struct operation op = operation_assign(body->program, bindings, 2);
  op.assign.is_atomic = true;
  body_emit(body, op);
}

void memory_update(struct body *body, LLVMValueRef instruction) {
  struct term operand = register_operand(body, LLVMGetOperand(instruction, 1));
  struct update update =
      update_begin(body, instruction, LLVMTypeOf(instruction));
  struct term value =
      updated(body, LLVMGetAtomicRMWBinOp(instruction), update.seen, operand);
  if (term_is_none(value)) {
    body_emit_unsupported(body, "atomic operation");
    return;
  }
  update_end(body, &update, value);
  register_define_plain(body, instruction,
                        program_term(body->program, update.old));
}

// cmpxchg gives { old value, did it match }. What was expected is kept in a
// temporary because it may mention the variable that changes.
void memory_exchange(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  if (LLVMGetWeak(instruction))
    globals_limitation(body->translator, NULL, body->position,
                       "weak compare-and-exchange that fails for nothing",
                       true);
  LLVMValueRef operand = LLVMGetOperand(instruction, 1);
  struct term expected = register_operand(body, operand);
  struct term desired = register_operand(body, LLVMGetOperand(instruction, 2));
  struct variable wanted = register_temporary(
      body, term_sort(terms, expected), (struct name){0}, (struct ctype){0});
  body_emit(body, operation_assign_one(body->program, wanted, expected));
  expected = program_term(body->program, wanted);
  struct update update = update_begin(body, instruction, LLVMTypeOf(operand));
  update_end(body, &update,
             term_ite(terms, term_eq(terms, update.seen, expected), desired,
                      update.seen));
  struct term old = program_term(body->program, update.old);
  struct term matched = bits_of(terms, term_eq(terms, old, expected));
  register_define_plain(body, instruction,
                        term_concat(terms, matched, bits_of(terms, old)));
}

// Addresses

// One step of an address computation: what it adds, and where it leads.
static struct term step(struct body *body, LLVMTypeRef *type, bool is_first,
                        LLVMValueRef index, struct place *place) {
  struct translator *translator = body->translator;
  unsigned width = body->program->pointer_width;
  if (!is_first && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
    uint64_t offset = type_element_offset(translator, *type, field);
    *place = place_cast(body, *place, debug_record(translator->debug, *type));
    *place = place_member(body, *place, 8 * offset);
    *type = type_element(*type, field);
    return body_pointer_const(body, offset);
  }
  if (!is_first) {
    if (ctype_is_record(body->program->types, place->type))
      *place = place_view(body, *place, type_size(translator, *type));
    *type = LLVMGetElementType(*type);
  }
  struct term number =
      term_resize(body->terms, width, true, register_bits(body, index));
  bool is_zero = term_is_const(body->terms, number) &&
                 term_value(body->terms, number) == 0;
  if (!is_first || !is_zero)
    *place = place_index(body, *place, number);
  return term_binary(body->terms, OP_MUL, number,
                     body_pointer_const(body, type_size(translator, *type)));
}

void memory_address(struct body *body, LLVMValueRef instruction) {
  if (type_is_vector(LLVMTypeOf(instruction))) {
    body_emit_unsupported(body, "vector of addresses");
    return;
  }
  LLVMValueRef base = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(instruction);
  struct place place = register_place(body, base);
  struct term address = register_operand(body, base);
  int count = LLVMGetNumOperands(instruction);
  for (int i = 1; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(instruction, (unsigned)i);
    address = term_add(body->terms, address,
                       step(body, &type, i == 1, index, &place));
  }
  register_define(body, instruction, address, (struct ctype){0}, place);
}

// Dynamic stack allocation: variable-length arrays and alloca(). See vla.c.

void memory_alloca(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  unsigned width = body->program->pointer_width;
  LLVMTypeRef type = LLVMGetAllocatedType(instruction);
  struct term count = term_resize(
      terms, width, false, register_bits(body, LLVMGetOperand(instruction, 0)));
  uint64_t size = type_size(body->translator, type);
  // More bytes than any stack has: a negative or absurd length.
  struct term limit = body_pointer_const(body, size ? INT32_MAX / size : 0);
  if (size)
    body_emit_undefined(body, term_compare(terms, OP_ULT, limit, count),
                        UNDEFINED_VLA_SIZE);
  // A variable-length array is called by its C name, not by a pointer to it.
  struct debug_variable c = body_declared(body, instruction);
  struct sort sort = sort_bits(width);
  const struct vla *vla = vla_find(body, instruction);
  struct variable target =
      vla ? vla->target
          : register_temporary(body, sort, c.name, (struct ctype){0});
  register_define(body, instruction, program_term(body->program, target),
                  (struct ctype){0},
                  (struct place){.text = c.name, .type = c.type});
  body_emit(body, (struct operation){
                      .kind = OPERATION_ALLOCATE,
                      .allocate = {
                          .target = target,
                          .size = term_binary(terms, OP_MUL, count,
                                              body_pointer_const(body, size)),
                          .alignment = LLVMGetAlignment(instruction),
                          .kind = vla ? ALLOCATION_BLOCK : ALLOCATION_STACK}});
}

// Blocks

void memory_copy(struct body *body, struct term to, struct term from,
                 struct term size) {
  body_emit_access_check(body, ACCESS_READ, from, size);
  body_emit_access_check(body, ACCESS_WRITE, to, size);
  body_emit(body, (struct operation){
                      .kind = OPERATION_COPY,
                      .block = {.address = to, .source = from, .size = size}});
}

// Can the two addresses be in one object, and differ?
static bool can_overlap(const struct body *body, struct term a, struct term b) {
  struct object_id first, second;
  uint64_t offset;
  if (term_equal(a, b))
    return false;
  return !access_split(body->program, a, &first, &offset) ||
         !access_split(body->program, b, &second, &offset) ||
         first.id == second.id;
}

void memory_copy_apart(struct body *body, struct term to, struct term from,
                       struct term size) {
  body_emit_access_check(body, ACCESS_READ, from, size);
  body_emit_access_check(body, ACCESS_WRITE, to, size);
  if (can_overlap(body, to, from))
    body_emit_access_check(body, ACCESS_OVERLAP,
                           term_sub(body->terms, to, from), size);
  body_emit(body, (struct operation){
                      .kind = OPERATION_COPY,
                      .block = {.address = to, .source = from, .size = size}});
}

void memory_fill(struct body *body, struct term to, struct term byte,
                 struct term size) {
  body_emit_access_check(body, ACCESS_WRITE, to, size);
  body_emit(body, (struct operation){
                      .kind = OPERATION_FILL,
                      .block = {.address = to, .value = byte, .size = size}});
}
