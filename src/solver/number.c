// Arithmetic of numbers: integer expressions with ranges.

#include "solver/number.h"

// Life cycle

void numbers_init(struct numbers *numbers, struct solver *solver,
                  Z3_solver asks) {
  *numbers = (struct numbers){.solver = solver, .z3 = solver->z3, .asks = asks};
  numbers->sort = Z3_mk_int_sort(solver->z3);
  numbers_keep(numbers, Z3_sort_to_ast(solver->z3, numbers->sort));
}

void numbers_release(struct numbers *numbers) {
  for (uint32_t i = 0; i < numbers->kept.count; i++)
    Z3_dec_ref(numbers->z3, numbers->kept.at[i]);
  ast_vec_release(&numbers->kept);
  division_map_release(&numbers->divisions);
  common_map_release(&numbers->commons);
  factors_vec_release(&numbers->products);
  i128_vec_release(&numbers->landmarks);
}

Z3_ast numbers_keep(struct numbers *numbers, Z3_ast ast) {
  if (!ast) {
    numbers->is_broken = true;
    return NULL;
  }
  Z3_inc_ref(numbers->z3, ast);
  ast_vec_push(&numbers->kept, ast);
  return ast;
}

void numbers_assert(struct numbers *numbers, Z3_ast fact) {
  if (!numbers->is_broken)
    Z3_solver_assert(numbers->z3, numbers->asks, fact);
}

// Expressions. Once broken, nothing is handed to Z3 any more.

static Z3_ast numeral(struct numbers *numbers, i128 value) {
  char digits[44], *at = digits + sizeof digits;
  u128 rest = value < 0 ? -(u128)value : (u128)value;
  *--at = '\0';
  do
    *--at = (char)('0' + (unsigned)(rest % 10));
  while ((rest /= 10) > 0);
  if (value < 0)
    *--at = '-';
  return numbers_keep(numbers, Z3_mk_numeral(numbers->z3, at, numbers->sort));
}

static Z3_ast sum(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_add(numbers->z3, 2, (Z3_ast[]){a, b}));
}

static Z3_ast product(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_mul(numbers->z3, 2, (Z3_ast[]){a, b}));
}

static Z3_ast at_most(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_le(numbers->z3, a, b));
}

static Z3_ast equal(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_eq(numbers->z3, a, b));
}

static Z3_ast both(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_and(numbers->z3, 2, (Z3_ast[]){a, b}));
}

static Z3_ast opposite(struct numbers *numbers, Z3_ast a) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_not(numbers->z3, a));
}

static void assert_if(struct numbers *numbers, Z3_ast condition, Z3_ast fact) {
  if (numbers->is_broken)
    return;
  numbers_assert(
      numbers,
      numbers_keep(numbers, Z3_mk_implies(numbers->z3, condition, fact)));
}

// Numbers

static const i128 most = (i128)1 << MOST_NUMBER_BITS;

static struct number with_range(Z3_ast ast, bool is_bounded, i128 low,
                                i128 high) {
  is_bounded = is_bounded && low >= -most && high <= most;
  return (struct number){ast, is_bounded, is_bounded ? low : 0,
                         is_bounded ? high : 0};
}

static bool is_constant(struct number a) {
  return a.is_bounded && a.low == a.high;
}

struct number number_constant(struct numbers *numbers, i128 value) {
  return with_range(numeral(numbers, value), true, value, value);
}

static struct number number_unbounded(struct numbers *numbers) {
  Z3_ast ast =
      numbers_keep(numbers, Z3_mk_fresh_const(numbers->z3, "n", numbers->sort));
  return with_range(ast, false, 0, 0);
}

struct number number_new(struct numbers *numbers, i128 low, i128 high) {
  if (low == high)
    return number_constant(numbers, low);
  Z3_ast ast = number_unbounded(numbers).ast;
  numbers_assert(numbers, at_most(numbers, numeral(numbers, low), ast));
  numbers_assert(numbers, at_most(numbers, ast, numeral(numbers, high)));
  return with_range(ast, true, low, high);
}

struct number number_add(struct numbers *numbers, struct number a,
                         struct number b) {
  if (is_constant(a) && a.low == 0)
    return b;
  if (is_constant(b) && b.low == 0)
    return a;
  if (is_constant(a) && is_constant(b) && a.low + b.low < most &&
      a.low + b.low > -most)
    return number_constant(numbers, a.low + b.low);
  return with_range(sum(numbers, a.ast, b.ast), a.is_bounded && b.is_bounded,
                    a.low + b.low, a.high + b.high);
}

// In bits, without the sign.
static unsigned magnitude(i128 a) {
  u128 rest = a < 0 ? -(u128)a : (u128)a;
  unsigned bits = 0;
  for (; rest > 0; rest >>= 1)
    bits++;
  return bits;
}

static unsigned most_magnitude(struct number a) {
  unsigned low = magnitude(a.low), high = magnitude(a.high);
  return low > high ? low : high;
}

static i128 lesser(i128 a, i128 b) {
  return a < b ? a : b;
}

static i128 greater(i128 a, i128 b) {
  return a > b ? a : b;
}

static struct number with_product(struct number a, struct number b,
                                  Z3_ast ast) {
  if (!a.is_bounded || !b.is_bounded ||
      most_magnitude(a) + most_magnitude(b) > MOST_NUMBER_BITS)
    return with_range(ast, false, 0, 0);
  i128 w = a.low * b.low, x = a.low * b.high;
  i128 y = a.high * b.low, z = a.high * b.high;
  return with_range(ast, true, lesser(lesser(w, x), lesser(y, z)),
                    greater(greater(w, x), greater(y, z)));
}

struct number number_scale(struct numbers *numbers, struct number a,
                           i128 factor) {
  struct number by = number_constant(numbers, factor);
  if (factor == 1)
    return a;
  struct number result = with_product(a, by, NULL);
  if (factor == 0 || is_constant(result))
    return number_constant(numbers, factor == 0 ? 0 : result.low);
  result.ast = product(numbers, by.ast, a.ast);
  return result;
}

struct number number_choose(struct numbers *numbers, Z3_ast condition,
                            struct number then, struct number otherwise) {
  if (numbers->is_broken || then.ast == otherwise.ast)
    return then;
  Z3_ast ast = numbers_keep(
      numbers, Z3_mk_ite(numbers->z3, condition, then.ast, otherwise.ast));
  return with_range(ast, then.is_bounded && otherwise.is_bounded,
                    lesser(then.low, otherwise.low),
                    greater(then.high, otherwise.high));
}

// A product with one of few values is a choice of multiples, which is linear.
static struct number choose_multiple(struct numbers *numbers, struct number a,
                                     struct number few) {
  struct number result = number_scale(numbers, a, few.high);
  for (i128 value = few.high - 1; value >= few.low; value--) {
    Z3_ast is_it = equal(numbers, few.ast, numeral(numbers, value));
    result =
        number_choose(numbers, is_it, number_scale(numbers, a, value), result);
  }
  return result;
}

static bool has_few(struct number a) {
  enum { FEW = 8 };
  return a.is_bounded && a.high - a.low < FEW;
}

// Linear facts about products. Z3 finds such by itself, but late.

// For x >= 0: if y is at most z, then x * y is at most x * z. For x <= 0 the
// same of -x.
static void assert_order(struct numbers *numbers, struct number x,
                         Z3_ast is_ordered, struct number less,
                         struct number more) {
  Z3_ast zero = numeral(numbers, 0);
  bool may_be_negative = !x.is_bounded || x.low < 0;
  bool may_be_positive = !x.is_bounded || x.high > 0;
  if (may_be_positive)
    assert_if(numbers, both(numbers, is_ordered, at_most(numbers, zero, x.ast)),
              at_most(numbers, less.ast, more.ast));
  if (may_be_negative)
    assert_if(numbers, both(numbers, is_ordered, at_most(numbers, x.ast, zero)),
              at_most(numbers, more.ast, less.ast));
}

// x * y against x * c.
static void relate_to_multiple(struct numbers *numbers, struct number x,
                               struct number y, struct number product, i128 c) {
  if (y.is_bounded && (c < y.low || c > y.high))
    return;
  struct number multiple = number_scale(numbers, x, c);
  Z3_ast limit = numeral(numbers, c);
  assert_order(numbers, x, at_most(numbers, y.ast, limit), product, multiple);
  assert_order(numbers, x, at_most(numbers, limit, y.ast), multiple, product);
}

// x * y against x * z: the greater factor makes x more.
static void relate_to_product(struct numbers *numbers, struct number x,
                              struct number y, struct number product,
                              struct number z, struct number other) {
  struct number one = number_constant(numbers, 1);
  Z3_ast is_less = at_most(numbers, number_add(numbers, y, one).ast, z.ast);
  Z3_ast is_more = at_most(numbers, number_add(numbers, z, one).ast, y.ast);
  assert_order(numbers, x, is_less, number_add(numbers, product, x), other);
  assert_order(numbers, x, is_more, number_add(numbers, other, x), product);
}

static void relate_product(struct numbers *numbers, struct factors new) {
  enum { MOST_PRODUCTS = 8 };
  for (uint32_t i = 0; i < numbers->landmarks.count; i++) {
    i128 c = numbers->landmarks.at[i];
    relate_to_multiple(numbers, new.a, new.b, new.product, c);
    relate_to_multiple(numbers, new.b, new.a, new.product, c);
  }
  if (numbers->products.count >= MOST_PRODUCTS)
    return;
  for (uint32_t i = 0; i < numbers->products.count; i++) {
    struct factors old = numbers->products.at[i];
    if (old.a.ast == new.a.ast)
      relate_to_product(numbers, old.a, new.b, new.product, old.b, old.product);
    else if (old.b.ast == new.a.ast)
      relate_to_product(numbers, old.b, new.b, new.product, old.a, old.product);
    else if (old.a.ast == new.b.ast)
      relate_to_product(numbers, old.a, new.a, new.product, old.b, old.product);
    else if (old.b.ast == new.b.ast)
      relate_to_product(numbers, old.b, new.a, new.product, old.a, old.product);
  }
  factors_vec_push(&numbers->products, new);
}

struct number number_multiply(struct numbers *numbers, struct number a,
                              struct number b) {
  if (is_constant(a))
    return number_scale(numbers, b, a.low);
  if (is_constant(b))
    return number_scale(numbers, a, b.low);
  if (has_few(b))
    return choose_multiple(numbers, a, b);
  if (has_few(a))
    return choose_multiple(numbers, b, a);
  struct number result = with_product(a, b, product(numbers, a.ast, b.ast));
  if (a.ast == b.ast && result.is_bounded)
    result.low = 0;
  if (!numbers->is_broken)
    relate_product(numbers, (struct factors){a, b, result});
  return result;
}

Z3_ast number_at_most(struct numbers *numbers, struct number a,
                      struct number b) {
  return at_most(numbers, a.ast, b.ast);
}

// Modulo powers of two

// To the next integer below.
static i128 floor_quotient(i128 a, i128 b) {
  i128 q = a / b;
  return a % b < 0 ? q - 1 : q;
}

struct number number_reduce(struct numbers *numbers, struct number a,
                            unsigned width, i128 base) {
  enum { FEW = 2 };
  i128 modulus = (i128)1 << width;
  struct number moved = number_add(numbers, a, number_constant(numbers, -base));
  if (!moved.is_bounded)
    return number_add(numbers, number_divide(numbers, moved, modulus).remainder,
                      number_constant(numbers, base));
  i128 first = floor_quotient(moved.low, modulus);
  i128 last = floor_quotient(moved.high, modulus);
  if (last - first > FEW)
    return number_add(numbers, number_divide(numbers, moved, modulus).remainder,
                      number_constant(numbers, base));
  struct number result =
      number_add(numbers, a, number_constant(numbers, -last * modulus));
  for (i128 q = last - 1; q >= first; q--) {
    Z3_ast is_less =
        at_most(numbers, a.ast, numeral(numbers, base + (q + 1) * modulus - 1));
    struct number less =
        number_add(numbers, a, number_constant(numbers, -q * modulus));
    result = number_choose(numbers, is_less, less, result);
  }
  if (last > first)
    result = with_range(result.ast, true, base, base + modulus - 1);
  return result;
}

Z3_ast number_congruent(struct numbers *numbers, struct number a,
                        struct number b, unsigned width) {
  enum { FEW = 8 };
  struct number difference =
      number_add(numbers, a, number_scale(numbers, b, -1));
  i128 modulus = (i128)1 << width;
  struct number zero = number_constant(numbers, 0);
  if (difference.is_bounded) {
    i128 first = -floor_quotient(-difference.low, modulus); // rounded up
    i128 last = floor_quotient(difference.high, modulus);
    Z3_ast cases[FEW + 1];
    unsigned count = 0;
    if (last - first < FEW) {
      for (i128 q = first; q <= last; q++)
        cases[count++] =
            equal(numbers, difference.ast, numeral(numbers, q * modulus));
      if (numbers->is_broken)
        return NULL;
      return numbers_keep(numbers, Z3_mk_or(numbers->z3, count, cases));
    }
  }
  struct number rest = number_divide(numbers, difference, modulus).remainder;
  return equal(numbers, rest.ast, zero.ast);
}

// Division

static struct division *find_division(struct numbers *numbers, struct number a,
                                      struct number b, bool truncates,
                                      bool *is_new) {
  struct pair_key key = {Z3_get_ast_id(numbers->z3, a.ast),
                         Z3_get_ast_id(numbers->z3, b.ast), truncates};
  return division_map_insert(&numbers->divisions, key, is_new);
}

// a == quotient * divisor + remainder, with the remainder as what is left.
static struct number remainder_of(struct numbers *numbers, struct number a,
                                  struct number quotient, i128 divisor,
                                  i128 low, i128 high) {
  struct number product = number_scale(numbers, quotient, -divisor);
  struct number rest = number_add(numbers, a, product);
  return with_range(rest.ast, true, low, high);
}

static struct division make_floor_division(struct numbers *numbers,
                                           struct number a, i128 divisor) {
  struct number quotient =
      a.is_bounded ? number_new(numbers, floor_quotient(a.low, divisor),
                                floor_quotient(a.high, divisor))
                   : number_unbounded(numbers);
  struct number rest =
      remainder_of(numbers, a, quotient, divisor, 0, divisor - 1);
  if (is_constant(quotient))
    return (struct division){
        quotient,
        number_add(numbers, a,
                   number_constant(numbers, -quotient.low * divisor))};
  numbers_assert(numbers, at_most(numbers, numeral(numbers, 0), rest.ast));
  numbers_assert(numbers,
                 at_most(numbers, rest.ast, numeral(numbers, divisor - 1)));
  return (struct division){quotient, rest};
}

struct division number_divide(struct numbers *numbers, struct number a,
                              i128 divisor) {
  if (numbers->is_broken)
    return (struct division){a, a};
  struct number b = number_constant(numbers, divisor);
  bool is_new;
  struct division *known = find_division(numbers, a, b, false, &is_new);
  if (!is_new)
    return *known;
  struct division division = make_floor_division(numbers, a, divisor);
  *find_division(numbers, a, b, false, &is_new) = division;
  return division;
}

// Towards zero by a positive constant: the remainder has the dividend's sign.
static struct division make_truncated_division(struct numbers *numbers,
                                               struct number a, i128 divisor) {
  struct number quotient =
      a.is_bounded ? number_new(numbers, a.low / divisor, a.high / divisor)
                   : number_unbounded(numbers);
  struct number rest =
      remainder_of(numbers, a, quotient, divisor, 1 - divisor, divisor - 1);
  Z3_ast zero = numeral(numbers, 0);
  Z3_ast is_positive = at_most(numbers, zero, a.ast);
  assert_if(numbers, is_positive,
            both(numbers, at_most(numbers, zero, rest.ast),
                 at_most(numbers, rest.ast, numeral(numbers, divisor - 1))));
  assert_if(numbers, opposite(numbers, is_positive),
            both(numbers, at_most(numbers, rest.ast, zero),
                 at_most(numbers, numeral(numbers, 1 - divisor), rest.ast)));
  return (struct division){quotient, rest};
}

static struct division divide_truncated(struct numbers *numbers,
                                        struct number a, i128 divisor) {
  if (numbers->is_broken)
    return (struct division){a, a};
  if (a.is_bounded && a.low >= 0)
    return number_divide(numbers, a, divisor);
  struct number b = number_constant(numbers, divisor);
  bool is_new;
  struct division *known = find_division(numbers, a, b, true, &is_new);
  if (!is_new)
    return *known;
  struct division division = make_truncated_division(numbers, a, divisor);
  *find_division(numbers, a, b, true, &is_new) = division;
  return division;
}

// A division of numbers that are not negative. Nothing is said of it where the
// divisor is zero.
struct dividing {
  struct number a, b, quotient, remainder;
  Z3_ast is_zero; // null when b never is
};

static void assert_divided(struct numbers *numbers, const struct dividing *d,
                           Z3_ast fact) {
  if (d->is_zero)
    assert_if(numbers, opposite(numbers, d->is_zero), fact);
  else
    numbers_assert(numbers, fact);
}

static Z3_ast either(struct numbers *numbers, Z3_ast a, Z3_ast b) {
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_or(numbers->z3, 2, (Z3_ast[]){a, b}));
}

// q < c <=> a < c * b.
static void relate_to_landmark(struct numbers *numbers,
                               const struct dividing *d, i128 c) {
  struct number one = number_constant(numbers, 1);
  Z3_ast bound = number_scale(numbers, d->b, c).ast;
  Z3_ast next = number_add(numbers, d->a, one).ast;
  Z3_ast is_below = at_most(numbers, d->quotient.ast, numeral(numbers, c - 1));
  Z3_ast is_less = at_most(numbers, next, bound);
  assert_divided(numbers, d,
                 either(numbers, is_below, opposite(numbers, is_less)));
  assert_divided(numbers, d,
                 either(numbers, opposite(numbers, is_below), is_less));
}

// If the quotient is c, then a == b * c + remainder.
static void relate_to_quotient(struct numbers *numbers,
                               const struct dividing *d, i128 c) {
  Z3_ast is_it = equal(numbers, d->quotient.ast, numeral(numbers, c));
  struct number multiple = number_scale(numbers, d->b, c);
  struct number all = number_add(numbers, multiple, d->remainder);
  assert_divided(numbers, d,
                 either(numbers, opposite(numbers, is_it),
                        equal(numbers, d->a.ast, all.ast)));
}

// The product is not linear; small quotients and those that the question is
// about are given by linear facts as well.
static void define_division(struct numbers *numbers, const struct dividing *d) {
  struct number one = number_constant(numbers, 1);
  struct number product = number_multiply(numbers, d->quotient, d->b);
  struct number all = number_add(numbers, product, d->remainder);
  struct number next = number_add(numbers, d->remainder, one);
  assert_divided(numbers, d, equal(numbers, d->a.ast, all.ast));
  assert_divided(numbers, d, at_most(numbers, next.ast, d->b.ast));
  assert_divided(numbers, d, at_most(numbers, d->remainder.ast, d->a.ast));
  assert_divided(numbers, d, at_most(numbers, d->quotient.ast, d->a.ast));
  for (i128 c = 1; c <= 2; c++)
    relate_to_landmark(numbers, d, c);
  for (uint32_t i = 0; i < numbers->landmarks.count; i++)
    relate_to_landmark(numbers, d, numbers->landmarks.at[i]);
  for (i128 c = 0; c <= 1; c++)
    relate_to_quotient(numbers, d, c);
}

static struct division divide_by_nonzero(struct numbers *numbers,
                                         struct number a, struct number b,
                                         Z3_ast is_zero, i128 greatest) {
  if (numbers->is_broken)
    return (struct division){a, a};
  bool is_new;
  struct division *known = find_division(numbers, a, b, false, &is_new);
  if (!is_new)
    return *known;
  struct dividing d = {a, b, number_new(numbers, 0, greatest),
                       number_new(numbers, 0, greatest),
                       b.is_bounded && b.low > 0 ? NULL : is_zero};
  define_division(numbers, &d);
  struct division division = {d.quotient, d.remainder};
  *find_division(numbers, a, b, false, &is_new) = division;
  return division;
}

struct division number_divide_unsigned(struct numbers *numbers, struct number a,
                                       struct number b, unsigned width) {
  struct number greatest = number_constant(numbers, ((i128)1 << width) - 1);
  if (numbers->is_broken)
    return (struct division){a, a};
  if (is_constant(b) && b.low > 0)
    return number_divide(numbers, a, b.low);
  if (is_constant(b))
    return (struct division){greatest, a};
  Z3_ast is_zero = equal(numbers, b.ast, numeral(numbers, 0));
  struct division division =
      divide_by_nonzero(numbers, a, b, is_zero, greatest.low);
  return (struct division){
      number_choose(numbers, is_zero, greatest, division.quotient),
      number_choose(numbers, is_zero, a, division.remainder)};
}

static struct number absolute(struct numbers *numbers, struct number a,
                              Z3_ast is_positive) {
  if (a.is_bounded && a.low >= 0)
    return a;
  struct number result =
      number_choose(numbers, is_positive, a, number_scale(numbers, a, -1));
  i128 high = greater(a.high, -a.low);
  return with_range(result.ast, a.is_bounded, 0, high);
}

// By a variable of any sign, through the absolute values.
static struct division divide_by_variable(struct numbers *numbers,
                                          struct number a, struct number b) {
  struct number zero = number_constant(numbers, 0);
  struct number one = number_constant(numbers, 1);
  Z3_ast a_positive = at_most(numbers, zero.ast, a.ast);
  Z3_ast b_positive = at_most(numbers, zero.ast, b.ast);
  Z3_ast is_zero = equal(numbers, b.ast, zero.ast);
  struct number left = absolute(numbers, a, a_positive);
  struct number right = absolute(numbers, b, b_positive);
  if (numbers->is_broken)
    return (struct division){a, a};
  struct division d =
      divide_by_nonzero(numbers, left, right, is_zero, left.high);
  Z3_ast is_same =
      numbers_keep(numbers, Z3_mk_iff(numbers->z3, a_positive, b_positive));
  struct number quotient = number_choose(numbers, is_same, d.quotient,
                                         number_scale(numbers, d.quotient, -1));
  struct number rest = number_choose(numbers, a_positive, d.remainder,
                                     number_scale(numbers, d.remainder, -1));
  struct number by_zero =
      number_choose(numbers, a_positive, number_scale(numbers, one, -1), one);
  return (struct division){number_choose(numbers, is_zero, by_zero, quotient),
                           number_choose(numbers, is_zero, a, rest)};
}

struct division number_divide_signed(struct numbers *numbers, struct number a,
                                     struct number b) {
  if (numbers->is_broken || !is_constant(b) || b.low == 0)
    return divide_by_variable(numbers, a, b);
  if (b.low > 0)
    return divide_truncated(numbers, a, b.low);
  struct division d = divide_truncated(numbers, a, -b.low);
  d.quotient = number_scale(numbers, d.quotient, -1);
  return d;
}

// Bits

struct number number_common(struct numbers *numbers, struct number a,
                            struct number b) {
  if (numbers->is_broken)
    return a;
  uint32_t first = Z3_get_ast_id(numbers->z3, a.ast);
  uint32_t second = Z3_get_ast_id(numbers->z3, b.ast);
  struct pair_key key = {first < second ? first : second,
                         first < second ? second : first, false};
  struct number *known = common_map_find(&numbers->commons, key);
  if (known)
    return *known;
  struct number common = number_new(numbers, 0, lesser(a.high, b.high));
  numbers_assert(numbers, at_most(numbers, common.ast, a.ast));
  numbers_assert(numbers, at_most(numbers, common.ast, b.ast));
  common_map_put(&numbers->commons, key, common);
  return common;
}
