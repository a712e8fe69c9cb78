// Unsatisfiable cores: which assumptions suffice.

#include "solver/internal.h"

// Where false itself was asserted or assumed.
static void trivial_core(const struct query *query, struct u32_vec *core) {
  if (query->falses > 0)
    return;
  uint32_t i = 0;
  while (!term_is_false(query->solver->terms, query->assumptions.at[i]))
    i++;
  u32_vec_push(core, i);
}

static bool has_ast(const struct ast_vec *list, uint32_t count, Z3_ast ast) {
  for (uint32_t i = 0; i < count; i++)
    if (list->at[i] == ast)
      return true;
  return false;
}

// In Z3's core, by its own account; of equal assumptions the first.
static void core_of_z3(struct query *query, struct u32_vec *core) {
  Z3_context z3 = query->solver->z3;
  struct ast_vec members = {0};
  Z3_ast_vector list = Z3_solver_get_unsat_core(z3, query->z3);
  Z3_ast_vector_inc_ref(z3, list);
  for (unsigned i = 0; i < Z3_ast_vector_size(z3, list); i++)
    ast_vec_push(&members, Z3_ast_vector_get(z3, list, i));
  for (uint32_t i = 0; i < query->handed.count; i++) {
    Z3_ast ast = query->handed.at[i];
    if (ast && has_ast(&members, members.count, ast) &&
        !has_ast(&query->handed, i, ast))
      u32_vec_push(core, i);
  }
  Z3_ast_vector_dec_ref(z3, list);
  ast_vec_release(&members);
}

static void pick(const struct term_vec *all, const struct u32_vec *core,
                 uint32_t without, struct term_vec *into) {
  term_vec_clear(into);
  for (uint32_t i = 0; i < core->count; i++)
    if (i != without)
      term_vec_push(into, all->at[core->at[i]]);
}

// The engine for floating point keeps account of what it used through many
// passes; nothing rests on that account alone.
static void confirm_core(struct query *query, const struct term_vec *all,
                         struct u32_vec *core) {
  struct term_vec some = {0};
  pick(all, core, UINT32_MAX, &some);
  if (query_check(query, some.at, some.count) != ANSWER_UNSAT) {
    u32_vec_clear(core);
    for (uint32_t i = 0; i < all->count; i++)
      u32_vec_push(core, i);
  }
  term_vec_release(&some);
}

// Leaves out one after the other, starting with the last; a check that gives
// no answer keeps its assumption.
static void minimise_core(struct query *query, struct u32_vec *core) {
  struct term_vec all = {0}, some = {0};
  term_vec_append(&all, query->assumptions.at, query->assumptions.count);
  if (query->is_floating)
    confirm_core(query, &all, core);
  for (uint32_t i = core->count; i > 0; i--) {
    pick(&all, core, i - 1, &some);
    if (query_check(query, some.at, some.count) != ANSWER_UNSAT)
      continue;
    memmove(&core->at[i - 1], &core->at[i],
            (core->count - i) * sizeof *core->at);
    core->count--;
  }
  term_vec_release(&all);
  term_vec_release(&some);
}

void query_core(struct query *query, bool minimise, struct u32_vec *core) {
  CHECK(query->answer == ANSWER_UNSAT, "no core: the last check was not UNSAT");
  struct u32_vec found = {0};
  if (query->is_trivial)
    trivial_core(query, &found);
  else if (query->is_aside)
    u32_vec_append(&found, query->core.at, query->core.count);
  else
    core_of_z3(query, &found);
  if (minimise)
    minimise_core(query, &found);
  for (uint32_t i = 1; i < found.count; i++)
    DCHECK(found.at[i - 1] < found.at[i], "a core is not ascending");
  u32_vec_append(core, found.at, found.count);
  u32_vec_release(&found);
}
