// Z3 to terms, for what Z3 invents: interpolants. Knows the bit-vector and
// array operators that Z3 may write, through our own where there is none; gives
// up on everything else.

#include "solver/internal.h"

NUMBER_MAP_DEFINE(term_map, uint32_t, struct term);

static const struct term no_term = {0};

bool ast_value(Z3_context z3, Z3_ast ast, u128 *value) {
  if (Z3_get_ast_kind(z3, ast) != Z3_NUMERAL_AST) {
    Z3_lbool truth = Z3_get_bool_value(z3, ast);
    *value = truth == Z3_L_TRUE;
    return truth != Z3_L_UNDEF;
  }
  uint64_t small;
  if (Z3_get_numeral_uint64(z3, ast, &small)) {
    *value = small;
    return true;
  }
  const char *digits = Z3_get_numeral_string(z3, ast);
  for (*value = 0; *digits >= '0' && *digits <= '9'; digits++)
    *value = *value * 10 + (unsigned)(*digits - '0');
  return *digits == '\0';
}

// The width of a bit-vector that our terms can have, else 0.
static unsigned width_of_ast(Z3_context z3, Z3_ast ast) {
  Z3_sort sort = Z3_get_sort(z3, ast);
  if (Z3_get_sort_kind(z3, sort) != Z3_BV_SORT)
    return 0;
  unsigned width = Z3_get_bv_sort_size(z3, sort);
  return width <= BITS_MAX_WIDTH ? width : 0;
}

// Leaves

static struct term term_of_numeral(struct solver *solver, Z3_ast ast) {
  unsigned width = width_of_ast(solver->z3, ast);
  u128 value;
  if (!width || !ast_value(solver->z3, ast, &value))
    return no_term;
  return term_const(solver->terms, width, value);
}

// A constant of ours is the translation of the variable that its name tells.
static struct term term_of_constant(struct solver *solver, Z3_ast ast,
                                    Z3_func_decl decl) {
  Z3_symbol symbol = Z3_get_decl_name(solver->z3, decl);
  if (Z3_get_symbol_kind(solver->z3, symbol) != Z3_INT_SYMBOL)
    return no_term;
  uint32_t number = (uint32_t)Z3_get_symbol_int(solver->z3, symbol);
  if (number >= term_variable_count(solver->terms))
    return no_term;
  struct term variable = term_variable_at(solver->terms, number);
  return ast_of_term(solver, variable) == ast ? variable : no_term;
}

// Operators

struct application {
  struct term_table *terms;
  Z3_context z3;
  Z3_ast ast;
  Z3_func_decl decl;
  const struct term *args;
  uint32_t count;
};

static unsigned parameter(const struct application *a, unsigned index) {
  return (unsigned)Z3_get_decl_int_parameter(a->z3, a->decl, index);
}

// The binary operator applied from left to right.
static struct term chain(const struct application *a, enum term_op op) {
  struct term result = a->args[0];
  for (uint32_t i = 1; i < a->count; i++)
    result = op == OP_CONCAT ? term_concat(a->terms, result, a->args[i])
                             : term_binary(a->terms, op, result, a->args[i]);
  return result;
}

static struct term negated_chain(const struct application *a, enum term_op op) {
  return a->count == 2 ? term_unary(a->terms, OP_BVNOT, chain(a, op)) : no_term;
}

static struct term subtract(const struct application *a) {
  struct term result = a->args[0];
  for (uint32_t i = 1; i < a->count; i++)
    result = term_sub(a->terms, result, a->args[i]);
  return result;
}

static struct term distinct(const struct application *a) {
  struct term result = term_true(a->terms);
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = i + 1; j < a->count; j++) {
      struct term equal = term_eq(a->terms, a->args[i], a->args[j]);
      result = term_and(a->terms, result, term_not(a->terms, equal));
    }
  return result;
}

static struct term exclusive_or(const struct application *a) {
  struct term result = a->args[0];
  for (uint32_t i = 1; i < a->count; i++)
    result = term_not(a->terms, term_eq(a->terms, result, a->args[i]));
  return result;
}

static struct term repeat(const struct application *a) {
  struct term result = a->args[0];
  for (unsigned i = parameter(a, 0); i > 1; i--)
    result = term_concat(a->terms, result, a->args[0]);
  return result;
}

static struct term rotate_left(const struct application *a, unsigned by) {
  unsigned width = term_width(a->terms, a->args[0]);
  by %= width;
  if (by == 0)
    return a->args[0];
  struct term high = term_extract(a->terms, 0, width - by, a->args[0]);
  struct term low = term_extract(a->terms, width - by, by, a->args[0]);
  return term_concat(a->terms, high, low);
}

static struct term rotate_right(const struct application *a) {
  unsigned width = term_width(a->terms, a->args[0]);
  return rotate_left(a, width - parameter(a, 0) % width);
}

static struct term all_bits(const struct application *a) {
  unsigned width = term_width(a->terms, a->args[0]);
  struct term ones = term_const(a->terms, width, bits_mask(width));
  return term_from_bool(a->terms, 1, term_eq(a->terms, a->args[0], ones));
}

static struct term one_bit(const struct application *a) {
  struct term bit = term_extract(a->terms, parameter(a, 0), 1, a->args[0]);
  return term_nonzero(a->terms, bit);
}

static struct term const_array(const struct application *a) {
  Z3_sort index = Z3_get_array_sort_domain(a->z3, Z3_get_sort(a->z3, a->ast));
  if (Z3_get_sort_kind(a->z3, index) != Z3_BV_SORT ||
      !sort_is_bits(term_sort(a->terms, a->args[0])))
    return no_term;
  unsigned width = Z3_get_bv_sort_size(a->z3, index);
  return width <= BITS_MAX_WIDTH ? term_const_array(a->terms, width, a->args[0])
                                 : no_term;
}

static struct term boolean_of(const struct application *a) {
  const struct term *args = a->args;
  switch (Z3_get_decl_kind(a->z3, a->decl)) {
  case Z3_OP_TRUE: return term_true(a->terms);
  case Z3_OP_FALSE: return term_false(a->terms);
  case Z3_OP_NOT: return term_not(a->terms, args[0]);
  case Z3_OP_AND: return term_and_all(a->terms, args, a->count);
  case Z3_OP_OR: return term_or_all(a->terms, args, a->count);
  case Z3_OP_IMPLIES: return term_implies(a->terms, args[0], args[1]);
  case Z3_OP_IFF:
  case Z3_OP_EQ: return term_eq(a->terms, args[0], args[1]);
  case Z3_OP_XOR: return exclusive_or(a);
  case Z3_OP_DISTINCT: return distinct(a);
  case Z3_OP_ITE: return term_ite(a->terms, args[0], args[1], args[2]);
  case Z3_OP_ULEQ: return term_compare(a->terms, OP_ULE, args[0], args[1]);
  case Z3_OP_UGEQ: return term_compare(a->terms, OP_ULE, args[1], args[0]);
  case Z3_OP_ULT: return term_compare(a->terms, OP_ULT, args[0], args[1]);
  case Z3_OP_UGT: return term_compare(a->terms, OP_ULT, args[1], args[0]);
  case Z3_OP_SLEQ: return term_compare(a->terms, OP_SLE, args[0], args[1]);
  case Z3_OP_SGEQ: return term_compare(a->terms, OP_SLE, args[1], args[0]);
  case Z3_OP_SLT: return term_compare(a->terms, OP_SLT, args[0], args[1]);
  case Z3_OP_SGT: return term_compare(a->terms, OP_SLT, args[1], args[0]);
  case Z3_OP_BIT2BOOL: return one_bit(a);
  case Z3_OP_SELECT: return term_select(a->terms, args[0], args[1]);
  case Z3_OP_STORE: return term_store(a->terms, args[0], args[1], args[2]);
  case Z3_OP_CONST_ARRAY: return const_array(a);
  default: return no_term;
  }
}

// What Z3 does on division by zero is what SMT-LIB says, also in the variants
// that its simplifier uses.
static struct term bits_of(const struct application *a) {
  struct term_table *terms = a->terms;
  unsigned width = width_of_ast(a->z3, a->ast);
  if (width == 0)
    return no_term;
  switch (Z3_get_decl_kind(a->z3, a->decl)) {
  case Z3_OP_BNEG: return term_neg(terms, a->args[0]);
  case Z3_OP_BNOT: return term_unary(terms, OP_BVNOT, a->args[0]);
  case Z3_OP_BADD: return chain(a, OP_ADD);
  case Z3_OP_BSUB: return subtract(a);
  case Z3_OP_BMUL: return chain(a, OP_MUL);
  case Z3_OP_BSDIV:
  case Z3_OP_BSDIV_I: return chain(a, OP_SDIV);
  case Z3_OP_BUDIV:
  case Z3_OP_BUDIV_I: return chain(a, OP_UDIV);
  case Z3_OP_BSREM:
  case Z3_OP_BSREM_I: return chain(a, OP_SREM);
  case Z3_OP_BUREM:
  case Z3_OP_BUREM_I: return chain(a, OP_UREM);
  case Z3_OP_BAND: return chain(a, OP_BVAND);
  case Z3_OP_BOR: return chain(a, OP_BVOR);
  case Z3_OP_BXOR: return chain(a, OP_BVXOR);
  case Z3_OP_BNAND: return negated_chain(a, OP_BVAND);
  case Z3_OP_BNOR: return negated_chain(a, OP_BVOR);
  case Z3_OP_BXNOR: return negated_chain(a, OP_BVXOR);
  case Z3_OP_BSHL: return chain(a, OP_SHL);
  case Z3_OP_BLSHR: return chain(a, OP_LSHR);
  case Z3_OP_BASHR: return chain(a, OP_ASHR);
  case Z3_OP_CONCAT: return chain(a, OP_CONCAT);
  case Z3_OP_ZERO_EXT: return term_convert(terms, OP_ZEXT, width, a->args[0]);
  case Z3_OP_SIGN_EXT: return term_convert(terms, OP_SEXT, width, a->args[0]);
  case Z3_OP_EXTRACT:
    return term_extract(terms, parameter(a, 1), width, a->args[0]);
  case Z3_OP_REPEAT: return repeat(a);
  case Z3_OP_ROTATE_LEFT: return rotate_left(a, parameter(a, 0));
  case Z3_OP_ROTATE_RIGHT: return rotate_right(a);
  case Z3_OP_BREDAND: return all_bits(a);
  case Z3_OP_BREDOR:
    return term_from_bool(terms, 1, term_nonzero(terms, a->args[0]));
  case Z3_OP_BCOMP:
    return term_from_bool(terms, 1, term_eq(terms, a->args[0], a->args[1]));
  default: return no_term;
  }
}

// Whole formulas

struct reader {
  struct solver *solver;
  struct term_map terms; // by Z3's number of the formula
  struct ast_vec stack;  // held by the root
};

static struct term read_application(struct reader *reader, Z3_ast ast) {
  Z3_context z3 = reader->solver->z3;
  Z3_app app = Z3_to_app(z3, ast);
  Z3_func_decl decl = Z3_get_app_decl(z3, app);
  uint32_t count = Z3_get_app_num_args(z3, app);
  if (count == 0 && Z3_get_decl_kind(z3, decl) == Z3_OP_UNINTERPRETED)
    return term_of_constant(reader->solver, ast, decl);
  struct term *args = memory_new((count + 1) * sizeof *args);
  for (uint32_t i = 0; i < count; i++) {
    unsigned id = Z3_get_ast_id(z3, Z3_get_app_arg(z3, app, i));
    args[i] = *term_map_find(&reader->terms, id);
  }
  struct application a = {reader->solver->terms, z3, ast, decl, args, count};
  struct term result = boolean_of(&a);
  if (term_is_none(result))
    result = bits_of(&a);
  free(args);
  return result;
}

static bool push_missing(struct reader *reader, Z3_ast ast) {
  Z3_context z3 = reader->solver->z3;
  uint32_t before = reader->stack.count;
  if (Z3_get_ast_kind(z3, ast) != Z3_APP_AST)
    return false;
  Z3_app app = Z3_to_app(z3, ast);
  for (unsigned i = 0; i < Z3_get_app_num_args(z3, app); i++) {
    Z3_ast arg = Z3_get_app_arg(z3, app, i);
    if (!term_map_has(&reader->terms, Z3_get_ast_id(z3, arg)))
      ast_vec_push(&reader->stack, arg);
  }
  return reader->stack.count > before;
}

static struct term read_one(struct reader *reader, Z3_ast ast) {
  switch (Z3_get_ast_kind(reader->solver->z3, ast)) {
  case Z3_NUMERAL_AST: return term_of_numeral(reader->solver, ast);
  case Z3_APP_AST: return read_application(reader, ast);
  default: return no_term;
  }
}

struct term term_of_ast(struct solver *solver, Z3_ast ast) {
  struct reader reader = {.solver = solver};
  struct term result = no_term;
  ast_vec_push(&reader.stack, ast);
  while (reader.stack.count > 0) {
    Z3_ast top = *ast_vec_last(&reader.stack);
    if (push_missing(&reader, top))
      continue;
    ast_vec_pop(&reader.stack);
    result = read_one(&reader, top);
    if (term_is_none(result))
      break;
    term_map_put(&reader.terms, Z3_get_ast_id(solver->z3, top), result);
  }
  term_map_release(&reader.terms);
  ast_vec_release(&reader.stack);
  return result;
}
