// Sums and products as polynomials over bit-vectors.
//
// A sum is a list of monomials c*x, with distinct x in order of handle and no
// c zero, and a constant. As a term it is ADD of the monomials, c*x being
// MUL x c, or x when c is 1. The complement ~x is -x - 1 inside a sum; the sum
// -x - 1 alone is written as the complement.
//
// Sums in sums are dissolved while the result has at most TERM_MAX_FLAT
// monomials; a longer sum becomes a monomial of the outer one ("nested"), so
// that long chains take linear space. A constant factor is distributed over a
// sum without nested sums. Both rules depend on the operands alone and what
// they leave behind they leave behind again, so rebuilding gives the same term.

#include "term/internal.h"

struct monomial {
  struct term base; // not a constant, nor a product with one
  u128 factor;
};

struct sum {
  unsigned width;
  uint32_t count;
  u128 constant;
  struct monomial at[2 * TERM_MAX_FLAT];
};

static bool is_scaled(const struct term_table *terms, struct term t) {
  return is_op(terms, t, OP_MUL) && is_const(terms, operand_of(terms, t, 1));
}

bool is_polynomial(const struct term_table *terms, struct term a) {
  return is_op(terms, a, OP_ADD) || is_op(terms, a, OP_BVNOT) ||
         is_scaled(terms, a);
}

static uint32_t monomial_count(const struct term_table *terms, struct term t) {
  if (!is_op(terms, t, OP_ADD))
    return 1;
  uint32_t arity = arity_of(terms, t);
  return is_const(terms, operand_of(terms, t, arity - 1)) ? arity - 1 : arity;
}

static bool has_nested_sums(const struct term_table *terms, struct term add) {
  for (uint32_t i = 0; i < arity_of(terms, add); i++) {
    struct term t = operand_of(terms, add, i);
    if (is_scaled(terms, t))
      t = operand_of(terms, t, 0);
    if (is_op(terms, t, OP_ADD))
      return true;
  }
  return false;
}

// Building

static void push_monomial(struct sum *sum, struct term base, u128 factor) {
  CHECK(sum->count < 2 * TERM_MAX_FLAT, "a sum grew too long");
  sum->at[sum->count++] = (struct monomial){base, factor};
}

// Adds factor * t, with a sum t as one monomial.
static void sum_push(const struct term_table *terms, struct sum *sum,
                     struct term t, u128 factor) {
  if (is_const(terms, t)) {
    sum->constant += factor * value_of(terms, t);
    return;
  }
  if (is_scaled(terms, t)) {
    factor *= value_of(terms, operand_of(terms, t, 1));
    t = operand_of(terms, t, 0);
  }
  if (is_op(terms, t, OP_BVNOT)) {
    sum->constant -= factor;
    factor = -factor;
    t = operand_of(terms, t, 0);
  }
  push_monomial(sum, t, factor);
}

// Adds factor * t, with a sum t dissolved.
static void sum_push_parts(const struct term_table *terms, struct sum *sum,
                           struct term t, u128 factor) {
  if (!is_op(terms, t, OP_ADD)) {
    sum_push(terms, sum, t, factor);
    return;
  }
  for (uint32_t i = 0; i < arity_of(terms, t); i++)
    sum_push(terms, sum, operand_of(terms, t, i), factor);
}

// Orders the monomials, adds up equal bases and cuts all to the width.
static void collect_monomials(struct sum *sum) {
  struct monomial *at = sum->at;
  for (uint32_t i = 1; i < sum->count; i++) {
    struct monomial moving = at[i];
    uint32_t j = i;
    for (; j > 0 && at[j - 1].base.id > moving.base.id; j--)
      at[j] = at[j - 1];
    at[j] = moving;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < sum->count;) {
    struct monomial merged = {at[i].base, 0};
    for (; i < sum->count && term_equal(at[i].base, merged.base); i++)
      merged.factor += at[i].factor;
    merged.factor = bits_truncate(merged.factor, sum->width);
    if (merged.factor != 0)
      at[kept++] = merged;
  }
  sum->count = kept;
  sum->constant = bits_truncate(sum->constant, sum->width);
}

static struct term sum_term(struct term_table *terms, struct sum *sum);

static bool is_dissolvable(const struct term_table *terms,
                           struct monomial monomial) {
  return is_op(terms, monomial.base, OP_ADD) &&
         (monomial.factor == 1 || !has_nested_sums(terms, monomial.base));
}

// Dissolves all sums in the sum; false if there are none or they are too long.
static bool dissolve(const struct term_table *terms, struct sum *sum) {
  uint32_t total = 0;
  bool found = false;
  for (uint32_t i = 0; i < sum->count; i++) {
    bool dissolvable = is_dissolvable(terms, sum->at[i]);
    found |= dissolvable;
    total += dissolvable ? monomial_count(terms, sum->at[i].base) : 1;
  }
  if (!found || total > TERM_MAX_FLAT)
    return false;
  struct sum old = *sum;
  sum->count = 0;
  for (uint32_t i = 0; i < old.count; i++)
    if (is_dissolvable(terms, old.at[i]))
      sum_push_parts(terms, sum, old.at[i].base, old.at[i].factor);
    else
      push_monomial(sum, old.at[i].base, old.at[i].factor);
  return true;
}

// Distributes factors over the sums that are too long to be dissolved.
static bool distribute(struct term_table *terms, struct sum *sum) {
  bool changed = false;
  for (uint32_t i = 0; i < sum->count; i++) {
    struct monomial *monomial = &sum->at[i];
    if (monomial->factor == 1 || !is_dissolvable(terms, *monomial))
      continue;
    struct sum scaled = {.width = sum->width};
    sum_push_parts(terms, &scaled, monomial->base, monomial->factor);
    *monomial = (struct monomial){sum_term(terms, &scaled), 1};
    changed = true;
  }
  return changed;
}

static struct term monomial_term(struct term_table *terms, unsigned width,
                                 struct monomial monomial) {
  if (monomial.factor == 1)
    return monomial.base;
  return make_2(terms, OP_MUL, sort_bits(width), monomial.base,
                term_const(terms, width, monomial.factor));
}

static struct term write_sum(struct term_table *terms, const struct sum *sum) {
  unsigned width = sum->width;
  if (sum->count == 0)
    return term_const(terms, width, sum->constant);
  if (sum->count == 1 && sum->constant == 0)
    return monomial_term(terms, width, sum->at[0]);
  u128 minus_one = bits_mask(width);
  if (sum->count == 1 && sum->constant == minus_one &&
      sum->at[0].factor == minus_one)
    return bitwise_complement(terms, sum->at[0].base);
  struct term operands[TERM_MAX_ARITY];
  uint32_t arity = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    operands[arity++] = monomial_term(terms, width, sum->at[i]);
  if (sum->constant != 0)
    operands[arity++] = term_const(terms, width, sum->constant);
  return make_term(terms, OP_ADD, sort_bits(width), 0, operands, arity);
}

static struct term sum_term(struct term_table *terms, struct sum *sum) {
  do
    collect_monomials(sum);
  while (dissolve(terms, sum) || distribute(terms, sum));
  return write_sum(terms, sum);
}

// Constructors

struct term sum_of(struct term_table *terms, const struct term *operands,
                   uint32_t count) {
  struct sum sum;
  sum.width = width_of(terms, operands[0]);
  sum.count = 0;
  sum.constant = 0;
  for (uint32_t i = 0; i < count; i++)
    sum_push(terms, &sum, operands[i], 1);
  return sum_term(terms, &sum);
}

static struct term linear(struct term_table *terms, struct term a,
                          u128 a_factor, struct term b, u128 b_factor) {
  struct sum sum;
  sum.width = width_of(terms, a);
  sum.count = 0;
  sum.constant = 0;
  CHECK(sum.width == width_of(terms, b), "sum of different widths");
  sum_push(terms, &sum, a, a_factor);
  sum_push(terms, &sum, b, b_factor);
  return sum_term(terms, &sum);
}

static struct term scale(struct term_table *terms, struct term a, u128 factor,
                         u128 constant) {
  struct sum sum;
  sum.width = width_of(terms, a);
  sum.count = 0;
  sum.constant = constant;
  sum_push(terms, &sum, a, factor);
  return sum_term(terms, &sum);
}

struct term term_add(struct term_table *terms, struct term a, struct term b) {
  return linear(terms, a, 1, b, 1);
}

struct term term_sub(struct term_table *terms, struct term a, struct term b) {
  return linear(terms, a, 1, b, -(u128)1);
}

struct term term_neg(struct term_table *terms, struct term a) {
  return scale(terms, a, -(u128)1, 0);
}

struct term sum_complement(struct term_table *terms, struct term a) {
  return scale(terms, a, -(u128)1, -(u128)1);
}

// Takes a constant factor off a term.
static u128 take_factor(const struct term_table *terms, struct term *t) {
  if (!is_scaled(terms, *t))
    return 1;
  u128 factor = value_of(terms, operand_of(terms, *t, 1));
  *t = operand_of(terms, *t, 0);
  return factor;
}

// The product of extended values in more bits than a machine's word is that in
// a word, extended, if it fits. Checks of overflow ask for such products.
enum { WORD = 64 };

static bool fits_word(const struct term_table *terms, struct term a,
                      struct term b) {
  return width_of(terms, a) > WORD && is_extension(terms, a) &&
         op_of(terms, a) == op_of(terms, b) &&
         width_of(terms, operand_of(terms, a, 0)) +
                 width_of(terms, operand_of(terms, b, 0)) <=
             WORD;
}

static struct term multiply_in_word(struct term_table *terms, struct term a,
                                    struct term b) {
  enum term_op op = op_of(terms, a);
  struct term left = term_convert(terms, op, WORD, operand_of(terms, a, 0));
  struct term right = term_convert(terms, op, WORD, operand_of(terms, b, 0));
  return term_convert(terms, op, width_of(terms, a),
                      term_mul(terms, left, right));
}

struct term term_mul(struct term_table *terms, struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  CHECK(width == width_of(terms, b), "product of different widths");
  order_operands(terms, &a, &b);
  if (is_const(terms, b))
    return scale(terms, a, value_of(terms, b), 0);
  u128 factor = take_factor(terms, &a);
  factor *= take_factor(terms, &b);
  order_operands(terms, &a, &b);
  struct term product = fits_word(terms, a, b)
                            ? multiply_in_word(terms, a, b)
                            : make_2(terms, OP_MUL, sort_bits(width), a, b);
  return bits_truncate(factor, width) == 1 ? product
                                           : scale(terms, product, factor, 0);
}

// Equations

// The factor -2^(width-1) is its own negation and counts as positive.
static bool is_negative(const struct sum *sum, u128 factor) {
  return bits_sign(factor, sum->width) && factor != (u128)1 << (sum->width - 1);
}

static bool starts_negative(const struct sum *sum) {
  u128 middle = (u128)1 << (sum->width - 1);
  uint32_t i = 0;
  while (i + 1 < sum->count && sum->at[i].factor == middle)
    i++;
  return is_negative(sum, sum->at[i].factor);
}

static void negate(struct sum *sum) {
  for (uint32_t i = 0; i < sum->count; i++)
    sum->at[i].factor = bits_truncate(-sum->at[i].factor, sum->width);
  sum->constant = bits_truncate(-sum->constant, sum->width);
}

// The inverse of an odd number modulo 2^128, by Newton's iteration: each step
// doubles the number of correct bits, of which there are three at first.
static u128 inverse(u128 odd) {
  u128 x = odd;
  for (unsigned bits = 3; bits < 128; bits *= 2)
    x *= 2 - odd * x;
  return x;
}

static u128 lowest_bit(u128 a) {
  return a & -a;
}

// Whether every value of the left side is a multiple of a power of two that
// the constant is no multiple of.
static bool is_indivisible(const struct sum *sum) {
  u128 factors = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    factors |= sum->at[i].factor;
  return sum->constant != 0 && lowest_bit(sum->constant) < lowest_bit(factors);
}

// sum == 0 with all positive monomials on the left and the others, negated, on
// the right. The first monomial that is not its own negation is positive: that
// fixes the sign of the whole.
// A constant goes where it is positive, or to the right if it is alone there.
static void split_sum(struct term_table *terms, struct sum *sum,
                      struct term *left, struct term *right) {
  struct sum sides[2] = {{.width = sum->width}, {.width = sum->width}};
  if (starts_negative(sum))
    negate(sum);
  for (uint32_t i = 0; i < sum->count; i++) {
    struct monomial m = sum->at[i];
    if (is_negative(sum, m.factor))
      push_monomial(&sides[1], m.base, -m.factor);
    else
      push_monomial(&sides[0], m.base, m.factor);
  }
  if (sides[1].count == 0 || is_negative(sum, sum->constant))
    sides[1].constant = -sum->constant;
  else
    sides[0].constant = sum->constant;
  *left = sum_term(terms, &sides[0]);
  *right = sum_term(terms, &sides[1]);
}

static bool is_equatable(const struct term_table *terms, struct term a,
                         struct term b) {
  if (monomial_count(terms, a) + monomial_count(terms, b) > TERM_MAX_FLAT)
    return false;
  return !(is_op(terms, a, OP_ADD) && has_nested_sums(terms, a)) &&
         !(is_op(terms, b, OP_ADD) && has_nested_sums(terms, b));
}

enum equation sum_equate(struct term_table *terms, struct term *a,
                         struct term *b) {
  if (!is_equatable(terms, *a, *b))
    return EQUATION_OPEN;
  struct sum sum;
  sum.width = width_of(terms, *a);
  sum.count = 0;
  sum.constant = 0;
  sum_push_parts(terms, &sum, *a, 1);
  sum_push_parts(terms, &sum, *b, -(u128)1);
  collect_monomials(&sum);
  if (sum.count == 0)
    return sum.constant == 0 ? EQUATION_TRUE : EQUATION_FALSE;
  if (is_indivisible(&sum))
    return EQUATION_FALSE;
  if (sum.count == 1 && (sum.at[0].factor & 1)) {
    u128 solution = -sum.constant * inverse(sum.at[0].factor);
    *a = sum.at[0].base;
    *b = term_const(terms, sum.width, solution);
    return EQUATION_OPEN;
  }
  split_sum(terms, &sum, a, b);
  return EQUATION_OPEN;
}

// The monomials before the constant, if it has one.
static uint32_t split_constant(const struct term_table *terms, struct term t,
                               u128 *constant) {
  uint32_t count = monomial_count(terms, t);
  *constant = is_op(terms, t, OP_ADD) && count < arity_of(terms, t)
                  ? value_of(terms, operand_of(terms, t, count))
                  : 0;
  return count;
}

static struct term monomial_at(const struct term_table *terms, struct term t,
                               uint32_t index) {
  return is_op(terms, t, OP_ADD) ? operand_of(terms, t, index) : t;
}

bool sum_differs(const struct term_table *terms, struct term a, struct term b) {
  if (is_const(terms, a) && is_const(terms, b))
    return !term_equal(a, b);
  u128 a_constant, b_constant;
  uint32_t count = split_constant(terms, a, &a_constant);
  if (split_constant(terms, b, &b_constant) != count ||
      a_constant == b_constant)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!term_equal(monomial_at(terms, a, i), monomial_at(terms, b, i)))
      return false;
  return true;
}
