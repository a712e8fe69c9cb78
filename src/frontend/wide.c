// Integers of more than 128 bits. C has none, but clang reads a long run of
// bit-fields as one: load i184, shift, truncate; or load, mask, or, store. Such
// a value is kept as limbs of 64 bits, the low ones first, the last one with
// the bits that remain.
#include "frontend/internal.h"

enum { LIMB = 64, MOST_LIMBS = 64 };

struct wide {
  unsigned width;
  uint32_t count;
  struct term limbs[MOST_LIMBS];
};

static unsigned integer_width(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
             ? LLVMGetIntTypeWidth(type)
             : 0;
}

static bool is_wide(LLVMTypeRef type) {
  unsigned width = integer_width(type);
  return width > BITS_MAX_WIDTH && width <= LIMB * MOST_LIMBS;
}

static unsigned limb_width(unsigned width, uint32_t index) {
  unsigned rest = width - LIMB * index;
  return rest < LIMB ? rest : LIMB;
}

static struct wide wide_of_width(unsigned width) {
  return (struct wide){.width = width, .count = (width + LIMB - 1) / LIMB};
}

static bool read_constant(struct body *body, LLVMValueRef value,
                          struct wide *into) {
  uint64_t limbs[MOST_LIMBS];
  if (!LLVMIsAConstantInt(value))
    return false;
  constant_limbs(value, limbs, into->count);
  for (uint32_t i = 0; i < into->count; i++)
    into->limbs[i] =
        term_const(body->terms, limb_width(into->width, i), limbs[i]);
  return true;
}

static bool read_wide(struct body *body, LLVMValueRef value,
                      struct wide *into) {
  *into = wide_of_width(integer_width(LLVMTypeOf(value)));
  if (LLVMIsAConstant(value))
    return read_constant(body, value, into);
  const struct term *limbs = register_limbs(body, value);
  for (uint32_t i = 0; limbs && i < into->count; i++)
    into->limbs[i] = limbs[i];
  return limbs != NULL;
}

// Bits low .. low+width-1, where bits outside the value are `outside`.
static struct term slice(struct body *body, const struct wide *x, int64_t low,
                         unsigned width, struct term outside) {
  struct term_table *terms = body->terms;
  struct term result = {0};
  for (unsigned done = 0; done < width;) {
    int64_t at = low + done;
    bool is_inside = at >= 0 && at < (int64_t)x->width;
    uint32_t limb = is_inside ? (uint32_t)(at / LIMB) : 0;
    unsigned offset = is_inside ? (unsigned)(at % LIMB) : 0;
    unsigned step = is_inside ? limb_width(x->width, limb) - offset : 1;
    if (step > width - done)
      step = width - done;
    struct term part =
        is_inside ? term_extract(terms, offset, step, x->limbs[limb]) : outside;
    result = done ? term_concat(terms, part, result) : part;
    done += step;
  }
  return result;
}

static void define(struct body *body, LLVMValueRef instruction,
                   const struct wide *x) {
  register_define_wide(body, instruction, x->limbs, x->count);
}

static struct term limb_address(struct body *body, struct term base,
                                uint32_t index) {
  return term_add(body->terms, base, body_pointer_const(body, 8 * index));
}

static struct term device_limb(struct body *body, struct term address,
                               unsigned width) {
  struct variable target = register_temporary(
      body, sort_bits(width), (struct name){0}, (struct ctype){0});
  device_touch(body, address, (width + 7) / 8);
  device_give(body, target);
  return program_term(body->program, target);
}

static bool load(struct body *body, LLVMValueRef instruction) {
  LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
  struct wide x = wide_of_width(integer_width(LLVMTypeOf(instruction)));
  struct term base = register_operand(body, pointer);
  bool is_device = device_is_read(body, instruction, pointer);
  for (uint32_t i = 0; i < x.count; i++) {
    struct term address = limb_address(body, base, i);
    x.limbs[i] = is_device
                     ? device_limb(body, address, limb_width(x.width, i))
                     : memory_read(body, address, limb_width(x.width, i));
  }
  define(body, instruction, &x);
  return true;
}

static bool store(struct body *body, LLVMValueRef instruction) {
  LLVMValueRef pointer = LLVMGetOperand(instruction, 1);
  struct wide x;
  if (!read_wide(body, LLVMGetOperand(instruction, 0), &x))
    return false;
  struct term base = register_operand(body, pointer);
  for (uint32_t i = 0; i < x.count; i++)
    memory_write(body, limb_address(body, base, i), x.limbs[i]);
  return true;
}

static bool shift(struct body *body, LLVMValueRef instruction,
                  LLVMOpcode opcode) {
  LLVMValueRef amount = LLVMGetOperand(instruction, 1);
  struct wide x, by, result;
  if (!LLVMIsAConstantInt(amount) ||
      !read_wide(body, LLVMGetOperand(instruction, 0), &x) ||
      !read_constant(body, amount, (by = wide_of_width(x.width), &by)))
    return false;
  int64_t bits = (int64_t)term_value(body->terms, by.limbs[0]);
  struct term zero = term_const(body->terms, 1, 0);
  struct term sign = slice(body, &x, x.width - 1, 1, zero);
  result = wide_of_width(x.width);
  for (uint32_t i = 0; i < result.count; i++) {
    int64_t low = (int64_t)LIMB * i + (opcode == LLVMShl ? -bits : bits);
    result.limbs[i] = slice(body, &x, low, limb_width(x.width, i),
                            opcode == LLVMAShr ? sign : zero);
  }
  define(body, instruction, &result);
  return true;
}

static bool bitwise(struct body *body, LLVMValueRef instruction,
                    enum term_op op) {
  struct wide x, y;
  if (!read_wide(body, LLVMGetOperand(instruction, 0), &x) ||
      !read_wide(body, LLVMGetOperand(instruction, 1), &y))
    return false;
  for (uint32_t i = 0; i < x.count; i++)
    x.limbs[i] = term_binary(body->terms, op, x.limbs[i], y.limbs[i]);
  define(body, instruction, &x);
  return true;
}

static bool truncate(struct body *body, LLVMValueRef instruction) {
  struct wide x;
  LLVMTypeRef type = LLVMTypeOf(instruction);
  if (!read_wide(body, LLVMGetOperand(instruction, 0), &x))
    return false;
  unsigned width = integer_width(type);
  struct term zero = term_const(body->terms, 1, 0);
  if (!is_wide(type)) {
    struct term bits = slice(body, &x, 0, width, zero);
    register_define_plain(body, instruction,
                          bits_to_type(body->terms, type, bits));
    return true;
  }
  struct wide result = wide_of_width(width);
  for (uint32_t i = 0; i < result.count; i++)
    result.limbs[i] =
        slice(body, &x, (int64_t)LIMB * i, limb_width(width, i), zero);
  define(body, instruction, &result);
  return true;
}

// From a width that a term has to one that it does not.
static bool extend(struct body *body, LLVMValueRef instruction,
                   bool is_signed) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  if (is_wide(LLVMTypeOf(operand)))
    return false;
  struct term bits = register_bits(body, operand);
  unsigned width = term_width(body->terms, bits);
  struct wide x = wide_of_width(width);
  for (uint32_t i = 0; i < x.count; i++)
    x.limbs[i] =
        term_extract(body->terms, LIMB * i, limb_width(width, i), bits);
  struct term outside = is_signed
                            ? term_extract(body->terms, width - 1, 1, bits)
                            : term_const(body->terms, 1, 0);
  struct wide result = wide_of_width(integer_width(LLVMTypeOf(instruction)));
  for (uint32_t i = 0; i < result.count; i++)
    result.limbs[i] = slice(body, &x, (int64_t)LIMB * i,
                            limb_width(result.width, i), outside);
  define(body, instruction, &result);
  return true;
}

bool wide_translate(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  bool gives_wide = is_wide(type);
  switch (opcode) {
  case LLVMLoad: return gives_wide && load(body, instruction);
  case LLVMStore:
    return is_wide(LLVMTypeOf(LLVMGetOperand(instruction, 0))) &&
           store(body, instruction);
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: return gives_wide && shift(body, instruction, opcode);
  case LLVMAnd: return gives_wide && bitwise(body, instruction, OP_BVAND);
  case LLVMOr: return gives_wide && bitwise(body, instruction, OP_BVOR);
  case LLVMXor: return gives_wide && bitwise(body, instruction, OP_BVXOR);
  case LLVMTrunc:
    return is_wide(LLVMTypeOf(LLVMGetOperand(instruction, 0))) &&
           truncate(body, instruction);
  case LLVMZExt: return gives_wide && extend(body, instruction, false);
  case LLVMSExt: return gives_wide && extend(body, instruction, true);
  default: return false;
  }
}
