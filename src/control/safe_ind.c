#include "control/safe_ind.h"

#include <stdlib.h>

#include "base/memory.h"

// Is the condition never violated, as far as the solver says?
static bool is_impossible(struct solver *solver, const struct term *conjuncts,
                          uint32_t count) {
  return solver_check(solver, PURPOSE_REFINEMENT, conjuncts, count) ==
         ANSWER_UNSAT;
}

static bool is_kept(struct effects *effects, struct solver *solver,
                    struct edge_id edge, struct term before,
                    struct term after) {
  struct term_table *terms = effects->program->terms;
  if (term_is_true(terms, after) || term_is_false(terms, before))
    return true;
  struct term needed = effects_before(effects, edge, after);
  if (term_is_none(needed))
    return false;
  struct term conjuncts[] = {before, effects->at[edge.id].guard,
                             term_not(terms, needed)};
  return is_impossible(solver, conjuncts, 3);
}

bool safe_ind(struct effects *effects, struct solver *solver,
              const struct edge_id_vec *edges, const struct term *conditions) {
  struct term_table *terms = effects->program->terms;
  struct term initial =
      term_not(terms, effects_at_entry(effects, conditions[0]));
  if (!is_impossible(solver, &initial, 1) ||
      !term_is_false(terms, conditions[edges->count]))
    return false;
  for (uint32_t i = 0; i < edges->count; i++)
    if (!is_kept(effects, solver, edges->at[i], conditions[i],
                 conditions[i + 1]))
      return false;
  return true;
}

// With the thread at the place from the k-th condition on, j times.
static bool holds_for(const struct control_steps *steps,
                      struct effects *effects, struct solver *solver,
                      const struct edge_id_vec *edges, struct control_at at,
                      uint32_t k, uint32_t j) {
  struct term_table *terms = effects->program->terms;
  struct term *conditions =
      memory_new_zero(edges->count + 1, sizeof *conditions);
  for (uint32_t i = 0; i <= edges->count; i++)
    conditions[i] = i < k       ? term_true(terms)
                    : i < k + j ? control_is_at(steps, at)
                                : term_false(terms);
  bool holds = safe_ind(effects, solver, edges, conditions);
  free(conditions);
  return holds;
}

// Where the part begins: at the start, or where the thread is moved or found to
// be there.
static bool begins_at(const struct control_steps *steps,
                      const struct edge_id_vec *edges, struct control_at at,
                      uint32_t k) {
  if (!k)
    return steps->initial.at[at.thread] == at.place;
  const struct control_step *step = &steps->steps.at[edges->at[k - 1].id];
  for (uint32_t i = 0; i < step->move_count; i++) {
    struct control_at move = steps->moves.at[step->first_move + i];
    if (move.thread == at.thread && move.place == at.place)
      return true;
  }
  return step->asks && step->asked.thread == at.thread &&
         step->asked.place == at.place;
}

static bool is_excluded_at(const struct control_steps *steps,
                           struct effects *effects, struct solver *solver,
                           const struct edge_id_vec *edges,
                           struct control_at at, uint32_t other) {
  for (uint32_t k = 0; k <= edges->count; k++)
    for (uint32_t end = k; begins_at(steps, edges, at, k) && end < edges->count;
         end++) {
      const struct control_step *step = &steps->steps.at[edges->at[end].id];
      if (step->asks && step->asked.thread == at.thread &&
          step->asked.place == other &&
          holds_for(steps, effects, solver, edges, at, k, end - k + 1))
        return true;
    }
  return false;
}

bool safe_ind_of_mismatch(const struct control_steps *steps,
                          struct effects *effects, struct solver *solver,
                          const struct edge_id_vec *edges,
                          struct colour_pair mismatch) {
  for (uint32_t i = 0; i < steps->counters->count; i++)
    if (is_excluded_at(steps, effects, solver, edges,
                       (struct control_at){i, mismatch.a}, mismatch.b) ||
        is_excluded_at(steps, effects, solver, edges,
                       (struct control_at){i, mismatch.b}, mismatch.a))
      return true;
  return false;
}
