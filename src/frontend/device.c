// Accesses to volatile objects as those of a device: whatever was written, a
// read gives any value, an input of the program. The value is a havoc of its
// own, so that a run asks its oracle for it and a proof covers every value; a
// load before it says where the access must be valid.
//
// What is volatile is the access (LLVM's flag), not the object: members,
// elements, bit-fields and what pointers to volatile lead to are alike. A local
// variable whose address is not taken nobody else can change: it is memory.
//
// An address that is a constant is a device's, and nothing of the program's is
// there. With 64-bit pointers so is a number that some pointer holds, if it is
// below ACCESS_NUMBERS_END; where a pointer may hold one that is a branch.
#include "frontend/internal.h"

#include <string.h>

// What is volatile in a program with threads is what they share.
void device_choose(struct translator *translator) {
  enum volatility asked = translator->frontend->options.volatility;
  translator->program->volatile_accesses.are_inputs =
      asked == VOLATILE_DEVICE ||
      (asked == VOLATILE_AUTO && !translator->has_threads);
}

static LLVMValueRef base_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static bool is_own(LLVMValueRef pointer) {
  LLVMValueRef base = base_of(pointer);
  return LLVMIsAAllocaInst(base) &&
         (storage_is_promotable(base, LLVMGetAllocatedType(base)) ||
          !storage_escapes(base));
}

static bool counts(struct body *body, LLVMValueRef pointer) {
  struct volatile_accesses *all = &body->program->volatile_accesses;
  if (is_own(pointer)) {
    all->own++;
    return false;
  }
  all->reads++;
  return all->are_inputs;
}

bool device_is_read(struct body *body, LLVMValueRef instruction,
                    LLVMValueRef pointer) {
  return LLVMGetVolatile(instruction) && counts(body, pointer);
}

bool device_is_write(struct body *body, LLVMValueRef instruction,
                     LLVMValueRef pointer) {
  return LLVMGetVolatile(instruction) &&
         body->program->volatile_accesses.are_inputs && !is_own(pointer);
}

bool device_is_constant(struct body *body, struct term address) {
  if (!term_is_const(body->terms, address) ||
      term_value(body->terms, address) == 0)
    return false;
  body->program->volatile_accesses.devices++;
  return true;
}

// Goes on at the location returned if the address is a number; `here` is where
// it is none. None when that is certain.
struct location_id device_skip_numbers(struct body *body, struct term address) {
  struct object_id object;
  uint64_t offset;
  struct term_table *terms = body->terms;
  if (!body->here.id || body->program->pointer_width < 64 ||
      access_split(body->program, address, &object, &offset))
    return (struct location_id){0};
  struct term right = term_compare(
      terms, OP_ULT, address, body_pointer_const(body, ACCESS_NUMBERS_END));
  struct term left = term_compare(
      terms, OP_ULE, body_pointer_const(body, ACCESS_PAGE_ZERO), address);
  struct term is_number = term_and(terms, left, right);
  body->program->volatile_accesses.devices++;
  struct location_id before = body->here;
  struct location_id after =
      procedure_add_location(body->procedure, (struct position){0});
  body_emit_to(body, operation_assume(is_number), after);
  body->here = before;
  body_emit(body, operation_assume(term_not(terms, is_number)));
  return after;
}

void device_join(struct body *body, struct location_id after) {
  if (after.id && body->here.id)
    body_emit_to(body, operation_skip(), after);
}

// The access must be valid, whatever it gives. What is in memory, or none.
struct term device_touch(struct body *body, struct term address,
                         uint64_t bytes) {
  if (device_is_constant(body, address))
    return (struct term){0};
  struct location_id after = device_skip_numbers(body, address);
  struct term old = memory_read(body, address, (unsigned)(8 * bytes));
  device_join(body, after);
  return old;
}

void device_give(struct body *body, struct variable target) {
  body_emit(body, operation_havoc(body->program, &target, 1, ORIGIN_INPUT,
                                  intern(body->program->names, "volatile")));
}

static struct term any(struct body *body, struct sort sort, struct ctype type) {
  struct variable value =
      register_temporary(body, sort, (struct name){0}, type);
  device_give(body, value);
  return program_term(body->program, value);
}

struct term device_perhaps(struct body *body, struct term old,
                           struct ctype type) {
  struct term stays = any(body, sort_bool(), (struct ctype){0});
  struct term other = any(body, term_sort(body->terms, old), type);
  return term_ite(body->terms, stays, old, other);
}

// Copies of whole objects

static struct ctype pointed(struct body *body, LLVMValueRef pointer) {
  return register_place(body, pointer).type;
}

static void give_bytes(struct body *body, struct term address, uint64_t offset,
                       uint64_t size, struct ctype type) {
  struct term at =
      term_add(body->terms, address, body_pointer_const(body, offset));
  struct sort sort = sort_bits((unsigned)(8 * size));
  bool is_pointer =
      ctype_bare(body->program->types, type)->kind == CTYPE_POINTER;
  struct term value =
      is_pointer
          ? device_perhaps(body, memory_read(body, at, sort_width(sort)), type)
          : any(body, sort, type);
  memory_write(body, at, value);
}

enum { MOST_PIECES = 256 };

// Any values for the members and elements of the type, one by one. False when
// they are too many.
static bool give_type(struct body *body, struct term address, uint64_t offset,
                      struct ctype type, uint32_t *left) {
  const struct ctype_info *info = ctype_bare(body->program->types, type);
  bool is_packed = false;
  for (uint32_t i = 0; i < info->field_count; i++)
    is_packed |= info->fields[i].is_bit_field;
  if (info->kind == CTYPE_STRUCT && !is_packed) {
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!give_type(body, address, offset + info->fields[i].bit_offset / 8,
                     info->fields[i].type, left))
        return false;
    return true;
  }
  if (info->kind == CTYPE_ARRAY) {
    uint64_t size = ctype_bare(body->program->types, info->target)->bit_size;
    for (uint64_t i = 0; i < info->count; i++)
      if (!give_type(body, address, offset + i * (size / 8), info->target,
                     left))
        return false;
    return true;
  }
  uint64_t size = info->bit_size / 8;
  bool is_scalar = size == 1 || size == 2 || size == 4 || size == 8;
  uint64_t step = is_scalar ? size : 1;
  for (uint64_t at = 0; at < size; at += step) {
    if (!(*left)--)
      return false;
    give_bytes(body, address, offset + at, step, type);
  }
  return true;
}

// Is what is read volatile, or only what is written?
static bool reads_volatile(struct body *body, LLVMValueRef to,
                           LLVMValueRef from) {
  const struct ctype_table *types = body->program->types;
  return ctype_is_volatile(types, pointed(body, from)) ||
         !ctype_is_volatile(types, pointed(body, to));
}

void device_copy(struct body *body, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  LLVMValueRef flag = LLVMGetOperand(call, 3);
  if (!LLVMIsAConstantInt(flag) || !LLVMConstIntGetZExtValue(flag) ||
      !reads_volatile(body, to, from) || !counts(body, from))
    return;
  struct ctype type = pointed(body, from);
  const struct ctype_info *info = ctype_bare(body->program->types, type);
  struct term size = register_operand(body, LLVMGetOperand(call, 2));
  struct term address = register_operand(body, to);
  uint32_t left = MOST_PIECES;
  if (!term_is_const(body->terms, size)) {
    body_emit_unsupported(body, "a copy of volatile memory");
    return;
  }
  uint64_t bytes = (uint64_t)term_value(body->terms, size);
  if (info->bit_size == 8 * bytes) {
    if (!give_type(body, address, 0, type, &left))
      body_emit_unsupported(body, "a copy of a large volatile object");
    return;
  }
  if (bytes > MOST_PIECES) {
    body_emit_unsupported(body, "a copy of a large volatile object");
    return;
  }
  for (uint64_t i = 0; i < bytes; i++)
    give_bytes(body, address, i, 1, (struct ctype){0});
}
