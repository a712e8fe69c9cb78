#include "exact/course.h"

#include "base/map.h"
#include "exact/abstract_internal.h"

NUMBER_MAP_DEFINE(visit_map, uint32_t, bool);

enum { MOST_STEPS = 600 };

struct tracing {
  struct course *course;
  struct abstract *abstract;
  const struct temporal *temporal;
  const struct temporal_value *value;
  const struct evaluation *evaluation;
  bool holds;                // what is shown: that it holds, or fails
  uint32_t state, formula;   // of the evaluation: where it is
  uint32_t turn;             // of the conditions of an automaton
  struct assignment *values; // of the program's variables
  struct bitset read;        // variables that anything depends on, by id
  struct interner *keys;     // of what was there, with what is claimed of it
  struct visit_map visited;  // by key
};

static enum mu_side side_of(const struct tracing *t) {
  return t->holds ? MU_CERTAIN : MU_POSSIBLE;
}

static uint32_t found(const struct tracing *t, uint32_t f, uint32_t state) {
  return evaluation_found(t->evaluation, side_of(t), f, state);
}

static const struct mu_node *node_of(const struct tracing *t, uint32_t f) {
  return mu_node(t->evaluation->table, f);
}

static struct program *program_of(const struct tracing *t) {
  return t->abstract->effects->program;
}

// ---- Values -----------------------------------------------------------------

static void take(struct tracing *t, uint32_t step, struct variable variable,
                 struct term value) {
  struct program *program = program_of(t);
  struct term target = program_term(program, variable);
  struct walk_input input = {.step = step, .variable = variable};
  if (sort_is_array(term_sort(program->terms, target)))
    input.array = value;
  else
    input.value = term_evaluate(t->values, value);
  walk_input_vec_push(&t->course->walk.inputs, input);
  assignment_update(t->values, &target, &value, 1);
}

// Variables that edges or what is tracked depend on, by id.
static void mark_read(const struct abstract *a, struct bitset *into) {
  struct program *program = a->effects->program;
  const struct procedure *procedure = a->effects->procedure;
  for (uint32_t e = 1; e < procedure->edges.count; e++) {
    const struct effect *effect = &a->effects->at[e];
    program_mark_variables(program, effect->guard, into);
    for (uint32_t i = 0; i < effect->binding_count; i++)
      program_mark_variables(program, effect->bindings[i].value, into);
  }
  const struct predicate_vec *tracked =
      precision_at(a->precision, a->code.start);
  for (uint32_t i = 0; i < tracked->count; i++)
    program_mark_variables(program, predicate_term(a->table, tracked->at[i]),
                           into);
}

// Values at the entry: those of the model, and what globals start with.
static void take_entry(struct tracing *t, struct assignment *model) {
  struct program *program = program_of(t);
  struct term_vec targets = {0}, values = {0};
  BITSET_EACH (i, &t->read) {
    struct term variable = program_term(program, (struct variable){i});
    struct term value = effects_at_entry(t->abstract->effects, variable);
    if (term_equal(value, variable)) {
      take(t, UINT32_MAX, (struct variable){i},
           assignment_constant(model, program->terms, variable));
      continue;
    }
    term_vec_push(&targets, variable);
    term_vec_push(&values, value);
  }
  assignment_update(t->values, targets.at, values.at, targets.count);
  term_vec_release(&targets);
  term_vec_release(&values);
}

// What the state says of its predicates, as literals.
static void add_literals(const struct abstract *a, uint32_t number,
                         struct term_vec *into) {
  const struct abstract_state *state = &a->states.at[number];
  const struct predicate_vec *tracked =
      precision_at(a->precision, state->location);
  for (uint32_t i = 0; i < tracked->count; i++)
    term_vec_push(into, predicate_literal(a->table, tracked->at[i],
                                          a->truths.at[state->first + i] != 0));
}

static bool solve(const struct tracing *t, const struct term_vec *conditions,
                  struct assignment *model) {
  struct query *query = query_new(t->abstract->solver, PURPOSE_OTHER);
  for (uint32_t i = 0; i < conditions->count; i++)
    query_assert(query, conditions->at[i]);
  bool ok =
      query_check(query, NULL, 0) == ANSWER_SAT && query_model(query, model);
  query_free(query);
  return ok;
}

// ---- Steps of the program ---------------------------------------------------

static void perform(struct tracing *t, struct edge_id edge,
                    struct assignment *chosen) {
  const struct effect *effect = &t->abstract->effects->at[edge.id];
  struct program *program = program_of(t);
  uint32_t step = edge_id_vec_push(&t->course->walk.path, edge);
  struct term_vec targets = {0}, values = {0};
  if (effect->kind != EFFECT_STEP)
    return;
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    term_vec_push(&targets, program_term(program, effect->bindings[i].target));
    term_vec_push(&values, effect->bindings[i].value);
  }
  assignment_update(t->values, targets.at, values.at, targets.count);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct term variable = program_term(program, effect->havocked[i]);
    struct term prime =
        chosen ? abstract_prime(t->abstract, variable) : variable;
    take(t, step, effect->havocked[i],
         assignment_constant(chosen ? chosen : t->values, program->terms,
                             prime));
  }
  term_vec_release(&targets);
  term_vec_release(&values);
}

// The edges before the first state: what comes to be there has the value that
// it was given.
static void perform_start(struct tracing *t) {
  const struct procedure *procedure = t->abstract->effects->procedure;
  struct location_id at = procedure->entry;
  while (at.id != t->abstract->code.start.id) {
    struct edge_id edge = {procedure_location(procedure, at)->first_out};
    perform(t, edge, NULL);
    at = procedure_edge(procedure, edge)->to;
  }
}

static bool begin(struct tracing *t) {
  struct abstract *a = t->abstract;
  struct assignment *model = assignment_new(program_of(t)->terms);
  struct term_vec conditions = {0};
  add_literals(a, temporal_state(t->temporal, t->value, t->state), &conditions);
  term_vec_push(&conditions, a->code.assumed);
  for (uint32_t i = 0; i < conditions.count; i++)
    conditions.at[i] = effects_at_entry(a->effects, conditions.at[i]);
  bool ok = solve(t, &conditions, model);
  if (ok) {
    take_entry(t, model);
    perform_start(t);
  }
  assignment_free(model);
  term_vec_release(&conditions);
  return ok;
}

// What the predicates of the target come to behind the edge, as literals over
// values before it and what is chosen.
static void foresee(struct tracing *t, struct edge_id edge, uint32_t target,
                    struct term_vec *into) {
  struct abstract *a = t->abstract;
  bool changes = a->effects->at[edge.id].kind == EFFECT_STEP, is_chosen;
  add_literals(a, target, into);
  for (uint32_t i = 0; changes && i < into->count; i++)
    into->at[i] = abstract_before(a, edge, into->at[i], &is_chosen);
}

// With the values that variables have, but for what is chosen.
static void fix_values(struct tracing *t, struct edge_id edge,
                       struct term_vec *conditions) {
  struct program *program = program_of(t);
  const struct effect *effect = &t->abstract->effects->at[edge.id];
  struct substitution *fixed = substitution_new(program->terms);
  struct bitset variables = {0};
  for (uint32_t i = 0; i < conditions->count; i++)
    program_mark_variables(program, conditions->at[i], &variables);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    program_mark_variables(program, effect->bindings[i].value, &variables);
  BITSET_EACH (id, &variables) {
    struct term variable = program_term(program, (struct variable){id});
    substitution_set(fixed, variable,
                     assignment_constant(t->values, program->terms, variable));
  }
  for (uint32_t i = 0; i < conditions->count; i++)
    conditions->at[i] = substitution_apply(fixed, conditions->at[i]);
  substitution_free(fixed);
  bitset_release(&variables);
}

static bool all_hold(struct tracing *t, const struct term_vec *conditions) {
  for (uint32_t i = 0; i < conditions->count; i++)
    if (!term_evaluate(t->values, conditions->at[i]))
      return false;
  return true;
}

static bool is_deadlock(const struct tracing *t, struct edge_id edge) {
  return procedure_edge(t->abstract->effects->procedure, edge)->undefined ==
         UNDEFINED_DEADLOCK;
}

// Takes the edge if it can lead to the target with the values at hand.
static bool take_edge(struct tracing *t, struct edge_id edge, uint32_t target) {
  const struct effect *effect = &t->abstract->effects->at[edge.id];
  struct term_vec conditions = {0};
  bool ok = false;
  if (!term_evaluate(t->values, effect->guard) ||
      (effect->havoc_count && effect->origin == ORIGIN_APPROXIMATION))
    return false;
  foresee(t, edge, target, &conditions);
  if (is_deadlock(t, edge)) {
    ok = true; // nothing happens any more, which nobody can run
  } else if (effect->kind == EFFECT_STEP && effect->havoc_count) {
    struct assignment *chosen = assignment_new(program_of(t)->terms);
    fix_values(t, edge, &conditions);
    ok = solve(t, &conditions, chosen);
    if (ok)
      perform(t, edge, chosen);
    assignment_free(chosen);
  } else if (all_hold(t, &conditions)) {
    perform(t, edge, NULL);
    ok = true;
  }
  term_vec_release(&conditions);
  return ok;
}

// To one of the states, by whichever edge the values allow.
static bool go_to_one(struct tracing *t, struct u32_range set) {
  uint32_t here = temporal_state(t->temporal, t->value, t->state), count;
  const struct abstract_step *steps = abstract_steps(t->abstract, here, &count);
  for (const uint32_t *at = set.begin; at < set.end; at++) {
    uint32_t target = temporal_state(t->temporal, t->value, *at);
    for (uint32_t i = 0; i < count; i++)
      if (steps[i].target == target && take_edge(t, steps[i].edge, target)) {
        t->state = *at;
        t->course->has_steps = true;
        return true;
      }
  }
  return false;
}

// ---- Steps of the evaluation ------------------------------------------------

// The certain step whose targets were all found to be so, first.
static bool choose_set(const struct tracing *t, uint32_t f,
                       struct u32_range *set) {
  const struct modal *modal = t->evaluation->modal;
  uint32_t best = UINT32_MAX;
  for (uint32_t s = modal_first_set(modal, t->state);
       s < modal_end_set(modal, t->state); s++) {
    struct u32_range states = modal_set(modal, s);
    uint32_t last = 0;
    for (const uint32_t *at = states.begin; at < states.end; at++) {
      uint32_t when = found(t, f, *at);
      last = when > last ? when : last;
    }
    if (last >= best)
      continue;
    best = last;
    *set = states;
  }
  return best != UINT32_MAX;
}

static bool is_unread(const struct tracing *t) {
  return temporal_mode_kind(t->temporal, t->value, t->state) == MODE_MOVES;
}

static struct location_id location_of(const struct tracing *t) {
  uint32_t here = temporal_state(t->temporal, t->value, t->state);
  return t->abstract->states.at[here].location;
}

static bool is_at_end(const struct tracing *t) {
  return steps_stay(&t->abstract->code, location_of(t));
}

// True when an automaton accepts, whatever follows.
static bool is_accepted(const struct tracing *t) {
  return temporal_mode_kind(t->temporal, t->value, t->state) == MODE_STAYS;
}

static void add_number(struct strbuf *key, uint32_t number) {
  strbuf_bytes(key, (const char *)&number, sizeof number);
}

// All values are what they were when the same was claimed.
static bool is_met_again(struct tracing *t) {
  struct program *program = program_of(t);
  uint32_t conditions = t->temporal->modes.conditions.count;
  struct strbuf key = {0};
  add_number(&key, t->state);
  add_number(&key, t->formula);
  add_number(&key, conditions ? t->turn % conditions : 0);
  BITSET_EACH (i, &t->read)
    add_number(&key,
               assignment_constant(t->values, program->terms,
                                   program_term(program, (struct variable){i}))
                   .id);
  bool is_new;
  struct name name = intern_bytes(t->keys, strbuf_text(&key), key.length);
  visit_map_insert(&t->visited, name.id, &is_new);
  strbuf_release(&key);
  return !is_new;
}

// By a step, if the claim rests on one. True: go on.
static bool follow_step(struct tracing *t, const struct mu_node *node) {
  struct u32_range set;
  struct course *course = t->course;
  if ((node->kind == MU_SOME) != t->holds)
    course->end = COURSE_BRANCHES;
  else if (is_at_end(t) && !is_unread(t))
    course->end = COURSE_ENDS;
  else if (is_accepted(t))
    course->end = COURSE_SHOWN;
  else if (!is_unread(t) && is_met_again(t))
    course->end = COURSE_REPEATS;
  else if (course->walk.path.count >= MOST_STEPS)
    course->end = COURSE_GOES_ON;
  else if (choose_set(t, node->a, &set)) {
    t->formula = node->a;
    if (!is_unread(t))
      return go_to_one(t, set);
    t->state = *set.begin;
    return true;
  }
  return false;
}

// ---- Parts of the formula ---------------------------------------------------

static bool is_decisive_atom(const struct tracing *t, uint32_t f) {
  return node_of(t, f)->kind <= MU_NOT_ATOM &&
         found(t, f, t->state) != UINT32_MAX;
}

// Of parts one of which suffices: does an atom?
static bool is_plain(const struct tracing *t, const struct mu_node *node) {
  enum mu_kind either = t->holds ? MU_OR : MU_AND;
  return node->kind == either &&
         (is_decisive_atom(t, node->a) || is_decisive_atom(t, node->b));
}

static bool has_steps(const struct tracing *t, uint32_t f) {
  const struct mu_node *node = node_of(t, f);
  if (node->kind <= MU_NOT_ATOM || is_plain(t, node))
    return false;
  return (node->kind != MU_AND && node->kind != MU_OR) ||
         has_steps(t, node->a) || has_steps(t, node->b);
}

static uint32_t count_parts(const struct tracing *t, uint32_t f,
                            enum mu_kind kind) {
  const struct mu_node *node = node_of(t, f);
  return node->kind == kind
             ? count_parts(t, node->a, kind) + count_parts(t, node->b, kind)
             : 1;
}

static uint32_t part_at(const struct tracing *t, uint32_t f, enum mu_kind kind,
                        uint32_t number) {
  const struct mu_node *node = node_of(t, f);
  if (node->kind != kind)
    return f;
  uint32_t first = count_parts(t, node->a, kind);
  return number < first ? part_at(t, node->a, kind, number)
                        : part_at(t, node->b, kind, number - first);
}

static bool is_open_part(const struct tracing *t, uint32_t f) {
  return node_of(t, f)->lowest != MU_CLOSED;
}

// Of parts that both matter: the one that is about the execution at hand, of an
// automaton's conditions, and of what is fair, the next one.
static uint32_t choose_of_both(struct tracing *t, const struct mu_node *node) {
  if (!has_steps(t, node->a) || !has_steps(t, node->b))
    return has_steps(t, node->a) ? node->a : node->b;
  if (t->temporal->is_linear ||
      (is_open_part(t, node->a) && is_open_part(t, node->b)))
    return part_at(t, t->formula, node->kind,
                   t->turn++ % count_parts(t, t->formula, node->kind));
  return is_open_part(t, node->a) ? node->a : node->b;
}

static uint32_t choose_part(struct tracing *t, const struct mu_node *node) {
  if ((node->kind == MU_AND) == t->holds)
    return choose_of_both(t, node);
  return found(t, node->a, t->state) <= found(t, node->b, t->state) ? node->a
                                                                    : node->b;
}

static bool follow(struct tracing *t) {
  const struct mu_node *node = node_of(t, t->formula);
  switch (node->kind) {
  case MU_AND:
  case MU_OR: t->formula = choose_part(t, node); return true;
  case MU_VARIABLE:
  case MU_LEAST:
  case MU_GREATEST: t->formula = node->a; return true;
  case MU_SOME:
  case MU_ALL: return follow_step(t, node);
  default: t->course->end = COURSE_SHOWN; return false;
  }
}

static bool find_initial(struct tracing *t) {
  const struct u32_vec *initial = &t->evaluation->modal->initial;
  for (uint32_t i = 0; i < initial->count; i++) {
    t->state = initial->at[i];
    if (found(t, t->temporal->root, t->state) != UINT32_MAX)
      return true;
  }
  return false;
}

void course_find(struct course *course, struct abstract *abstract,
                 const struct temporal *temporal,
                 const struct temporal_value *value) {
  struct tracing t = {.course = course,
                      .abstract = abstract,
                      .temporal = temporal,
                      .value = value,
                      .evaluation = &value->evaluation,
                      .holds = value->verdict == VERDICT_TRUE,
                      .formula = temporal->root,
                      .values =
                          assignment_new(abstract->effects->program->terms)};
  *course = (struct course){.end = COURSE_LOST};
  t.keys = interner_new();
  mark_read(abstract, &t.read);
  if (find_initial(&t) && begin(&t))
    while (follow(&t))
      continue;
  course->is_over = course->end != COURSE_LOST &&
                    location_of(&t).id == abstract->effects->procedure->exit.id;
  course->is_stuck =
      course->end != COURSE_LOST && is_at_end(&t) && !course->is_over;
  DCHECK(procedure_is_path(abstract->effects->procedure, course->walk.path.at,
                           course->walk.path.count),
         "a course is no path");
  assignment_free(t.values);
  visit_map_release(&t.visited);
  interner_free(t.keys);
  bitset_release(&t.read);
}

void course_release(struct course *course) {
  walk_release(&course->walk);
}
