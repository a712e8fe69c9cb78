// Incremental conversations: a Z3 solver of its own for each, which is faster
// than one that lives long. An assumption that is not a Boolean variable or
// its negation is handed to Z3 as a proxy, a fresh Boolean p with p => t.

#include "solver/internal.h"
#include "term/variables.h"

// Life cycle

static void set_limit(struct query *query, uint64_t units) {
  struct solver *solver = query->solver;
  if (query->limit == units)
    return;
  Z3_params parameters = parameters_new(solver, units);
  if (query->is_floating) // otherwise it gives empty cores
    Z3_params_set_bool(solver->z3, parameters, symbol_of(solver, "unsat_core"),
                       true);
  Z3_solver_set_params(solver->z3, query->z3, parameters);
  Z3_params_dec_ref(solver->z3, parameters);
  query->limit = units;
}

// Without the push Z3 would answer the first check by its tactics, which take
// several times as long on small queries.
static void start_z3(struct query *query, Z3_solver z3) {
  query->z3 = z3;
  query->is_broken |= !z3;
  if (!z3)
    return;
  Z3_solver_inc_ref(query->solver->z3, z3);
  query->limit = UINT64_MAX; // none that it could be told
  set_limit(query, query->solver->limit);
  if (!query->is_single)
    Z3_solver_push(query->solver->z3, z3);
}

static struct query *start_query(struct solver *solver, enum purpose purpose,
                                 bool is_single) {
  struct query *query = memory_new_zero(1, sizeof *query);
  query->solver = solver;
  query->purpose = purpose;
  query->is_single = is_single;
  query->answer = ANSWER_UNKNOWN;
  Z3_symbol logic = symbol_of(solver, "QF_ABV");
  start_z3(query, Z3_mk_solver_for_logic(solver->z3, logic));
  return query;
}

struct query *query_new(struct solver *solver, enum purpose purpose) {
  return start_query(solver, purpose, false);
}

struct query *query_new_single(struct solver *solver, enum purpose purpose) {
  return start_query(solver, purpose, true);
}

static void forget_proxy(struct query *query) {
  uint32_t id = u32_vec_pop(&query->proxied);
  ast_release(query->solver, *ast_map_find(&query->proxies, id));
  ast_map_remove(&query->proxies, id);
}

void query_free(struct query *query) {
  if (!query)
    return;
  struct solver *solver = query->solver;
  while (query->proxied.count > 0)
    forget_proxy(query);
  ast_map_release(&query->proxies);
  if (query->z3)
    Z3_solver_dec_ref(solver->z3, query->z3);
  term_vec_release(&query->asserted);
  u32_vec_release(&query->proxied);
  scope_vec_release(&query->scopes);
  term_vec_release(&query->assumptions);
  ast_vec_release(&query->handed);
  u32_vec_release(&query->core);
  assignment_free(query->values);
  free(query);
}

// Assertions

static void forget_result(struct query *query) {
  query->answer = ANSWER_UNKNOWN;
  query->reason = UNKNOWN_NONE;
  query->is_trivial = false;
  query->is_aside = false;
  assignment_free(query->values);
  query->values = NULL;
  term_vec_clear(&query->assumptions);
  ast_vec_clear(&query->handed);
}

// Once Z3 has failed or was interrupted, the query only keeps account.
static bool is_usable(const struct query *query) {
  return !query->is_broken &&
         !interrupter_has_fired(&query->solver->interrupter);
}

static void hand_over(struct query *query, Z3_ast ast) {
  Z3_context z3 = query->solver->z3;
  if (ast)
    Z3_solver_assert(z3, query->z3, ast);
  query->is_broken |= !ast || Z3_get_error_code(z3) != Z3_OK;
}

// Z3's engine for floating point makes bits of it and asks a SAT solver, anew
// for each check.
static Z3_solver new_general(struct solver *solver, bool is_floating) {
  if (!is_floating)
    return Z3_mk_simple_solver(solver->z3);
  Z3_tactic tactic = Z3_mk_tactic(solver->z3, "qffp");
  if (!tactic)
    return NULL;
  Z3_tactic_inc_ref(solver->z3, tactic);
  Z3_solver made = Z3_mk_solver_from_tactic(solver->z3, tactic);
  Z3_tactic_dec_ref(solver->z3, tactic);
  return made;
}

// Starts again with another engine that takes everything.
static void become_general(struct query *query) {
  Z3_context z3 = query->solver->z3;
  while (query->proxied.count > 0)
    forget_proxy(query);
  if (query->z3)
    Z3_solver_dec_ref(z3, query->z3);
  query->is_general = true;
  start_z3(query, new_general(query->solver, query->is_floating));
  uint32_t scope = 0;
  for (uint32_t i = 0; !query->is_broken && i <= query->asserted.count; i++) {
    for (; scope < query->scopes.count; scope++) {
      if (query->scopes.at[scope].asserted != i)
        break;
      query->scopes.at[scope].proxied = 0;
      Z3_solver_push(z3, query->z3);
    }
    if (i < query->asserted.count)
      hand_over(query, ast_of_term(query->solver, query->asserted.at[i]));
  }
}

// Notes what the term needs of the engine; true: another one than there is.
static bool needs_general(struct query *query, struct term t) {
  const struct solver *solver = query->solver;
  bool is_floating = has_trait(solver, t, TRAIT_FLOAT) && !query->is_floating;
  query->is_floating |= is_floating;
  return is_floating ||
         (!query->is_general && has_trait(solver, t, TRAIT_CONST_ARRAY));
}

void query_assert(struct query *query, struct term t) {
  const struct term_table *terms = query->solver->terms;
  CHECK(sort_is_bool(term_sort(terms, t)), "assertion that is not Boolean");
  forget_result(query);
  query->falses += term_is_false(terms, t);
  if (term_is_literal(terms, t))
    return;
  term_vec_push(&query->asserted, t);
  if (!is_usable(query))
    return;
  Z3_ast ast = ast_of_term(query->solver, t);
  query->uninterpreted += has_trait(query->solver, t, TRAIT_UNINTERPRETED);
  query->arithmetic += has_trait(query->solver, t, TRAIT_ARITHMETIC);
  query->remainders += has_trait(query->solver, t, TRAIT_REMAINDER);
  if (needs_general(query, t))
    become_general(query);
  else
    hand_over(query, ast);
}

void query_push(struct query *query) {
  forget_result(query);
  scope_vec_push(&query->scopes,
                 (struct scope){query->asserted.count, query->proxied.count,
                                query->falses, query->uninterpreted,
                                query->arithmetic, query->remainders});
  if (query->z3)
    Z3_solver_push(query->solver->z3, query->z3);
}

void query_pop(struct query *query) {
  forget_result(query);
  struct scope scope = scope_vec_pop(&query->scopes);
  query->asserted.count = scope.asserted;
  query->falses = scope.falses;
  query->uninterpreted = scope.uninterpreted;
  query->arithmetic = scope.arithmetic;
  query->remainders = scope.remainders;
  while (query->proxied.count > scope.proxied)
    forget_proxy(query);
  if (query->z3)
    Z3_solver_pop(query->solver->z3, query->z3, 1);
}

// Assumptions

static bool is_plain(const struct term_table *terms, struct term t) {
  if (term_op(terms, t) == OP_NOT)
    t = term_operand(terms, t, 0);
  return term_op(terms, t) == OP_VAR;
}

static Z3_ast make_proxy(struct solver *solver, struct term t) {
  char name[16];
  snprintf(name, sizeof name, "p%u", t.id);
  Z3_sort sort = sort_to_z3(solver, sort_bool());
  Z3_ast proxy = Z3_mk_const(solver->z3, symbol_of(solver, name), sort);
  if (proxy)
    Z3_inc_ref(solver->z3, proxy);
  ast_release(solver, Z3_sort_to_ast(solver->z3, sort));
  return proxy;
}

static Z3_ast proxy_for(struct query *query, struct term t, Z3_ast meaning) {
  Z3_context z3 = query->solver->z3;
  Z3_ast *known = ast_map_find(&query->proxies, t.id);
  if (known)
    return *known;
  Z3_ast proxy = make_proxy(query->solver, t);
  Z3_ast link = proxy ? Z3_mk_implies(z3, proxy, meaning) : NULL;
  if (!link) {
    ast_release(query->solver, proxy);
    return NULL;
  }
  Z3_inc_ref(z3, link);
  hand_over(query, link);
  Z3_dec_ref(z3, link);
  ast_map_put(&query->proxies, t.id, proxy);
  u32_vec_push(&query->proxied, t.id);
  return proxy;
}

static Z3_ast assumption_of(struct query *query, struct term t) {
  Z3_ast ast = ast_of_term(query->solver, t);
  if (!ast || is_plain(query->solver->terms, t))
    return ast;
  return proxy_for(query, t, ast);
}

// Checks

static enum answer conclude(struct query *query, enum answer answer,
                            enum unknown_reason reason) {
  query->answer = answer;
  query->reason = reason;
  return answer;
}

static enum answer conclude_trivially(struct query *query, enum answer answer) {
  query->is_trivial = true;
  return conclude(query, answer, UNKNOWN_NONE);
}

static bool assumes_trait(const struct query *query, enum trait trait) {
  for (uint32_t i = 0; i < query->assumptions.count; i++)
    if (has_trait(query->solver, query->assumptions.at[i], trait))
      return true;
  return false;
}

static bool has_uninterpreted(const struct query *query) {
  return query->uninterpreted > 0 || assumes_trait(query, TRAIT_UNINTERPRETED);
}

static bool has_arithmetic(const struct query *query) {
  return query->arithmetic > 0 || assumes_trait(query, TRAIT_ARITHMETIC);
}

static bool has_remainders(const struct query *query) {
  return query->remainders > 0 || assumes_trait(query, TRAIT_REMAINDER);
}

// Hands over the assumptions: `handed` by index, the same without gaps into
// `list`.
static void hand_assumptions(struct query *query, struct ast_vec *list) {
  for (uint32_t i = 0; i < query->assumptions.count; i++)
    if (ast_of_term(query->solver, query->assumptions.at[i]) &&
        needs_general(query, query->assumptions.at[i]))
      become_general(query);
  for (uint32_t i = 0; i < query->assumptions.count; i++) {
    struct term t = query->assumptions.at[i];
    bool is_literal = term_is_literal(query->solver->terms, t);
    Z3_ast ast = is_literal ? NULL : assumption_of(query, t);
    query->is_broken |= !is_literal && !ast;
    ast_vec_push(&query->handed, ast);
    if (ast)
      ast_vec_push(list, ast);
  }
}

// Units of a SAT solver take less time than others.
static uint64_t limit_of(const struct query *query) {
  enum { FLOATING_FACTOR = 8 };
  return query->solver->limit * (query->is_floating ? FLOATING_FACTOR : 1);
}

static enum answer ask_bits(struct query *query, const struct ast_vec *list,
                            uint64_t units, enum unknown_reason *reason) {
  set_limit(query, units);
  return check_solver(query->solver, query->purpose, query->z3, list, reason);
}

// What facts about remainders suffice for is found at once.
static enum answer ask_about_remainders(struct query *query) {
  enum { UNITS = 200000 };
  if (!has_remainders(query))
    return ANSWER_UNKNOWN;
  enum answer answer = remainder_check(query, UNITS);
  query->is_aside = answer != ANSWER_UNKNOWN;
  return answer;
}

enum { SMALL_BITS = 5 };

// What divides and is divided, each once.
static void collect_divided(struct query *query, struct term_vec *into) {
  const struct term_table *terms = query->solver->terms;
  struct term_vec parts = {0};
  term_collect(terms, query->asserted.at, query->asserted.count, &parts);
  term_collect(terms, query->assumptions.at, query->assumptions.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    for (uint32_t k = 0; is_open_remainder(terms, parts.at[i]) && k < 2; k++) {
      struct term t = term_operand(terms, parts.at[i], k);
      if (term_width(terms, t) > SMALL_BITS && !term_is_const(terms, t) &&
          !term_vec_has(into, t))
        term_vec_push(into, t);
    }
  term_vec_release(&parts);
}

// With small numbers, of which remainders are easy as bits: a model is one.
static enum answer ask_small(struct query *query, const struct ast_vec *list,
                             enum unknown_reason *reason) {
  enum { UNITS = 200000 };
  struct term_table *terms = query->solver->terms;
  struct term_vec divided = {0};
  struct ast_vec more = {0};
  if (has_remainders(query))
    collect_divided(query, &divided);
  ast_vec_append(&more, list->at, list->count);
  for (uint32_t i = 0; i < divided.count && !query->is_broken; i++) {
    unsigned width = term_width(terms, divided.at[i]);
    struct term is_small =
        term_compare(terms, OP_ULT, divided.at[i],
                     term_const(terms, width, 1u << SMALL_BITS));
    Z3_ast ast = term_is_literal(terms, is_small)
                     ? NULL
                     : assumption_of(query, is_small);
    if (ast)
      ast_vec_push(&more, ast);
  }
  enum answer answer = more.count > list->count && !query->is_broken
                           ? ask_bits(query, &more, UNITS, reason)
                           : ANSWER_UNKNOWN;
  term_vec_release(&divided);
  ast_vec_release(&more);
  return answer;
}

// Products and divisions are looked at as bits and as integers by turns, for
// longer and longer. What is easy in one way takes a few thousand units; what
// is hard may take all there are, and a unit of integers takes ten times the
// time of one of bits.
static const struct turn {
  bool is_aside;
  uint64_t units;
} turns[] = {{false, 30000}, {true, 30000},    {false, 900000},
             {true, 150000}, {false, 5000000}, {true, 800000}};

static enum answer take_turn(struct query *query, const struct ast_vec *list,
                             const struct turn *turn,
                             enum unknown_reason *reason) {
  if (!turn->is_aside)
    return ask_bits(query, list, turn->units, reason);
  enum answer answer = integer_check(query, turn->units);
  query->is_aside = answer != ANSWER_UNKNOWN;
  return answer;
}

static enum answer ask_by_turns(struct query *query, const struct ast_vec *list,
                                enum unknown_reason *reason) {
  const struct interrupter *interrupter = &query->solver->interrupter;
  uint64_t limit = limit_of(query);
  if (ask_about_remainders(query) == ANSWER_UNSAT)
    return ANSWER_UNSAT;
  if (ask_small(query, list, reason) == ANSWER_SAT)
    return ANSWER_SAT;
  for (uint32_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    if ((limit && turns[i].units >= limit) ||
        interrupter_has_fired(interrupter))
      break;
    enum answer answer = take_turn(query, list, &turns[i], reason);
    if (answer != ANSWER_UNKNOWN)
      return answer;
  }
  return ask_bits(query, list, limit, reason);
}

static enum answer ask(struct query *query) {
  struct solver *solver = query->solver;
  struct ast_vec list = {0};
  enum unknown_reason reason = UNKNOWN_OTHER;
  enum answer answer = ANSWER_UNKNOWN;
  hand_assumptions(query, &list);
  dump_query(solver, query->purpose, &query->asserted, &query->assumptions);
  if (!query->is_broken)
    answer = has_arithmetic(query) && !query->is_single
                 ? ask_by_turns(query, &list, &reason)
                 : ask_bits(query, &list, limit_of(query), &reason);
  dump_answer(solver, answer);
  ast_vec_release(&list);
  if (query->is_aside)
    return conclude(query, answer, UNKNOWN_NONE);
  if (answer == ANSWER_SAT && has_uninterpreted(query))
    return conclude(query, ANSWER_UNKNOWN, UNKNOWN_UNINTERPRETED);
  return conclude(query, answer, reason);
}

static bool has_false(const struct query *query) {
  for (uint32_t i = 0; i < query->assumptions.count; i++)
    if (term_is_false(query->solver->terms, query->assumptions.at[i]))
      return true;
  return query->falses > 0;
}

static bool is_empty(const struct query *query) {
  if (query->asserted.count > 0)
    return false;
  for (uint32_t i = 0; i < query->assumptions.count; i++)
    if (!term_is_true(query->solver->terms, query->assumptions.at[i]))
      return false;
  return true;
}

static enum answer check(struct query *query, bool by_z3) {
  if (has_false(query))
    return conclude_trivially(query, ANSWER_UNSAT);
  if (interrupter_has_fired(&query->solver->interrupter))
    return conclude(query, ANSWER_UNKNOWN, UNKNOWN_INTERRUPTED);
  if (query->is_broken)
    return conclude(query, ANSWER_UNKNOWN, UNKNOWN_OTHER);
  if (is_empty(query) && !by_z3)
    return conclude_trivially(query, ANSWER_SAT);
  return ask(query);
}

enum answer query_check(struct query *query, const struct term *assumptions,
                        uint32_t count) {
  forget_result(query);
  for (uint32_t i = 0; i < count; i++)
    CHECK(sort_is_bool(term_sort(query->solver->terms, assumptions[i])),
          "assumption that is not Boolean");
  term_vec_append(&query->assumptions, assumptions, count);
  return check(query, false);
}

enum answer query_check_by_z3(struct query *query) {
  forget_result(query);
  return check(query, true);
}

enum unknown_reason query_reason(const struct query *query) {
  return query->reason;
}
