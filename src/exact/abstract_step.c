// The steps of a state of the model.
#include "exact/abstract_internal.h"

#include <stdlib.h>

// What an edge does to a state.
struct fan {
  struct edge_id edge;
  struct code_step step;
  bool is_enabled; // its guard follows
  struct u32_vec targets;
  struct u32_vec sets;    // certain steps of a choice: members, each list
  struct u32_vec lengths; // so long
};

VEC_DEFINE(fan_vec, struct fan);

// ---- Terms ------------------------------------------------------------------

struct term abstract_prime(struct abstract *a, struct term variable) {
  struct term_table *terms = a->effects->program->terms;
  struct term_vec *primes = &a->memo->primes;
  uint32_t index = term_variable_index(terms, variable);
  if (index >= primes->count)
    term_vec_resize(primes, index + 1);
  if (term_is_none(primes->at[index]))
    primes->at[index] = term_variable_again(terms, variable);
  return primes->at[index];
}

struct term abstract_before(struct abstract *a, struct edge_id edge,
                            struct term after, bool *is_chosen) {
  const struct effect *effect = &a->effects->at[edge.id];
  struct program *program = a->effects->program;
  struct term before = effects_before(a->effects, edge, after);
  *is_chosen = term_is_none(before);
  if (!*is_chosen)
    return before;
  struct substitution *change = substitution_new(program->terms);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    substitution_set(change, program_term(program, effect->bindings[i].target),
                     effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct term variable = program_term(program, effect->havocked[i]);
    substitution_set(change, variable, abstract_prime(a, variable));
  }
  before = substitution_apply(change, after);
  substitution_free(change);
  return before;
}

uint32_t abstract_state(struct abstract *a, struct location_id location,
                        uint32_t action, const bool *values) {
  uint32_t count =
      location.id ? precision_at(a->precision, location)->count : 0;
  struct strbuf key = {0};
  strbuf_bytes(&key, (const char *)&location.id, sizeof location.id);
  strbuf_bytes(&key, (const char *)&action, sizeof action);
  for (uint32_t i = 0; i < count; i++)
    strbuf_char(&key, values[i] ? '1' : '0');
  struct name name =
      intern_bytes(a->memo->states, strbuf_text(&key), key.length);
  strbuf_release(&key);
  bool is_new;
  uint32_t *number = state_map_insert(&a->memo->by_key, name.id, &is_new);
  if (is_new) {
    *number = abstract_state_vec_push(
        &a->states, (struct abstract_state){location, action, a->truths.count});
    for (uint32_t i = 0; i < count; i++)
      u32_vec_push(&a->truths, values[i]);
  }
  return *number;
}

// ---- Targets ----------------------------------------------------------------

// The truth values after an edge: known ones, and terms for the others.
struct outcome {
  bool *values;
  struct term_vec open;
  struct u32_vec open_of; // predicates that they are about
  struct bitset chosen;   // of the open ones: the environment decides
};

static void foresee(struct abstract *a, uint32_t state, const struct fan *fan,
                    struct outcome *outcome) {
  const struct predicate_vec *tracked =
      precision_at(a->precision, fan->step.to);
  *outcome = (struct outcome){
      .values = memory_new_zero(tracked->count + 1, sizeof *outcome->values)};
  for (uint32_t i = 0; i < tracked->count; i++) {
    struct term after = predicate_term(a->table, tracked->at[i]);
    bool is_chosen = false;
    struct term before = fan->step.changes
                             ? abstract_before(a, fan->edge, after, &is_chosen)
                             : after;
    enum truth truth = abstract_truth(a, state, before);
    outcome->values[i] = truth == TRUTH_TRUE;
    if (truth != TRUTH_OPEN)
      continue;
    if (is_chosen)
      bitset_add(&outcome->chosen, outcome->open.count);
    term_vec_push(&outcome->open, before);
    u32_vec_push(&outcome->open_of, i);
  }
}

static void outcome_release(struct outcome *outcome) {
  free(outcome->values);
  term_vec_release(&outcome->open);
  u32_vec_release(&outcome->open_of);
  bitset_release(&outcome->chosen);
}

static uint32_t row_target(struct abstract *a, const struct fan *fan,
                           struct outcome *outcome, uint32_t row) {
  for (uint32_t k = 0; k < outcome->open.count; k++)
    outcome->values[outcome->open_of.at[k]] = a->memo->truths.at[row + k] != 0;
  return abstract_state(a, fan->step.to, fan->step.action, outcome->values);
}

// ---- Choices of the environment ---------------------------------------------

static bool chooses_alike(const struct abstract *a,
                          const struct outcome *outcome, uint32_t row,
                          uint32_t other) {
  BITSET_EACH (k, &outcome->chosen)
    if (a->memo->truths.at[row + k] != a->memo->truths.at[other + k])
      return false;
  return true;
}

static struct term wanted_by(const struct abstract *a,
                             const struct outcome *outcome, uint32_t row) {
  struct term_table *terms = a->effects->program->terms;
  struct term wanted = term_true(terms);
  BITSET_EACH (k, &outcome->chosen) {
    struct term open = outcome->open.at[k];
    wanted =
        term_and(terms, wanted,
                 a->memo->truths.at[row + k] ? open : term_not(terms, open));
  }
  return wanted;
}

static void primes_of(struct abstract *a, const struct fan *fan,
                      struct term_vec *into) {
  const struct effect *effect = &a->effects->at[fan->edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    term_vec_push(into, abstract_prime(a, program_term(a->effects->program,
                                                       effect->havocked[i])));
}

// For each way to choose that every state has: those of the targets in which it
// was chosen.
static void add_choices(struct abstract *a, struct fan *fan,
                        const struct outcome *outcome,
                        const struct term_vec *given,
                        const struct memo_answer *answer) {
  uint32_t width = outcome->open.count;
  struct term_vec primes = {0};
  struct bitset seen = {0};
  primes_of(a, fan, &primes);
  for (uint32_t i = 0; i < answer->count; i++) {
    uint32_t row = answer->first + i * width, length = 0;
    if (bitset_has(&seen, i))
      continue;
    bool can =
        abstract_can_choose(a, given, &primes, wanted_by(a, outcome, row));
    for (uint32_t k = i; k < answer->count; k++)
      if (chooses_alike(a, outcome, row, answer->first + k * width)) {
        bitset_add(&seen, k);
        if (can)
          u32_vec_push(&fan->sets, fan->targets.at[k]);
        length++;
      }
    if (can)
      u32_vec_push(&fan->lengths, length);
  }
  if (fan->lengths.count &&
      a->effects->at[fan->edge.id].origin == ORIGIN_ASSUMPTION)
    bitset_add(&a->assuming, fan->edge.id);
  term_vec_release(&primes);
  bitset_release(&seen);
}

// ---- Edges ------------------------------------------------------------------

// Where the guard is open the solver says whether it can hold and must hold. It
// is not asked about a guard of which the state says nothing: code that does
// not matter is not looked into (seed 004, figure 5d).
static bool may_pass(struct abstract *a, uint32_t state, struct fan *fan) {
  struct term_table *terms = a->effects->program->terms;
  enum truth truth = abstract_truth(a, state, fan->step.guard);
  fan->is_enabled = truth == TRUTH_TRUE;
  if (truth != TRUTH_OPEN)
    return truth == TRUTH_TRUE;
  struct term_vec about = {0}, given = {0};
  term_vec_push(&about, fan->step.guard);
  abstract_relevant(a, state, &about, &given);
  bool may = true;
  if (given.count) {
    term_vec_push(&given, fan->step.guard);
    may = !abstract_refutes(a, &given);
    *term_vec_last(&given) = term_not(terms, fan->step.guard);
    fan->is_enabled = may && abstract_refutes(a, &given);
  }
  term_vec_release(&about);
  term_vec_release(&given);
  return may;
}

static void enumerate_targets(struct abstract *a, uint32_t state,
                              struct fan *fan, struct outcome *outcome) {
  struct term_vec about = {0}, given = {0};
  term_vec_append(&about, outcome->open.at, outcome->open.count);
  term_vec_push(&about, fan->step.guard);
  abstract_relevant(a, state, &about, &given);
  if (!fan->is_enabled)
    term_vec_push(&given, fan->step.guard);
  bool is_coarse = a->subject.is_coarse && outcome->open.count > 1 &&
                   !bitset_has(&a->precise, fan->edge.id);
  if (is_coarse)
    bitset_add(&a->coarse, fan->edge.id);
  struct memo_answer answer =
      is_coarse ? abstract_enumerate_each(a, &given, &outcome->open)
                : abstract_enumerate(a, &given, &outcome->open);
  if (!answer.is_complete)
    a->trouble = "the solver gave up";
  for (uint32_t i = 0; i < answer.count; i++)
    u32_vec_push(
        &fan->targets,
        row_target(a, fan, outcome, answer.first + i * outcome->open.count));
  if (fan->step.is_choice && fan->is_enabled &&
      !bitset_is_empty(&outcome->chosen))
    add_choices(a, fan, outcome, &given, &answer);
  term_vec_release(&about);
  term_vec_release(&given);
}

static void find_targets(struct abstract *a, uint32_t state, struct fan *fan) {
  struct outcome outcome;
  if (!fan->step.to.id) {
    u32_vec_push(&fan->targets, abstract_state(a, fan->step.to, 0, NULL));
    return;
  }
  foresee(a, state, fan, &outcome);
  if (outcome.open.count)
    enumerate_targets(a, state, fan, &outcome);
  else
    u32_vec_push(
        &fan->targets,
        abstract_state(a, fan->step.to, fan->step.action, outcome.values));
  outcome_release(&outcome);
}

// ---- All edges of a state ---------------------------------------------------

// The targets of a fan as possible and certain steps.
static void add_fan(struct abstract *a, const struct fan *fan) {
  for (uint32_t i = 0; i < fan->targets.count; i++) {
    modal_may(&a->modal, fan->targets.at[i]);
    abstract_step_vec_push(
        &a->steps,
        (struct abstract_step){fan->targets.at[i], fan->edge, fan->is_enabled});
  }
  if (fan->is_enabled && fan->step.is_certain && fan->targets.count)
    modal_must(&a->modal, fan->targets.at, fan->targets.count);
  for (uint32_t i = 0, at = 0; i < fan->lengths.count; i++) {
    modal_must(&a->modal, fan->sets.at + at, fan->lengths.at[i]);
    at += fan->lengths.at[i];
  }
}

// Does it follow that one of the edges is taken?
static bool is_total(struct abstract *a, uint32_t state,
                     const struct fan_vec *fans) {
  struct term_table *terms = a->effects->program->terms;
  struct term_vec guards = {0}, given = {0};
  for (uint32_t i = 0; i < fans->count; i++)
    term_vec_push(&guards, fans->at[i].step.guard);
  struct term some = term_or_all(terms, guards.at, guards.count);
  bool is_so = term_is_true(terms, some);
  if (!is_so) {
    abstract_relevant(a, state, &guards, &given);
    term_vec_push(&given, term_not(terms, some));
    is_so = abstract_refutes(a, &given);
  }
  term_vec_release(&guards);
  term_vec_release(&given);
  return is_so;
}

// Section 5: some edge is taken, whichever.
static void add_hyper(struct abstract *a, uint32_t state,
                      const struct fan_vec *fans) {
  struct u32_vec all = {0};
  bool is_certain = fans->count > 1;
  for (uint32_t i = 0; i < fans->count; i++) {
    is_certain &= fans->at[i].step.is_certain && !fans->at[i].is_enabled;
    u32_vec_append(&all, fans->at[i].targets.at, fans->at[i].targets.count);
  }
  if (is_certain && all.count && is_total(a, state, fans))
    modal_must(&a->modal, all.at, all.count);
  u32_vec_release(&all);
}

static void fans_release(struct fan_vec *fans) {
  for (uint32_t i = 0; i < fans->count; i++) {
    u32_vec_release(&fans->at[i].targets);
    u32_vec_release(&fans->at[i].sets);
    u32_vec_release(&fans->at[i].lengths);
  }
  fan_vec_release(fans);
}

static void expand_edges(struct abstract *a, uint32_t state) {
  struct location_id from = a->states.at[state].location;
  const struct location *location =
      procedure_location(a->effects->procedure, from);
  struct fan_vec fans = {0};
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct fan fan = {.edge = {location->first_out + i}};
    if (!steps_describe(&a->code, fan.edge, &fan.step) ||
        !may_pass(a, state, &fan))
      continue;
    find_targets(a, state, &fan);
    fan_vec_push(&fans, fan);
  }
  for (uint32_t i = 0; i < fans.count; i++)
    add_fan(a, &fans.at[i]);
  add_hyper(a, state, &fans);
  fans_release(&fans);
}

// What has ended goes on as it is.
static void repeat(struct abstract *a, uint32_t state) {
  const struct abstract_state *here = &a->states.at[state];
  uint32_t count = precision_at(a->precision, here->location)->count;
  bool *values = memory_new_zero(count + 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = a->truths.at[here->first + i] != 0;
  modal_step(&a->modal, abstract_state(a, here->location, 0, values));
  free(values);
}

void abstract_expand(struct abstract *a, uint32_t state) {
  struct location_id here = a->states.at[state].location;
  if (!here.id)
    modal_set_open(&a->modal);
  else if (steps_stay(&a->code, here))
    repeat(a, state);
  else
    expand_edges(a, state);
  modal_complete(&a->modal);
  u32_vec_push(&a->first_step, a->steps.count);
}
