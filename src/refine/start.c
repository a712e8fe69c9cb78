#include "refine/start.h"

#include "term/variables.h"

struct bounds {
  uint64_t least, most;
};

// The variables of the condition that hold numbers lie there. What is most is
// given up first: an address is no small number.
static void add_bounds(const struct blocks *blocks, struct term condition,
                       struct bounds bounds, struct term_vec *into) {
  struct term_table *terms = blocks->effects->program->terms;
  struct term_vec parts = {0};
  term_variables(terms, &condition, 1, &parts);
  for (int is_least = 0; is_least < 2; is_least++)
    for (uint32_t i = 0; i < parts.count; i++) {
      struct sort sort = term_sort(terms, parts.at[i]);
      if (!sort_is_bits(sort) || sort_width(sort) < 8)
        continue;
      struct term bound = term_const(terms, sort_width(sort),
                                     is_least ? bounds.least : bounds.most);
      term_vec_push(into, is_least ? term_compare(terms, OP_ULE, bound,
                                                  parts.at[i])
                                   : term_compare(terms, OP_ULE, parts.at[i],
                                                  bound));
    }
  term_vec_release(&parts);
}

// With as many of the wishes as there can be.
static bool check_wishing(struct query *query, struct term_vec *wishes) {
  enum answer answer = query_check(query, wishes->at, wishes->count);
  while (answer == ANSWER_UNSAT && wishes->count) {
    struct u32_vec core = {0};
    query_core(query, false, &core);
    if (!core.count) {
      u32_vec_release(&core);
      break;
    }
    uint32_t first = core.at[0];
    for (uint32_t i = 1; i < core.count; i++)
      first = core.at[i] < first ? core.at[i] : first;
    wishes->count--;
    for (uint32_t i = first; i < wishes->count; i++)
      wishes->at[i] = wishes->at[i + 1];
    u32_vec_release(&core);
    answer = query_check(query, wishes->at, wishes->count);
  }
  return answer == ANSWER_SAT;
}

static void find_for(const struct blocks *blocks, struct solver *solver,
                     struct term condition, struct start_vec *into) {
  static const struct bounds bounds[] = {
      {1, 3}, {2, 9}, {5, 60}, {0, 2}, {0, UINT64_MAX}};
  struct query *query = query_new(solver, PURPOSE_LEMMA);
  query_assert(query, condition);
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    struct term_vec wishes = {0};
    if (bounds[i].most != UINT64_MAX)
      add_bounds(blocks, condition, bounds[i], &wishes);
    if (check_wishing(query, &wishes)) {
      struct assignment *model =
          assignment_new(blocks->effects->program->terms);
      query_model(query, model);
      start_vec_push(into, model);
    }
    term_vec_release(&wishes);
  }
  query_free(query);
}

void starts_find(const struct blocks *blocks, struct solver *solver,
                 struct start_vec *into) {
  enum { EXITS = 4 };
  const struct block_exit_vec *exits = &blocks->at[0].exits;
  for (uint32_t i = 0; i < exits->count && i < EXITS; i++)
    find_for(blocks, solver, exits->at[i].state.condition, into);
}

void starts_release(struct start_vec *starts) {
  for (uint32_t i = 0; i < starts->count; i++)
    assignment_free(starts->at[i]);
  start_vec_release(starts);
}
