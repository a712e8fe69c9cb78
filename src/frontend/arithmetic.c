// Instructions that compute values from values. Vectors are computed lane by
// lane.
#include "frontend/internal.h"

// The bits of one lane; the value itself when it is not a vector.
static struct term lane(struct body *body, LLVMTypeRef type, struct term value,
                        unsigned index) {
  if (!type_is_vector(type))
    return value;
  LLVMTypeRef element = LLVMGetElementType(type);
  unsigned width = type_width(body->translator, element);
  struct term bits = term_extract(body->terms, index * width, width, value);
  return bits_to_type(body->terms, element, bits);
}

static unsigned lane_count(LLVMTypeRef type) {
  return type_is_vector(type) ? LLVMGetVectorSize(type) : 1;
}

// Puts lane `index` on top of those below it.
static struct term join(struct body *body, LLVMTypeRef type, struct term below,
                        struct term value) {
  if (!type_is_vector(type))
    return value;
  struct term bits = bits_of(body->terms, value);
  return term_is_none(below) ? bits : term_concat(body->terms, bits, below);
}

// Binary operators

static bool is_division(enum term_op op) {
  return op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
}

static void check_division(struct body *body, enum term_op op, struct term a,
                           struct term b) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, b);
  body_emit_undefined(body, term_eq(terms, b, term_const(terms, width, 0)),
                      UNDEFINED_DIVISION_BY_ZERO);
  if (op != OP_SDIV && op != OP_SREM)
    return;
  u128 least = (u128)1 << (width - 1);
  struct term right =
      term_eq(terms, b, term_const(terms, width, bits_mask(width)));
  struct term left = term_eq(terms, a, term_const(terms, width, least));
  struct term overflows = term_and(terms, left, right);
  body_emit_undefined(body, overflows, UNDEFINED_DIVISION_OVERFLOW);
}

static void check_shift(struct body *body, struct term amount) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, amount);
  struct term limit = term_const(terms, width, width);
  body_emit_undefined(body, term_compare(terms, OP_ULE, limit, amount),
                      UNDEFINED_SHIFT_RANGE);
}

static enum term_op binary_op(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub: return OP_ADD;
  case LLVMMul: return OP_MUL;
  case LLVMUDiv: return OP_UDIV;
  case LLVMSDiv: return OP_SDIV;
  case LLVMURem: return OP_UREM;
  case LLVMSRem: return OP_SREM;
  case LLVMShl: return OP_SHL;
  case LLVMLShr: return OP_LSHR;
  case LLVMAShr: return OP_ASHR;
  case LLVMAnd: return OP_BVAND;
  case LLVMOr: return OP_BVOR;
  case LLVMXor: return OP_BVXOR;
  case LLVMFAdd: return OP_FADD;
  case LLVMFSub: return OP_FSUB;
  case LLVMFMul: return OP_FMUL;
  case LLVMFDiv: return OP_FDIV;
  case LLVMFRem: return OP_FREM;
  default: return OP_NONE;
  }
}

// i1 arithmetic: and, or, xor stay Boolean; addition is exclusive or.
static struct term boolean_binary(struct body *body, enum term_op op,
                                  struct term a, struct term b) {
  struct term_table *terms = body->terms;
  switch (op) {
  case OP_BVAND:
  case OP_MUL: return term_and(terms, a, b);
  case OP_BVOR: return term_or(terms, a, b);
  case OP_BVXOR:
  case OP_ADD: return term_not(terms, term_eq(terms, a, b));
  default:
    return term_nonzero(
        terms, term_binary(terms, op, bits_of(terms, a), bits_of(terms, b)));
  }
}

// What clang computes for its own checks of overflow is never undefined.
static bool is_own_check(struct body *body, LLVMValueRef instruction) {
  static const char kind[] = "nosanitize";
  if (!body->translator->frontend->options.checks_overflow ||
      !LLVMHasMetadata(instruction))
    return false;
  LLVMContextRef context = LLVMGetModuleContext(body->translator->module);
  unsigned number = LLVMGetMDKindIDInContext(context, kind, sizeof kind - 1);
  return LLVMGetMetadata(instruction, number) != NULL;
}

static struct term scalar_binary(struct body *body, LLVMValueRef instruction,
                                 struct term a, struct term b) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  enum term_op op = binary_op(opcode);
  if (is_division(op)) {
    struct term divisor = bits_of(body->terms, b);
    check_division(body, op, bits_of(body->terms, a), divisor);
  }
  if ((op == OP_SHL || op == OP_LSHR || op == OP_ASHR) &&
      !is_own_check(body, instruction))
    check_shift(body, bits_of(body->terms, b));
  if (sort_is_bool(term_sort(body->terms, a)))
    return boolean_binary(body, op, a, b);
  if (opcode == LLVMSub)
    return term_sub(body->terms, a, b);
  return term_binary(body->terms, op, a, b);
}

void arithmetic_binary(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  struct term a = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term b = register_operand(body, LLVMGetOperand(instruction, 1));
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(type); i++) {
    struct term right = lane(body, type, b, i);
    struct term left = lane(body, type, a, i);
    result =
        join(body, type, result, scalar_binary(body, instruction, left, right));
  }
  register_define_plain(body, instruction, result);
}

// Comparisons

static struct term integer_compare(struct body *body,
                                   LLVMIntPredicate predicate, struct term a,
                                   struct term b) {
  struct term_table *terms = body->terms;
  if (predicate == LLVMIntEQ)
    return term_eq(terms, a, b);
  if (predicate == LLVMIntNE)
    return term_not(terms, term_eq(terms, a, b));
  a = bits_of(terms, a);
  b = bits_of(terms, b);
  switch (predicate) {
  case LLVMIntUGT: return term_compare(terms, OP_ULT, b, a);
  case LLVMIntUGE: return term_compare(terms, OP_ULE, b, a);
  case LLVMIntULT: return term_compare(terms, OP_ULT, a, b);
  case LLVMIntULE: return term_compare(terms, OP_ULE, a, b);
  case LLVMIntSGT: return term_compare(terms, OP_SLT, b, a);
  case LLVMIntSGE: return term_compare(terms, OP_SLE, b, a);
  case LLVMIntSLT: return term_compare(terms, OP_SLT, a, b);
  default: return term_compare(terms, OP_SLE, a, b);
  }
}

static struct term is_ordered(struct term_table *terms, struct term a,
                              struct term b) {
  struct term right = term_compare(terms, OP_FEQ, b, b);
  struct term left = term_compare(terms, OP_FEQ, a, a);
  return term_and(terms, left, right);
}

// Every predicate from ordered ==, < and <=: the unordered ones are negations.
static struct term float_compare(struct body *body, LLVMRealPredicate predicate,
                                 struct term a, struct term b) {
  struct term_table *terms = body->terms;
  struct term less = term_compare(terms, OP_FLT, a, b);
  struct term more = term_compare(terms, OP_FLT, b, a);
  switch (predicate) {
  case LLVMRealPredicateFalse: return term_false(terms);
  case LLVMRealOEQ: return term_compare(terms, OP_FEQ, a, b);
  case LLVMRealOGT: return more;
  case LLVMRealOGE: return term_compare(terms, OP_FLE, b, a);
  case LLVMRealOLT: return less;
  case LLVMRealOLE: return term_compare(terms, OP_FLE, a, b);
  case LLVMRealONE: return term_or(terms, less, more);
  case LLVMRealORD: return is_ordered(terms, a, b);
  case LLVMRealUNO: return term_not(terms, is_ordered(terms, a, b));
  case LLVMRealUEQ: return term_not(terms, term_or(terms, less, more));
  case LLVMRealUGT: return term_not(terms, term_compare(terms, OP_FLE, a, b));
  case LLVMRealUGE: return term_not(terms, less);
  case LLVMRealULT: return term_not(terms, term_compare(terms, OP_FLE, b, a));
  case LLVMRealULE: return term_not(terms, more);
  case LLVMRealUNE: return term_not(terms, term_compare(terms, OP_FEQ, a, b));
  default: return term_true(terms);
  }
}

void arithmetic_compare(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
  bool is_float = LLVMIsAFCmpInst(instruction) != NULL;
  struct term a = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term b = register_operand(body, LLVMGetOperand(instruction, 1));
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(type); i++) {
    struct term x = lane(body, type, a, i), y = lane(body, type, b, i);
    struct term holds =
        is_float
            ? float_compare(body, LLVMGetFCmpPredicate(instruction), x, y)
            : integer_compare(body, LLVMGetICmpPredicate(instruction), x, y);
    result = join(body, LLVMTypeOf(instruction), result, holds);
  }
  register_define_plain(body, instruction, result);
}

// Conversions

static struct term scalar_convert(struct body *body, LLVMOpcode opcode,
                                  LLVMTypeRef to, struct term value) {
  struct term_table *terms = body->terms;
  unsigned width = type_width(body->translator, to);
  value = bits_of(terms, value);
  switch (opcode) {
  case LLVMSExt: return term_convert(terms, OP_SEXT, width, value);
  case LLVMFPToUI: return term_convert(terms, OP_FTOUI, width, value);
  case LLVMFPToSI: return term_convert(terms, OP_FTOSI, width, value);
  case LLVMUIToFP: return term_convert(terms, OP_UITOF, width, value);
  case LLVMSIToFP: return term_convert(terms, OP_SITOF, width, value);
  case LLVMFPTrunc:
  case LLVMFPExt: return term_convert(terms, OP_FTOF, width, value);
  default: return term_resize(terms, width, false, value);
  }
}

static bool is_constant_below_page(LLVMValueRef value) {
  enum { PAGE = 4096 };
  return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) < PAGE;
}

// Does the use of a number that was made of an address leave it at that? Both
// operands of a difference are such numbers; low bits are no address.
static bool is_passing(LLVMValueRef user) {
  LLVMValueRef left = LLVMGetOperand(user, 0), right = LLVMGetOperand(user, 1);
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMSub: return LLVMIsAPtrToIntInst(left) && LLVMIsAPtrToIntInst(right);
  case LLVMICmp: return LLVMIsAConstantInt(right);
  case LLVMAnd: return is_constant_below_page(right);
  default: return false;
  }
}

static bool is_kept(LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || LLVMGetNumOperands(user) < 2 ||
        !is_passing(user))
      return true;
  }
  return false;
}

void arithmetic_convert(struct body *body, LLVMValueRef instruction) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  LLVMTypeRef from = LLVMTypeOf(operand), to = LLVMTypeOf(instruction);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMPtrToInt && is_kept(instruction))
    body->program->keeps_numbers = true;
  struct ctype type = register_type(body, operand);
  struct place place = register_place(body, operand);
  struct term value = register_operand(body, operand);
  if (opcode == LLVMBitCast) { // the same bits, whatever the lanes
    struct term bits = bits_of(body->terms, value);
    register_define(body, instruction, bits_to_type(body->terms, to, bits),
                    type, place);
    return;
  }
  LLVMTypeRef element = type_is_vector(to) ? LLVMGetElementType(to) : to;
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(from); i++) {
    struct term bits =
        scalar_convert(body, opcode, element, lane(body, from, value, i));
    result = join(body, to, result, bits_to_type(body->terms, element, bits));
  }
  register_define(body, instruction, result, type, place);
}

void arithmetic_negate(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  struct term a = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(type); i++)
    result = join(body, type, result,
                  term_unary(body->terms, OP_FNEG, lane(body, type, a, i)));
  register_define_plain(body, instruction, result);
}

void arithmetic_select(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  LLVMTypeRef chooser = LLVMTypeOf(LLVMGetOperand(instruction, 0));
  struct term which = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term a = register_operand(body, LLVMGetOperand(instruction, 1));
  struct term b = register_operand(body, LLVMGetOperand(instruction, 2));
  if (!type_is_vector(chooser)) {
    register_define_plain(body, instruction,
                          term_ite(body->terms, which, a, b));
    return;
  }
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(type); i++) {
    struct term otherwise = lane(body, type, b, i);
    struct term then = lane(body, type, a, i);
    struct term choice = lane(body, chooser, which, i);
    result = join(body, type, result,
                  term_ite(body->terms, choice, then, otherwise));
  }
  register_define_plain(body, instruction, result);
}

// Elements of vectors and structs

// The bits [low, low+width) of `whole` replaced by `part`.
static struct term replace_bits(struct body *body, struct term whole,
                                struct term part, unsigned low) {
  struct term_table *terms = body->terms;
  unsigned total = term_width(terms, whole);
  unsigned high = low + term_width(terms, part);
  struct term result = part;
  if (low > 0)
    result = term_concat(terms, result, term_extract(terms, 0, low, whole));
  if (high < total)
    result = term_concat(terms, term_extract(terms, high, total - high, whole),
                         result);
  return result;
}

// A lane chosen at run time is a chain of conditionals.
static void extract_element(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
  struct term vector = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term index = register_bits(body, LLVMGetOperand(instruction, 1));
  unsigned count = lane_count(type);
  struct term result = lane(body, type, vector, count - 1);
  for (unsigned i = count - 1; i-- > 0;) {
    struct term here =
        term_eq(terms, index, term_const(terms, term_width(terms, index), i));
    result = term_ite(terms, here, lane(body, type, vector, i), result);
  }
  register_define_plain(body, instruction, result);
}

static void insert_element(struct body *body, LLVMValueRef instruction) {
  struct term_table *terms = body->terms;
  LLVMTypeRef type = LLVMTypeOf(instruction);
  struct term vector = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term part = register_bits(body, LLVMGetOperand(instruction, 1));
  struct term index = register_bits(body, LLVMGetOperand(instruction, 2));
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(type); i++) {
    struct term here =
        term_eq(terms, index, term_const(terms, term_width(terms, index), i));
    struct term kept = bits_of(terms, lane(body, type, vector, i));
    result = join(body, type, result, term_ite(terms, here, part, kept));
  }
  register_define_plain(body, instruction, result);
}

// The second operand is usually poison and unused: it is not even looked at.
static void shuffle(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(instruction, 0));
  LLVMTypeRef to = LLVMTypeOf(instruction);
  unsigned count = lane_count(from);
  struct term operands[2] = {{0}};
  struct term result = {0};
  for (unsigned i = 0; i < lane_count(to); i++) {
    int chosen = LLVMGetMaskValue(instruction, i);
    unsigned index = chosen < 0 ? 0 : (unsigned)chosen; // undefined: any lane
    unsigned which = index >= count;
    if (term_is_none(operands[which]))
      operands[which] =
          register_operand(body, LLVMGetOperand(instruction, which));
    struct term part = lane(body, from, operands[which], index % count);
    result = join(body, to, result, part);
  }
  register_define_plain(body, instruction, result);
}

// Where a path of indices ends: the low bit and the type there.
static unsigned walk(struct body *body, LLVMValueRef instruction,
                     LLVMTypeRef *type) {
  const unsigned *indices = LLVMGetIndices(instruction);
  unsigned low = 0;
  for (unsigned i = 0; i < LLVMGetNumIndices(instruction); i++) {
    low += type_element_low(body->translator, *type, indices[i]);
    *type = type_element(*type, indices[i]);
  }
  return low;
}

static void extract_value(struct body *body, LLVMValueRef instruction) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMTypeOf(operand);
  unsigned low = walk(body, instruction, &type);
  unsigned width = type_width(body->translator, type);
  struct term whole = register_operand(body, operand);
  struct term bits = term_extract(body->terms, low, width, whole);
  register_define_plain(body, instruction,
                        bits_to_type(body->terms, type, bits));
}

static void insert_value(struct body *body, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  unsigned low = walk(body, instruction, &type);
  struct term whole = register_operand(body, LLVMGetOperand(instruction, 0));
  struct term part = register_bits(body, LLVMGetOperand(instruction, 1));
  register_define_plain(body, instruction,
                        replace_bits(body, whole, part, low));
}

void arithmetic_element(struct body *body, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMExtractElement: extract_element(body, instruction); break;
  case LLVMInsertElement: insert_element(body, instruction); break;
  case LLVMShuffleVector: shuffle(body, instruction); break;
  case LLVMExtractValue: extract_value(body, instruction); break;
  default: insert_value(body, instruction); break;
  }
}
