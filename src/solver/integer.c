// A second look at arithmetic: the question as one about integers.
//
// Identities of quotients and remainders, scalings and midpoints are hard as
// bits and easy as linear arithmetic over the integers, once it is said where
// sums and products wrap (number.h). What is no arithmetic (arrays, floating
// point, shifts by variables) is a new integer in its range: a weaker question,
// whose UNSAT can be believed. A model is tried on the terms themselves before
// it counts.

#include "solver/number.h"

enum { MOST_RUNS = 4, MOST_LANDMARKS = 10 };

// What a term is for Z3: the number or the Boolean, and for numbers the values
// as unsigned and as signed, made when they are asked for.
struct image {
  bool is_needed;
  bool has_unsigned, has_signed;
  int32_t votes; // above 0: mostly looked at as signed
  Z3_ast truth;
  struct number number, as_unsigned, as_signed;
};

NUMBER_MAP_DEFINE(image_map, uint32_t, struct image);

struct integers {
  struct query *query; // borrowed
  const struct term_table *terms;
  struct numbers numbers;
  struct image_map images;
  struct term_vec all; // every term below, operands first
};

static struct image *image_of(struct integers *in, struct term t) {
  return image_map_find(&in->images, t.id);
}

static struct image *operand_image(struct integers *in, struct term t,
                                   uint32_t index) {
  return image_of(in, term_operand(in->terms, t, index));
}

static bool is_number(const struct term_table *terms, struct term t) {
  return sort_is_bits(term_sort(terms, t)) &&
         term_width(terms, t) <= MOST_NUMBER_BITS - 10;
}

// What is needed

static bool is_const_operand(const struct term_table *terms, struct term t,
                             uint32_t index) {
  return term_is_const(terms, term_operand(terms, t, index));
}

// The ones of a mask, as runs of bits.
static unsigned run_count(u128 mask) {
  unsigned count = 0;
  for (; mask > 0; mask >>= 1)
    count += (mask & 3) == 1;
  return count;
}

// Operators that have a meaning for integers, given those of their operands.
static bool is_readable(const struct term_table *terms, struct term t) {
  enum term_op op = term_op(terms, t);
  for (uint32_t i = 0; i < term_arity(terms, t); i++) {
    struct term x = term_operand(terms, t, i);
    if (!sort_is_bool(term_sort(terms, x)) && !is_number(terms, x))
      return false;
  }
  switch (op) {
  case OP_NOT:
  case OP_AND:
  case OP_OR:
  case OP_EQ:
  case OP_ITE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE:
  case OP_BVNOT:
  case OP_ADD:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_EXTRACT:
  case OP_CONCAT:
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: return true;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return is_const_operand(terms, t, 1);
  default: return false;
  }
}

// How an operator looks at its operands: above 0 as signed, below as unsigned,
// 0 as others look at its result. Extensions count more: products are made of
// them.
static int32_t view_of(enum term_op op) {
  switch (op) {
  case OP_SLT:
  case OP_SLE:
  case OP_SDIV:
  case OP_SREM:
  case OP_ASHR: return 1;
  case OP_SEXT: return 2;
  case OP_ZEXT: return -2;
  case OP_ULT:
  case OP_ULE:
  case OP_UDIV:
  case OP_UREM:
  case OP_LSHR: return -1;
  default: return 0;
  }
}

static void need(struct integers *in, struct term t, int32_t vote) {
  struct image *image = image_of(in, t);
  image->is_needed = true;
  image->votes += vote;
}

static void add_landmark(struct i128_vec *landmarks, i128 value) {
  for (uint32_t i = 0; i < landmarks->count; i++)
    if (landmarks->at[i] == value)
      return;
  if (landmarks->count < MOST_LANDMARKS)
    i128_vec_push(landmarks, value);
}

// Constants that something is compared with, and their neighbours: x <= 100 is
// x < 101.
static void note_landmark(struct integers *in, struct term t) {
  for (uint32_t i = 0; i < term_arity(in->terms, t); i++) {
    struct term x = term_operand(in->terms, t, i);
    if (!term_is_const(in->terms, x))
      continue;
    u128 value = term_value(in->terms, x);
    if (value < 3 || value >= 1u << 31)
      continue;
    add_landmark(&in->numbers.landmarks, (i128)value - 1);
    add_landmark(&in->numbers.landmarks, (i128)value);
  }
}

// Operands have smaller handles, so that from the end every term is met after
// those that need it.
static void find_needed(struct integers *in) {
  for (uint32_t i = in->all.count; i > 0; i--) {
    struct term t = in->all.at[i - 1];
    struct image image = *image_of(in, t);
    if (!image.is_needed || !is_readable(in->terms, t))
      continue;
    int32_t view = view_of(term_op(in->terms, t));
    if (view == 0)
      view = (image.votes > 0) - (image.votes < 0);
    for (uint32_t j = 0; j < term_arity(in->terms, t); j++)
      need(in, term_operand(in->terms, t, j), view);
    enum term_op op = term_op(in->terms, t);
    if (op == OP_EQ || term_op_class(op) == OP_CLASS_COMPARE)
      note_landmark(in, t);
  }
}

// Values

static struct number unsigned_of(struct integers *in, struct term t) {
  struct image *image = image_of(in, t);
  if (!image->has_unsigned) {
    unsigned width = term_width(in->terms, t);
    image->as_unsigned = number_reduce(&in->numbers, image->number, width, 0);
    image->has_unsigned = true;
  }
  return image->as_unsigned;
}

static struct number signed_of(struct integers *in, struct term t) {
  struct image *image = image_of(in, t);
  if (!image->has_signed) {
    unsigned width = term_width(in->terms, t);
    image->as_signed = number_reduce(&in->numbers, image->number, width,
                                     -((i128)1 << (width - 1)));
    image->has_signed = true;
  }
  return image->as_signed;
}

// A congruent number of moderate size: the factor of a product.
static struct number factor_of(struct integers *in, struct term t) {
  struct image *image = image_of(in, t);
  i128 limit = (i128)1 << term_width(in->terms, t);
  struct number number = image->number;
  if (number.is_bounded && number.low > -limit && number.high < limit)
    return number;
  return image->votes > 0 ? signed_of(in, t) : unsigned_of(in, t);
}

// Leaves

static struct number number_of_const(struct integers *in, struct term t) {
  unsigned width = term_width(in->terms, t);
  u128 value = term_value(in->terms, t);
  i128 negative = bits_signed(value, width);
  bool is_small = negative < 0 && image_of(in, t)->votes >= 0;
  return number_constant(&in->numbers, is_small ? negative : (i128)value);
}

// Any value of the width.
static struct number any_number(struct integers *in, struct term t) {
  unsigned width = term_width(in->terms, t);
  i128 half = (i128)1 << (width - 1);
  if (image_of(in, t)->votes > 0)
    return number_new(&in->numbers, -half, half - 1);
  return number_new(&in->numbers, 0, 2 * half - 1);
}

// Operators

static struct number add_all(struct integers *in, struct term t) {
  struct number result = operand_image(in, t, 0)->number;
  for (uint32_t i = 1; i < term_arity(in->terms, t); i++)
    result = number_add(&in->numbers, result, operand_image(in, t, i)->number);
  return result;
}

static struct number multiply(struct integers *in, struct term t) {
  struct number a = operand_image(in, t, 0)->number;
  if (!is_const_operand(in->terms, t, 1))
    return number_multiply(&in->numbers,
                           factor_of(in, term_operand(in->terms, t, 0)),
                           factor_of(in, term_operand(in->terms, t, 1)));
  struct term c = term_operand(in->terms, t, 1);
  u128 value = term_value(in->terms, c);
  i128 negative = bits_signed(value, term_width(in->terms, c));
  return number_scale(&in->numbers, a, negative);
}

static struct number divide(struct integers *in, struct term t) {
  struct term a = term_operand(in->terms, t, 0);
  struct term b = term_operand(in->terms, t, 1);
  enum term_op op = term_op(in->terms, t);
  bool is_signed = op == OP_SDIV || op == OP_SREM;
  struct division division =
      is_signed ? number_divide_signed(&in->numbers, signed_of(in, a),
                                       signed_of(in, b))
                : number_divide_unsigned(&in->numbers, unsigned_of(in, a),
                                         unsigned_of(in, b),
                                         term_width(in->terms, t));
  bool is_quotient = op == OP_UDIV || op == OP_SDIV;
  return is_quotient ? division.quotient : division.remainder;
}

static struct number shift(struct integers *in, struct term t) {
  struct term a = term_operand(in->terms, t, 0);
  u128 amount = term_value(in->terms, term_operand(in->terms, t, 1));
  unsigned width = term_width(in->terms, t);
  enum term_op op = term_op(in->terms, t);
  if (amount >= width && op != OP_ASHR)
    return number_constant(&in->numbers, 0);
  if (amount >= width)
    amount = width - 1;
  i128 power = (i128)1 << amount;
  if (op == OP_SHL)
    return number_scale(&in->numbers, image_of(in, a)->number, power);
  struct number value = op == OP_LSHR ? unsigned_of(in, a) : signed_of(in, a);
  return number_divide(&in->numbers, value, power).quotient;
}

// The low bits need no reduction: congruence modulo fewer bits follows.
static struct number extract(struct integers *in, struct term t) {
  struct term a = term_operand(in->terms, t, 0);
  unsigned low = term_extract_low(in->terms, t);
  if (low == 0)
    return image_of(in, a)->number;
  return number_divide(&in->numbers, unsigned_of(in, a), (i128)1 << low)
      .quotient;
}

static struct number concatenate(struct integers *in, struct term t) {
  struct term low = term_operand(in->terms, t, 1);
  struct number high =
      number_scale(&in->numbers, operand_image(in, t, 0)->number,
                   (i128)1 << term_width(in->terms, low));
  return number_add(&in->numbers, high, unsigned_of(in, low));
}

// Bit operations

static struct number low_bits(struct integers *in, struct number a,
                              unsigned count) {
  if (count == 0)
    return number_constant(&in->numbers, 0);
  return number_divide(&in->numbers, a, (i128)1 << count).remainder;
}

// a & mask: each run of ones is what its upper end leaves over without what its
// lower end leaves over.
static struct number mask_bits(struct integers *in, struct number a,
                               u128 mask) {
  struct number result = number_constant(&in->numbers, 0);
  for (unsigned bit = 0; mask >> bit != 0; bit++) {
    bool is_one = mask >> bit & 1, was_one = bit > 0 && mask >> (bit - 1) & 1;
    if (is_one == was_one)
      continue;
    struct number part = low_bits(in, a, bit);
    result = number_add(&in->numbers, result,
                        number_scale(&in->numbers, part, is_one ? -1 : 1));
  }
  unsigned top = 0;
  while (top < MOST_NUMBER_BITS && mask >> top != 0)
    top++;
  result = number_add(&in->numbers, result, low_bits(in, a, top));
  return (struct number){result.ast, true, 0, (i128)mask};
}

// a | b == a + b - (a & b), a ^ b == a + b - 2 * (a & b).
static struct number combine_bits(struct integers *in, struct term t) {
  struct term a = term_operand(in->terms, t, 0);
  struct term b = term_operand(in->terms, t, 1);
  struct number x = unsigned_of(in, a), y = unsigned_of(in, b);
  bool is_mask = term_is_const(in->terms, b) &&
                 run_count(term_value(in->terms, b)) <= MOST_RUNS;
  struct number common = is_mask ? mask_bits(in, x, term_value(in->terms, b))
                                 : number_common(&in->numbers, x, y);
  enum term_op op = term_op(in->terms, t);
  if (op == OP_BVAND)
    return common;
  struct number both = number_add(&in->numbers, x, y);
  i128 factor = op == OP_BVOR ? -1 : -2;
  struct number result = number_add(&in->numbers, both,
                                    number_scale(&in->numbers, common, factor));
  i128 high = ((i128)1 << term_width(in->terms, t)) - 1;
  return (struct number){result.ast, true, 0, high};
}

static struct number number_of(struct integers *in, struct term t) {
  struct numbers *numbers = &in->numbers;
  enum term_op op = term_op(in->terms, t);
  if (op == OP_CONST)
    return number_of_const(in, t);
  if (op == OP_VAR || !is_readable(in->terms, t))
    return any_number(in, t);
  struct term first = term_operand(in->terms, t, 0);
  switch (op) {
  case OP_ADD: return add_all(in, t);
  case OP_MUL: return multiply(in, t);
  case OP_BVNOT:
    return number_add(numbers,
                      number_scale(numbers, image_of(in, first)->number, -1),
                      number_constant(numbers, -1));
  case OP_ITE:
    return number_choose(numbers, image_of(in, first)->truth,
                         operand_image(in, t, 1)->number,
                         operand_image(in, t, 2)->number);
  case OP_ZEXT: return unsigned_of(in, first);
  case OP_SEXT: return signed_of(in, first);
  case OP_EXTRACT: return extract(in, t);
  case OP_CONCAT: return concatenate(in, t);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return shift(in, t);
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: return combine_bits(in, t);
  default: return divide(in, t);
  }
}

// Truths

static Z3_ast any_truth(struct integers *in) {
  struct numbers *numbers = &in->numbers;
  Z3_sort sort = Z3_mk_bool_sort(numbers->z3);
  return numbers_keep(numbers, Z3_mk_fresh_const(numbers->z3, "b", sort));
}

// Whether the highest bit is set: of a bit operation it is one of Booleans.
static Z3_ast sign_of(struct integers *in, struct term t, unsigned depth) {
  enum { DEEPEST = 4 };
  struct numbers *numbers = &in->numbers;
  enum term_op op = term_op(in->terms, t);
  bool is_bitwise = op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR;
  if (!is_bitwise || depth == DEEPEST) {
    struct number minus_one = number_constant(numbers, -1);
    return number_at_most(numbers, signed_of(in, t), minus_one);
  }
  Z3_ast signs[2];
  for (uint32_t i = 0; i < 2; i++)
    signs[i] = sign_of(in, term_operand(in->terms, t, i), depth + 1);
  if (numbers->is_broken)
    return NULL;
  Z3_ast result = op == OP_BVAND  ? Z3_mk_and(numbers->z3, 2, signs)
                  : op == OP_BVOR ? Z3_mk_or(numbers->z3, 2, signs)
                                  : Z3_mk_xor(numbers->z3, signs[0], signs[1]);
  return numbers_keep(numbers, result);
}

static bool is_sign_test(const struct term_table *terms, struct term t) {
  return term_op(terms, t) == OP_SLT && is_const_operand(terms, t, 1) &&
         term_value(terms, term_operand(terms, t, 1)) == 0;
}

// a <= b, or a < b as !(b <= a).
static Z3_ast compare(struct integers *in, struct term t) {
  struct numbers *numbers = &in->numbers;
  if (is_sign_test(in->terms, t))
    return sign_of(in, term_operand(in->terms, t, 0), 0);
  enum term_op op = term_op(in->terms, t);
  struct term a = term_operand(in->terms, t, 0);
  struct term b = term_operand(in->terms, t, 1);
  bool is_signed = op == OP_SLT || op == OP_SLE;
  bool is_strict = op == OP_SLT || op == OP_ULT;
  struct number x = is_signed ? signed_of(in, a) : unsigned_of(in, a);
  struct number y = is_signed ? signed_of(in, b) : unsigned_of(in, b);
  if (!is_strict)
    return number_at_most(numbers, x, y);
  Z3_ast reverse = number_at_most(numbers, y, x);
  if (numbers->is_broken)
    return NULL;
  return numbers_keep(numbers, Z3_mk_not(numbers->z3, reverse));
}

static Z3_ast connect(struct integers *in, struct term t) {
  struct numbers *numbers = &in->numbers;
  uint32_t count = term_arity(in->terms, t);
  struct ast_vec args = {0};
  for (uint32_t i = 0; i < count; i++)
    ast_vec_push(&args, operand_image(in, t, i)->truth);
  Z3_ast result;
  switch (term_op(in->terms, t)) {
  case OP_NOT: result = Z3_mk_not(numbers->z3, args.at[0]); break;
  case OP_AND: result = Z3_mk_and(numbers->z3, count, args.at); break;
  case OP_OR: result = Z3_mk_or(numbers->z3, count, args.at); break;
  case OP_EQ: result = Z3_mk_iff(numbers->z3, args.at[0], args.at[1]); break;
  default: result = Z3_mk_ite(numbers->z3, args.at[0], args.at[1], args.at[2]);
  }
  ast_vec_release(&args);
  return numbers_keep(numbers, result);
}

static Z3_ast truth_of(struct integers *in, struct term t) {
  struct numbers *numbers = &in->numbers;
  enum term_op op = term_op(in->terms, t);
  if (op == OP_TRUE || op == OP_FALSE)
    return numbers_keep(numbers, op == OP_TRUE ? Z3_mk_true(numbers->z3)
                                               : Z3_mk_false(numbers->z3));
  if (op == OP_VAR || !is_readable(in->terms, t))
    return any_truth(in);
  if (term_op_class(op) == OP_CLASS_COMPARE)
    return compare(in, t);
  struct term first = term_operand(in->terms, t, 0);
  if (op != OP_EQ || sort_is_bool(term_sort(in->terms, first)))
    return connect(in, t);
  return number_congruent(numbers, image_of(in, first)->number,
                          operand_image(in, t, 1)->number,
                          term_width(in->terms, first));
}

// The whole question

static void read_terms(struct integers *in) {
  for (uint32_t i = 0; i < in->all.count && !in->numbers.is_broken; i++) {
    struct term t = in->all.at[i];
    if (!image_of(in, t)->is_needed)
      continue;
    if (sort_is_bool(term_sort(in->terms, t)))
      image_of(in, t)->truth = truth_of(in, t);
    else if (is_number(in->terms, t))
      image_of(in, t)->number = number_of(in, t);
  }
}

static void collect(struct integers *in) {
  struct query *query = in->query;
  struct term_vec roots = {0};
  term_vec_append(&roots, query->asserted.at, query->asserted.count);
  term_vec_append(&roots, query->assumptions.at, query->assumptions.count);
  term_collect(in->terms, roots.at, roots.count, &in->all);
  for (uint32_t i = 0; i < in->all.count; i++)
    image_map_insert(&in->images, in->all.at[i].id, NULL);
  for (uint32_t i = 0; i < roots.count; i++)
    need(in, roots.at[i], 0);
  term_vec_release(&roots);
}

// Assumptions go by proxies, for the core. Those of literals do as well.
static void hand_over(struct integers *in, struct ast_vec *proxies) {
  struct query *query = in->query;
  struct numbers *numbers = &in->numbers;
  for (uint32_t i = 0; i < query->asserted.count; i++)
    numbers_assert(numbers, image_of(in, query->asserted.at[i])->truth);
  for (uint32_t i = 0; i < query->assumptions.count; i++) {
    Z3_ast proxy = any_truth(in);
    if (numbers->is_broken)
      return;
    Z3_ast truth = image_of(in, query->assumptions.at[i])->truth;
    numbers_assert(numbers, numbers_keep(numbers, Z3_mk_implies(numbers->z3,
                                                                proxy, truth)));
    ast_vec_push(proxies, proxy);
  }
}

static void take_core(struct integers *in, const struct ast_vec *proxies) {
  Z3_context z3 = in->numbers.z3;
  Z3_ast_vector list = Z3_solver_get_unsat_core(z3, in->numbers.asks);
  Z3_ast_vector_inc_ref(z3, list);
  u32_vec_clear(&in->query->core);
  for (uint32_t i = 0; i < proxies->count; i++)
    for (unsigned j = 0; j < Z3_ast_vector_size(z3, list); j++)
      if (Z3_ast_vector_get(z3, list, j) == proxies->at[i])
        u32_vec_push(&in->query->core, i);
  Z3_ast_vector_dec_ref(z3, list);
}

// Models

static bool parse_integer(const char *digits, u128 *value) {
  bool is_negative = *digits == '-';
  *value = 0;
  for (digits += is_negative; *digits >= '0' && *digits <= '9'; digits++)
    *value = *value * 10 + (unsigned)(*digits - '0');
  if (is_negative)
    *value = -*value;
  return *digits == '\0';
}

static bool read_value(struct integers *in, Z3_model model, struct term t,
                       u128 *value) {
  Z3_context z3 = in->numbers.z3;
  const struct image *image = image_of(in, t);
  bool is_bool = sort_is_bool(term_sort(in->terms, t));
  Z3_ast ast = is_bool ? image->truth : image->number.ast, result;
  if (!ast || !Z3_model_eval(z3, model, ast, true, &result))
    return false;
  Z3_inc_ref(z3, result);
  bool is_good = is_bool || Z3_is_numeral_ast(z3, result);
  if (is_good && is_bool)
    is_good = ast_value(z3, result, value);
  else if (is_good)
    is_good = parse_integer(Z3_get_numeral_string(z3, result), value);
  Z3_dec_ref(z3, result);
  if (is_good && !is_bool)
    *value = bits_truncate(*value, term_width(in->terms, t));
  return is_good;
}

static bool holds(struct integers *in, struct assignment *model) {
  const struct query *query = in->query;
  for (uint32_t i = 0; i < query->asserted.count; i++)
    if (!term_evaluate(model, query->asserted.at[i]))
      return false;
  for (uint32_t i = 0; i < query->assumptions.count; i++)
    if (!term_evaluate(model, query->assumptions.at[i]))
      return false;
  return true;
}

// The values of the variables, if they satisfy the terms themselves. Arrays
// stay zero.
static bool take_model(struct integers *in) {
  Z3_context z3 = in->numbers.z3;
  Z3_model model = Z3_solver_get_model(z3, in->numbers.asks);
  if (!model)
    return false;
  Z3_model_inc_ref(z3, model);
  struct assignment *values = assignment_new(in->terms);
  bool is_good = true;
  for (uint32_t i = 0; i < in->all.count && is_good; i++) {
    struct term t = in->all.at[i];
    u128 value;
    if (term_op(in->terms, t) != OP_VAR || !image_of(in, t)->is_needed ||
        sort_is_array(term_sort(in->terms, t)))
      continue;
    is_good = read_value(in, model, t, &value);
    if (is_good)
      assignment_set(values, t, value);
  }
  Z3_model_dec_ref(z3, model);
  is_good = is_good && holds(in, values);
  if (is_good)
    in->query->values = values;
  else
    assignment_free(values);
  return is_good;
}

static enum answer ask(struct integers *in, enum unknown_reason *reason) {
  struct query *query = in->query;
  struct ast_vec proxies = {0};
  enum answer answer = ANSWER_UNKNOWN;
  collect(in);
  find_needed(in);
  read_terms(in);
  hand_over(in, &proxies);
  if (!in->numbers.is_broken)
    answer = check_solver(query->solver, query->purpose, in->numbers.asks,
                          &proxies, reason);
  if (answer == ANSWER_UNSAT)
    take_core(in, &proxies);
  if (answer == ANSWER_SAT && !take_model(in))
    answer = ANSWER_UNKNOWN;
  ast_vec_release(&proxies);
  return answer;
}

// Z3's procedure for real polynomials is left out: it does not count what it
// does, and would not end at a limit.
static Z3_solver start_z3(struct solver *solver, uint64_t limit) {
  Z3_context z3 = solver->z3;
  Z3_solver asks = Z3_mk_solver_for_logic(z3, symbol_of(solver, "QF_NIA"));
  if (!asks)
    return NULL;
  Z3_solver_inc_ref(z3, asks);
  Z3_params parameters = parameters_new(solver, limit);
  Z3_symbol reals = symbol_of(solver, "arith.nl.nra");
  Z3_params_set_bool(z3, parameters, reals, false);
  Z3_solver_set_params(z3, asks, parameters);
  Z3_params_dec_ref(z3, parameters);
  Z3_solver_push(z3, asks);
  return asks;
}

enum answer integer_check(struct query *query, uint64_t limit) {
  struct solver *solver = query->solver;
  Z3_solver z3 = start_z3(solver, limit);
  if (!z3)
    return ANSWER_UNKNOWN;
  struct integers in = {.query = query, .terms = solver->terms};
  numbers_init(&in.numbers, solver, z3);
  enum unknown_reason reason = UNKNOWN_NONE;
  enum answer answer = ask(&in, &reason);
  numbers_release(&in.numbers);
  image_map_release(&in.images);
  term_vec_release(&in.all);
  Z3_solver_dec_ref(solver->z3, z3);
  return answer;
}
