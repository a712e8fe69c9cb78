// LLVM's intrinsic functions, as terms or as edges.
#include "frontend/facts.h"
#include "frontend/internal.h"

#include <string.h>

static struct term shift_right(struct body *body, struct term value,
                               unsigned by) {
  return term_binary(body->terms, OP_LSHR, value,
                     constant_like(body, value, by));
}

// Memory

static struct term pointer_wide(struct body *body, struct term size) {
  return term_resize(body->terms, body->program->pointer_width, false, size);
}

static void intrinsic_copy(struct body *body, LLVMValueRef call) {
  struct term size = pointer_wide(body, operand(body, call, 2));
  struct term second = operand(body, call, 1);
  memory_copy(body, operand(body, call, 0), second, size);
  device_copy(body, call);
}

static void intrinsic_copy_apart(struct body *body, LLVMValueRef call) {
  struct term size = pointer_wide(body, operand(body, call, 2));
  struct term second = operand(body, call, 1);
  memory_copy_apart(body, operand(body, call, 0), second, size);
  device_copy(body, call);
}

static void intrinsic_fill(struct body *body, LLVMValueRef call) {
  struct term size = pointer_wide(body, operand(body, call, 2));
  struct term second = operand(body, call, 1);
  memory_fill(body, operand(body, call, 0), second, size);
}

// A specification may speak of where lists of variable arguments begin and end:
// a call that does nothing else tells of it.
static void tell_list(struct body *body, const char *name, struct term list) {
  struct procedure_id callee = call_opaque(body, name);
  if (!callee.id)
    return;
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = callee;
  op.call.count = 1;
  op.call.arguments = arena_new(&body->program->arena, sizeof list);
  op.call.arguments[0] = list;
  register_save_globals(body);
  body_emit(body, op);
}

// x86-64: a va_list of { offset of general registers, of vector registers,
// stack area, register area } whose registers are used up; i386: a pointer.
static void intrinsic_va_start(struct body *body, LLVMValueRef call) {
  struct term_table *terms = body->terms;
  struct term list = operand(body, call, 0);
  if (variable_is_none(body->procedure->variadic)) {
    body_emit_unsupported(body, "va_start outside a variadic function");
    return;
  }
  tell_list(body, "va_start", list);
  struct term area = program_term(body->program, body->procedure->variadic);
  if (body->program->pointer_width == 32) {
    memory_write(body, list, area);
    return;
  }
  enum { GENERAL_USED = 48, VECTOR_USED = 176 };
  struct term fields[] = {term_const(terms, 32, GENERAL_USED),
                          term_const(terms, 32, VECTOR_USED), area,
                          body_pointer_const(body, 0)};
  static const uint64_t offsets[] = {0, 4, 8, 16};
  for (unsigned i = 0; i < 4; i++)
    memory_write(body,
                 term_add(terms, list, body_pointer_const(body, offsets[i])),
                 fields[i]);
}

static void intrinsic_va_copy(struct body *body, LLVMValueRef call) {
  uint64_t size = body->program->pointer_width == 32 ? 4 : 24;
  tell_list(body, "va_copy", operand(body, call, 0));
  memory_copy(body, operand(body, call, 0), operand(body, call, 1),
              body_pointer_const(body, size));
}

static void intrinsic_va_end(struct body *body, LLVMValueRef call) {
  tell_list(body, "va_end", operand(body, call, 0));
}

// Values that are simple or do not matter

static void intrinsic_nothing(struct body *body, LLVMValueRef call) {
  (void)body;
  (void)call;
}

static void define_constant(struct body *body, LLVMValueRef call, u128 value) {
  LLVMTypeRef type = LLVMTypeOf(call);
  unsigned width = type_width(body->translator, type);
  register_define_plain(
      body, call,
      bits_to_type(body->terms, type, term_const(body->terms, width, value)));
}

static void intrinsic_save_stack(struct body *body, LLVMValueRef call) {
  vlas_save(body, call);
  define_constant(body, call, 0);
}

static void intrinsic_restore_stack(struct body *body, LLVMValueRef call) {
  vlas_restore(body, call);
}

static void intrinsic_is_constant(struct body *body, LLVMValueRef call) {
  define_constant(body, call, LLVMIsConstant(LLVMGetOperand(call, 0)));
}

static void intrinsic_one(struct body *body, LLVMValueRef call) {
  define_constant(body, call, 1);
}

static void intrinsic_unknown(struct body *body, LLVMValueRef call) {
  body_note(body, "return address, frame address, register or cycle counter");
  register_havoc(body, call, ORIGIN_APPROXIMATION, OF_MACHINE);
}

// Of a pointer that is read from memory the compiler does not know it: that is
// 0 when the least is wanted and all ones otherwise. What it finds out of
// others is not looked at.
static void intrinsic_object_size(struct body *body, LLVMValueRef call) {
  bool wants_least = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
  if (LLVMIsALoadInst(LLVMGetOperand(call, 0)))
    define_constant(body, call, wants_least ? 0 : ~(u128)0);
  else
    register_havoc(body, call, ORIGIN_APPROXIMATION, "size of an object");
}

static void intrinsic_first(struct body *body, LLVMValueRef call) {
  LLVMValueRef first = LLVMGetOperand(call, 0);
  struct ctype type = register_type(body, first);
  struct place place = register_place(body, first);
  register_define(body, call, register_operand(body, first), type, place);
}

static void intrinsic_mask(struct body *body, LLVMValueRef call) {
  struct term mask = pointer_wide(body, operand(body, call, 1));
  register_define_plain(
      body, call,
      term_binary(body->terms, OP_BVAND, operand(body, call, 0), mask));
}

static void intrinsic_assume(struct body *body, LLVMValueRef call) {
  struct term condition = operand(body, call, 0);
  body_emit_undefined(body, term_not(body->terms, condition),
                      UNDEFINED_UNREACHABLE);
}

static void intrinsic_trap(struct body *body, LLVMValueRef call) {
  (void)call;
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee =
      globals_external(body->translator, "abort", (struct sort){0}, true);
  body_emit(body, op);
}

// What clang's checks stand for, by the number of the trap. Others are those of
// the user's own flags, and abort.
static void intrinsic_check(struct body *body, LLVMValueRef call) {
  enum {
    ADD = 0,
    DIVIDE = 3,
    MULTIPLY = 12,
    NEGATE = 13,
    SHIFT = 20,
    SUB = 21
  };
  struct term always = term_true(body->terms);
  switch (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0))) {
  case ADD:
  case MULTIPLY:
  case NEGATE:
  case SUB: body_emit_undefined(body, always, UNDEFINED_OVERFLOW); break;
  case DIVIDE:
    body_emit_undefined(body, always, UNDEFINED_DIVISION_OVERFLOW);
    break;
  case SHIFT:
    body_emit_undefined(body, always, UNDEFINED_SHIFT_OVERFLOW);
    break;
  default: intrinsic_trap(body, call);
  }
}

// Bits

// The classic parallel count: pairs, nibbles, bytes, then one multiplication's
// worth of additions, done by shifting so that any width works.
static struct term population(struct body *body, struct term x) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, x);
  for (unsigned step = 1; step < width; step *= 2) {
    u128 mask = 0;
    for (unsigned bit = 0; bit < width; bit += 2 * step)
      mask |= bits_mask(step) << bit;
    struct term chosen = constant_like(body, x, mask);
    struct term low = term_binary(terms, OP_BVAND, x, chosen);
    struct term high =
        term_binary(terms, OP_BVAND, shift_right(body, x, step), chosen);
    x = term_add(terms, low, high);
  }
  return x;
}

static void intrinsic_population(struct body *body, LLVMValueRef call) {
  register_define_plain(body, call, population(body, operand(body, call, 0)));
}

// Zero has all its bits leading (and trailing) as zeros; where the builtin
// leaves that case undefined any value is right.
static void intrinsic_leading_zeros(struct body *body, LLVMValueRef call) {
  struct term x = operand(body, call, 0);
  unsigned width = term_width(body->terms, x);
  for (unsigned step = 1; step < width; step *= 2)
    x = term_binary(body->terms, OP_BVOR, x, shift_right(body, x, step));
  struct term zeros = term_unary(body->terms, OP_BVNOT, x);
  register_define_plain(body, call, population(body, zeros));
}

static void intrinsic_trailing_zeros(struct body *body, LLVMValueRef call) {
  struct term_table *terms = body->terms;
  struct term x = operand(body, call, 0);
  struct term below = term_sub(terms, x, constant_like(body, x, 1));
  struct term zeros =
      term_binary(terms, OP_BVAND, below, term_unary(terms, OP_BVNOT, x));
  register_define_plain(body, call, population(body, zeros));
}

// Pieces of `size` bits in reverse order.
static struct term reversed(struct body *body, struct term x, unsigned size) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, x);
  struct term result = term_extract(terms, 0, size, x);
  for (unsigned low = size; low < width; low += size)
    result = term_concat(terms, result, term_extract(terms, low, size, x));
  return result;
}

static void intrinsic_swap_bytes(struct body *body, LLVMValueRef call) {
  register_define_plain(body, call, reversed(body, operand(body, call, 0), 8));
}

static void intrinsic_reverse_bits(struct body *body, LLVMValueRef call) {
  register_define_plain(body, call, reversed(body, operand(body, call, 0), 1));
}

// The high (or low) half of a:b shifted by c modulo the width.
static void funnel(struct body *body, LLVMValueRef call, bool is_left) {
  struct term_table *terms = body->terms;
  struct term a = operand(body, call, 0), b = operand(body, call, 1);
  struct term c = operand(body, call, 2);
  unsigned width = term_width(terms, a);
  struct term by =
      term_binary(terms, OP_UREM, c, constant_like(body, c, width));
  struct term rest = term_sub(terms, constant_like(body, c, width), by);
  // Shifting by the whole width gives zero, which is what by == 0 needs.
  struct term high = term_binary(terms, OP_SHL, a, is_left ? by : rest);
  struct term low = term_binary(terms, OP_LSHR, b, is_left ? rest : by);
  register_define_plain(body, call, term_binary(terms, OP_BVOR, high, low));
}

static void intrinsic_funnel_left(struct body *body, LLVMValueRef call) {
  funnel(body, call, true);
}

static void intrinsic_funnel_right(struct body *body, LLVMValueRef call) {
  funnel(body, call, false);
}

// Integers

static void intrinsic_absolute(struct body *body, LLVMValueRef call) {
  struct term_table *terms = body->terms;
  struct term x = operand(body, call, 0);
  struct term negative =
      term_compare(terms, OP_SLT, x, constant_like(body, x, 0));
  register_define_plain(body, call,
                        term_ite(terms, negative, term_neg(terms, x), x));
}

static void choose(struct body *body, LLVMValueRef call, enum term_op less,
                   bool wants_greater) {
  struct term_table *terms = body->terms;
  struct term a = operand(body, call, 0), b = operand(body, call, 1);
  struct term is_less = term_compare(terms, less, a, b);
  register_define_plain(
      body, call,
      term_ite(terms, is_less, wants_greater ? b : a, wants_greater ? a : b));
}

static void intrinsic_smax(struct body *body, LLVMValueRef call) {
  choose(body, call, OP_SLT, true);
}
static void intrinsic_smin(struct body *body, LLVMValueRef call) {
  choose(body, call, OP_SLT, false);
}
static void intrinsic_umax(struct body *body, LLVMValueRef call) {
  choose(body, call, OP_ULT, true);
}
static void intrinsic_umin(struct body *body, LLVMValueRef call) {
  choose(body, call, OP_ULT, false);
}

// Overflow of + and -: the carry for unsigned operands; for signed ones the
// result's sign is impossible given the operands'.

static struct term is_negative(struct body *body, struct term x) {
  return term_compare(body->terms, OP_SLT, x, constant_like(body, x, 0));
}

static struct term sum_overflows(struct body *body, bool is_signed,
                                 struct term a, struct term b,
                                 struct term sum) {
  struct term_table *terms = body->terms;
  if (!is_signed)
    return term_compare(terms, OP_ULT, sum, a);
  struct term sign_a = is_negative(body, a), sign_b = is_negative(body, b);
  struct term right =
      term_not(terms, term_eq(terms, sign_a, is_negative(body, sum)));
  struct term left = term_eq(terms, sign_a, sign_b);
  return term_and(terms, left, right);
}

static struct term difference_overflows(struct body *body, bool is_signed,
                                        struct term a, struct term b,
                                        struct term difference) {
  struct term_table *terms = body->terms;
  if (!is_signed)
    return term_compare(terms, OP_ULT, a, b);
  struct term sign_a = is_negative(body, a), sign_b = is_negative(body, b);
  struct term right =
      term_not(terms, term_eq(terms, sign_a, is_negative(body, difference)));
  struct term left = term_not(terms, term_eq(terms, sign_a, sign_b));
  return term_and(terms, left, right);
}

// How many bits a number needs, its sign included if it is signed.
static unsigned needed_bits(const struct term_table *terms, bool is_signed,
                            struct term x) {
  unsigned width = term_width(terms, x);
  enum term_op op = term_op(terms, x);
  if (op != OP_ZEXT && !(op == OP_SEXT && is_signed))
    return width;
  unsigned narrow = term_width(terms, term_operand(terms, x, 0));
  return op == OP_ZEXT && is_signed ? narrow + 1 : narrow;
}

// Where double width is not available: division does not give the operand
// back.
static struct term quotient_differs(struct body *body, bool is_signed,
                                    struct term a, struct term b,
                                    struct term product) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, a);
  struct term zero = constant_like(body, a, 0);
  struct term quotient =
      term_binary(terms, is_signed ? OP_SDIV : OP_UDIV, product, a);
  struct term right = term_not(terms, term_eq(terms, quotient, b));
  struct term left = term_not(terms, term_eq(terms, a, zero));
  struct term differs = term_and(terms, left, right);
  if (!is_signed)
    return differs;
  struct term minus_one = constant_like(body, a, bits_mask(width));
  struct term least = constant_like(body, a, (u128)1 << (width - 1));
  struct term second = term_eq(terms, b, least);
  struct term first = term_eq(terms, a, minus_one);
  return term_or(terms, differs, term_and(terms, first, second));
}

// a * b does not fit: the product taken in as many bits as it may need differs
// from its low part extended.
static struct term product_overflows(struct body *body, bool is_signed,
                                     struct term a, struct term b,
                                     struct term product) {
  struct term_table *terms = body->terms;
  enum term_op extend = is_signed ? OP_SEXT : OP_ZEXT;
  unsigned width =
      needed_bits(terms, is_signed, a) + needed_bits(terms, is_signed, b);
  if (width <= term_width(terms, a))
    return term_false(terms);
  if (width > BITS_MAX_WIDTH)
    return quotient_differs(body, is_signed, a, b, product);
  struct term right = term_convert(terms, extend, width, b);
  struct term left = term_convert(terms, extend, width, a);
  struct term wide = term_binary(terms, OP_MUL, left, right);
  return term_not(
      terms, term_eq(terms, wide, term_convert(terms, extend, width, product)));
}

enum arithmetic { SUM, DIFFERENCE, PRODUCT };

// x is outside [low, high], as signed numbers.
static struct term is_outside(struct body *body, struct term x, i128 low,
                              i128 high) {
  struct term_table *terms = body->terms;
  u128 mask = bits_mask(term_width(terms, x));
  struct term first = constant_like(body, x, (u128)low & mask);
  struct term last = constant_like(body, x, (u128)high & mask);
  struct term right = term_compare(terms, OP_SLT, last, x);
  struct term left = term_compare(terms, OP_SLT, x, first);
  return term_or(terms, left, right);
}

// Signed arithmetic with a constant overflows where the other operand leaves a
// range: a comparison with constants is easier to reason about than the sign of
// a result. Up to 64 bits, so that the bounds can be computed in 128.
static struct term sum_leaves(struct body *body, struct term x, i128 c,
                              i128 least, i128 most) {
  return c < 0 ? is_outside(body, x, least - c, most)
               : is_outside(body, x, least, most - c);
}

static struct term product_leaves(struct body *body, struct term x, i128 c,
                                  i128 least, i128 most) {
  if (c == 0)
    return term_false(body->terms);
  if (c == -1)
    return is_outside(body, x, -most, most);
  return c > 0 ? is_outside(body, x, least / c, most / c)
               : is_outside(body, x, most / c, least / c);
}

static struct term leaves_range(struct body *body, enum arithmetic kind,
                                struct term a, struct term b) {
  const struct term_table *terms = body->terms;
  unsigned width = term_width(terms, a);
  i128 most = (i128)bits_mask(width - 1), least = -most - 1;
  bool is_left = term_is_const(terms, a);
  i128 c = bits_signed(term_value(terms, is_left ? a : b), width);
  struct term x = is_left ? b : a;
  if (kind == SUM)
    return sum_leaves(body, x, c, least, most);
  if (kind == PRODUCT)
    return product_leaves(body, x, c, least, most);
  if (!is_left) // x - c
    return sum_leaves(body, x, -c, least, most);
  return c < 0 ? is_outside(body, x, least, c - least) // c - x
               : is_outside(body, x, c - most, most);
}

static struct term find_overflow(struct body *body, enum arithmetic kind,
                                 bool is_signed, struct term a, struct term b,
                                 struct term result) {
  const struct term_table *terms = body->terms;
  if (is_signed && term_width(terms, a) <= 64 &&
      (term_is_const(terms, a) || term_is_const(terms, b)))
    return leaves_range(body, kind, a, b);
  if (kind == SUM)
    return sum_overflows(body, is_signed, a, b, result);
  if (kind == DIFFERENCE)
    return difference_overflows(body, is_signed, a, b, result);
  return product_overflows(body, is_signed, a, b, result);
}

static struct term compute(struct body *body, enum arithmetic kind,
                           bool is_signed, struct term a, struct term b,
                           struct term *overflows) {
  struct term_table *terms = body->terms;
  struct term result = kind == SUM          ? term_add(terms, a, b)
                       : kind == DIFFERENCE ? term_sub(terms, a, b)
                                            : term_binary(terms, OP_MUL, a, b);
  *overflows = find_overflow(body, kind, is_signed, a, b, result);
  return result;
}

// { result, did it overflow }
static void with_overflow(struct body *body, LLVMValueRef call,
                          enum arithmetic kind, bool is_signed) {
  struct term a = operand(body, call, 0), b = operand(body, call, 1);
  struct term overflows;
  struct term result = compute(body, kind, is_signed, a, b, &overflows);
  register_define_plain(
      body, call,
      term_concat(body->terms, bits_of(body->terms, overflows), result));
}

static void saturated(struct body *body, LLVMValueRef call,
                      enum arithmetic kind, bool is_signed) {
  struct term_table *terms = body->terms;
  struct term a = operand(body, call, 0), b = operand(body, call, 1);
  unsigned width = term_width(terms, a);
  struct term overflows;
  struct term result = compute(body, kind, is_signed, a, b, &overflows);
  struct term limit;
  if (is_signed)
    limit = term_ite(terms, is_negative(body, a),
                     constant_like(body, a, (u128)1 << (width - 1)),
                     constant_like(body, a, bits_mask(width - 1)));
  else
    limit = constant_like(body, a, kind == SUM ? bits_mask(width) : 0);
  register_define_plain(body, call, term_ite(terms, overflows, limit, result));
}

#define ARITHMETIC(name, function, kind, is_signed)                            \
  static void intrinsic_##name(struct body *body, LLVMValueRef call) {         \
    function(body, call, kind, is_signed);                                     \
  }

ARITHMETIC(sadd_overflow, with_overflow, SUM, true)
ARITHMETIC(uadd_overflow, with_overflow, SUM, false)
ARITHMETIC(ssub_overflow, with_overflow, DIFFERENCE, true)
ARITHMETIC(usub_overflow, with_overflow, DIFFERENCE, false)
ARITHMETIC(smul_overflow, with_overflow, PRODUCT, true)
ARITHMETIC(umul_overflow, with_overflow, PRODUCT, false)
ARITHMETIC(sadd_saturated, saturated, SUM, true)
ARITHMETIC(uadd_saturated, saturated, SUM, false)
ARITHMETIC(ssub_saturated, saturated, DIFFERENCE, true)
ARITHMETIC(usub_saturated, saturated, DIFFERENCE, false)

// Floating point

static struct term sign_mask(struct body *body, struct term x) {
  return constant_like(body, x, (u128)1 << (term_width(body->terms, x) - 1));
}

static struct term magnitude(struct body *body, struct term x) {
  struct term mask = term_unary(body->terms, OP_BVNOT, sign_mask(body, x));
  return term_binary(body->terms, OP_BVAND, x, mask);
}

static void intrinsic_float_absolute(struct body *body, LLVMValueRef call) {
  register_define_plain(body, call, magnitude(body, operand(body, call, 0)));
}

static void intrinsic_copy_sign(struct body *body, LLVMValueRef call) {
  struct term x = operand(body, call, 0), y = operand(body, call, 1);
  struct term sign = term_binary(body->terms, OP_BVAND, y, sign_mask(body, y));
  register_define_plain(
      body, call, term_binary(body->terms, OP_BVOR, magnitude(body, x), sign));
}

// With contraction off this is a product and a sum, each rounded.
static void intrinsic_multiply_add(struct body *body, LLVMValueRef call) {
  struct term right = operand(body, call, 1);
  struct term left = operand(body, call, 0);
  struct term product = term_binary(body->terms, OP_FMUL, left, right);
  register_define_plain(
      body, call,
      term_binary(body->terms, OP_FADD, product, operand(body, call, 2)));
}

// The layout of a format: bits of the significand, its leading one included
// where the format stores it.
static unsigned fraction_bits(unsigned width) {
  switch (width) {
  case 16: return 10;
  case 32: return 23;
  case 64: return 52;
  case 80: return 64;
  default: return 112;
  }
}

// Classes of llvm.is.fpclass, negative ones first.
enum float_class {
  CLASS_SIGNALLING = 1 << 0,
  CLASS_QUIET = 1 << 1,
  CLASS_NEGATIVE_INFINITY = 1 << 2,
  CLASS_NEGATIVE_NORMAL = 1 << 3,
  CLASS_NEGATIVE_SUBNORMAL = 1 << 4,
  CLASS_NEGATIVE_ZERO = 1 << 5,
  CLASS_POSITIVE_ZERO = 1 << 6,
  CLASS_POSITIVE_SUBNORMAL = 1 << 7,
  CLASS_POSITIVE_NORMAL = 1 << 8,
  CLASS_POSITIVE_INFINITY = 1 << 9
};

struct float_parts {
  struct term is_negative, is_zero, is_subnormal, is_normal, is_infinite;
  struct term is_quiet, is_signalling;
};

static struct float_parts classify(struct body *body, struct term x) {
  struct term_table *terms = body->terms;
  unsigned width = term_width(terms, x), fraction = fraction_bits(width);
  unsigned exponent_width = width - 1 - fraction;
  struct term exponent = term_extract(terms, fraction, exponent_width, x);
  struct term bits = term_extract(terms, 0, fraction, x);
  // x87 keeps its leading one as the top bit of the significand.
  u128 leading = width == 80 ? (u128)1 << (fraction - 1) : 0;
  unsigned quiet_bit = width == 80 ? fraction - 2 : fraction - 1;
  struct term exponent_zero =
      term_eq(terms, exponent, constant_like(body, exponent, 0));
  struct term exponent_full =
      term_eq(terms, exponent,
              constant_like(body, exponent, bits_mask(exponent_width)));
  struct term bits_zero = term_eq(terms, bits, constant_like(body, bits, 0));
  struct term bits_infinite =
      term_eq(terms, bits, constant_like(body, bits, leading));
  struct term quiet = term_nonzero(terms, term_extract(terms, quiet_bit, 1, x));
  struct term nan =
      term_and(terms, exponent_full, term_not(terms, bits_infinite));
  struct term not_full = term_not(terms, exponent_full);
  struct term not_zero = term_not(terms, exponent_zero);
  return (struct float_parts){
      .is_negative = is_negative(body, x),
      .is_zero = term_and(terms, exponent_zero, bits_zero),
      .is_subnormal =
          term_and(terms, exponent_zero, term_not(terms, bits_zero)),
      .is_normal = term_and(terms, not_zero, not_full),
      .is_infinite = term_and(terms, exponent_full, bits_infinite),
      .is_quiet = term_and(terms, nan, quiet),
      .is_signalling = term_and(terms, nan, term_not(terms, quiet))};
}

// The two signs of a class, as far as they are asked for.
static struct term either_sign(struct body *body, struct term is_in,
                               struct term is_neg, bool wants_negative,
                               bool wants_positive) {
  struct term_table *terms = body->terms;
  if (wants_negative && wants_positive)
    return is_in;
  if (!wants_negative && !wants_positive)
    return term_false(terms);
  return term_and(terms, is_in,
                  wants_negative ? is_neg : term_not(terms, is_neg));
}

static void intrinsic_float_class(struct body *body, LLVMValueRef call) {
  struct term_table *terms = body->terms;
  struct term x = operand(body, call, 0);
  unsigned mask = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  struct float_parts parts = classify(body, x);
  struct term none = term_false(terms), sign = parts.is_negative;
  struct term classes[] = {
      mask & CLASS_SIGNALLING ? parts.is_signalling : none,
      mask & CLASS_QUIET ? parts.is_quiet : none,
      either_sign(body, parts.is_infinite, sign, mask & CLASS_NEGATIVE_INFINITY,
                  mask & CLASS_POSITIVE_INFINITY),
      either_sign(body, parts.is_normal, sign, mask & CLASS_NEGATIVE_NORMAL,
                  mask & CLASS_POSITIVE_NORMAL),
      either_sign(body, parts.is_subnormal, sign,
                  mask & CLASS_NEGATIVE_SUBNORMAL,
                  mask & CLASS_POSITIVE_SUBNORMAL),
      either_sign(body, parts.is_zero, sign, mask & CLASS_NEGATIVE_ZERO,
                  mask & CLASS_POSITIVE_ZERO)};
  register_define_plain(body, call, term_or_all(terms, classes, 6));
}

// Mathematical functions

static void call_libm(struct body *body, LLVMValueRef call, const char *name) {
  if (facts_float(body, call, name))
    return;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
  const char *suffix = LLVMGetTypeKind(type) == LLVMFloatTypeKind    ? "f"
                       : LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? ""
                                                                     : "l";
  struct term arguments[3];
  uint32_t count = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < count && i < 3; i++)
    arguments[i] = operand(body, call, i);
  struct name full = intern_format(body->program->names, "%s%s", name, suffix);
  call_external(body, call, name_text(body->program->names, full), arguments,
                count);
}

// Dispatch

struct intrinsic {
  const char *name;
  void (*translate)(struct body *body, LLVMValueRef call);
  const char *libm; // or else this function of the mathematical library
};

static const struct intrinsic intrinsics[] = {
#define INTRINSIC(name, handler) {name, intrinsic_##handler, NULL},
#define LIBM(name, function) {name, NULL, function},
#include "frontend/intrinsic.def"
#undef INTRINSIC
#undef LIBM
};

// "llvm.ctpop.i32" is ctpop; the rest of the name says the types.
static bool names(const char *full, const char *name) {
  size_t length = strlen(name);
  full += strlen("llvm.");
  if (strncmp(full, name, length))
    return false;
  const char *rest = full + length;
  return !*rest || (*rest == '.' && strchr("ipfvnxsab", rest[1]) != NULL);
}

static const struct intrinsic *find(const char *full) {
  const struct intrinsic *best = NULL;
  for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
    if (names(full, intrinsics[i].name) &&
        (!best || strlen(best->name) < strlen(intrinsics[i].name)))
      best = &intrinsics[i];
  return best;
}

// The handlers compute on whole values; lanes they do not know.
static bool is_on_vectors(LLVMValueRef call) {
  return type_is_vector(LLVMTypeOf(call)) ||
         (LLVMGetNumArgOperands(call) > 0 &&
          type_is_vector(LLVMTypeOf(LLVMGetOperand(call, 0))));
}

void intrinsic_translate(struct body *body, LLVMValueRef call,
                         const char *name) {
  const struct intrinsic *intrinsic = find(name);
  if (!intrinsic || is_on_vectors(call)) {
    body_emit_unsupported(body, name);
    return;
  }
  if (intrinsic->translate)
    intrinsic->translate(body, call);
  else
    call_libm(body, call, intrinsic->libm);
}
