// Random expressions as plain trees, with their own evaluation: what the terms
// built from them are compared with.
#ifndef VOUCH_TEST_RANDOM_TREE_H
#define VOUCH_TEST_RANDOM_TREE_H

#include "../unit.h"
#include "naive_bits.h"

#include "base/arena.h"
#include "term/evaluate.h"
#include "term/term.h"

enum { TREE_INDEX_WIDTH = 3, TREE_ELEMENTS = 8, TREE_VARIABLES = 3 };

struct tree {
  enum term_op op;
  struct sort sort;
  unsigned low;      // EXTRACT
  unsigned variable; // VAR: number within its sort
  u128 value;        // CONST
  uint32_t arity;
  struct tree *operands[3];
};

// A bit string, a Boolean, or the elements of an array.
struct tree_value {
  u128 bits;
  u128 elements[TREE_ELEMENTS];
};

enum { TREE_POOL = 64 };

struct tree_maker {
  struct random random;
  struct arena arena;
  struct tree *pool[TREE_POOL]; // recent trees, to be used again
  uint32_t pool_count;
};

// Making

static const unsigned tree_widths[] = {1, 3, 8, 16, 32, 64, 128};

static inline unsigned tree_any_width(struct tree_maker *maker) {
  return tree_widths[random_below(&maker->random, 7)];
}

static inline struct tree *tree_new(struct tree_maker *maker, enum term_op op,
                                    struct sort sort, uint32_t arity) {
  struct tree *tree = arena_new_zero(&maker->arena, sizeof *tree);
  tree->op = op;
  tree->sort = sort;
  tree->arity = arity;
  return tree;
}

// Mostly values at which something changes.
static inline u128 tree_constant(struct tree_maker *maker, unsigned width) {
  struct random *random = &maker->random;
  u128 power = (u128)1 << random_below(random, width);
  switch (random_below(random, 8)) {
  case 0: return 0;
  case 1: return 1 & bits_mask(width);
  case 2: return bits_mask(width);
  case 3: return (u128)1 << (width - 1);
  case 4: return bits_mask(width) >> 1;
  case 5: return bits_truncate(power, width);
  case 6: return bits_truncate(power - 1 + random_below(random, 3), width);
  default:
    return bits_truncate((u128)random_next(random) << 64 | random_next(random),
                         width);
  }
}

static inline struct tree *tree_leaf(struct tree_maker *maker,
                                     struct sort sort) {
  bool is_const = !sort_is_array(sort) && random_below(&maker->random, 5) < 2;
  struct tree *tree = tree_new(maker, OP_VAR, sort, 0);
  tree->variable = random_below(&maker->random, TREE_VARIABLES);
  if (!is_const)
    return tree;
  if (sort_is_bool(sort)) {
    tree->op = random_below(&maker->random, 2) ? OP_TRUE : OP_FALSE;
  } else {
    tree->op = OP_CONST;
    tree->value = tree_constant(maker, sort_width(sort));
  }
  return tree;
}

static inline struct tree *tree_make(struct tree_maker *maker, struct sort sort,
                                     unsigned depth);

static inline struct tree *tree_operator(struct tree_maker *maker,
                                         enum term_op op, struct sort sort,
                                         uint32_t arity, struct sort operand,
                                         unsigned depth) {
  struct tree *tree = tree_new(maker, op, sort, arity);
  for (uint32_t i = 0; i < arity; i++)
    tree->operands[i] = tree_make(maker, operand, depth - 1);
  return tree;
}

static inline unsigned tree_float_width(struct tree_maker *maker) {
  return random_below(&maker->random, 2) ? 32 : 64;
}

static inline struct tree *tree_make_bool(struct tree_maker *maker,
                                          unsigned depth) {
  struct sort sort = sort_bool();
  struct sort bits = sort_bits(tree_any_width(maker));
  switch (random_below(&maker->random, 13)) {
  case 0: return tree_operator(maker, OP_NOT, sort, 1, sort, depth);
  case 1: return tree_operator(maker, OP_AND, sort, 2, sort, depth);
  case 2: return tree_operator(maker, OP_OR, sort, 2, sort, depth);
  case 3: return tree_operator(maker, OP_EQ, sort, 2, sort, depth);
  case 4: return tree_operator(maker, OP_ITE, sort, 3, sort, depth);
  case 5:
    return tree_operator(maker, OP_FEQ + random_below(&maker->random, 3), sort,
                         2, sort_bits(tree_float_width(maker)), depth);
  case 6:
    return tree_operator(maker, OP_EQ, sort, 2, sort_array(TREE_INDEX_WIDTH, 8),
                         depth);
  case 7:
  case 8:
  case 9: return tree_operator(maker, OP_EQ, sort, 2, bits, depth);
  default:
    return tree_operator(maker, OP_ULT + random_below(&maker->random, 4), sort,
                         2, bits, depth);
  }
}

static inline struct tree *tree_make_array(struct tree_maker *maker,
                                           struct sort sort, unsigned depth) {
  struct sort element = sort_bits(sort_width(sort));
  struct tree *tree;
  switch (random_below(&maker->random, 6)) {
  case 0: return tree_operator(maker, OP_CONST_ARRAY, sort, 1, element, depth);
  case 1:
    tree = tree_new(maker, OP_ITE, sort, 3);
    tree->operands[0] = tree_make(maker, sort_bool(), depth - 1);
    tree->operands[1] = tree_make(maker, sort, depth - 1);
    tree->operands[2] = tree_make(maker, sort, depth - 1);
    return tree;
  default:
    tree = tree_new(maker, OP_STORE, sort, 3);
    tree->operands[0] = tree_make(maker, sort, depth - 1);
    tree->operands[1] =
        tree_make(maker, sort_bits(TREE_INDEX_WIDTH), depth - 1);
    tree->operands[2] = tree_make(maker, element, depth - 1);
    return tree;
  }
}

// Extensions, pieces and float conversions that give the width.
static inline struct tree *
tree_make_conversion(struct tree_maker *maker, unsigned width, unsigned depth) {
  struct sort sort = sort_bits(width);
  unsigned other = tree_any_width(maker);
  unsigned kind = random_below(&maker->random, 10);
  bool is_float = width == 32 || width == 64;
  if (kind == 0 && is_float)
    return tree_operator(maker, OP_FTOF, sort, 1,
                         sort_bits(tree_float_width(maker)), depth);
  if (kind == 1 && is_float)
    return tree_operator(maker, OP_SITOF + random_below(&maker->random, 2),
                         sort, 1, sort_bits(other), depth);
  if (kind == 2)
    return tree_operator(maker, OP_FTOSI + random_below(&maker->random, 2),
                         sort, 1, sort_bits(tree_float_width(maker)), depth);
  if (other < width && kind < 4) {
    struct tree *tree = tree_new(maker, OP_CONCAT, sort, 2);
    tree->operands[0] = tree_make(maker, sort_bits(width - other), depth - 1);
    tree->operands[1] = tree_make(maker, sort_bits(other), depth - 1);
    return tree;
  }
  if (other <= width)
    return tree_operator(maker, OP_ZEXT + random_below(&maker->random, 2), sort,
                         1, sort_bits(other), depth);
  struct tree *tree =
      tree_operator(maker, OP_EXTRACT, sort, 1, sort_bits(other), depth);
  if (random_below(&maker->random, 2))
    tree->low = random_below(&maker->random, other - width + 1);
  return tree;
}

static inline struct tree *tree_make_bits(struct tree_maker *maker,
                                          unsigned width, unsigned depth) {
  struct random *random = &maker->random;
  struct sort sort = sort_bits(width);
  struct tree *tree;
  switch (random_below(random, 12)) {
  case 0: return tree_operator(maker, OP_BVNOT, sort, 1, sort, depth);
  case 1:
    tree = tree_operator(maker, OP_ITE, sort, 3, sort, depth);
    tree->operands[0] = tree_make(maker, sort_bool(), depth - 1);
    return tree;
  case 2:
    if (width != 8 && width != 32)
      break;
    tree = tree_new(maker, OP_SELECT, sort, 2);
    tree->operands[0] =
        tree_make(maker, sort_array(TREE_INDEX_WIDTH, width), depth - 1);
    tree->operands[1] =
        tree_make(maker, sort_bits(TREE_INDEX_WIDTH), depth - 1);
    return tree;
  case 3:
    if (width != 32 && width != 64)
      break;
    if (random_below(random, 4) == 0)
      return tree_operator(maker, OP_FNEG, sort, 1, sort, depth);
    return tree_operator(maker, OP_FADD + random_below(random, 5), sort, 2,
                         sort, depth);
  case 4:
  case 5:
  case 6: return tree_make_conversion(maker, width, depth);
  case 7:
  case 8: return tree_operator(maker, OP_ADD, sort, 2, sort, depth);
  default: break;
  }
  return tree_operator(maker, OP_ADD + random_below(random, 12), sort, 2, sort,
                       depth);
}

static inline struct tree *tree_make(struct tree_maker *maker, struct sort sort,
                                     unsigned depth) {
  if (depth == 0 || random_below(&maker->random, 8) == 0)
    return tree_leaf(maker, sort);
  if (maker->pool_count > 0 && random_below(&maker->random, 3) == 0)
    for (unsigned tries = 0; tries < 8; tries++) {
      struct tree *old =
          maker->pool[random_below(&maker->random, maker->pool_count)];
      if (sort_equal(old->sort, sort))
        return old;
    }
  struct tree *tree = sort_is_bool(sort) ? tree_make_bool(maker, depth)
                      : sort_is_array(sort)
                          ? tree_make_array(maker, sort, depth)
                          : tree_make_bits(maker, sort_width(sort), depth);
  if (maker->pool_count < TREE_POOL)
    maker->pool[maker->pool_count++] = tree;
  return tree;
}

// A tree of any sort that has a value. The previous ones are gone.
static inline struct tree *tree_next(struct tree_maker *maker, unsigned depth) {
  arena_clear(&maker->arena);
  maker->pool_count = 0;
  bool is_bool = random_below(&maker->random, 3) == 0;
  return tree_make(
      maker, is_bool ? sort_bool() : sort_bits(tree_any_width(maker)), depth);
}

// Values of the variables: drawn when asked for first

struct tree_values {
  struct tree_maker *maker;
  struct {
    struct sort sort;
    struct tree_value values[TREE_VARIABLES];
  } sorts[140];
  unsigned count;
};

static inline struct tree_value *tree_values_of(struct tree_values *values,
                                                struct sort sort,
                                                unsigned variable) {
  unsigned at = 0;
  while (at < values->count && !sort_equal(values->sorts[at].sort, sort))
    at++;
  if (at == values->count) {
    unsigned width = sort_is_bool(sort) ? 1 : sort_width(sort);
    values->sorts[at].sort = sort;
    values->count++;
    for (unsigned i = 0; i < TREE_VARIABLES; i++) {
      struct tree_value *value = &values->sorts[at].values[i];
      value->bits = tree_constant(values->maker, width);
      for (unsigned j = 0; j < TREE_ELEMENTS && sort_is_array(sort); j++)
        value->elements[j] = tree_constant(values->maker, width);
    }
  }
  return &values->sorts[at].values[variable];
}

// Evaluation. Floats go through bits.h, which has its own test: the host may
// order the operands of a float operator as it likes when both are NaN.

static inline struct tree_value tree_evaluate(struct tree_values *values,
                                              const struct tree *tree);

static inline u128 tree_bits(struct tree_values *values,
                             const struct tree *tree) {
  enum term_op op = tree->op;
  unsigned width = sort_width(tree->sort);
  struct tree_value v[3];
  for (uint32_t i = 0; i < tree->arity; i++)
    v[i] = tree_evaluate(values, tree->operands[i]);
  struct sort sort = tree->arity ? tree->operands[0]->sort : (struct sort){0};
  unsigned from = sort_width(sort);
  switch (op) {
  case OP_TRUE: return 1;
  case OP_FALSE: return 0;
  case OP_CONST: return tree->value;
  case OP_NOT: return v[0].bits == 0;
  case OP_AND: return v[0].bits && v[1].bits;
  case OP_OR: return v[0].bits || v[1].bits;
  case OP_EQ:
    if (sort_is_array(sort))
      return !memcmp(v[0].elements, v[1].elements, sizeof v[0].elements);
    return v[0].bits == v[1].bits;
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return naive_compare(op, from, v[0].bits, v[1].bits);
  case OP_FEQ:
  case OP_FLT:
  case OP_FLE: return bits_compare(op, from, v[0].bits, v[1].bits);
  case OP_BVNOT: return naive_not(width, v[0].bits);
  case OP_FNEG: return v[0].bits ^ (u128)1 << (width - 1);
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM: return bits_binary(op, width, v[0].bits, v[1].bits);
  case OP_ZEXT:
  case OP_SEXT: return naive_extend(op, from, width, v[0].bits);
  case OP_FTOF:
  case OP_FTOSI:
  case OP_FTOUI:
  case OP_SITOF:
  case OP_UITOF: return bits_convert(op, from, width, v[0].bits);
  case OP_EXTRACT: return v[0].bits >> tree->low & bits_mask(width);
  case OP_CONCAT: {
    unsigned border = sort_width(tree->operands[1]->sort);
    return v[0].bits << border | v[1].bits;
  }
  case OP_SELECT: return v[0].elements[v[1].bits];
  default: return naive_binary(op, width, v[0].bits, v[1].bits);
  }
}

static inline struct tree_value tree_array(struct tree_values *values,
                                           const struct tree *tree) {
  struct tree_value result = tree_evaluate(values, tree->operands[0]);
  if (tree->op == OP_CONST_ARRAY) {
    for (unsigned i = 0; i < TREE_ELEMENTS; i++)
      result.elements[i] = result.bits;
    return result;
  }
  u128 index = tree_evaluate(values, tree->operands[1]).bits;
  result.elements[index] = tree_evaluate(values, tree->operands[2]).bits;
  return result;
}

static inline struct tree_value tree_evaluate(struct tree_values *values,
                                              const struct tree *tree) {
  if (tree->op == OP_VAR)
    return *tree_values_of(values, tree->sort, tree->variable);
  if (tree->op == OP_ITE) {
    bool condition = tree_evaluate(values, tree->operands[0]).bits;
    return tree_evaluate(values, tree->operands[condition ? 1 : 2]);
  }
  if (sort_is_array(tree->sort))
    return tree_array(values, tree);
  return (struct tree_value){.bits = tree_bits(values, tree)};
}

// Terms

struct tree_terms {
  struct interner *names;
  struct term_table *terms;
  struct {
    struct sort sort;
    struct term variables[TREE_VARIABLES];
  } sorts[140];
  unsigned count;
};

static inline void tree_terms_init(struct tree_terms *to) {
  memset(to, 0, sizeof *to);
  to->names = interner_new();
  to->terms = term_table_new(to->names);
}

static inline void tree_terms_release(struct tree_terms *to) {
  term_table_free(to->terms);
  interner_free(to->names);
}

static inline struct term tree_variable(struct tree_terms *to, struct sort sort,
                                        unsigned variable) {
  unsigned at = 0;
  while (at < to->count && !sort_equal(to->sorts[at].sort, sort))
    at++;
  if (at == to->count) {
    to->sorts[to->count++].sort = sort;
    for (unsigned i = 0; i < TREE_VARIABLES; i++)
      to->sorts[at].variables[i] = term_variable(
          to->terms, intern_format(to->names, "v%u_%x", i, sort.code), sort);
  }
  return to->sorts[at].variables[variable];
}

static inline struct term tree_term(struct tree_terms *to,
                                    const struct tree *tree) {
  struct term_table *terms = to->terms;
  struct term t[3] = {{0}};
  for (uint32_t i = 0; i < tree->arity; i++)
    t[i] = tree_term(to, tree->operands[i]);
  unsigned width = sort_width(tree->sort);
  switch (tree->op) {
  case OP_TRUE: return term_true(terms);
  case OP_FALSE: return term_false(terms);
  case OP_CONST: return term_const(terms, width, tree->value);
  case OP_VAR: return tree_variable(to, tree->sort, tree->variable);
  case OP_NOT: return term_not(terms, t[0]);
  case OP_AND: return term_and(terms, t[0], t[1]);
  case OP_OR: return term_or(terms, t[0], t[1]);
  case OP_EQ: return term_eq(terms, t[0], t[1]);
  case OP_ITE: return term_ite(terms, t[0], t[1], t[2]);
  case OP_EXTRACT: return term_extract(terms, tree->low, width, t[0]);
  case OP_CONCAT: return term_concat(terms, t[0], t[1]);
  case OP_SELECT: return term_select(terms, t[0], t[1]);
  case OP_STORE: return term_store(terms, t[0], t[1], t[2]);
  case OP_CONST_ARRAY: return term_const_array(terms, TREE_INDEX_WIDTH, t[0]);
  default: break;
  }
  switch (term_op_class(tree->op)) {
  case OP_CLASS_COMPARE: return term_compare(terms, tree->op, t[0], t[1]);
  case OP_CLASS_UNARY: return term_unary(terms, tree->op, t[0]);
  case OP_CLASS_CONVERT: return term_convert(terms, tree->op, width, t[0]);
  default: return term_binary(terms, tree->op, t[0], t[1]);
  }
}

// The values of the tree's variables as an assignment.
static inline void tree_assign(struct tree_terms *to,
                               struct tree_values *values,
                               struct assignment *assignment) {
  for (unsigned s = 0; s < to->count; s++)
    for (unsigned i = 0; i < TREE_VARIABLES; i++) {
      struct term variable = to->sorts[s].variables[i];
      struct sort sort = to->sorts[s].sort;
      struct tree_value *value = tree_values_of(values, sort, i);
      if (!sort_is_array(sort)) {
        assignment_set(assignment, variable, value->bits);
        continue;
      }
      assignment_set_default(assignment, variable, value->elements[0]);
      for (unsigned j = 1; j < TREE_ELEMENTS; j++)
        assignment_set_element(assignment, variable, j, value->elements[j]);
    }
}

#endif
