// ZEXT, SEXT, EXTRACT, CONCAT and what is made of them.
//
// CONCATs lean to the right: the first part is no CONCAT. Adjacent pieces of
// one term and adjacent constants are joined. Every recursion here is into
// fewer bits.

#include "term/internal.h"

enum { MAX_STEPS = 256 }; // through shifts and masks, for an EXTRACT

// Extensions

static struct term extend_branches(struct term_table *terms, enum term_op op,
                                   unsigned width, struct term a) {
  unsigned from = width_of(terms, a);
  u128 then = value_of(terms, operand_of(terms, a, 1));
  u128 otherwise = value_of(terms, operand_of(terms, a, 2));
  return ite_of_consts(terms, operand_of(terms, a, 0), width,
                       bits_convert(op, from, width, then),
                       bits_convert(op, from, width, otherwise));
}

// The highest bits of x, extended to x's width again, are a shift.
static bool is_shifted_right(const struct term_table *terms, struct term piece,
                             unsigned width) {
  if (!is_op(terms, piece, OP_EXTRACT))
    return false;
  struct term x = operand_of(terms, piece, 0);
  unsigned low = node_of(terms, piece)->low;
  return low > 0 && width_of(terms, x) == width &&
         low + width_of(terms, piece) == width;
}

static struct term extend(struct term_table *terms, enum term_op op,
                          unsigned width, struct term a) {
  unsigned from = width_of(terms, a);
  CHECK(width >= from && width <= BITS_MAX_WIDTH, "extension from %u to %u",
        from, width);
  if (width == from)
    return a;
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_convert(op, from, width, value_of(terms, a)));
  if (has_const_branches(terms, a))
    return extend_branches(terms, op, width, a);
  if (is_op(terms, a, OP_ZEXT))
    return extend(terms, OP_ZEXT, width, operand_of(terms, a, 0));
  if (is_op(terms, a, OP_SEXT) && op == OP_SEXT)
    return extend(terms, OP_SEXT, width, operand_of(terms, a, 0));
  if (op == OP_SEXT && (known_zeros(terms, a) >> (from - 1) & 1))
    op = OP_ZEXT;
  if (is_shifted_right(terms, a, width))
    return term_binary(terms, op == OP_ZEXT ? OP_LSHR : OP_ASHR,
                       operand_of(terms, a, 0),
                       term_const(terms, width, node_of(terms, a)->low));
  return make_1(terms, op, sort_bits(width), a);
}

struct term term_convert(struct term_table *terms, enum term_op op,
                         unsigned width, struct term a) {
  CHECK(sort_is_bits(sort_of(terms, a)), "%s of no bit-vector",
        term_op_name(op));
  if (op == OP_ZEXT || op == OP_SEXT)
    return extend(terms, op, width, a);
  return float_convert(terms, op, width, a);
}

struct term term_resize(struct term_table *terms, unsigned width,
                        bool is_signed, struct term a) {
  if (width <= width_of(terms, a))
    return term_extract(terms, 0, width, a);
  return extend(terms, is_signed ? OP_SEXT : OP_ZEXT, width, a);
}

struct term term_from_bool(struct term_table *terms, unsigned width,
                           struct term a) {
  return ite_of_consts(terms, a, width, 1, 0);
}

struct term term_nonzero(struct term_table *terms, struct term a) {
  struct term zero = term_const(terms, width_of(terms, a), 0);
  return term_not(terms, term_eq(terms, a, zero));
}

// EXTRACT

// A piece of the source extended without end, which a shift to the right shows
// as well. The piece reaches beyond the source.
static struct term extract_beyond(struct term_table *terms, enum term_op op,
                                  unsigned low, unsigned width,
                                  struct term source) {
  unsigned from = width_of(terms, source);
  if (low < from)
    return extend(terms, op, width,
                  term_extract(terms, low, from - low, source));
  if (op == OP_ZEXT)
    return term_const(terms, width, 0);
  return extend(terms, op, width, term_extract(terms, from - 1, 1, source));
}

// What the operators do to their low bits depends on low bits alone. The cut
// goes through one that works on extended values only, as C's promotions have
// it: (char)(c + 1) is a sum of chars.
static bool is_promoted(const struct term_table *terms, struct term t) {
  switch (op_of(terms, t)) {
  case OP_ADD:
  case OP_MUL:
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR:
  case OP_BVNOT: break;
  default: return false;
  }
  for (uint32_t i = 0; i < arity_of(terms, t); i++) {
    struct term x = operand_of(terms, t, i);
    bool is_scaled = is_op(terms, t, OP_ADD) && is_op(terms, x, OP_MUL) &&
                     is_const(terms, operand_of(terms, x, 1));
    if (is_scaled)
      x = operand_of(terms, x, 0);
    if (!is_extension(terms, x) && !is_const(terms, x))
      return false;
  }
  return true;
}

static struct term cut_operand(struct term_table *terms, unsigned width,
                               struct term x) {
  if (!is_op(terms, x, OP_MUL))
    return term_extract(terms, 0, width, x);
  struct term right = term_extract(terms, 0, width, operand_of(terms, x, 1));
  struct term left = term_extract(terms, 0, width, operand_of(terms, x, 0));
  return term_mul(terms, left, right);
}

static struct term cut_promoted(struct term_table *terms, unsigned width,
                                struct term t) {
  enum term_op op = op_of(terms, t);
  struct term result = cut_operand(terms, width, operand_of(terms, t, 0));
  if (op == OP_BVNOT)
    return bitwise_not(terms, result);
  for (uint32_t i = 1; i < arity_of(terms, t); i++) {
    struct term next = cut_operand(terms, width, operand_of(terms, t, i));
    result = term_binary(terms, op, result, next);
  }
  return result;
}

// A shift by a constant moves the piece. False when zeros are part of it.
static bool look_through_shift(const struct term_table *terms, struct term *a,
                               unsigned *low, unsigned width) {
  enum term_op op = op_of(terms, *a);
  if (op != OP_SHL && op != OP_LSHR && op != OP_ASHR)
    return false;
  struct term second = operand_of(terms, *a, 1);
  if (!is_const(terms, second))
    return false;
  unsigned amount = (unsigned)value_of(terms, second);
  bool is_inside = op == OP_SHL ? *low >= amount
                                : *low + amount + width <= width_of(terms, *a);
  if (!is_inside)
    return false;
  *low = op == OP_SHL ? *low - amount : *low + amount;
  *a = operand_of(terms, *a, 0);
  return true;
}

// A mask or another field leaves the piece alone where it has no bits.
static bool look_through_fields(const struct term_table *terms, struct term *a,
                                unsigned low, unsigned width) {
  enum term_op op = op_of(terms, *a);
  if (op != OP_BVAND && op != OP_BVOR && op != OP_BVXOR)
    return false;
  u128 piece = bits_mask(width) << low;
  struct term first = operand_of(terms, *a, 0);
  struct term second = operand_of(terms, *a, 1);
  if (op == OP_BVAND) {
    if (!is_const(terms, second) || (value_of(terms, second) & piece) != piece)
      return false;
    *a = first;
    return true;
  }
  bool first_is_clear = (known_zeros(terms, first) & piece) == piece;
  bool second_is_clear = (known_zeros(terms, second) & piece) == piece;
  if (!first_is_clear && !second_is_clear)
    return false;
  *a = second_is_clear ? first : second;
  return true;
}

// Into a narrower term, or through an EXTRACT.
static bool look_through_conversion(const struct term_table *terms,
                                    struct term *a, unsigned *low,
                                    unsigned width) {
  enum term_op op = op_of(terms, *a);
  if (op == OP_EXTRACT)
    *low += node_of(terms, *a)->low;
  if (op == OP_CONCAT) {
    unsigned border = width_of(terms, operand_of(terms, *a, 1));
    if (*low<border && * low + width> border)
      return false;
    *a = operand_of(terms, *a, *low < border);
    *low -= *low < border ? 0 : border;
    return true;
  }
  bool is_inside = op == OP_EXTRACT ||
                   ((op == OP_ZEXT || op == OP_SEXT) &&
                    *low + width <= width_of(terms, operand_of(terms, *a, 0)));
  if (is_inside)
    *a = operand_of(terms, *a, 0);
  return is_inside;
}

// Follows the piece to the smallest term that contains it. It may look through
// so many shifts and masks; if that is not enough it stays before them, so
// that it is not looked at again.
static void look_through(const struct term_table *terms, struct term *a,
                         unsigned *low, unsigned width) {
  struct term start = *a;
  unsigned start_low = *low;
  unsigned steps = 0;
  while (steps < MAX_STEPS) {
    if (look_through_conversion(terms, a, low, width)) {
      start = *a;
      start_low = *low;
      steps = 0;
      continue;
    }
    if (!look_through_shift(terms, a, low, width) &&
        !look_through_fields(terms, a, *low, width))
      return;
    steps++;
  }
  *a = start;
  *low = start_low;
}

static bool is_right_shift(const struct term_table *terms, struct term a,
                           unsigned *amount) {
  if (!is_op(terms, a, OP_LSHR) && !is_op(terms, a, OP_ASHR))
    return false;
  struct term second = operand_of(terms, a, 1);
  if (!is_const(terms, second))
    return false;
  *amount = (unsigned)value_of(terms, second);
  return true;
}

static struct term extract_branches(struct term_table *terms, unsigned low,
                                    unsigned width, struct term a) {
  u128 then = value_of(terms, operand_of(terms, a, 1)) >> low;
  u128 otherwise = value_of(terms, operand_of(terms, a, 2)) >> low;
  return ite_of_consts(terms, operand_of(terms, a, 0), width,
                       bits_truncate(then, width),
                       bits_truncate(otherwise, width));
}

struct term term_extract(struct term_table *terms, unsigned low, unsigned width,
                         struct term a) {
  CHECK(sort_is_bits(sort_of(terms, a)) && width > 0 &&
            low + width <= width_of(terms, a),
        "EXTRACT of bits %u to %u", low, low + width);
  look_through(terms, &a, &low, width);
  unsigned amount;
  if (low == 0 && width == width_of(terms, a))
    return a;
  if (is_const(terms, a))
    return term_const(terms, width, value_of(terms, a) >> low);
  if (has_const_branches(terms, a))
    return extract_branches(terms, low, width, a);
  if (is_extension(terms, a))
    return extract_beyond(terms, op_of(terms, a), low, width,
                          operand_of(terms, a, 0));
  if (is_op(terms, a, OP_CONCAT)) {
    struct term high = operand_of(terms, a, 0), rest = operand_of(terms, a, 1);
    unsigned border = width_of(terms, rest);
    struct term right = term_extract(terms, low, border - low, rest);
    struct term left = term_extract(terms, 0, low + width - border, high);
    return term_concat(terms, left, right);
  }
  u128 piece = bits_mask(width) << low;
  if ((known_zeros(terms, a) & piece) == piece)
    return term_const(terms, width, 0);
  if (is_right_shift(terms, a, &amount))
    return extract_beyond(terms, is_op(terms, a, OP_LSHR) ? OP_ZEXT : OP_SEXT,
                          low + amount, width, operand_of(terms, a, 0));
  if (low == 0 && is_promoted(terms, a))
    return cut_promoted(terms, width, a);
  return make_term(terms, OP_EXTRACT, sort_bits(width), low, &a, 1);
}

// CONCAT

static bool are_adjacent(const struct term_table *terms, struct term high,
                         struct term low) {
  return is_op(terms, high, OP_EXTRACT) && is_op(terms, low, OP_EXTRACT) &&
         term_equal(operand_of(terms, high, 0), operand_of(terms, low, 0)) &&
         node_of(terms, high)->low ==
             node_of(terms, low)->low + width_of(terms, low);
}

// Two parts as one term that is no CONCAT; none if they cannot be joined.
static struct term join(struct term_table *terms, struct term high,
                        struct term low) {
  unsigned low_width = width_of(terms, low);
  unsigned width = width_of(terms, high) + low_width;
  if (is_const(terms, high) && is_const(terms, low))
    return term_const(terms, width,
                      value_of(terms, high) << low_width |
                          value_of(terms, low));
  if (are_adjacent(terms, high, low))
    return term_extract(terms, node_of(terms, low)->low, width,
                        operand_of(terms, low, 0));
  return (struct term){0};
}

struct term term_concat(struct term_table *terms, struct term high,
                        struct term low) {
  unsigned width = width_of(terms, high) + width_of(terms, low);
  CHECK(width <= BITS_MAX_WIDTH, "CONCAT to %u bits", width);
  struct term joined = join(terms, high, low);
  if (!term_is_none(joined))
    return joined;
  if (is_const(terms, high) && value_of(terms, high) == 0)
    return extend(terms, OP_ZEXT, width, low);
  if (is_extension(terms, high))
    return extend(terms, op_of(terms, high), width,
                  term_concat(terms, operand_of(terms, high, 0), low));
  if (is_op(terms, high, OP_CONCAT)) {
    struct term rest = term_concat(terms, operand_of(terms, high, 1), low);
    return term_concat(terms, operand_of(terms, high, 0), rest);
  }
  if (is_op(terms, low, OP_CONCAT)) {
    joined = join(terms, high, operand_of(terms, low, 0));
    if (!term_is_none(joined))
      return term_concat(terms, joined, operand_of(terms, low, 1));
  }
  return make_2(terms, OP_CONCAT, sort_bits(width), high, low);
}
