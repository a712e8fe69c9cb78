// Least-weight covers (the pseudo-Boolean optimum of seed 000, section 6):
// Z3's optimiser finds the least weight, then a second pass makes the choice
// unique. It asks item by item whether a cover of that weight has it, and takes
// it if so: of all least covers it ends with the first in lexicographic order.

#include <limits.h>

#include "solver/internal.h"

struct cover {
  struct solver *solver;
  const struct choice_set *choices;
  uint32_t item_count;
  struct ast_vec items; // a Boolean per item, null for those in no clause
  int *weights;         // all positive
  bool *chosen;         // the best so far
};

// Items of weight 0 weigh less than 1 all together, so that they come last but
// are not free. The sum must fit an int.
static bool scale_weights(struct cover *cover, const uint32_t *weights) {
  uint64_t zeros = 0, sum = 0;
  for (uint32_t i = 0; i < cover->item_count; i++)
    zeros += weights[i] == 0 && cover->items.at[i];
  for (uint32_t i = 0; i < cover->item_count; i++) {
    uint64_t weight = weights[i] ? weights[i] * (zeros + 1) : 1;
    sum += cover->items.at[i] ? weight : 0;
    if (sum > INT_MAX)
      return false;
    cover->weights[i] = (int)weight;
  }
  return true;
}

static Z3_ast item_constant(struct solver *solver, uint32_t item) {
  char name[16];
  snprintf(name, sizeof name, "x%u", item);
  Z3_sort sort = sort_to_z3(solver, sort_bool());
  Z3_ast ast = Z3_mk_const(solver->z3, symbol_of(solver, name), sort);
  Z3_inc_ref(solver->z3, ast);
  ast_release(solver, Z3_sort_to_ast(solver->z3, sort));
  return ast;
}

static bool cover_init(struct cover *cover, const uint32_t *weights) {
  const struct choice_set *choices = cover->choices;
  uint32_t count = cover->item_count;
  cover->weights = memory_new_zero((size_t)count + 1, sizeof *cover->weights);
  cover->chosen = memory_new_zero((size_t)count + 1, sizeof *cover->chosen);
  ast_vec_resize(&cover->items, count);
  for (uint32_t i = 0; i < choices->count; i++)
    if (choices->clauses[i] == choices->clauses[i + 1])
      return false;
  uint32_t first = choices->clauses[0], end = choices->clauses[choices->count];
  for (uint32_t i = choices->sets[first]; i < choices->sets[end]; i++) {
    uint32_t item = choices->items[i];
    CHECK(item < count, "item %u of %u", item, count);
    if (!cover->items.at[item])
      cover->items.at[item] = item_constant(cover->solver, item);
  }
  return scale_weights(cover, weights);
}

static void cover_release(struct cover *cover) {
  for (uint32_t i = 0; i < cover->items.count; i++)
    ast_release(cover->solver, cover->items.at[i]);
  ast_vec_release(&cover->items);
  free(cover->weights);
  free(cover->chosen);
}

// The formula that a set is, and that a clause is, counted.
static Z3_ast set_formula(const struct cover *cover, uint32_t set) {
  const struct choice_set *choices = cover->choices;
  struct ast_vec list = {0};
  for (uint32_t i = choices->sets[set]; i < choices->sets[set + 1]; i++)
    ast_vec_push(&list, cover->items.at[choices->items[i]]);
  Z3_ast all = list.count == 1
                   ? list.at[0]
                   : Z3_mk_and(cover->solver->z3, list.count, list.at);
  Z3_inc_ref(cover->solver->z3, all);
  ast_vec_release(&list);
  return all;
}

static Z3_ast clause_formula(const struct cover *cover, uint32_t index) {
  const struct choice_set *choices = cover->choices;
  struct ast_vec list = {0};
  for (uint32_t i = choices->clauses[index]; i < choices->clauses[index + 1];
       i++)
    ast_vec_push(&list, set_formula(cover, i));
  Z3_ast clause = Z3_mk_or(cover->solver->z3, list.count, list.at);
  Z3_inc_ref(cover->solver->z3, clause);
  for (uint32_t i = 0; i < list.count; i++)
    Z3_dec_ref(cover->solver->z3, list.at[i]);
  ast_vec_release(&list);
  return clause;
}

static Z3_ast negation(const struct cover *cover, uint32_t item) {
  Z3_ast ast = Z3_mk_not(cover->solver->z3, cover->items.at[item]);
  Z3_inc_ref(cover->solver->z3, ast);
  return ast;
}

static bool read_item(Z3_context z3, Z3_model model, Z3_ast item,
                      bool *is_chosen) {
  Z3_ast value = NULL;
  if (!Z3_model_eval(z3, model, item, true, &value))
    return false;
  Z3_inc_ref(z3, value);
  *is_chosen = Z3_get_bool_value(z3, value) == Z3_L_TRUE;
  Z3_dec_ref(z3, value);
  return true;
}

static bool read_choice(struct cover *cover, Z3_model model) {
  Z3_context z3 = cover->solver->z3;
  if (!model)
    return false;
  bool is_good = true;
  Z3_model_inc_ref(z3, model);
  for (uint32_t i = 0; is_good && i < cover->item_count; i++)
    if (cover->items.at[i])
      is_good = read_item(z3, model, cover->items.at[i], &cover->chosen[i]);
  Z3_model_dec_ref(z3, model);
  return is_good;
}

// First pass: the least weight

static void optimize_fill(const struct cover *cover, Z3_optimize optimize) {
  Z3_context z3 = cover->solver->z3;
  Z3_params parameters = parameters_new(cover->solver, cover->solver->limit);
  Z3_optimize_set_params(z3, optimize, parameters);
  Z3_params_dec_ref(z3, parameters);
  for (uint32_t i = 0; i < cover->choices->count; i++) {
    Z3_ast clause = clause_formula(cover, i);
    Z3_optimize_assert(z3, optimize, clause);
    Z3_dec_ref(z3, clause);
  }
  Z3_symbol group = symbol_of(cover->solver, "weight");
  for (uint32_t i = 0; i < cover->item_count; i++) {
    if (!cover->items.at[i])
      continue;
    char weight[16];
    snprintf(weight, sizeof weight, "%d", cover->weights[i]);
    Z3_ast left_out = negation(cover, i);
    Z3_optimize_assert_soft(z3, optimize, left_out, weight, group);
    Z3_dec_ref(z3, left_out);
  }
}

static enum answer optimize_check(struct solver *solver, Z3_optimize optimize) {
  enum unknown_reason reason;
  uint64_t start = check_begin(solver);
  Z3_lbool result = Z3_optimize_check(solver->z3, optimize, 0, NULL);
  return check_end(solver, PURPOSE_REFINEMENT, start, result, "", &reason);
}

static bool find_least(struct cover *cover) {
  struct solver *solver = cover->solver;
  Z3_optimize optimize = Z3_mk_optimize(solver->z3);
  Z3_optimize_inc_ref(solver->z3, optimize);
  optimize_fill(cover, optimize);
  if (solver->dump_folder)
    dump_text(solver, "cover", Z3_optimize_to_string(solver->z3, optimize));
  enum answer answer = optimize_check(solver, optimize);
  dump_answer(solver, answer);
  bool is_found =
      answer == ANSWER_SAT &&
      read_choice(cover, Z3_optimize_get_model(solver->z3, optimize));
  Z3_optimize_dec_ref(solver->z3, optimize);
  return is_found;
}

// Second pass: the first of the least

static void assert_bound(const struct cover *cover, Z3_solver search) {
  Z3_context z3 = cover->solver->z3;
  struct ast_vec items = {0};
  int *weights = memory_new(((size_t)cover->item_count + 1) * sizeof *weights);
  int least = 0;
  for (uint32_t i = 0; i < cover->item_count; i++) {
    if (!cover->items.at[i])
      continue;
    weights[items.count] = cover->weights[i];
    ast_vec_push(&items, cover->items.at[i]);
    least += cover->chosen[i] ? cover->weights[i] : 0;
  }
  Z3_ast bound = Z3_mk_pble(z3, items.count, items.at, weights, least);
  Z3_inc_ref(z3, bound);
  Z3_solver_assert(z3, search, bound);
  Z3_dec_ref(z3, bound);
  ast_vec_release(&items);
  free(weights);
}

static void search_fill(const struct cover *cover, Z3_solver search) {
  Z3_context z3 = cover->solver->z3;
  Z3_params parameters = parameters_new(cover->solver, cover->solver->limit);
  Z3_solver_set_params(z3, search, parameters);
  Z3_params_dec_ref(z3, parameters);
  for (uint32_t i = 0; i < cover->choices->count; i++) {
    Z3_ast clause = clause_formula(cover, i);
    Z3_solver_assert(z3, search, clause);
    Z3_dec_ref(z3, clause);
  }
  assert_bound(cover, search);
}

// Takes the item if some cover of least weight has it, or else leaves it out
// for good.
static bool settle(struct cover *cover, Z3_solver search, uint32_t item) {
  struct solver *solver = cover->solver;
  if (!cover->chosen[item]) {
    enum unknown_reason reason;
    struct ast_vec assumption = {&cover->items.at[item], 1, 1};
    enum answer answer =
        check_solver(solver, PURPOSE_REFINEMENT, search, &assumption, &reason);
    if (answer == ANSWER_UNKNOWN)
      return false;
    if (answer == ANSWER_SAT &&
        !read_choice(cover, Z3_solver_get_model(solver->z3, search)))
      return false;
  }
  Z3_ast left_out = negation(cover, item);
  Z3_solver_assert(solver->z3, search,
                   cover->chosen[item] ? cover->items.at[item] : left_out);
  Z3_dec_ref(solver->z3, left_out);
  return true;
}

static bool find_first(struct cover *cover) {
  struct solver *solver = cover->solver;
  Z3_solver search =
      Z3_mk_solver_for_logic(solver->z3, symbol_of(solver, "QF_FD"));
  Z3_solver_inc_ref(solver->z3, search);
  search_fill(cover, search);
  bool is_good = true;
  for (uint32_t i = 0; is_good && i < cover->item_count; i++)
    if (cover->items.at[i])
      is_good = settle(cover, search, i);
  Z3_solver_dec_ref(solver->z3, search);
  return is_good;
}

bool solver_least_choice(struct solver *solver, uint32_t item_count,
                         const uint32_t *weights,
                         const struct choice_set *choices,
                         struct u32_vec *chosen) {
  if (choices->count == 0)
    return true;
  struct cover cover = {
      .solver = solver, .choices = choices, .item_count = item_count};
  bool is_good = cover_init(&cover, weights) &&
                 !interrupter_has_fired(&solver->interrupter) &&
                 find_least(&cover) && find_first(&cover);
  for (uint32_t i = 0; is_good && i < item_count; i++)
    if (cover.chosen[i])
      u32_vec_push(chosen, i);
  cover_release(&cover);
  return is_good;
}
