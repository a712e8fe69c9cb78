#include "certify/warrant_check.h"

#include <stdlib.h>

#include "abstraction/predicate.h"
#include "base/memory.h"
#include "certify/warrant_internal.h"

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

// What is among what is given word for word is not asked.
bool warrant_is_covered(struct checking *c, uint32_t number,
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
  enum answer answer = c->about.count ? cvc5_refutes(c->terms, &c->obligations,
                                                     &options, &failed, &said)
                                      : ANSWER_UNSAT;
  c->is_undecided |= answer == ANSWER_UNKNOWN;
  if (answer != ANSWER_UNSAT)
    refuse(c, failed < c->about.count ? c->about.at[failed] : UINT32_MAX,
           strbuf_text(&said));
  strbuf_release(&said);
  return answer == ANSWER_UNSAT;
}

// ---- Atoms ------------------------------------------------------------------

struct term warrant_atom(const struct checking *c,
                         const struct warrant *warrant, uint32_t number) {
  const struct atom *atom = &c->temporal->atoms.list.at[number];
  const struct procedure *procedure = c->code->effects->procedure;
  struct location_id at = warrant->location;
  switch (atom->kind) {
  case ATOM_ACTION:
    return term_bool(c->terms,
                     atom->action.id && warrant->action == atom->action.id);
  case ATOM_C: return c->conditions->at[number];
  case ATOM_TRANSIT:
    return term_bool(c->terms, bitset_has(&c->code->transit, at.id));
  default:
    return term_bool(c->terms,
                     atom_holds_at(&c->temporal->atoms, atom, procedure, at));
  }
}

// Of the formula about the product: conditions of the modes.
static struct term mode_atom(const struct checking *c,
                             const struct warrant *warrant, uint32_t number) {
  const struct mode_condition *condition =
      &c->temporal->modes.conditions.at[number];
  if (bitset_has(&condition->by_atom, warrant->mode))
    return warrant_atom(c, warrant, condition->atom);
  return term_bool(c->terms, bitset_has(&condition->modes, warrant->mode));
}

static bool check_atom(struct checking *c, uint32_t number, bool is_negated) {
  const struct warrant *warrant = &c->warrants->at.at[number];
  uint32_t atom = mu_node(c->table, warrant->part)->a;
  struct term holds = c->temporal->has_modes ? mode_atom(c, warrant, atom)
                                             : warrant_atom(c, warrant, atom);
  struct term_vec given = {0}, cases = {0};
  term_vec_push(&given, warrant->region);
  term_vec_push(&cases, is_negated ? term_not(c->terms, holds) : holds);
  bool ok = warrant_is_covered(c, number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
}

// ---- In the same states -----------------------------------------------------

static bool is_beside(const struct warrant *a, const struct warrant *b) {
  return a->location.id == b->location.id && a->action == b->action &&
         a->mode == b->mode;
}

bool warrant_check_parts(struct checking *c, uint32_t number, uint32_t a,
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
  bool ok = warrant_is_covered(c, number, &given, &cases);
  term_vec_release(&given);
  term_vec_release(&cases);
  return ok;
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
    return warrant_check_parts(c, number, node->a, node->a) &&
           warrant_check_parts(c, number, node->b, node->b);
  case MU_OR: return warrant_check_parts(c, number, node->a, node->b);
  case MU_LEAST:
  case MU_GREATEST: return warrant_check_parts(c, number, node->a, node->a);
  case MU_SOME: return warrant_check_steps(c, number, false);
  case MU_ALL: return warrant_check_steps(c, number, true);
  default: return refuse(c, number, "a part that cannot hold is said to");
  }
}

static bool is_top(const struct checking *c, uint32_t number) {
  const struct warrant *top = &c->warrants->at.at[number];
  uint32_t mode = c->temporal->has_modes ? c->temporal->modes.start : 0;
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
  bool ok = warrant_is_covered(c, UINT32_MAX, &given, &cases);
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
  bool ok = warrant_is_covered(c, UINT32_MAX, &given, &cases);
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
