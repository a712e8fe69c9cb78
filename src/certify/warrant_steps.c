// Warrants about steps: of the code, and of what goes along with it.
#include "certify/warrant_internal.h"

// ---- Steps of the code ------------------------------------------------------

// What is after an edge, over values before it; whatever is taken from outside.
static struct substitution *after_edge(struct checking *c, struct edge_id edge,
                                       const struct term *values) {
  const struct effect *effect = &c->code->effects->at[edge.id];
  const struct program *program = c->code->effects->program;
  struct substitution *after = substitution_new(c->terms);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    substitution_set(after, program_term(program, effect->bindings[i].target),
                     effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct term variable = program_term(program, effect->havocked[i]);
    substitution_set(after, variable,
                     values ? values[i]
                            : term_variable_again(c->terms, variable));
  }
  return after;
}

static struct substitution *after_any(struct checking *c, struct edge_id edge) {
  if (!c->after[edge.id])
    c->after[edge.id] = after_edge(c, edge, NULL);
  return c->after[edge.id];
}

// A step from the states of a warrant, and where it may lead.
struct leading {
  uint32_t number; // of the warrant
  struct edge_id edge;
  struct code_step step;
  uint32_t part, mode; // of those that it is to lead to
};

static bool leads_to(const struct leading *leading,
                     const struct warrant *target) {
  return target->location.id == leading->step.to.id &&
         target->action == leading->step.action &&
         target->mode == leading->mode && target->part == leading->part;
}

// Adds, for each target, the condition before the step that it leads there.
static void add_targets(struct checking *c, const struct leading *leading,
                        struct substitution *after, struct term also,
                        struct term_vec *cases) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  for (uint32_t i = 0; i < warrant->count; i++) {
    const struct warrant *target =
        &c->warrants->at.at[c->warrants->rests.at[warrant->first + i]];
    if (!leads_to(leading, target))
      continue;
    struct term there = leading->step.changes
                            ? substitution_apply(after, target->region)
                            : target->region;
    term_vec_push(cases, term_and(c->terms, also, there));
  }
}

// [] f, of one edge.
static bool check_edge(struct checking *c, const struct leading *leading) {
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, c->warrants->at.at[leading->number].region);
  term_vec_push(&given, leading->step.guard);
  if (leading->step.to.id)
    add_targets(c, leading, after_any(c, leading->edge), term_true(c->terms),
                &cases);
  bool ok = warrant_is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// Has the choice a value for everything that the edge takes?
static bool fits(const struct checking *c, const struct warrant_choice *choice,
                 struct edge_id edge) {
  const struct effect *effect = &c->code->effects->at[edge.id];
  const struct program *program = c->code->effects->program;
  bool ok = choice->edge.id == edge.id && choice->count == effect->havoc_count;
  for (uint32_t i = 0; i < choice->count && ok; i++)
    ok = sort_equal(
        term_sort(c->terms, program_term(program, effect->havocked[i])),
        term_sort(c->terms, c->warrants->values.at[choice->first + i]));
  return ok;
}

// Where the environment chooses, with the values that the warrant has.
static bool add_choices(struct checking *c, const struct leading *leading,
                        struct term_vec *cases) {
  const struct warrant_choice_vec *choices = &c->warrants->choices;
  bool is_some = false;
  for (uint32_t i = c->choice;
       i < choices->count && choices->at[i].warrant == leading->number; i++) {
    if (!fits(c, &choices->at[i], leading->edge))
      continue;
    struct substitution *after = after_edge(
        c, leading->edge, c->warrants->values.at + choices->at[i].first);
    add_targets(c, leading, after, leading->step.guard, cases);
    substitution_free(after);
    is_some = true;
  }
  return is_some;
}

// <> f, of all edges together: those ways to go on that are certain.
static void add_ways(struct checking *c, const struct leading *leading,
                     struct term_vec *cases) {
  if (!leading->step.to.id || !leading->step.is_certain)
    return;
  if (leading->step.is_choice && add_choices(c, leading, cases))
    return;
  add_targets(c, leading, after_any(c, leading->edge), leading->step.guard,
              cases);
}

static bool check_edges(struct checking *c, struct leading *leading,
                        bool is_all) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  const struct location *location =
      procedure_location(c->code->effects->procedure, warrant->location);
  struct term_vec given = {0}, cases = {0};
  bool ok = true;
  term_vec_push(&given, warrant->region);
  for (uint32_t i = 0; i < location->out_count && ok; i++) {
    leading->edge = (struct edge_id){location->first_out + i};
    if (!steps_describe(c->code, leading->edge, &leading->step))
      continue;
    if (is_all)
      ok = check_edge(c, leading);
    else
      add_ways(c, leading, &cases);
  }
  if (ok && !is_all)
    ok = warrant_is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// What has ended goes on as it is.
static bool check_stay(struct checking *c, struct leading *leading) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  struct term_vec given = {0}, cases = {0};
  leading->step = (struct code_step){.to = warrant->location};
  term_vec_push(&given, warrant->region);
  add_targets(c, leading, NULL, term_true(c->terms), &cases);
  bool ok = warrant_is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// ---- The mode changes -------------------------------------------------------

static struct term literals_of(const struct checking *c,
                               const struct warrant *warrant,
                               const struct mode_move *move) {
  struct term holds = term_true(c->terms);
  for (uint32_t i = 0; i < move->count; i++) {
    const struct automaton_literal *literal =
        &c->temporal->modes.literals.at[move->first + i];
    struct term atom = warrant_atom(c, warrant, literal->atom);
    holds = term_and(c->terms, holds,
                     literal->is_negated ? term_not(c->terms, atom) : atom);
  }
  return holds;
}

// Adds the cases in which a warrant in that mode is met.
static void add_moved(struct checking *c, const struct leading *leading,
                      uint32_t mode, struct term also, struct term_vec *cases) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  for (uint32_t i = 0; i < warrant->count; i++) {
    const struct warrant *target =
        &c->warrants->at.at[c->warrants->rests.at[warrant->first + i]];
    if (target->location.id == warrant->location.id &&
        target->action == warrant->action && target->mode == mode &&
        target->part == leading->part)
      term_vec_push(cases, term_and(c->terms, also, target->region));
  }
}

// [] f: whenever the mode can change so.
static bool check_move(struct checking *c, const struct leading *leading,
                       const struct mode_move *move) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, warrant->region);
  term_vec_push(&given, literals_of(c, warrant, move));
  add_moved(c, leading, move->mode, term_true(c->terms), &cases);
  bool ok = warrant_is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

static bool check_moves(struct checking *c, const struct leading *leading,
                        bool is_all) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  const struct mode *mode = &c->temporal->modes.at.at[warrant->mode];
  struct term_vec given = {0}, cases = {0};
  bool ok = true;
  term_vec_push(&given, warrant->region);
  for (uint32_t i = 0; i < mode->count && ok; i++) {
    const struct mode_move *move =
        &c->temporal->modes.moves.at[mode->first + i];
    if (is_all)
      ok = check_move(c, leading, move);
    else
      add_moved(c, leading, move->mode, literals_of(c, warrant, move), &cases);
  }
  if (ok && !is_all)
    ok = warrant_is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

bool warrant_check_steps(struct checking *c, uint32_t number, bool is_all) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  uint32_t part = mu_node(c->table, warrant->part)->a;
  struct leading leading = {.number = number,
                            .part = warrants_part(c->table, part)};
  if (c->temporal->has_modes) {
    const struct mode *mode = &c->temporal->modes.at.at[warrant->mode];
    if (mode->kind == MODE_MOVES)
      return check_moves(c, &leading, is_all);
    if (mode->kind == MODE_STAYS)
      return warrant_check_parts(c, number, part, part);
    leading.mode = mode->next;
  }
  return steps_stay(c->code, warrant->location)
             ? check_stay(c, &leading)
             : check_edges(c, &leading, is_all);
}
