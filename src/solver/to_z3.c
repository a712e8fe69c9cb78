// Terms to Z3. Every operator has its exact counterpart, except some of
// floating point (float_to_z3.c): those become uninterpreted functions, one per
// operator and widths. Variables are constants named by their number, which
// leaves texts free for functions and proxies.

#include "solver/internal.h"

void ast_release(struct solver *solver, Z3_ast ast) {
  if (ast)
    Z3_dec_ref(solver->z3, ast);
}

static Z3_ast keep(struct solver *solver, Z3_ast ast) {
  if (ast)
    Z3_inc_ref(solver->z3, ast);
  return ast;
}

static void release_sort(struct solver *solver, Z3_sort sort) {
  if (sort)
    ast_release(solver, Z3_sort_to_ast(solver->z3, sort));
}

static Z3_sort bits_sort(struct solver *solver, unsigned width) {
  Z3_sort sort = Z3_mk_bv_sort(solver->z3, width);
  if (sort)
    keep(solver, Z3_sort_to_ast(solver->z3, sort));
  return sort;
}

Z3_sort sort_to_z3(struct solver *solver, struct sort sort) {
  Z3_sort result;
  if (sort_is_bits(sort))
    return bits_sort(solver, sort_width(sort));
  if (sort_is_bool(sort)) {
    result = Z3_mk_bool_sort(solver->z3);
  } else {
    Z3_sort index = bits_sort(solver, sort_index_width(sort));
    Z3_sort element = bits_sort(solver, sort_width(sort));
    result = Z3_mk_array_sort(solver->z3, index, element);
    release_sort(solver, index);
    release_sort(solver, element);
  }
  if (result)
    keep(solver, Z3_sort_to_ast(solver->z3, result));
  return result;
}

// Leaves

static Z3_ast make_const(struct solver *solver, struct term t) {
  u128 value = term_value(solver->terms, t);
  Z3_sort sort = sort_to_z3(solver, term_sort(solver->terms, t));
  Z3_ast ast;
  if (value <= UINT64_MAX) {
    ast = Z3_mk_unsigned_int64(solver->z3, (uint64_t)value, sort);
  } else {
    char digits[40], *at = digits + sizeof digits;
    for (*--at = '\0'; value > 0; value /= 10)
      *--at = (char)('0' + (unsigned)(value % 10));
    ast = Z3_mk_numeral(solver->z3, at, sort);
  }
  keep(solver, ast);
  release_sort(solver, sort);
  return ast;
}

static Z3_ast make_variable(struct solver *solver, struct term t) {
  Z3_sort sort = sort_to_z3(solver, term_sort(solver->terms, t));
  int number = (int)term_variable_index(solver->terms, t);
  Z3_symbol symbol = Z3_mk_int_symbol(solver->z3, number);
  Z3_ast ast = keep(solver, Z3_mk_const(solver->z3, symbol, sort));
  release_sort(solver, sort);
  return ast;
}

static Z3_ast make_leaf(struct solver *solver, struct term t) {
  switch (term_op(solver->terms, t)) {
  case OP_TRUE: return keep(solver, Z3_mk_true(solver->z3));
  case OP_FALSE: return keep(solver, Z3_mk_false(solver->z3));
  case OP_CONST: return make_const(solver, t);
  default: return make_variable(solver, t);
  }
}

// Operators

enum { MAX_ARGUMENTS = 40 }; // more than any term has

// Sums have many operands, Z3's constructor two.
static Z3_ast make_sum(struct solver *solver, const Z3_ast *args,
                       uint32_t count) {
  Z3_ast sum = keep(solver, args[0]);
  for (uint32_t i = 1; sum && i < count; i++) {
    Z3_ast next = keep(solver, Z3_mk_bvadd(solver->z3, sum, args[i]));
    ast_release(solver, sum);
    sum = next;
  }
  return sum;
}

static Z3_ast make_const_array(struct solver *solver, struct term t,
                               Z3_ast element) {
  unsigned index_width = sort_index_width(term_sort(solver->terms, t));
  Z3_sort index = bits_sort(solver, index_width);
  Z3_ast ast = keep(solver, Z3_mk_const_array(solver->z3, index, element));
  release_sort(solver, index);
  return ast;
}

static bool is_float_op(enum term_op op) {
  switch (term_op_class(op)) {
  case OP_CLASS_COMPARE:
  case OP_CLASS_UNARY:
  case OP_CLASS_BINARY:
  case OP_CLASS_CONVERT: return *term_op_smt(op) == '\0';
  default: return false;
  }
}

static Z3_ast make_uninterpreted(struct solver *solver, struct term t,
                                 const Z3_ast *args, uint32_t count) {
  struct term first = term_operand(solver->terms, t, 0);
  struct sort to = term_sort(solver->terms, t);
  char name[48];
  snprintf(name, sizeof name, "%s.%u.%u",
           term_op_name(term_op(solver->terms, t)),
           term_width(solver->terms, first), sort_width(to));
  Z3_sort domain = sort_to_z3(solver, term_sort(solver->terms, first));
  Z3_sort range = sort_to_z3(solver, to);
  Z3_sort domains[] = {domain, domain};
  Z3_func_decl function = Z3_mk_func_decl(solver->z3, symbol_of(solver, name),
                                          count, domains, range);
  Z3_ast ast = NULL;
  if (function) {
    Z3_ast declaration = Z3_func_decl_to_ast(solver->z3, function);
    keep(solver, declaration);
    ast = keep(solver, Z3_mk_app(solver->z3, function, count, args));
    ast_release(solver, declaration);
  }
  release_sort(solver, domain);
  release_sort(solver, range);
  return ast;
}

// Operators that are one call; null for the others.
static Z3_ast make_simple(Z3_context z3, enum term_op op, const Z3_ast *args,
                          uint32_t count) {
  switch (op) {
  case OP_NOT: return Z3_mk_not(z3, args[0]);
  case OP_AND: return Z3_mk_and(z3, count, args);
  case OP_OR: return Z3_mk_or(z3, count, args);
  case OP_EQ: return Z3_mk_eq(z3, args[0], args[1]);
  case OP_ITE: return Z3_mk_ite(z3, args[0], args[1], args[2]);
  case OP_ULT: return Z3_mk_bvult(z3, args[0], args[1]);
  case OP_ULE: return Z3_mk_bvule(z3, args[0], args[1]);
  case OP_SLT: return Z3_mk_bvslt(z3, args[0], args[1]);
  case OP_SLE: return Z3_mk_bvsle(z3, args[0], args[1]);
  case OP_BVNOT: return Z3_mk_bvnot(z3, args[0]);
  case OP_MUL: return Z3_mk_bvmul(z3, args[0], args[1]);
  case OP_UDIV: return Z3_mk_bvudiv(z3, args[0], args[1]);
  case OP_SDIV: return Z3_mk_bvsdiv(z3, args[0], args[1]);
  case OP_UREM: return Z3_mk_bvurem(z3, args[0], args[1]);
  case OP_SREM: return Z3_mk_bvsrem(z3, args[0], args[1]);
  case OP_BVAND: return Z3_mk_bvand(z3, args[0], args[1]);
  case OP_BVOR: return Z3_mk_bvor(z3, args[0], args[1]);
  case OP_BVXOR: return Z3_mk_bvxor(z3, args[0], args[1]);
  case OP_SHL: return Z3_mk_bvshl(z3, args[0], args[1]);
  case OP_LSHR: return Z3_mk_bvlshr(z3, args[0], args[1]);
  case OP_ASHR: return Z3_mk_bvashr(z3, args[0], args[1]);
  case OP_CONCAT: return Z3_mk_concat(z3, args[0], args[1]);
  case OP_SELECT: return Z3_mk_select(z3, args[0], args[1]);
  case OP_STORE: return Z3_mk_store(z3, args[0], args[1], args[2]);
  default: return NULL;
  }
}

// Operators with numbers in them.
static Z3_ast make_sized(struct solver *solver, struct term t, Z3_ast arg) {
  const struct term_table *terms = solver->terms;
  unsigned width = term_width(terms, t);
  unsigned from = term_width(terms, term_operand(terms, t, 0));
  switch (term_op(terms, t)) {
  case OP_ZEXT: return Z3_mk_zero_ext(solver->z3, width - from, arg);
  case OP_SEXT: return Z3_mk_sign_ext(solver->z3, width - from, arg);
  case OP_EXTRACT: {
    unsigned low = term_extract_low(terms, t);
    return Z3_mk_extract(solver->z3, low + width - 1, low, arg);
  }
  default: BUG("%s has no translation", term_op_name(term_op(terms, t)));
  }
}

static Z3_ast make_operator(struct solver *solver, struct term t) {
  const struct term_table *terms = solver->terms;
  enum term_op op = term_op(terms, t);
  uint32_t count = term_arity(terms, t);
  Z3_ast args[MAX_ARGUMENTS];
  CHECK(count <= MAX_ARGUMENTS, "%s of %u operands", term_op_name(op), count);
  for (uint32_t i = 0; i < count; i++)
    args[i] = solver->asts.at[term_operand(terms, t, i).id];
  if (is_float_op(op))
    return float_is_exact(terms, t)
               ? float_to_z3(solver, t, args)
               : make_uninterpreted(solver, t, args, count);
  switch (op) {
  case OP_ADD: return make_sum(solver, args, count);
  case OP_CONST_ARRAY: return make_const_array(solver, t, args[0]);
  case OP_ZEXT:
  case OP_SEXT:
  case OP_EXTRACT: return keep(solver, make_sized(solver, t, args[0]));
  default: return keep(solver, make_simple(solver->z3, op, args, count));
  }
}

// Whole terms

static uint8_t traits_of(const struct solver *solver, struct term t) {
  enum term_op op = term_op(solver->terms, t);
  uint8_t traits = op == OP_CONST_ARRAY ? TRAIT_CONST_ARRAY : 0;
  if (is_float_op(op))
    traits |=
        float_is_exact(solver->terms, t) ? TRAIT_FLOAT : TRAIT_UNINTERPRETED;
  if (op == OP_MUL || (op >= OP_UDIV && op <= OP_SREM))
    traits |= TRAIT_ARITHMETIC;
  if (is_open_remainder(solver->terms, t))
    traits |= TRAIT_REMAINDER;
  for (uint32_t i = 0; i < term_arity(solver->terms, t); i++)
    traits |= solver->traits.at[term_operand(solver->terms, t, i).id];
  return traits;
}

// Pushes the operands that are not translated; false if there are none.
static bool push_missing(struct solver *solver, struct term t,
                         struct term_vec *stack) {
  uint32_t before = stack->count;
  for (uint32_t i = 0; i < term_arity(solver->terms, t); i++) {
    struct term operand = term_operand(solver->terms, t, i);
    if (!solver->asts.at[operand.id])
      term_vec_push(stack, operand);
  }
  return stack->count > before;
}

static bool translate(struct solver *solver, struct term t) {
  bool is_leaf = term_arity(solver->terms, t) == 0;
  Z3_ast ast = is_leaf ? make_leaf(solver, t) : make_operator(solver, t);
  solver->asts.at[t.id] = ast;
  solver->traits.at[t.id] = traits_of(solver, t);
  return ast != NULL;
}

Z3_ast ast_of_term(struct solver *solver, struct term t) {
  if (solver->asts.count <= t.id) {
    ast_vec_resize(&solver->asts, term_count(solver->terms) + 1);
    trait_vec_resize(&solver->traits, term_count(solver->terms) + 1);
  }
  if (solver->asts.at[t.id])
    return solver->asts.at[t.id];
  struct term_vec stack = {0};
  bool is_good = true;
  term_vec_push(&stack, t);
  while (is_good && stack.count > 0) {
    struct term top = *term_vec_last(&stack);
    if (!solver->asts.at[top.id]) {
      if (push_missing(solver, top, &stack))
        continue;
      is_good = translate(solver, top);
    }
    term_vec_pop(&stack);
  }
  term_vec_release(&stack);
  return solver->asts.at[t.id];
}
