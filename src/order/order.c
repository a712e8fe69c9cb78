#include "order/order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "order/clocks.h"

// A question

struct asking {
  struct order_search *search;
  const struct order_turns *turns;
  struct order_unfolding unfolding;
  struct order_clocks clocks;
  uint64_t first_unit;
};

static uint64_t units_left(const struct asking *asking) {
  uint64_t used = solver_units(asking->search->solver) - asking->first_unit;
  return used < asking->search->units ? asking->search->units - used : 0;
}

static void assert_all(struct query *query, const struct term_vec *facts) {
  for (uint32_t i = 0; i < facts->count; i++)
    query_assert(query, facts->at[i]);
}

// Can one of the conditions come true? `model` (may be null) gets how.
static enum answer ask(struct asking *asking, const struct term_vec *goals,
                       struct assignment *model) {
  struct solver *solver = asking->search->solver;
  struct term goal = term_or_all(asking->clocks.terms, goals->at, goals->count);
  if (term_is_false(asking->clocks.terms, goal))
    return ANSWER_UNSAT;
  uint64_t limit = solver_limit(solver), left = units_left(asking);
  if (!left || poll_stops(asking->search->poll))
    return ANSWER_UNKNOWN;
  solver_set_limit(solver, left);
  struct query *query = query_new_single(solver, PURPOSE_UNROLLING);
  assert_all(query, &asking->unfolding.facts);
  assert_all(query, &asking->clocks.facts);
  query_assert(query, goal);
  enum answer answer = query_check(query, NULL, 0);
  if (answer == ANSWER_SAT && model && !query_model(query, model))
    answer = ANSWER_UNKNOWN;
  query_free(query);
  solver_set_limit(solver, limit);
  return answer;
}

// The path of a model

struct schedule {
  const struct asking *asking;
  struct assignment *model;
  struct u32_vec turns; // those that happen, in their order
};

static bool holds(const struct schedule *schedule, struct term t) {
  return term_evaluate(schedule->model, t) != 0;
}

// Where clocks are the same, the turn of the higher number comes first.
static bool comes_before(const struct schedule *schedule, uint32_t a,
                         uint32_t b) {
  const struct order_clocks *clocks = &schedule->asking->clocks;
  u128 x = term_evaluate(schedule->model, clocks->clocks.at[a]);
  u128 y = term_evaluate(schedule->model, clocks->clocks.at[b]);
  return x != y ? x < y : a > b;
}

static void sort_turns(struct schedule *schedule) {
  const struct order_turn_vec *nodes = &schedule->asking->unfolding.nodes;
  for (uint32_t i = 0; i < nodes->count; i++) {
    if (!holds(schedule, nodes->at[i].happens))
      continue;
    uint32_t at = u32_vec_push(&schedule->turns, i);
    for (; at && comes_before(schedule, i, schedule->turns.at[at - 1]); at--) {
      schedule->turns.at[at] = schedule->turns.at[at - 1];
      schedule->turns.at[at - 1] = i;
    }
  }
}

// The step that the turn takes from there; null: none.
static const struct order_step *next_step(const struct schedule *schedule,
                                          uint32_t turn, uint32_t from) {
  const struct order_step_vec *steps = &schedule->asking->unfolding.steps;
  for (uint32_t i = 0; i < steps->count; i++)
    if (steps->at[i].turn == turn && steps->at[i].from == from &&
        holds(schedule, steps->at[i].condition))
      return &steps->at[i];
  return NULL;
}

// Appends the turn if it comes to its end. True when it ends in a violation.
static bool add_turn(const struct schedule *schedule, uint32_t turn,
                     struct edge_id_vec *path) {
  const struct order_turns *turns = schedule->asking->turns;
  const struct order_turn *node = &schedule->asking->unfolding.nodes.at[turn];
  uint32_t start = path->count;
  if (!turns->ports.at[node->port].is_entry)
    edge_id_vec_push(path, turns->next);
  for (uint32_t at = 0;;) {
    const struct order_step *step = next_step(schedule, turn, at);
    if (!step) { // it waits
      path->count = start;
      return false;
    }
    edge_id_vec_push(path, step->edge);
    at = step->to;
    if (!at)
      return question_role(turns->steps->data_question, step->edge) ==
             ROLE_VIOLATES;
  }
}

static bool find_path(const struct asking *asking, struct assignment *model,
                      struct edge_id_vec *path) {
  struct schedule schedule = {.asking = asking, .model = model};
  bool is_found = false;
  sort_turns(&schedule);
  for (uint32_t i = 0; i < schedule.turns.count && !is_found; i++)
    is_found = add_turn(&schedule, schedule.turns.at[i], path);
  u32_vec_release(&schedule.turns);
  return is_found;
}

// Depths

static enum order_outcome
ask_violation(struct asking *asking, struct edge_id_vec *path, bool *goes_on) {
  struct assignment *model = assignment_new(asking->clocks.terms);
  enum answer answer = ask(asking, &asking->unfolding.violations, model);
  bool is_found = answer == ANSWER_SAT && find_path(asking, model, path);
  *goes_on = answer == ANSWER_UNSAT;
  assignment_free(model);
  return is_found ? ORDER_VIOLATED : ORDER_STOPPED;
}

// Are all executions that short, and modelled?
static enum order_outcome ask_more(struct asking *asking, bool *goes_on) {
  enum answer unmodelled = ask(asking, &asking->unfolding.unmodelled, NULL);
  enum answer more = unmodelled == ANSWER_UNSAT
                         ? ask(asking, &asking->unfolding.more, NULL)
                         : ANSWER_SAT;
  *goes_on = more == ANSWER_SAT;
  return more == ANSWER_UNSAT ? ORDER_COVERED : ORDER_STOPPED;
}

static void tell(const struct asking *asking, enum order_outcome outcome,
                 bool goes_on) {
  const struct order_unfolding *u = &asking->unfolding;
  log_line(asking->search->log, 2, "order",
           "depth %u: %u turns, %u reads, %u writes, %u facts, %s", u->depth,
           u->nodes.count, u->reads.count, u->writes.count,
           u->facts.count + asking->clocks.facts.count,
           outcome == ORDER_VIOLATED  ? "a violation"
           : outcome == ORDER_COVERED ? "all covered"
           : goes_on                  ? "no violation, but longer executions"
                                      : "no answer");
}

static enum order_outcome
search_depth(struct asking *asking, struct edge_id_vec *path, bool *goes_on) {
  enum order_outcome outcome = ORDER_STOPPED;
  *goes_on = false;
  if (!asking->unfolding.is_too_large)
    order_clocks_init(&asking->clocks, &asking->unfolding);
  else
    asking->clocks = (struct order_clocks){.is_too_large = true};
  if (!asking->clocks.is_too_large) {
    outcome = ask_violation(asking, path, goes_on);
    if (*goes_on)
      outcome = ask_more(asking, goes_on);
  }
  tell(asking, outcome, *goes_on);
  order_clocks_release(&asking->clocks);
  return outcome;
}

// Twice as deep from time to time.
static enum order_outcome search_turns(struct order_search *search,
                                       const struct order_turns *turns,
                                       struct edge_id_vec *path) {
  struct asking asking = {.search = search,
                          .turns = turns,
                          .first_unit = solver_units(search->solver)};
  enum order_outcome outcome = ORDER_STOPPED;
  bool goes_on = true;
  for (uint32_t depth = 1; goes_on && depth <= search->most_depth; depth *= 2) {
    order_unfold(&asking.unfolding, turns, turns->steps->data, depth);
    search->depth = depth;
    search->turns = asking.unfolding.nodes.count;
    outcome = search_depth(&asking, path, &goes_on);
    order_unfolding_release(&asking.unfolding);
  }
  return outcome;
}

enum order_outcome order_search(struct order_search *search,
                                struct edge_id_vec *path) {
  struct control_steps steps;
  struct order_turns turns;
  enum order_outcome outcome = ORDER_STOPPED;
  control_steps_init(&steps, search->question, search->counters);
  if (order_turns_init(&turns, &steps, search->question->effects))
    outcome = search_turns(search, &turns, path);
  else
    log_line(search->log, 2, "order", "not a loop of turns");
  order_turns_release(&turns);
  control_steps_release(&steps);
  return outcome;
}
