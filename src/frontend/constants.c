// Constants of LLVM as terms and as bytes.
#include "frontend/internal.h"

#include <string.h>

// LLVM's C API gives 64 bits of an integer, and no bits of a floating-point
// number wider than that. Their printed form has them all.

// "i104 -12" and "i104 12"
static void parse_decimal(const char *text, uint64_t *limbs, unsigned count) {
  bool is_negative = *text == '-';
  memset(limbs, 0, count * sizeof *limbs);
  for (text += is_negative; *text >= '0' && *text <= '9'; text++) {
    u128 carry = (u128)(*text - '0');
    for (unsigned i = 0; i < count; i++) {
      carry += (u128)limbs[i] * 10;
      limbs[i] = (uint64_t)carry;
      carry >>= 64;
    }
  }
  u128 carry = 1;
  for (unsigned i = 0; is_negative && i < count; i++) {
    carry += (uint64_t)~limbs[i];
    limbs[i] = (uint64_t)carry;
    carry >>= 64;
  }
}

void constant_limbs(LLVMValueRef constant, uint64_t *limbs, unsigned count) {
  char *text = LLVMPrintValueToString(constant);
  const char *digits = strchr(text, ' ');
  parse_decimal(digits ? digits + 1 : "0", limbs, count);
  LLVMDisposeMessage(text);
}

u128 constant_bits(LLVMValueRef constant) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(constant));
  if (width <= 64)
    return bits_truncate(LLVMConstIntGetZExtValue(constant), width);
  uint64_t limbs[2];
  constant_limbs(constant, limbs, 2);
  return bits_truncate((u128)limbs[1] << 64 | limbs[0], width);
}

static u128 parse_hexadecimal(const char *text, unsigned digits) {
  u128 result = 0;
  for (unsigned i = 0; i < digits && text[i]; i++) {
    char c = text[i];
    unsigned digit = c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'A') + 10;
    result = result << 4 | digit;
  }
  return result;
}

// "x86_fp80 0xK" and 20 digits; "fp128 0xL" and 32, the low half first.
static u128 wide_float_bits(LLVMValueRef constant, unsigned width) {
  char *text = LLVMPrintValueToString(constant);
  const char *digits = strstr(text, "0x");
  u128 result = 0;
  if (digits && width == 80)
    result = parse_hexadecimal(digits + 3, 20);
  else if (digits)
    result = parse_hexadecimal(digits + 3 + 16, 16) << 64 |
             parse_hexadecimal(digits + 3, 16);
  LLVMDisposeMessage(text);
  return result;
}

static u128 float_bits(const struct translator *translator,
                       LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned width = type_width(translator, type);
  if (width > 64)
    return wide_float_bits(constant, width);
  LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(type), width);
  return constant_bits(LLVMConstBitCast(constant, integer));
}

static struct term aggregate_term(struct translator *translator,
                                  LLVMValueRef constant, bool *is_undefined) {
  struct term_table *terms = translator->program->terms;
  LLVMTypeRef type = LLVMTypeOf(constant);
  struct term result = {0};
  for (unsigned i = 0; i < type_element_count(type); i++) {
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    struct term bits =
        bits_of(terms, constant_term(translator, element, is_undefined));
    result = term_is_none(result) ? bits : term_concat(terms, bits, result);
  }
  return result;
}

// base + sum of index * size, from a constant getelementptr.
static struct term address_expression(struct translator *translator,
                                      LLVMValueRef constant,
                                      bool *is_undefined) {
  struct term_table *terms = translator->program->terms;
  unsigned width = translator->program->pointer_width;
  struct term address =
      constant_term(translator, LLVMGetOperand(constant, 0), is_undefined);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(constant);
  int count = LLVMGetNumOperands(constant);
  for (int i = 1; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(constant, (unsigned)i);
    int64_t number =
        LLVMIsAConstantInt(index) ? LLVMConstIntGetSExtValue(index) : 0;
    uint64_t bytes;
    if (i == 1) {
      bytes = (uint64_t)number * type_size(translator, type);
    } else {
      bytes = LLVMGetTypeKind(type) == LLVMStructTypeKind
                  ? type_element_offset(translator, type, (unsigned)number)
                  : (uint64_t)number *
                        type_size(translator, LLVMGetElementType(type));
      type = type_element(type, (unsigned)number);
    }
    address = term_add(terms, address, term_const(terms, width, bytes));
  }
  return address;
}

static struct term binary_expression(struct translator *translator,
                                     LLVMValueRef constant, LLVMOpcode opcode,
                                     bool *is_undefined) {
  struct term_table *terms = translator->program->terms;
  struct term a =
      constant_term(translator, LLVMGetOperand(constant, 0), is_undefined);
  struct term b =
      constant_term(translator, LLVMGetOperand(constant, 1), is_undefined);
  switch (opcode) {
  case LLVMAdd: return term_add(terms, a, b);
  case LLVMSub: return term_sub(terms, a, b);
  case LLVMMul: return term_binary(terms, OP_MUL, a, b);
  default: return term_binary(terms, OP_BVXOR, a, b);
  }
}

static struct term expression_term(struct translator *translator,
                                   LLVMValueRef constant, bool *is_undefined) {
  struct term_table *terms = translator->program->terms;
  unsigned width = type_width(translator, LLVMTypeOf(constant));
  LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  switch (opcode) {
  case LLVMGetElementPtr:
    return address_expression(translator, constant, is_undefined);
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMXor:
    return binary_expression(translator, constant, opcode, is_undefined);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMTrunc:
  case LLVMBitCast:
  case LLVMAddrSpaceCast: {
    struct term operand =
        constant_term(translator, LLVMGetOperand(constant, 0), is_undefined);
    return bits_to_type(
        terms, LLVMTypeOf(constant),
        term_resize(terms, width, false, bits_of(terms, operand)));
  }
  default:
    if (is_undefined)
      *is_undefined = true;
    return term_const(terms, width, 0);
  }
}

static struct term zero_term(struct translator *translator, LLVMTypeRef type) {
  struct term_table *terms = translator->program->terms;
  unsigned width = type_width(translator, type);
  return bits_to_type(terms, type, term_const(terms, width, 0));
}

struct term constant_term(struct translator *translator, LLVMValueRef constant,
                          bool *is_undefined) {
  struct term_table *terms = translator->program->terms;
  LLVMTypeRef type = LLVMTypeOf(constant);
  if (LLVMIsAConstantInt(constant))
    return bits_to_type(
        terms, type,
        term_const(terms, LLVMGetIntTypeWidth(type), constant_bits(constant)));
  if (LLVMIsAConstantFP(constant))
    return term_const(terms, type_width(translator, type),
                      float_bits(translator, constant));
  if (LLVMIsAUndefValue(constant)) { // poison too
    if (is_undefined)
      *is_undefined = true;
    return zero_term(translator, type);
  }
  if (LLVMIsNull(constant))
    return zero_term(translator, type);
  if (LLVMIsAGlobalValue(constant) || LLVMIsABlockAddress(constant))
    return globals_address(translator, constant);
  if (LLVMIsAConstantExpr(constant))
    return expression_term(translator, constant, is_undefined);
  if (type_is_aggregate(type) || type_is_vector(type))
    return aggregate_term(translator, constant, is_undefined);
  if (is_undefined)
    *is_undefined = true;
  return zero_term(translator, type);
}

// Initialisers

VEC_DEFINE(relocation_vec, struct relocation);

struct image {
  struct translator *translator;
  uint8_t *bytes;
  uint64_t size;
  struct relocation_vec relocations;
};

static void put_bits(struct image *image, uint64_t offset, u128 bits,
                     unsigned width) {
  for (unsigned i = 0; i < (width + 7) / 8 && offset + i < image->size; i++)
    image->bytes[offset + i] = (uint8_t)(bits >> (8 * i));
}

static void put_constant(struct image *image, uint64_t offset,
                         LLVMValueRef constant);

static void put_elements(struct image *image, uint64_t offset,
                         LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned count = type_element_count(type);
  for (unsigned i = 0; i < count; i++)
    put_constant(image,
                 offset + type_element_offset(image->translator, type, i),
                 LLVMGetAggregateElement(constant, i));
}

static void put_scalar(struct image *image, uint64_t offset,
                       LLVMValueRef constant) {
  struct term_table *terms = image->translator->program->terms;
  struct term t =
      bits_of(terms, constant_term(image->translator, constant, NULL));
  if (term_is_const(terms, t))
    put_bits(image, offset, term_value(terms, t), term_width(terms, t));
  else
    relocation_vec_push(&image->relocations,
                        (struct relocation){.offset = offset, .value = t});
}

static void put_constant(struct image *image, uint64_t offset,
                         LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  if (LLVMIsAUndefValue(constant) || LLVMIsNull(constant))
    return;
  if (LLVMIsAConstantDataSequential(constant) &&
      LLVMIsConstantString(constant)) {
    size_t length;
    const char *text = LLVMGetAsString(constant, &length);
    if (offset + length <= image->size)
      memcpy(image->bytes + offset, text, length);
    return;
  }
  if (type_is_aggregate(type) || type_is_vector(type))
    put_elements(image, offset, constant);
  else if (type_width(image->translator, type))
    put_scalar(image, offset, constant);
  else
    globals_limitation(image->translator, NULL, (struct position){0},
                       "initialiser wider than 128 bits", false);
}

void constant_initialise(struct translator *translator, LLVMValueRef constant,
                         struct object_info *object) {
  if (LLVMIsNull(constant) || LLVMIsAUndefValue(constant) || !object->size)
    return;
  struct arena *arena = &translator->program->arena;
  struct image image = {.translator = translator,
                        .bytes = arena_new_zero(arena, object->size),
                        .size = object->size};
  put_constant(&image, 0, constant);
  object->bytes = image.bytes;
  object->relocation_count = image.relocations.count;
  object->relocations =
      arena_copy(arena, image.relocations.at,
                 image.relocations.count * sizeof *image.relocations.at);
  relocation_vec_release(&image.relocations);
}
