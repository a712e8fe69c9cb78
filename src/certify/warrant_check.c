#include "certify/warrant_check.h"

#include <stdlib.h>

#include "abstraction/predicate.h"
#include "base/memory.h"
#include "solver/cvc5.h"

struct checking {
  const struct steps *code;
  const struct temporal *temporal;
  const struct mu_table *table;
  const struct term_vec *conditions;
  const struct warrants *warrants;
  const struct warrant_solvers *solvers;
  struct term_table *terms;
  struct substitution **after;     // by edge; null until asked for
  struct conjunctions obligations; // for cvc5
  struct u32_vec about;            // by obligation: the warrant
  uint32_t choice;                 // the first one of the warrant at hand
  uint64_t asked;
  bool is_undecided; // a solver gave up, or it was stopped
  struct strbuf *why;
};

static bool refuse(struct checking *c, uint32_t number, const char *what) {
  const struct program *program = c->code->effects->program;
  const struct procedure *procedure = c->code->effects->procedure;
  struct location_id at = number < c->warrants->at.count
                              ? c->warrants->at.at[number].location
                              : (struct location_id){0};
  const struct location *location =
      at.id ? procedure_location(procedure, at) : NULL;
  strbuf_format(c->why, "%s", what);
  if (!location || !location->out_count)
    return false;
  strbuf_add(c->why, " at ");
  position_print(program->names,
                 procedure->edges.at[location->first_out].position, c->why);
  return false;
}

// ---- Questions --------------------------------------------------------------

static void flatten(const struct term_table *terms, struct term t,
                    struct term_vec *into) {
  if (term_op(terms, t) != OP_AND) {
    if (!term_is_true(terms, t))
      term_vec_push(into, t);
    return;
  }
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    flatten(terms, term_operand(terms, t, i), into);
}

// What is left of the condition to be shown, where the terms in the set hold.
static struct term left_of(struct term_table *terms, struct term t,
                           const struct bitset *given) {
  struct term_vec literals = {0};
  struct term left = term_true(terms);
  flatten(terms, t, &literals);
  for (uint32_t i = 0; i < literals.count; i++) {
    if (bitset_has(given, term_not(terms, literals.at[i]).id)) {
      left = term_false(terms);
      break;
    }
    if (!bitset_has(given, literals.at[i].id))
      left = term_and(terms, left, literals.at[i]);
  }
  term_vec_release(&literals);
  return left;
}

static bool ask(struct checking *c, uint32_t number,
                const struct term_vec *terms) {
  c->asked++;
  if (c->solvers->asks_cvc5) {
    conjunctions_add(&c->obligations, terms->at, terms->count);
    u32_vec_push(&c->about, number);
  }
  enum answer answer = c->solvers->solver
                           ? solver_check(c->solvers->solver, PURPOSE_PROOF,
                                          terms->at, terms->count)
                           : ANSWER_UNSAT;
  c->is_undecided |= answer == ANSWER_UNKNOWN || poll_stops(c->solvers->poll);
  if (answer == ANSWER_UNSAT && !c->is_undecided)
    return true;
  return refuse(c, number,
                c->is_undecided ? "the answer could not be rechecked"
                                : "the answer does not hold");
}

// Is one of the cases there whenever what is given holds? What is among it word
// for word is not asked.
static bool is_covered(struct checking *c, uint32_t number,
                       const struct term_vec *given,
                       const struct term_vec *cases) {
  struct term_vec question = {0};
  struct bitset known = {0};
  bool is_clear = false;
  for (uint32_t i = 0; i < given->count; i++)
    flatten(c->terms, given->at[i], &question);
  for (uint32_t i = 0; i < question.count; i++) {
    bitset_add(&known, question.at[i].id);
    is_clear |= term_is_false(c->terms, question.at[i]);
  }
  for (uint32_t i = 0; i < cases->count && !is_clear; i++) {
    struct term left = left_of(c->terms, cases->at[i], &known);
    is_clear = term_is_true(c->terms, left);
    if (!term_is_false(c->terms, left))
      term_vec_push(&question, term_not(c->terms, left));
  }
  bool ok = is_clear || ask(c, number, &question);
  term_vec_release(&question);
  bitset_release(&known);
  return ok;
}

static bool ask_cvc5(struct checking *c) {
  struct cvc5_options options = {.query_ms = 20000, .poll = c->solvers->poll};
  struct strbuf said = {0};
  uint32_t failed = 0;
  enum answer answer = c->about.count
                           ? cvc5_refutes(c->terms, &c->obligations, &options,
                                          &failed, &said)
                           : ANSWER_UNSAT;
  c->is_undecided |= answer == ANSWER_UNKNOWN;
  if (answer != ANSWER_UNSAT)
    refuse(c, failed < c->about.count ? c->about.at[failed] : UINT32_MAX,
           strbuf_text(&said));
  strbuf_release(&said);
  return answer == ANSWER_UNSAT;
}

// ---- Atoms ------------------------------------------------------------------

// What an atom of the model is in the states of a warrant.
static struct term model_atom(const struct checking *c,
                              const struct warrant *warrant, uint32_t number) {
  const struct atom *atom = &c->temporal->atoms.list.at[number];
  const struct procedure *procedure = c->code->effects->procedure;
  struct location_id at = warrant->location;
  switch (atom->kind) {
  case ATOM_ACTION:
    return term_bool(c->terms,
                     atom->action.id && warrant->action == atom->action.id);
  case ATOM_C: return c->conditions->at[number];
  case ATOM_AT:
    return term_bool(
        c->terms,
        name_equal(procedure_location(procedure, at)->label, atom->text));
  case ATOM_END: return term_bool(c->terms, at.id == procedure->exit.id);
  case ATOM_ERROR: return term_bool(c->terms, at.id == procedure->undefined.id);
  case ATOM_STUCK: break;
  }
  return term_false(c->terms);
}

static const struct automaton_node *node_of(const struct checking *c,
                                            const struct warrant *warrant) {
  uint32_t node = warrant->mode >> 1;
  return node == MODE_START ? NULL : &c->temporal->automaton.nodes.at[node];
}

static bool is_unread(const struct warrant *warrant) {
  return warrant->mode & 1;
}

// Of the formula about the product: conditions of the automaton, then those of
// fairness.
static struct term product_atom(const struct checking *c,
                                const struct warrant *warrant,
                                uint32_t number) {
  uint32_t conditions = c->temporal->automaton.conditions;
  if (is_unread(warrant))
    return term_false(c->terms);
  const struct automaton_node *node = node_of(c, warrant);
  if (node->is_done)
    return term_true(c->terms);
  if (number < conditions)
    return term_bool(c->terms, bitset_has(&node->accepting, number));
  return model_atom(c, warrant, c->temporal->fair.at[number - conditions]);
}

static bool check_atom(struct checking *c, uint32_t number, bool is_negated) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  uint32_t atom = mu_node(c->table, warrant->part)->a;
  struct term holds = c->temporal->is_linear ? product_atom(c, warrant, atom)
                                             : model_atom(c, warrant, atom);
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, warrant->region);
  term_vec_push(&cases, is_negated ? term_not(c->terms, holds) : holds);
  bool ok = is_covered(c, number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// ---- In the same states -----------------------------------------------------

static bool is_beside(const struct warrant *a, const struct warrant *b) {
  return a->location.id == b->location.id && a->action == b->action &&
         a->mode == b->mode;
}

// Do those that it rests on, of one of the parts and in the same place, cover
// it?
static bool check_parts(struct checking *c, uint32_t number, uint32_t a,
                        uint32_t b) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, warrant->region);
  a = warrants_part(c->table, a);
  b = warrants_part(c->table, b);
  for (uint32_t i = 0; i < warrant->count; i++) {
    const struct warrant *other =
        &c->warrants->at.at[c->warrants->rests.at[warrant->first + i]];
    if (is_beside(warrant, other) && (other->part == a || other->part == b))
      term_vec_push(&cases, other->region);
  }
  bool ok = is_covered(c, number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

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
  bool ok = is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// Where the environment chooses, with the values that the warrant has.
static bool add_choices(struct checking *c, const struct leading *leading,
                        struct term_vec *cases) {
  const struct warrant_choice_vec *choices = &c->warrants->choices;
  const struct effect *effect = &c->code->effects->at[leading->edge.id];
  bool is_some = false;
  for (uint32_t i = c->choice;
       i < choices->count && choices->at[i].warrant == leading->number; i++) {
    if (choices->at[i].edge.id != leading->edge.id ||
        choices->at[i].count != effect->havoc_count)
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
    ok = is_covered(c, leading->number, &given, &cases);
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
  bool ok = is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// ---- Moves of the automaton -------------------------------------------------

static struct term literals_of(const struct checking *c,
                               const struct warrant *warrant,
                               const struct automaton_node *node) {
  struct term holds = term_true(c->terms);
  for (uint32_t i = 0; i < node->literals.count; i++) {
    const struct automaton_literal *literal = &node->literals.at[i];
    struct term atom = model_atom(c, warrant, literal->atom);
    holds = term_and(c->terms, holds,
                     literal->is_negated ? term_not(c->terms, atom) : atom);
  }
  return holds;
}

// Adds the cases in which the node is read next and the target is met.
static void add_read(struct checking *c, const struct leading *leading,
                     uint32_t node, struct term also, struct term_vec *cases) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  for (uint32_t i = 0; i < warrant->count; i++) {
    const struct warrant *target =
        &c->warrants->at.at[c->warrants->rests.at[warrant->first + i]];
    if (target->location.id == warrant->location.id &&
        target->action == warrant->action &&
        target->mode == mode_of_node(node, false) &&
        target->part == leading->part)
      term_vec_push(cases, term_and(c->terms, also, target->region));
  }
}

static bool reads_next(const struct checking *c, const struct warrant *warrant,
                       uint32_t node) {
  const struct automaton_node *here = node_of(c, warrant);
  if (!here)
    return c->temporal->automaton.nodes.at[node].is_initial;
  for (uint32_t i = 0; i < here->next.count; i++)
    if (here->next.at[i] == node)
      return true;
  return false;
}

static bool check_reading(struct checking *c, const struct leading *leading,
                          bool is_all) {
  const struct warrant *warrant = &c->warrants->at.at[leading->number];
  const struct automaton_node_vec *nodes = &c->temporal->automaton.nodes;
  struct term_vec given = {0}, cases = {0};
  bool ok = true;
  term_vec_push(&given, warrant->region);
  for (uint32_t i = 0; i < nodes->count && ok; i++) {
    if (!reads_next(c, warrant, i))
      continue;
    struct term literals = literals_of(c, warrant, &nodes->at[i]);
    if (!is_all) {
      add_read(c, leading, i, literals, &cases);
      continue;
    }
    term_vec_push(&given, literals);
    add_read(c, leading, i, term_true(c->terms), &cases);
    ok = is_covered(c, leading->number, &given, &cases);
    term_vec_clear(&cases);
    term_vec_pop(&given);
  }
  if (ok && !is_all)
    ok = is_covered(c, leading->number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

static bool check_steps(struct checking *c, uint32_t number, bool is_all) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  uint32_t part = mu_node(c->table, warrant->part)->a;
  struct leading leading = {.number = number,
                            .part = warrants_part(c->table, part)};
  if (c->temporal->is_linear) {
    if (is_unread(warrant))
      return check_reading(c, &leading, is_all);
    if (node_of(c, warrant)->is_done) // and everything follows
      return check_parts(c, number, part, part);
    leading.mode = mode_of_node(warrant->mode >> 1, true);
  }
  return steps_stay(c->code, warrant->location)
             ? check_stay(c, &leading)
             : check_edges(c, &leading, is_all);
}

// ---- Ranks ------------------------------------------------------------------

static bool check_ranks(struct checking *c, uint32_t number) {
  const struct warrants *warrants = c->warrants;
  const struct warrant *warrant = &warrants->at.at[number];
  const struct mu_node *node = mu_node(c->table, warrant->part);
  uint32_t width = warrants->width, same = width;
  bool is_less = false;
  if (mu_is_fixpoint(node)) {
    same = node->level + 1 < width ? node->level + 1 : width;
    is_less =
        warrants_kind(c->table, warrant->part, warrants->is_dual) == MU_LEAST;
  }
  const uint32_t *own = warrants->ranks.at + (size_t)number * width;
  for (uint32_t i = 0; i < warrant->count; i++) {
    uint32_t other = warrants->rests.at[warrant->first + i], k = 0;
    const uint32_t *rank = warrants->ranks.at + (size_t)other * width;
    while (k < same && rank[k] == own[k])
      k++;
    if (k < same ? rank[k] > own[k] : is_less)
      return refuse(c, number, "a rank does not get smaller");
  }
  return true;
}

// ---- The whole --------------------------------------------------------------

static bool check_warrant(struct checking *c, uint32_t number) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  const struct mu_node *node = mu_node(c->table, warrant->part);
  if (!check_ranks(c, number))
    return false;
  switch (warrants_kind(c->table, warrant->part, c->warrants->is_dual)) {
  case MU_TRUE: return true;
  case MU_ATOM: return check_atom(c, number, false);
  case MU_NOT_ATOM: return check_atom(c, number, true);
  case MU_AND:
    return check_parts(c, number, node->a, node->a) &&
           check_parts(c, number, node->b, node->b);
  case MU_OR: return check_parts(c, number, node->a, node->b);
  case MU_LEAST:
  case MU_GREATEST: return check_parts(c, number, node->a, node->a);
  case MU_SOME: return check_steps(c, number, false);
  case MU_ALL: return check_steps(c, number, true);
  default: return refuse(c, number, "a part that cannot hold is said to");
  }
}

static bool is_top(const struct checking *c, uint32_t number) {
  const struct warrant *top = &c->warrants->at.at[number];
  uint32_t mode = c->temporal->is_linear ? mode_of_node(MODE_START, true) : 0;
  return top->location.id == c->code->start.id && !top->action &&
         top->mode == mode &&
         top->part == warrants_part(c->table, c->temporal->root);
}

static bool check_all_tops(struct checking *c) {
  struct effects *effects = c->code->effects;
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, effects_at_entry(effects, c->code->assumed));
  for (uint32_t i = 0; i < c->warrants->tops.count; i++)
    term_vec_push(
        &cases,
        effects_at_entry(effects,
                         c->warrants->at.at[c->warrants->tops.at[i]].region));
  bool ok = is_covered(c, UINT32_MAX, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

static bool mentions_unset(const struct checking *c, struct term t) {
  struct u32_vec support = {0};
  bool does = false;
  term_support(c->terms, t, &support);
  for (uint32_t i = 0; i < support.count; i++)
    does |= bitset_has(&c->code->unset, support.at[i]);
  u32_vec_release(&support);
  return does;
}

// Values are named with which an execution starts in the region of a top.
static bool check_one_top(struct checking *c) {
  const struct warrants *warrants = c->warrants;
  const struct program *program = c->code->effects->program;
  struct term_vec given = {0}, cases = {0};
  if (c->code->is_restricted || !warrants->tops.count)
    return refuse(c, UINT32_MAX, "it is not shown that an execution starts so");
  struct term start = term_and(c->terms, c->code->assumed,
                               warrants->at.at[warrants->tops.at[0]].region);
  if (mentions_unset(c, start))
    return refuse(c, UINT32_MAX, "it starts with what has no value");
  struct substitution *values = substitution_new(c->terms);
  for (uint32_t i = 0; i < warrants->given.count; i++)
    substitution_set(values, program_term(program, warrants->given.at[i]),
                     warrants->given_values.at[i]);
  start = effects_at_entry(c->code->effects, start);
  term_vec_push(&cases, substitution_apply(values, start));
  bool ok = is_covered(c, UINT32_MAX, &given, &cases);
  substitution_free(values);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

static bool check_tops(struct checking *c) {
  for (uint32_t i = 0; i < c->warrants->tops.count; i++)
    if (!is_top(c, c->warrants->tops.at[i]))
      return refuse(c, UINT32_MAX, "it is not about where executions start");
  return c->warrants->is_one ? check_one_top(c) : check_all_tops(c);
}

static bool check_all(struct checking *c) {
  const struct warrant_choice_vec *choices = &c->warrants->choices;
  if (!check_tops(c))
    return false;
  for (uint32_t i = 0; i < c->warrants->at.count; i++) {
    while (c->choice < choices->count && choices->at[c->choice].warrant < i)
      c->choice++;
    if (!c->warrants->at.at[i].location.id)
      return refuse(c, UINT32_MAX, "it is about what is not known");
    if (!check_warrant(c, i))
      return false;
  }
  return !c->solvers->asks_cvc5 || ask_cvc5(c);
}

enum proof_outcome warrants_check(const struct warrant_subject *subject,
                                  const struct warrants *warrants,
                                  const struct warrant_solvers *solvers,
                                  uint64_t *asked, struct strbuf *why) {
  uint32_t edges = subject->code->effects->procedure->edges.count;
  struct checking c = {.code = subject->code,
                       .temporal = subject->temporal,
                       .table = &subject->temporal->table,
                       .conditions = subject->conditions,
                       .warrants = warrants,
                       .solvers = solvers,
                       .terms = subject->code->effects->program->terms,
                       .after = memory_new_zero(edges + 1, sizeof *c.after),
                       .why = why};
  bool ok = check_all(&c);
  *asked += c.asked;
  for (uint32_t i = 0; i < edges; i++)
    if (c.after[i])
      substitution_free(c.after[i]);
  free(c.after);
  conjunctions_release(&c.obligations);
  u32_vec_release(&c.about);
  return ok ? PROOF_HOLDS : c.is_undecided ? PROOF_UNDECIDED : PROOF_REFUTED;
}
