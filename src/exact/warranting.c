#include "exact/warranting.h"

#include "exact/abstract_internal.h"
#include "exact/strategy.h"
#include "term/variables.h"

struct warranting {
  struct abstract *abstract;
  const struct temporal *temporal;
  const struct temporal_value *value;
  struct strategy strategy;
  struct warrants *warrants;
  struct u32_vec pairs;   // by warrant
  struct u32_vec numbers; // by pair: of the warrant, plus 1
};

static struct term_table *terms_of(const struct warranting *w) {
  return w->abstract->effects->program->terms;
}

// ---- Regions ----------------------------------------------------------------

static uint32_t warrant_of(struct warranting *w, uint32_t pair) {
  if (w->numbers.at[pair])
    return w->numbers.at[pair] - 1;
  const struct strategy_pair *about = &w->strategy.pairs.at[pair];
  uint32_t state = temporal_state(w->temporal, w->value, about->state);
  const struct abstract_state *known = &w->abstract->states.at[state];
  uint32_t number = warrant_vec_push(
      &w->warrants->at,
      (struct warrant){.location = known->location,
                       .action = known->action,
                       .mode =
                           temporal_mode(w->temporal, w->value, about->state),
                       .part = about->part,
                       .region = abstract_region(w->abstract, state)});
  for (uint32_t i = 0; i < w->strategy.width; i++)
    u32_vec_push(&w->warrants->ranks,
                 w->strategy.ranks.at[(size_t)pair * w->strategy.width + i]);
  u32_vec_push(&w->pairs, pair);
  w->numbers.at[pair] = number + 1;
  return number;
}

// ---- What the environment chooses -------------------------------------------

static bool is_member(const struct warranting *w, struct u32_range members,
                      uint32_t state) {
  for (const uint32_t *at = members.begin; at < members.end; at++)
    if (temporal_state(w->temporal, w->value,
                       w->strategy.pairs.at[*at].state) == state)
      return true;
  return false;
}

// What holds behind the edge in one of its targets that are members, and that
// others are not: otherwise nothing has to be chosen.
static struct term wanted_behind(struct warranting *w, uint32_t state,
                                 struct edge_id edge, struct u32_range members,
                                 bool *is_all) {
  struct term wanted = term_false(terms_of(w));
  uint32_t count;
  const struct abstract_step *steps =
      abstract_steps(w->abstract, state, &count);
  *is_all = true;
  for (uint32_t i = 0; i < count; i++) {
    bool is_chosen;
    if (steps[i].edge.id != edge.id)
      continue;
    if (!is_member(w, members, steps[i].target)) {
      *is_all = false;
      continue;
    }
    struct term region = abstract_region(w->abstract, steps[i].target);
    wanted = term_or(terms_of(w), wanted,
                     abstract_before(w->abstract, edge, region, &is_chosen));
  }
  return wanted;
}

static bool choose(struct warranting *w, uint32_t warrant, uint32_t state,
                   struct edge_id edge, struct term wanted) {
  struct warrants *warrants = w->warrants;
  uint32_t first = warrants->values.count;
  uint32_t width = w->abstract->effects->at[edge.id].havoc_count;
  bool ok =
      abstract_choices(w->abstract, state, edge, wanted, &warrants->values);
  for (; first < warrants->values.count; first += width)
    warrant_choice_vec_push(
        &warrants->choices,
        (struct warrant_choice){warrant, edge, first, width});
  return ok;
}

static bool find_choices(struct warranting *w, uint32_t warrant, uint32_t state,
                         struct u32_range members) {
  const struct procedure *procedure = w->abstract->effects->procedure;
  struct location_id at = w->abstract->states.at[state].location;
  const struct location *location = procedure_location(procedure, at);
  bool ok = true;
  for (uint32_t i = 0; i < location->out_count && ok; i++) {
    struct edge_id edge = {location->first_out + i};
    struct code_step step;
    bool is_all;
    if (!steps_describe(&w->abstract->code, edge, &step) || !step.is_choice)
      continue;
    struct term wanted = wanted_behind(w, state, edge, members, &is_all);
    if (!is_all && !term_is_false(terms_of(w), wanted))
      ok = choose(w, warrant, state, edge, wanted);
  }
  return ok;
}

// ---- All of them ------------------------------------------------------------

// Does the warrant say that a step of the code leads somewhere?
static bool makes_step(const struct warranting *w,
                       const struct strategy_pair *pair) {
  return warrants_kind(w->strategy.table, pair->part, w->strategy.is_dual) ==
             MU_SOME &&
         temporal_mode_kind(w->temporal, w->value, pair->state) == MODE_STEPS;
}

static bool add_reasons(struct warranting *w, uint32_t warrant) {
  uint32_t pair = w->pairs.at[warrant];
  struct u32_range members = strategy_reason(&w->strategy, pair);
  uint32_t first = w->warrants->rests.count;
  for (const uint32_t *at = members.begin; at < members.end; at++)
    u32_vec_push(&w->warrants->rests, warrant_of(w, *at));
  w->warrants->at.at[warrant].first = first;
  w->warrants->at.at[warrant].count = w->warrants->rests.count - first;
  const struct strategy_pair *about = &w->strategy.pairs.at[pair];
  uint32_t state = temporal_state(w->temporal, w->value, about->state);
  return !makes_step(w, about) || find_choices(w, warrant, state, members);
}

// The initial states that it is about.
static void find_tops(const struct warranting *w, struct u32_vec *states) {
  const struct evaluation *evaluation = &w->value->evaluation;
  const struct u32_vec *initial = &evaluation->modal->initial;
  bool is_dual = w->warrants->is_dual;
  enum mu_side side = is_dual ? MU_POSSIBLE : MU_CERTAIN;
  for (uint32_t i = 0; i < initial->count; i++) {
    if (evaluation_holds(evaluation, side, w->temporal->root, initial->at[i]) ==
        is_dual)
      continue;
    u32_vec_push(states, initial->at[i]);
    if (w->warrants->is_one)
      return;
  }
}

// Values with which it starts in the region.
static bool find_given(struct warranting *w, struct term region) {
  struct term_table *terms = terms_of(w);
  struct effects *effects = w->abstract->effects;
  struct query *query = query_new(w->abstract->solver, PURPOSE_OTHER);
  struct assignment *model = assignment_new(terms);
  struct term_vec variables = {0};
  struct term start = effects_at_entry(
      effects, term_and(terms, w->abstract->code.assumed, region));
  query_assert(query, start);
  bool ok =
      query_check(query, NULL, 0) == ANSWER_SAT && query_model(query, model);
  term_variables(terms, &start, 1, &variables);
  for (uint32_t i = 0; i < variables.count && ok; i++) {
    struct variable variable =
        program_variable_of(effects->program, variables.at[i]);
    if (variable_is_none(variable))
      continue;
    variable_vec_push(&w->warrants->given, variable);
    term_vec_push(&w->warrants->given_values,
                  assignment_constant(model, terms, variables.at[i]));
  }
  term_vec_release(&variables);
  assignment_free(model);
  query_free(query);
  return ok;
}

static bool add_warrants(struct warranting *w, const struct u32_vec *tops) {
  bool ok = true;
  u32_vec_resize(&w->numbers, w->strategy.pairs.count);
  for (uint32_t i = 0; i < tops->count; i++)
    u32_vec_push(&w->warrants->tops, warrant_of(w, i));
  for (uint32_t i = 0; i < w->warrants->at.count && ok; i++)
    ok = add_reasons(w, i);
  if (ok && w->warrants->is_one)
    ok = tops->count && find_given(w, w->warrants->at.at[0].region);
  return ok;
}

bool warrants_find(struct abstract *abstract, const struct temporal *temporal,
                   const struct temporal_value *value, struct poll poll,
                   struct warrants *warrants) {
  struct warranting w = {.abstract = abstract,
                         .temporal = temporal,
                         .value = value,
                         .warrants = warrants};
  struct u32_vec tops = {0};
  *warrants = (struct warrants){.is_dual = value->verdict == VERDICT_FALSE,
                                .is_one = (value->verdict == VERDICT_FALSE) !=
                                          temporal->is_some};
  find_tops(&w, &tops);
  bool ok = strategy_find(&w.strategy, &value->evaluation, temporal->root,
                          warrants->is_dual, &tops, poll);
  warrants->width = w.strategy.width;
  ok = ok && add_warrants(&w, &tops);
  strategy_release(&w.strategy);
  u32_vec_release(&tops);
  u32_vec_release(&w.pairs);
  u32_vec_release(&w.numbers);
  return ok;
}
