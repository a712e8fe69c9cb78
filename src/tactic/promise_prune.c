// What follows from other promises need not be said: assumptions stay small.
#include "tactic/promises.h"

#include "solver/solver.h"

enum { UNITS = 500000 }; // of the solver, for each question

// Any values of the columns, in terms that nothing else uses.
static void make_columns(const struct program *program,
                         const struct promise_scope *scope,
                         struct term *columns) {
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++)
    if (promise_has(program, scope, i))
      columns[i] = term_variable(program->terms,
                                 intern(program->names, "column"),
                                 sort_bits(promise_width(program, scope, i)));
}

static bool is_beside(const struct promise *a, const struct promise *b) {
  return a->is_required == b->is_required &&
         a->scope.procedure.id == b->scope.procedure.id;
}

// Does it follow from the others of its procedure and kind?
static bool is_implied(const struct program *program,
                       const struct promise_vec *promises, uint32_t index,
                       struct solver *solver) {
  const struct promise *one = &promises->at[index];
  struct term columns[PROMISE_COLUMNS] = {0};
  struct term_vec asked = {0};
  make_columns(program, &one->scope, columns);
  term_vec_push(&asked, term_not(program->terms,
                                 promise_condition(program, one, columns)));
  for (uint32_t i = 0; i < promises->count; i++)
    if (i != index && is_beside(&promises->at[i], one))
      term_vec_push(&asked,
                    promise_condition(program, &promises->at[i], columns));
  bool is = solver_check(solver, PURPOSE_PROOF, asked.at, asked.count) ==
            ANSWER_UNSAT;
  term_vec_release(&asked);
  return is;
}

static void remove_at(struct promise_vec *promises, uint32_t index) {
  for (uint32_t i = index; i + 1 < promises->count; i++)
    promises->at[i] = promises->at[i + 1];
  promises->count--;
}

void promises_prune(const struct program *program,
                    struct promise_vec *promises) {
  struct solver *solver = solver_new(program->terms);
  solver_set_limit(solver, UNITS);
  for (uint32_t i = promises->count; i-- > 0;)
    if (is_implied(program, promises, i, solver))
      remove_at(promises, i);
  solver_free(solver);
}
