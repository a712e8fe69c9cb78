// The normal form that term.h states, as far as one node shows it: a new node
// is looked at once, in the debug modes.
#include "term/internal.h"

static bool is_literal_of(const struct term_table *terms, struct term t) {
  return t.id == TERM_ID_TRUE || t.id == TERM_ID_FALSE || is_const(terms, t);
}

// Sorts

static bool has_sorts(const struct term_table *terms, struct term t,
                      struct sort first, uint32_t count) {
  if (arity_of(terms, t) < count)
    return false;
  for (uint32_t i = 0; i < arity_of(terms, t); i++)
    if (!sort_equal(sort_of(terms, operand_of(terms, t, i)), first))
      return false;
  return true;
}

static bool has_boolean_sorts(const struct term_table *terms, struct term t) {
  struct sort own = sort_of(terms, t);
  switch (op_of(terms, t)) {
  case OP_NOT:
    return sort_is_bool(own) && arity_of(terms, t) == 1 &&
           has_sorts(terms, t, own, 1);
  case OP_AND:
  case OP_OR: return sort_is_bool(own) && has_sorts(terms, t, own, 2);
  case OP_EQ:
    return sort_is_bool(own) && arity_of(terms, t) == 2 &&
           has_sorts(terms, t, sort_of(terms, operand_of(terms, t, 0)), 2);
  case OP_ITE:
    return arity_of(terms, t) == 3 &&
           sort_is_bool(sort_of(terms, operand_of(terms, t, 0))) &&
           sort_equal(own, sort_of(terms, operand_of(terms, t, 1))) &&
           sort_equal(own, sort_of(terms, operand_of(terms, t, 2)));
  default: return false;
  }
}

static bool has_piece_sorts(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0);
  if (op_of(terms, t) == OP_EXTRACT)
    return arity_of(terms, t) == 1 &&
           node_of(terms, t)->low + width_of(terms, t) <=
               width_of(terms, first);
  return arity_of(terms, t) == 2 &&
         width_of(terms, first) + width_of(terms, operand_of(terms, t, 1)) ==
             width_of(terms, t);
}

static bool has_array_sorts(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0);
  struct sort own = sort_of(terms, t), array = sort_of(terms, first);
  if (op_of(terms, t) == OP_CONST_ARRAY)
    return sort_is_array(own) && arity_of(terms, t) == 1 &&
           sort_equal(array, sort_bits(sort_width(own)));
  if (!sort_is_array(array) ||
      !sort_equal(sort_of(terms, operand_of(terms, t, 1)),
                  sort_bits(sort_index_width(array))))
    return false;
  struct sort element = sort_bits(sort_width(array));
  if (op_of(terms, t) == OP_SELECT)
    return arity_of(terms, t) == 2 && sort_equal(own, element);
  return arity_of(terms, t) == 3 && sort_equal(own, array) &&
         sort_equal(sort_of(terms, operand_of(terms, t, 2)), element);
}

static bool is_well_sorted(const struct term_table *terms, struct term t) {
  struct sort own = sort_of(terms, t);
  switch (term_op_class(op_of(terms, t))) {
  case OP_CLASS_LEAF: return true;
  case OP_CLASS_BOOLEAN: return has_boolean_sorts(terms, t);
  case OP_CLASS_COMPARE:
    return sort_is_bool(own) && arity_of(terms, t) == 2 &&
           has_sorts(terms, t, sort_of(terms, operand_of(terms, t, 0)), 2);
  case OP_CLASS_UNARY:
  case OP_CLASS_BINARY: return sort_is_bits(own) && has_sorts(terms, t, own, 1);
  case OP_CLASS_CONVERT: return sort_is_bits(own) && arity_of(terms, t) == 1;
  case OP_CLASS_PIECE: return has_piece_sorts(terms, t);
  case OP_CLASS_ARRAY: return has_array_sorts(terms, t);
  }
  return false;
}

// Shapes

static bool is_ordered(const struct term_table *terms, struct term t) {
  for (uint32_t i = 1; i < arity_of(terms, t); i++)
    if (operand_of(terms, t, i - 1).id >= operand_of(terms, t, i).id)
      return false;
  return true;
}

// Ordered, without literals and complements. It need not be flat: what has
// become short may be part of what was long.
static bool is_normal_junction(const struct term_table *terms, struct term t) {
  uint32_t arity = arity_of(terms, t);
  for (uint32_t i = 0; i < arity; i++) {
    struct term operand = operand_of(terms, t, i);
    if (is_literal_of(terms, operand))
      return false;
    for (uint32_t k = 0; k < arity; k++)
      if (is_op(terms, operand, OP_NOT) &&
          term_equal(operand_of(terms, operand, 0), operand_of(terms, t, k)))
        return false;
  }
  return is_ordered(terms, t);
}

static struct term base_of(const struct term_table *terms, struct term t) {
  bool is_scaled =
      is_op(terms, t, OP_MUL) && is_const(terms, operand_of(terms, t, 1));
  return is_scaled ? operand_of(terms, t, 0) : t;
}

// Distinct summands by handle of what is multiplied, the constant last.
static bool is_normal_sum(const struct term_table *terms, struct term t) {
  uint32_t arity = arity_of(terms, t);
  for (uint32_t i = 0; i < arity; i++) {
    struct term summand = operand_of(terms, t, i);
    if (is_const(terms, summand) &&
        (i + 1 < arity || value_of(terms, summand) == 0))
      return false;
    if (i && !is_const(terms, summand) &&
        base_of(terms, operand_of(terms, t, i - 1)).id >=
            base_of(terms, summand).id)
      return false;
  }
  return arity >= 2;
}

static bool is_normal_product(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0), second = operand_of(terms, t, 1);
  if (!is_const(terms, second))
    return !is_const(terms, first) && first.id <= second.id;
  return !is_const(terms, first) && value_of(terms, second) > 1;
}

static bool is_normal_equation(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0), second = operand_of(terms, t, 1);
  if (is_literal_of(terms, first) || term_equal(first, second))
    return false;
  if (is_literal_of(terms, second))
    return is_const(terms, second);
  return first.id < second.id;
}

// x < c or c <= x; what is compared is not an extension then.
static bool is_normal_order(const struct term_table *terms, struct term t) {
  bool is_strict = is_op(terms, t, OP_ULT) || is_op(terms, t, OP_SLT);
  struct term first = operand_of(terms, t, 0), second = operand_of(terms, t, 1);
  struct term bound = is_strict ? second : first;
  struct term other = is_strict ? first : second;
  if (is_const(terms, other) || term_equal(first, second))
    return false;
  return !is_const(terms, bound) || !is_extension(terms, other);
}

static bool is_normal_choice(const struct term_table *terms, struct term t) {
  struct term condition = operand_of(terms, t, 0);
  struct term then = operand_of(terms, t, 1);
  struct term otherwise = operand_of(terms, t, 2);
  if (is_literal_of(terms, condition) || term_equal(then, otherwise))
    return false;
  if (is_const(terms, then) && is_const(terms, otherwise))
    return value_of(terms, then) > value_of(terms, otherwise);
  return !is_op(terms, condition, OP_NOT) &&
         !(sort_is_bool(sort_of(terms, t)) &&
           (is_literal_of(terms, then) || is_literal_of(terms, otherwise)));
}

static bool is_normal_negation(const struct term_table *terms, struct term t) {
  switch (op_of(terms, operand_of(terms, t, 0))) {
  case OP_TRUE:
  case OP_FALSE:
  case OP_NOT:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return false;
  default: return true;
  }
}

static bool is_normal_piece(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0);
  if (op_of(terms, t) == OP_CONCAT)
    return !is_op(terms, first, OP_CONCAT) && !is_extension(terms, first) &&
           !(is_const(terms, first) &&
             is_const(terms, operand_of(terms, t, 1)));
  return width_of(terms, t) < width_of(terms, first) &&
         !is_const(terms, first) && !is_extension(terms, first) &&
         !is_op(terms, first, OP_EXTRACT) && !is_op(terms, first, OP_CONCAT);
}

static bool is_normal_extension(const struct term_table *terms, struct term t) {
  struct term inner = operand_of(terms, t, 0);
  return width_of(terms, t) > width_of(terms, inner) &&
         !is_const(terms, inner) && !is_op(terms, inner, OP_ZEXT) &&
         !is_op(terms, inner, op_of(terms, t));
}

// A constant is the second operand of what commutes, and folded elsewhere.
static bool is_normal_bitwise(const struct term_table *terms, struct term t) {
  struct term first = operand_of(terms, t, 0), second = operand_of(terms, t, 1);
  return !is_const(terms, first) && !term_equal(first, second) &&
         (is_const(terms, second) || first.id < second.id);
}

static bool is_normal_select(const struct term_table *terms, struct term t) {
  struct term array = operand_of(terms, t, 0), index = operand_of(terms, t, 1);
  if (is_op(terms, array, OP_STORE))
    return !term_equal(operand_of(terms, array, 1), index);
  return !is_op(terms, array, OP_CONST_ARRAY);
}

static bool is_normal_shape(const struct term_table *terms, struct term t) {
  switch (op_of(terms, t)) {
  case OP_NOT: return is_normal_negation(terms, t);
  case OP_AND:
  case OP_OR: return is_normal_junction(terms, t);
  case OP_EQ: return is_normal_equation(terms, t);
  case OP_ITE: return is_normal_choice(terms, t);
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return is_normal_order(terms, t);
  case OP_ADD: return is_normal_sum(terms, t);
  case OP_MUL: return is_normal_product(terms, t);
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: return is_normal_bitwise(terms, t);
  case OP_ZEXT:
  case OP_SEXT: return is_normal_extension(terms, t);
  case OP_EXTRACT:
  case OP_CONCAT: return is_normal_piece(terms, t);
  case OP_SELECT: return is_normal_select(terms, t);
  default: return true;
  }
}

bool is_normal(const struct term_table *terms, struct term t) {
  for (uint32_t i = 0; i < arity_of(terms, t); i++) {
    struct term operand = operand_of(terms, t, i);
    if (!operand.id || operand.id >= t.id)
      return false;
  }
  return is_well_sorted(terms, t) && is_normal_shape(terms, t);
}
