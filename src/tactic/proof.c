#include "tactic/proof.h"

#include "abstraction/symbolic_state.h"
#include "solver/cvc5.h"

struct checking {
  const struct question *question;
  struct effects *effects; // of the question
  const struct term *invariants;
  struct query *query; // a conversation of its own, renewed at times
  uint32_t asked_count;
  struct solver *solver;
  struct term_table *terms;
  const struct proof_options *options;
  struct name asking;        // of the variables that stand for a question
  struct edge_id edge;       // that is being asked about; none: the entry
  struct conjunctions asked; // for cvc5
  struct u32_vec edges;      // that they are about
  struct interner *known;    // copies of edges that were asked about
  uint32_t known_count;
};

// After the edge, with havocked variables as fresh ones.
static struct term after(struct checking *checking, struct edge_id edge,
                         struct term t) {
  struct symbolic_state state = symbolic_state_new(checking->effects->program);
  symbolic_state_apply(&state, &checking->effects->at[edge.id],
                       &(struct symbolic_rules){0}, &state);
  struct term result = symbolic_state_read(&state, t);
  symbolic_state_release(&state);
  return result;
}

// Something false among them, or the negation of another: no solver is needed.
static bool is_plain(const struct checking *checking, const struct term *terms,
                     uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (term_is_false(checking->terms, terms[i]))
      return true;
    for (uint32_t k = 0; k < i; k++)
      if (term_equal(terms[i], term_not(checking->terms, terms[k])))
        return true;
  }
  return false;
}

// What a fact that holds says about the terms in it: x == 3 makes x a 3, and
// x < 3 makes 3 <= x false.
static void learn(struct checking *checking, struct substitution *known,
                  struct term fact) {
  struct term_table *terms = checking->terms;
  enum term_op op = term_op(terms, fact);
  if (op == OP_AND) {
    for (uint32_t i = 0; i < term_arity(terms, fact); i++)
      learn(checking, known, term_operand(terms, fact, i));
  } else if (op == OP_EQ &&
             sort_is_bits(term_sort(terms, term_operand(terms, fact, 0)))) {
    struct term a = term_operand(terms, fact, 0);
    struct term b = term_operand(terms, fact, 1);
    bool is_swapped = term_is_const(terms, a);
    struct term value = is_swapped ? a : b;
    if (term_is_const(terms, value))
      substitution_set_term(known, is_swapped ? b : a, value);
  }
  if (term_is_literal(terms, fact))
    return;
  substitution_set_term(known, fact, term_true(terms));
  substitution_set_term(known, term_not(terms, fact), term_false(terms));
}

// The others in the light of one: with `state == 3` most of what is said about
// other states goes away, and often the question.
static void simplify_by(struct checking *checking, struct term *terms,
                        uint32_t count, uint32_t one) {
  struct substitution *known = substitution_new(checking->terms);
  learn(checking, known, terms[one]);
  for (uint32_t i = 0; i < count; i++)
    if (i != one)
      terms[i] = substitution_apply(known, terms[i]);
  substitution_free(known);
}

// The comparisons of an edge are those of its neighbours, too: all questions
// are asked in one conversation, each under an assumption of its own, so that
// the solver translates a comparison once. Old questions are a burden to it, so
// after some a new one begins.
static enum answer ask_solver(struct checking *checking,
                              const struct term *conjuncts, uint32_t count) {
  enum { QUESTIONS = 40 };
  struct term_table *terms = checking->terms;
  if (++checking->asked_count % QUESTIONS == 0) {
    query_free(checking->query);
    checking->query = query_new(checking->solver, PURPOSE_PROOF);
  }
  struct term asked = term_variable(terms, checking->asking, sort_bool());
  struct term not_asked = term_not(terms, asked);
  for (uint32_t i = 0; i < count; i++)
    query_assert(checking->query, term_or(terms, not_asked, conjuncts[i]));
  enum answer answer = query_check(checking->query, &asked, 1);
  query_assert(checking->query, not_asked);
  return answer;
}

// ---- Hard questions, case by case -------------------------------------------

enum { PARTS = 4, FEW_CONSTANTS = 3, MOST_CASES_DEEP = 4 };

// Comparisons of one term with constants.
struct cases {
  struct term term;
  struct term_vec constants;
};

VEC_DEFINE(cases_vec, struct cases);

static void add_case(struct checking *checking, struct cases_vec *all,
                     struct term equation) {
  const struct term_table *terms = checking->terms;
  for (uint32_t side = 0; side < 2; side++) {
    struct term t = term_operand(terms, equation, side);
    struct term constant = term_operand(terms, equation, 1 - side);
    if (term_op(terms, t) != OP_VAR || !term_is_const(terms, constant))
      continue;
    uint32_t i = 0;
    while (i < all->count && !term_equal(all->at[i].term, t))
      i++;
    if (i == all->count)
      cases_vec_push(all, (struct cases){.term = t});
    term_vec_push(&all->at[i].constants, constant);
  }
}

// The variable that is compared with most constants, if those are enough.
static struct cases find_cases(struct checking *checking,
                               const struct term *terms) {
  struct cases_vec all = {0};
  struct term_vec parts = {0};
  term_collect(checking->terms, terms, PARTS, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (term_op(checking->terms, parts.at[i]) == OP_EQ)
      add_case(checking, &all, parts.at[i]);
  struct cases best = {0};
  for (uint32_t i = 0; i < all.count; i++) {
    bool is_better = all.at[i].constants.count >= FEW_CONSTANTS &&
                     all.at[i].constants.count > best.constants.count;
    term_vec_release(is_better ? &best.constants : &all.at[i].constants);
    if (is_better)
      best = all.at[i];
  }
  cases_vec_release(&all);
  term_vec_release(&parts);
  return best;
}

static enum answer ask_patiently(struct checking *checking,
                                 const struct term *terms, uint32_t depth);

// The variable has this value.
static enum answer ask_with(struct checking *checking, const struct term *terms,
                            struct term variable, struct term value,
                            uint32_t depth) {
  struct substitution *known = substitution_new(checking->terms);
  struct term now[PARTS];
  substitution_set(known, variable, value);
  for (uint32_t i = 0; i < PARTS; i++)
    now[i] = substitution_apply(known, terms[i]);
  substitution_free(known);
  return is_plain(checking, now, PARTS) ? ANSWER_UNSAT
                                        : ask_patiently(checking, now, depth);
}

// It has none of the values.
static enum answer ask_without(struct checking *checking,
                               const struct term *terms,
                               const struct cases *cases, uint32_t depth) {
  struct term_table *table = checking->terms;
  struct substitution *known = substitution_new(table);
  struct term now[PARTS], others = term_true(table);
  for (uint32_t i = 0; i < cases->constants.count; i++) {
    struct term equation = term_eq(table, cases->term, cases->constants.at[i]);
    substitution_set_term(known, equation, term_false(table));
    others = term_and(table, others, term_not(table, equation));
  }
  for (uint32_t i = 0; i < PARTS; i++)
    now[i] = substitution_apply(known, terms[i]);
  substitution_free(known);
  now[PARTS - 1] = term_and(table, now[PARTS - 1], others);
  return is_plain(checking, now, PARTS) ? ANSWER_UNSAT
                                        : ask_patiently(checking, now, depth);
}

static enum answer ask_cases(struct checking *checking,
                             const struct term *terms,
                             const struct cases *cases, uint32_t depth) {
  enum answer answer = ask_without(checking, terms, cases, depth);
  for (uint32_t i = 0; i < cases->constants.count && answer == ANSWER_UNSAT;
       i++)
    answer =
        ask_with(checking, terms, cases->term, cases->constants.at[i], depth);
  return answer;
}

// What the solver does not see at a glance is often easy once a pointer, or the
// state of a machine, has one of its values.
static enum answer ask_patiently(struct checking *checking,
                                 const struct term *terms, uint32_t depth) {
  enum { GLANCE = 400000 };
  uint64_t limit = solver_limit(checking->solver);
  if (poll_stops(checking->options->poll))
    return ANSWER_UNKNOWN;
  solver_set_limit(checking->solver, limit && limit < GLANCE ? limit : GLANCE);
  enum answer answer = ask_solver(checking, terms, PARTS);
  solver_set_limit(checking->solver, limit);
  if (answer != ANSWER_UNKNOWN)
    return answer;
  struct cases cases = {0};
  if (depth < MOST_CASES_DEEP)
    cases = find_cases(checking, terms);
  answer = cases.constants.count ? ask_cases(checking, terms, &cases, depth + 1)
                                 : ask_solver(checking, terms, PARTS);
  term_vec_release(&cases.constants);
  return answer;
}

// Are they impossible together? What is asked is kept for the second opinion.
static enum answer ask(struct checking *checking, struct term a, struct term b,
                       struct term c) {
  struct term terms[PARTS] = {a, b, c, term_true(checking->terms)};
  if (is_plain(checking, terms, PARTS))
    return ANSWER_UNSAT;
  if (poll_stops(checking->options->poll))
    return ANSWER_UNKNOWN;
  if (checking->options->asks_cvc5) {
    conjunctions_add(&checking->asked, terms, 3);
    u32_vec_push(&checking->edges, checking->edge.id);
  }
  simplify_by(checking, terms, 3, 1);
  simplify_by(checking, terms, 3, 0);
  if (is_plain(checking, terms, PARTS))
    return ANSWER_UNSAT;
  return ask_patiently(checking, terms, 0);
}

// Copies of an edge between equal invariants are one question.
static bool is_known(struct checking *checking, const struct edge *edge) {
  const struct effects *effects = checking->effects;
  uint32_t original =
      effects->originals ? effects->originals[checking->edge.id] : 0;
  uint32_t key[] = {original, checking->invariants[edge->from.id].id,
                    checking->invariants[edge->to.id].id};
  if (!original)
    return false;
  struct name name =
      intern_bytes(checking->known, (const char *)key, sizeof key);
  bool is_new = name.id > checking->known_count;
  checking->known_count += is_new;
  return !is_new;
}

static enum answer ask_about_edge(struct checking *checking) {
  const struct effect *effect = &checking->effects->at[checking->edge.id];
  const struct edge *edge =
      procedure_edge(checking->effects->procedure, checking->edge);
  struct term before = checking->invariants[edge->from.id];
  struct term yes = term_true(checking->terms);
  enum role role = question_role(checking->question, checking->edge);
  if (role == ROLE_ENDS)
    return ANSWER_UNSAT;
  if (role != ROLE_STEP)
    return ask(checking, before, effect->guard, yes);
  if (is_known(checking, edge))
    return ANSWER_UNSAT; // the search would have ended there
  struct term next =
      after(checking, checking->edge, checking->invariants[edge->to.id]);
  return ask(checking, before, effect->guard, term_not(checking->terms, next));
}

static enum answer ask_about_entry(struct checking *checking) {
  struct effects *effects = checking->effects;
  struct term yes = term_true(checking->terms);
  struct term initial = effects_at_entry(
      effects, checking->invariants[effects->procedure->entry.id]);
  return ask(checking, term_not(checking->terms, initial), yes, yes);
}

static enum proof_outcome conclude(struct checking *checking,
                                   enum answer answer, struct strbuf *why) {
  const struct effects *effects = checking->effects;
  if (answer == ANSWER_UNSAT)
    return PROOF_HOLDS;
  strbuf_add(why, answer == ANSWER_SAT
                      ? "the proof does not hold at "
                      : "the proof could not be rechecked at ");
  if (checking->edge.id)
    position_print(effects->program->names,
                   effects->procedure->edges.at[checking->edge.id].position,
                   why);
  else
    strbuf_add(why, "the entry");
  return answer == ANSWER_SAT ? PROOF_REFUTED : PROOF_UNDECIDED;
}

static enum proof_outcome ask_z3(struct checking *checking,
                                 struct strbuf *why) {
  checking->edge = (struct edge_id){0};
  enum answer answer = ask_about_entry(checking);
  uint32_t count = checking->effects->procedure->edges.count;
  for (uint32_t i = 1; i < count && answer == ANSWER_UNSAT; i++) {
    checking->edge = (struct edge_id){i};
    answer = ask_about_edge(checking);
  }
  return conclude(checking, answer, why);
}

static enum proof_outcome ask_cvc5(struct checking *checking,
                                   struct strbuf *why) {
  struct cvc5_options options = {.query_ms = 20000,
                                 .poll = checking->options->poll};
  struct strbuf detail = {0};
  uint32_t failed;
  enum answer answer = cvc5_refutes(checking->terms, &checking->asked, &options,
                                    &failed, &detail);
  checking->edge.id =
      failed < checking->edges.count ? checking->edges.at[failed] : 0;
  enum proof_outcome outcome = conclude(checking, answer, why);
  if (detail.length)
    strbuf_format(why, " (%s)", strbuf_text(&detail));
  strbuf_release(&detail);
  return outcome;
}

enum proof_outcome proof_check(const struct question *question,
                               const struct term *invariants,
                               struct solver *solver,
                               const struct proof_options *options,
                               struct strbuf *why) {
  struct effects *effects = question->effects;
  struct checking checking = {.question = question,
                              .effects = effects,
                              .invariants = invariants,
                              .query = query_new(solver, PURPOSE_PROOF),
                              .solver = solver,
                              .terms = effects->program->terms,
                              .asking =
                                  intern(effects->program->names, "asked"),
                              .known = interner_new(),
                              .options = options};
  enum proof_outcome outcome = ask_z3(&checking, why);
  if (outcome == PROOF_HOLDS && options->asks_cvc5)
    outcome = ask_cvc5(&checking, why);
  query_free(checking.query);
  interner_free(checking.known);
  conjunctions_release(&checking.asked);
  u32_vec_release(&checking.edges);
  return outcome;
}

// Claims

static enum answer ask_again(struct solver *solver, struct term claim) {
  struct query *query = query_new(solver, PURPOSE_PROOF);
  query_assert(query, claim);
  enum answer answer = query_check(query, NULL, 0);
  query_free(query);
  return answer;
}

static enum answer ask_cvc5_again(struct term_table *terms,
                                  const struct term_vec *claims,
                                  const struct proof_options *options) {
  struct conjunctions asked = {0};
  struct cvc5_options limits = {.query_ms = 20000, .poll = options->poll};
  struct strbuf detail = {0};
  uint32_t failed;
  for (uint32_t i = 0; i < claims->count; i++)
    if (!term_is_false(terms, claims->at[i]))
      conjunctions_add(&asked, &claims->at[i], 1);
  enum answer answer = cvc5_refutes(terms, &asked, &limits, &failed, &detail);
  strbuf_release(&detail);
  conjunctions_release(&asked);
  return answer;
}

enum proof_outcome proof_check_claims(struct term_table *terms,
                                      const struct term_vec *claims,
                                      struct solver *solver,
                                      const struct proof_options *options,
                                      struct strbuf *why) {
  enum answer answer = ANSWER_UNSAT;
  for (uint32_t i = 0; i < claims->count && answer == ANSWER_UNSAT; i++) {
    bool stops = poll_stops(options->poll);
    answer = stops ? ANSWER_UNKNOWN : ask_again(solver, claims->at[i]);
  }
  if (answer == ANSWER_UNSAT && options->asks_cvc5)
    answer = ask_cvc5_again(terms, claims, options);
  if (answer == ANSWER_UNSAT)
    return PROOF_HOLDS;
  strbuf_add(why, answer == ANSWER_SAT ? "the proof does not hold"
                                       : "the proof could not be rechecked");
  return answer == ANSWER_SAT ? PROOF_REFUTED : PROOF_UNDECIDED;
}
