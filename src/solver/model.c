// Models. An array's value in a Z3 model is a constant array, a chain of stores
// on one, or the table of a function; all are a default element and exceptions.

#include "solver/internal.h"

// A model as an object that is counted, null when Z3 has none.
static Z3_model model_get(struct query *query) {
  Z3_context z3 = query->solver->z3;
  Z3_model model = Z3_solver_get_model(z3, query->z3);
  if (model)
    Z3_model_inc_ref(z3, model);
  return model;
}

// Arrays

struct array_reader {
  Z3_context z3;
  Z3_model model;
  struct assignment *into;
  struct term variable;
};

static bool read_function(const struct array_reader *reader,
                          Z3_func_interp function) {
  u128 index, element;
  Z3_ast otherwise = Z3_func_interp_get_else(reader->z3, function);
  if (!otherwise || !ast_value(reader->z3, otherwise, &element))
    return false;
  assignment_set_default(reader->into, reader->variable, element);
  bool is_good = true;
  unsigned count = Z3_func_interp_get_num_entries(reader->z3, function);
  for (unsigned i = 0; is_good && i < count; i++) {
    Z3_func_entry entry = Z3_func_interp_get_entry(reader->z3, function, i);
    Z3_func_entry_inc_ref(reader->z3, entry);
    Z3_ast at = Z3_func_entry_get_arg(reader->z3, entry, 0);
    Z3_ast value = Z3_func_entry_get_value(reader->z3, entry);
    is_good = ast_value(reader->z3, at, &index) &&
              ast_value(reader->z3, value, &element);
    if (is_good)
      assignment_set_element(reader->into, reader->variable, index, element);
    Z3_func_entry_dec_ref(reader->z3, entry);
  }
  return is_good;
}

static bool read_as_array(const struct array_reader *reader, Z3_ast value) {
  Z3_func_decl decl = Z3_get_as_array_func_decl(reader->z3, value);
  Z3_func_interp function =
      Z3_model_get_func_interp(reader->z3, reader->model, decl);
  if (!function)
    return false;
  Z3_func_interp_inc_ref(reader->z3, function);
  bool is_good = read_function(reader, function);
  Z3_func_interp_dec_ref(reader->z3, function);
  return is_good;
}

static Z3_decl_kind kind_of(Z3_context z3, Z3_ast value) {
  if (Z3_get_ast_kind(z3, value) != Z3_APP_AST)
    return Z3_OP_INTERNAL;
  return Z3_get_decl_kind(z3, Z3_get_app_decl(z3, Z3_to_app(z3, value)));
}

static bool read_base(const struct array_reader *reader, Z3_ast value) {
  u128 element;
  switch (kind_of(reader->z3, value)) {
  case Z3_OP_AS_ARRAY: return read_as_array(reader, value);
  case Z3_OP_CONST_ARRAY: {
    Z3_app app = Z3_to_app(reader->z3, value);
    if (!ast_value(reader->z3, Z3_get_app_arg(reader->z3, app, 0), &element))
      return false;
    assignment_set_default(reader->into, reader->variable, element);
    return true;
  }
  default: return false;
  }
}

// Stores count from the inside out, and the default comes first.
static bool read_array(const struct array_reader *reader, Z3_ast value) {
  Z3_context z3 = reader->z3;
  struct ast_vec stores = {0};
  while (kind_of(z3, value) == Z3_OP_STORE) {
    ast_vec_push(&stores, value);
    value = Z3_get_app_arg(z3, Z3_to_app(z3, value), 0);
  }
  bool is_good = read_base(reader, value);
  while (is_good && stores.count > 0) {
    Z3_app store = Z3_to_app(z3, ast_vec_pop(&stores));
    u128 index, element;
    is_good = ast_value(z3, Z3_get_app_arg(z3, store, 1), &index) &&
              ast_value(z3, Z3_get_app_arg(z3, store, 2), &element);
    if (is_good)
      assignment_set_element(reader->into, reader->variable, index, element);
  }
  ast_vec_release(&stores);
  return is_good;
}

// Variables

// Whatever the model does not mention may be anything: zero.
static bool read_variable(struct query *query, Z3_model model,
                          struct term variable, struct assignment *into) {
  struct solver *solver = query->solver;
  Z3_ast constant = ast_of_term(solver, variable);
  if (!constant)
    return false;
  Z3_func_decl decl =
      Z3_get_app_decl(solver->z3, Z3_to_app(solver->z3, constant));
  bool is_array = sort_is_array(term_sort(solver->terms, variable));
  Z3_ast value =
      model ? Z3_model_get_const_interp(solver->z3, model, decl) : NULL;
  if (!value && is_array) {
    assignment_set_default(into, variable, 0);
    return true;
  }
  u128 bits = 0;
  if (is_array) {
    struct array_reader reader = {solver->z3, model, into, variable};
    return read_array(&reader, value);
  }
  if (value && !ast_value(solver->z3, value, &bits))
    return false;
  assignment_set(into, variable, bits);
  return true;
}

// The values that integers gave.
static void copy_values(struct query *query, const struct term_vec *all,
                        struct assignment *into) {
  for (uint32_t i = 0; i < all->count; i++)
    if (term_op(query->solver->terms, all->at[i]) == OP_VAR)
      assignment_take(into, all->at[i], query->values, all->at[i]);
}

static bool read_variables(struct query *query, const struct term_vec *all,
                           struct assignment *into) {
  struct solver *solver = query->solver;
  Z3_model model = query->is_trivial ? NULL : model_get(query);
  bool is_good = model || query->is_trivial;
  for (uint32_t i = 0; is_good && i < all->count; i++)
    if (term_op(solver->terms, all->at[i]) == OP_VAR)
      is_good = read_variable(query, model, all->at[i], into);
  if (model)
    Z3_model_dec_ref(solver->z3, model);
  return is_good;
}

bool query_model(struct query *query, struct assignment *into) {
  CHECK(query_has_model(query), "no model: the last check was not satisfiable");
  struct solver *solver = query->solver;
  struct term_vec all = {0};
  term_collect(solver->terms, query->asserted.at, query->asserted.count, &all);
  term_collect(solver->terms, query->assumptions.at, query->assumptions.count,
               &all);
  bool is_good = true;
  if (query->is_aside)
    copy_values(query, &all, into);
  else
    is_good = read_variables(query, &all, into);
  term_vec_release(&all);
  return is_good;
}

// Terms

static bool read_truth(struct solver *solver, Z3_model model, struct term t,
                       bool *truth) {
  if (term_is_literal(solver->terms, t)) {
    *truth = term_is_true(solver->terms, t);
    return true;
  }
  Z3_ast ast = ast_of_term(solver, t), result;
  if (!ast || !model || !Z3_model_eval(solver->z3, model, ast, true, &result))
    return false;
  Z3_inc_ref(solver->z3, result);
  Z3_lbool value = Z3_get_bool_value(solver->z3, result);
  Z3_dec_ref(solver->z3, result);
  *truth = value == Z3_L_TRUE;
  return value != Z3_L_UNDEF;
}

bool model_truths(struct query *query, const struct term *literals,
                  uint32_t count, bool *truths) {
  if (query->is_aside) {
    for (uint32_t i = 0; i < count; i++)
      truths[i] = term_evaluate(query->values, literals[i]) != 0;
    return true;
  }
  Z3_context z3 = query->solver->z3;
  Z3_model model = query->is_trivial ? NULL : model_get(query);
  bool is_good = true;
  for (uint32_t i = 0; is_good && i < count; i++)
    is_good = read_truth(query->solver, model, literals[i], &truths[i]);
  if (model)
    Z3_model_dec_ref(z3, model);
  return is_good;
}
