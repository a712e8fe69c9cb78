// Sequence interpolants through Horn clauses (as in McMillan and Rybalchenko,
// "Solving constrained Horn clauses using interpolation", 2013). With v_i the
// variables that steps 0..i and the later ones share, Z3's Horn engine solves
//
//   steps[0] => I_0(v_0)
//   I_i(v_i) and steps[i+1] => I_{i+1}(v_{i+1})
//   I_{n-2}(v_{n-2}) and steps[n-1] => false
//
// Its preprocessing would inline the I_i away and is off. What comes back is
// checked, clause by clause, before it is handed out.
//
// The Horn engine has been seen to crash, and to end the process where an
// assertion of its own fails. So a child process asks it, on a copy of
// everything, and writes the solutions as text; a child that dies is an engine
// that gave up.

#include "base/offspring.h"
#include "solver/internal.h"
#include "term/variables.h"

struct horn {
  struct solver *solver;
  const struct term *steps;
  uint32_t count;
  struct term_vec *shared;  // v_i, for i in 0..count-2
  struct ast_vec relations; // the I_i, as functions
  Z3_solver z3;
};

// Variables

NUMBER_MAP_DEFINE(step_map, uint32_t, uint32_t);

// A variable is shared at i when its first step is at most i and its last one
// later.
static void find_shared(struct horn *horn) {
  struct step_map first = {0}, last = {0};
  struct term_vec variables = {0};
  for (uint32_t step = 0; step < horn->count; step++) {
    term_vec_clear(&variables);
    term_variables(horn->solver->terms, &horn->steps[step], 1, &variables);
    for (uint32_t i = 0; i < variables.count; i++) {
      bool is_new;
      uint32_t *start = step_map_insert(&first, variables.at[i].id, &is_new);
      if (is_new)
        *start = step;
      step_map_put(&last, variables.at[i].id, step);
    }
  }
  for (uint32_t i = 0; i < first.count; i++) {
    uint32_t id = first.entries[i].key, end = *step_map_find(&last, id);
    for (uint32_t step = first.entries[i].value; step < end; step++)
      term_vec_push(&horn->shared[step], (struct term){id});
  }
  term_vec_release(&variables);
  step_map_release(&first);
  step_map_release(&last);
}

// Clauses

static bool make_relation(struct horn *horn, uint32_t index) {
  struct solver *solver = horn->solver;
  const struct term_vec *variables = &horn->shared[index];
  uint32_t count = variables->count;
  Z3_sort *domain = memory_new(((size_t)count + 1) * sizeof *domain);
  char name[16];
  snprintf(name, sizeof name, "I%u", index);
  for (uint32_t i = 0; i < count; i++)
    domain[i] = sort_to_z3(solver, term_sort(solver->terms, variables->at[i]));
  Z3_sort range = sort_to_z3(solver, sort_bool());
  Z3_func_decl relation = Z3_mk_func_decl(solver->z3, symbol_of(solver, name),
                                          count, domain, range);
  if (relation) {
    Z3_ast ast = Z3_func_decl_to_ast(solver->z3, relation);
    Z3_inc_ref(solver->z3, ast);
    ast_vec_push(&horn->relations, ast);
  }
  for (uint32_t i = 0; i < count; i++)
    ast_release(solver, Z3_sort_to_ast(solver->z3, domain[i]));
  ast_release(solver, Z3_sort_to_ast(solver->z3, range));
  free(domain);
  return relation != NULL;
}

// I_i over its variables, counted; the last one is false.
static Z3_ast apply_relation(const struct horn *horn, uint32_t index) {
  struct solver *solver = horn->solver;
  Z3_ast result;
  if (index == horn->count - 1) {
    result = Z3_mk_false(solver->z3);
  } else {
    struct ast_vec args = {0};
    for (uint32_t i = 0; i < horn->shared[index].count; i++)
      ast_vec_push(&args, ast_of_term(solver, horn->shared[index].at[i]));
    Z3_func_decl relation =
        Z3_to_func_decl(solver->z3, horn->relations.at[index]);
    result = Z3_mk_app(solver->z3, relation, args.count, args.at);
    ast_vec_release(&args);
  }
  if (result)
    Z3_inc_ref(solver->z3, result);
  return result;
}

// (I_{i-1} and steps[i]) => I_i, counted.
static Z3_ast make_implication(const struct horn *horn, uint32_t index) {
  struct solver *solver = horn->solver;
  Z3_context z3 = solver->z3;
  Z3_ast step = ast_of_term(solver, horn->steps[index]);
  Z3_ast before = index ? apply_relation(horn, index - 1) : NULL;
  Z3_ast body = step, head = apply_relation(horn, index), result = NULL;
  if (before && step)
    body = Z3_mk_and(z3, 2, (Z3_ast[]){before, step});
  if (body && head && (before || index == 0)) {
    Z3_inc_ref(z3, body);
    result = Z3_mk_implies(z3, body, head);
    if (result)
      Z3_inc_ref(z3, result);
    Z3_dec_ref(z3, body);
  }
  ast_release(solver, before);
  ast_release(solver, head);
  return result;
}

// Everything in a clause is quantified.
static void clause_variables(const struct horn *horn, uint32_t index,
                             struct term_vec *into) {
  term_variables(horn->solver->terms, &horn->steps[index], 1, into);
  uint32_t own = into->count;
  if (index == 0)
    return;
  for (uint32_t i = 0; i < horn->shared[index - 1].count; i++) {
    struct term variable = horn->shared[index - 1].at[i];
    uint32_t j = 0;
    while (j < own && !term_equal(into->at[j], variable))
      j++;
    if (j == own)
      term_vec_push(into, variable);
  }
}

static bool assert_clause(const struct horn *horn, uint32_t index) {
  struct solver *solver = horn->solver;
  Z3_context z3 = solver->z3;
  Z3_ast clause = make_implication(horn, index);
  if (!clause)
    return false;
  struct term_vec variables = {0};
  clause_variables(horn, index, &variables);
  Z3_app *bound = memory_new(((size_t)variables.count + 1) * sizeof *bound);
  for (uint32_t i = 0; i < variables.count; i++)
    bound[i] = Z3_to_app(z3, ast_of_term(solver, variables.at[i]));
  Z3_ast closed = clause;
  if (variables.count > 0)
    closed = Z3_mk_forall_const(z3, 0, variables.count, bound, 0, NULL, clause);
  if (closed) {
    Z3_inc_ref(z3, closed);
    Z3_solver_assert(z3, horn->z3, closed);
    Z3_dec_ref(z3, closed);
  }
  Z3_dec_ref(z3, clause);
  term_vec_release(&variables);
  free(bound);
  return closed != NULL;
}

// Solving

static void set_parameters(const struct horn *horn) {
  static const char *const off[] = {"fp.xform.inline_eager",
                                    "fp.xform.inline_linear", "fp.xform.slice"};
  struct solver *solver = horn->solver;
  Z3_params parameters = parameters_new(solver, solver->limit);
  for (unsigned i = 0; i < sizeof off / sizeof *off; i++)
    Z3_params_set_bool(solver->z3, parameters, symbol_of(solver, off[i]),
                       false);
  Z3_params_set_symbol(solver->z3, parameters, symbol_of(solver, "fp.engine"),
                       symbol_of(solver, "spacer"));
  Z3_solver_set_params(solver->z3, horn->z3, parameters);
  Z3_params_dec_ref(solver->z3, parameters);
}

static bool horn_solve(struct horn *horn) {
  struct solver *solver = horn->solver;
  for (uint32_t i = 0; i + 1 < horn->count; i++)
    if (!make_relation(horn, i))
      return false;
  set_parameters(horn);
  for (uint32_t i = 0; i < horn->count; i++)
    if (!assert_clause(horn, i))
      return false;
  if (solver->dump_folder)
    dump_text(solver, "horn", Z3_solver_to_string(solver->z3, horn->z3));
  enum unknown_reason reason;
  enum answer answer = check_solver(solver, PURPOSE_REFINEMENT, horn->z3,
                                    &(struct ast_vec){0}, &reason);
  dump_answer(solver, answer);
  return answer == ANSWER_SAT;
}

// Solutions, in the child

// The name of an argument in a text.
static Z3_symbol argument_name(struct solver *solver, uint32_t index) {
  char name[16];
  snprintf(name, sizeof name, "v%u", index);
  return symbol_of(solver, name);
}

// The body of a solution has numbered variables in place of the arguments; as
// text they have names.
static void write_body(const struct horn *horn, uint32_t index, Z3_ast body,
                       struct strbuf *into) {
  struct solver *solver = horn->solver;
  const struct term_vec *variables = &horn->shared[index];
  struct ast_vec args = {0};
  for (uint32_t i = 0; i < variables->count; i++) {
    struct sort sort = term_sort(solver->terms, variables->at[i]);
    Z3_ast arg = Z3_mk_const(solver->z3, argument_name(solver, i),
                             sort_to_z3(solver, sort));
    Z3_inc_ref(solver->z3, arg);
    ast_vec_push(&args, arg);
  }
  Z3_ast closed = Z3_substitute_vars(solver->z3, body, args.count, args.at);
  const char *text = closed ? Z3_ast_to_string(solver->z3, closed) : NULL;
  strbuf_add(into, text ? text : "");
  ast_vec_release(&args);
}

static void write_function(const struct horn *horn, uint32_t index,
                           Z3_model model, Z3_func_decl relation,
                           struct strbuf *into) {
  Z3_context z3 = horn->solver->z3;
  Z3_func_interp function = Z3_model_get_func_interp(z3, model, relation);
  if (!function)
    return;
  Z3_func_interp_inc_ref(z3, function);
  if (Z3_func_interp_get_num_entries(z3, function) == 0)
    write_body(horn, index, Z3_func_interp_get_else(z3, function), into);
  Z3_func_interp_dec_ref(z3, function);
}

// A relation without arguments is a Boolean constant.
static void write_solution(const struct horn *horn, uint32_t index,
                           Z3_model model, struct strbuf *into) {
  Z3_context z3 = horn->solver->z3;
  Z3_func_decl relation = Z3_to_func_decl(z3, horn->relations.at[index]);
  if (horn->shared[index].count > 0) {
    write_function(horn, index, model, relation, into);
    return;
  }
  Z3_ast value = Z3_model_get_const_interp(z3, model, relation);
  if (value)
    write_body(horn, index, value, into);
}

// A text for each relation, each with a zero behind it; an empty one where
// nothing is said.
static bool write_solutions(const struct horn *horn, struct strbuf *into) {
  Z3_context z3 = horn->solver->z3;
  Z3_model model = Z3_solver_get_model(z3, horn->z3);
  if (!model)
    return false;
  Z3_model_inc_ref(z3, model);
  Z3_set_ast_print_mode(z3, Z3_PRINT_SMTLIB2_COMPLIANT);
  for (uint32_t i = 0; i + 1 < horn->count; i++) {
    write_solution(horn, i, model, into);
    strbuf_bytes(into, "", 1);
  }
  Z3_model_dec_ref(z3, model);
  return true;
}

// The child

// What the child did, as the parent's solver is to count it. Then come texts.
struct horn_report {
  struct solver_counts counts;
  uint64_t units;
  uint32_t dump_count;
  const char *dump_kind; // of the program's text, which both have
  bool is_solved;
};

// So much more than there is now.
static void limit_memory(void) {
  enum { MORE_MB = 1024 };
  char most[32];
  snprintf(most, sizeof most, "%llu",
           (unsigned long long)(Z3_get_estimated_alloc_size() >> 20) + MORE_MB);
  Z3_global_param_set("memory_max_size", most);
}

static void solve_apart(void *context, int in, int out) {
  struct horn *horn = context;
  struct strbuf texts = {0};
  (void)in;
  limit_memory();
  struct horn_report report = {.is_solved = horn_solve(horn) &&
                                            write_solutions(horn, &texts)};
  report.counts = horn->solver->counts;
  report.units = horn->solver->units;
  report.dump_count = horn->solver->dump_count;
  report.dump_kind = horn->solver->dump_kind;
  if (file_send(out, &report, sizeof report) && report.is_solved)
    file_send(out, strbuf_text(&texts), texts.length);
}

static bool has_fired(void *context) {
  const struct solver *solver = context;
  return interrupter_has_fired(&solver->interrupter);
}

static void take_counts(struct solver *solver,
                        const struct horn_report *report) {
  solver->counts = report->counts;
  solver->units = report->units;
  solver->dump_count = report->dump_count;
  solver->dump_kind = report->dump_kind;
}

// The texts of the solutions. False when there are none.
static bool horn_ask(struct horn *horn, struct strbuf *texts) {
  struct solver *solver = horn->solver;
  struct horn_report report = {0};
  struct offspring child;
  if (!offspring_start(&child, solve_apart, horn))
    return false;
  struct poll poll = {has_fired, solver};
  struct strbuf answer = {0};
  bool is_whole = offspring_ask(&child, "", 0, poll, &answer) &&
                  answer.length >= sizeof report;
  offspring_end(&child);
  if (is_whole) {
    memcpy(&report, answer.text, sizeof report);
    take_counts(solver, &report);
    strbuf_bytes(texts, answer.text + sizeof report,
                 answer.length - sizeof report);
  } else {
    solver->counts.checks[PURPOSE_REFINEMENT]++; // it died, or was stopped
  }
  strbuf_release(&answer);
  return report.is_solved;
}

// Solutions, in the parent

// The term that a text asserts of the arguments, or none.
static struct term parse_solution(const struct horn *horn, uint32_t index,
                                  const char *text) {
  struct solver *solver = horn->solver;
  Z3_context z3 = solver->z3;
  const struct term_vec *variables = &horn->shared[index];
  uint32_t count = variables->count;
  Z3_symbol *names = memory_new(((size_t)count + 1) * sizeof *names);
  Z3_func_decl *values = memory_new(((size_t)count + 1) * sizeof *values);
  struct strbuf whole = {0};
  struct term result = {0};
  for (uint32_t i = 0; i < count; i++) {
    names[i] = argument_name(solver, i);
    values[i] = Z3_get_app_decl(
        z3, Z3_to_app(z3, ast_of_term(solver, variables->at[i])));
  }
  strbuf_format(&whole, "(assert %s)", text);
  Z3_ast_vector read = Z3_parse_smtlib2_string(z3, strbuf_text(&whole), 0, NULL,
                                               NULL, count, names, values);
  if (read) {
    Z3_ast_vector_inc_ref(z3, read);
    if (Z3_ast_vector_size(z3, read) == 1)
      result = term_of_ast(solver, Z3_ast_vector_get(z3, read, 0));
    Z3_ast_vector_dec_ref(z3, read);
  }
  strbuf_release(&whole);
  free(names);
  free(values);
  return result;
}

// Z3 says nothing about relations that do not matter: false where nothing gets
// there, else true.
static struct term guess_solution(const struct horn *horn, uint32_t index,
                                  struct term before) {
  struct term parts[] = {before, horn->steps[index]};
  enum answer answer = solver_check(horn->solver, PURPOSE_REFINEMENT, parts, 2);
  return term_bool(horn->solver->terms, answer != ANSWER_UNSAT);
}

// False when a text is missing.
static bool read_solutions(const struct horn *horn, const struct strbuf *texts,
                           struct term *into) {
  const char *at = strbuf_text(texts), *end = at + texts->length;
  struct term before = term_true(horn->solver->terms);
  for (uint32_t i = 0; i + 1 < horn->count; i++) {
    if (at == end)
      return false;
    into[i] = *at ? parse_solution(horn, i, at) : (struct term){0};
    if (term_is_none(into[i]))
      into[i] = guess_solution(horn, i, before);
    before = into[i];
    at += strlen(at) + 1;
  }
  return true;
}

// Whether into[i-1] and steps[i] imply into[i], for every i.
static bool is_inductive(const struct horn *horn, const struct term *into) {
  struct term_table *terms = horn->solver->terms;
  for (uint32_t i = 0; i < horn->count; i++) {
    bool is_last = i == horn->count - 1;
    struct term parts[] = {i ? into[i - 1] : term_true(terms), horn->steps[i],
                           is_last ? term_true(terms)
                                   : term_not(terms, into[i])};
    if (solver_check(horn->solver, PURPOSE_REFINEMENT, parts, 3) !=
        ANSWER_UNSAT)
      return false;
  }
  return true;
}

static bool horn_init(struct horn *horn) {
  struct solver *solver = horn->solver;
  horn->shared = memory_new_zero(horn->count, sizeof *horn->shared);
  find_shared(horn);
  for (uint32_t i = 0; i < horn->count; i++)
    if (!ast_of_term(solver, horn->steps[i]) ||
        has_trait(solver, horn->steps[i], TRAIT_UNINTERPRETED | TRAIT_FLOAT))
      return false;
  horn->z3 = Z3_mk_solver_for_logic(solver->z3, symbol_of(solver, "HORN"));
  if (!horn->z3)
    return false;
  Z3_solver_inc_ref(solver->z3, horn->z3);
  return true;
}

static void horn_release(struct horn *horn) {
  struct solver *solver = horn->solver;
  for (uint32_t i = 0; i < horn->count; i++)
    term_vec_release(&horn->shared[i]);
  free(horn->shared);
  for (uint32_t i = 0; i < horn->relations.count; i++)
    ast_release(solver, horn->relations.at[i]);
  ast_vec_release(&horn->relations);
  if (horn->z3)
    Z3_solver_dec_ref(solver->z3, horn->z3);
}

bool solver_interpolate(struct solver *solver, const struct term *steps,
                        uint32_t count, struct term *into) {
  if (count < 2)
    return solver_check(solver, PURPOSE_REFINEMENT, steps, count) ==
           ANSWER_UNSAT;
  if (interrupter_has_fired(&solver->interrupter))
    return false;
  struct horn horn = {.solver = solver, .steps = steps, .count = count};
  struct strbuf texts = {0};
  bool is_good = horn_init(&horn) && horn_ask(&horn, &texts) &&
                 read_solutions(&horn, &texts, into) &&
                 is_inductive(&horn, into);
  strbuf_release(&texts);
  horn_release(&horn);
  return is_good;
}
