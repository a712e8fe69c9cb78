// Formulas of programs whose recursion has no end that is known.
//
// Recursion is followed to a depth, and what lies deeper is not known. Of
// formulas that say that something always holds (AG p, G p) or can never come
// to hold (EF p) that suffices to refute them. To prove them, p is asserted
// wherever something is written that it speaks of, and the engines that prove
// assertions of recursive functions, by summaries and by what functions
// promise, are asked. Of other formulas nobody looks inside recursion.
#include "engine/internal.h"

#include "program/draft.h"
#include "spec/syntax.h"

// ---- The condition ----------------------------------------------------------

// Over globals that are variables.
static bool is_condition(const struct demand *demand,
                         const struct formula_syntax *f) {
  switch (f->kind) {
  case FORMULA_TRUE:
  case FORMULA_FALSE: return true;
  case FORMULA_C: return formula_is_global(demand, f->condition);
  case FORMULA_NOT:
  case FORMULA_AND:
  case FORMULA_OR:
  case FORMULA_IMPLIES:
  case FORMULA_IFF:
    return is_condition(demand, f->a) && (!f->b || is_condition(demand, f->b));
  default: return false;
  }
}

static struct term condition_of(const struct demand *demand,
                                const struct formula_syntax *f) {
  struct term_table *terms = demand->spec->program->terms;
  struct term a = f->a ? condition_of(demand, f->a) : (struct term){0};
  struct term b = f->b ? condition_of(demand, f->b) : (struct term){0};
  struct spec_scope scope = {0};
  struct term found = {0};
  switch (f->kind) {
  case FORMULA_TRUE: return term_true(terms);
  case FORMULA_FALSE: return term_false(terms);
  case FORMULA_NOT: return term_not(terms, a);
  case FORMULA_AND: return term_and(terms, a, b);
  case FORMULA_OR: return term_or(terms, a, b);
  case FORMULA_IMPLIES: return term_or(terms, term_not(terms, a), b);
  case FORMULA_IFF: return term_eq(terms, a, b);
  default:
    found = spec_condition_term(demand->spec, demand->check->procedure,
                                f->condition, &scope);
    spec_scope_release(&scope);
    return found;
  }
}

// What always has to hold for the formula to be so; none: it is another one.
// `holds`: then it does, otherwise it fails.
static const struct formula_syntax *
invariant_of(const struct demand *demand, bool *is_negated, bool *holds) {
  const struct check_syntax *check = &demand->check->item->check;
  const struct formula_syntax *f = check->formula;
  const struct formula_syntax *path = f->a;
  bool is_always = (check->goal == GOAL_LTL && f->kind == FORMULA_GLOBALLY) ||
                   (f->kind == FORMULA_ALL && path->kind == FORMULA_GLOBALLY);
  bool is_ever = f->kind == FORMULA_EXISTS && path->kind == FORMULA_FINALLY;
  if (check->fair || (!is_always && !is_ever))
    return NULL;
  const struct formula_syntax *found =
      f->kind == FORMULA_GLOBALLY ? f->a : path->a;
  *is_negated = is_ever;
  *holds = is_always;
  return is_condition(demand, found) ? found : NULL;
}

// ---- Assertions -------------------------------------------------------------

struct asserting {
  struct program *program;
  struct term condition;
  struct bitset variables; // that it speaks of, by id
  struct procedure_id violated;
};

static bool writes(const struct asserting *a, const struct operation *op) {
  struct variable_vec targets = {0};
  bool found = op->kind == OPERATION_CALL &&
               (!op->call.callee.id ||
                !program_procedure(a->program, op->call.callee)->is_defined);
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    found |= bitset_has(&a->variables, targets.at[i].id);
  variable_vec_release(&targets);
  return found;
}

// At the location that is returned, it is asserted; then it goes on to the
// other one.
static struct location_id add_assertion(const struct asserting *a,
                                        struct procedure *procedure,
                                        struct location_id to,
                                        const struct edge *like) {
  struct term_table *terms = a->program->terms;
  struct location_id at = procedure_add_location(procedure, like->position);
  struct location_id bad = procedure_add_location(procedure, like->position);
  struct edge edge = *like;
  edge.undefined = UNDEFINED_NONE;
  edge.from = at;
  edge.to = to;
  edge.op = operation_assume(a->condition);
  procedure_add_edge(procedure, edge);
  edge.to = bad;
  edge.op = operation_assume(term_not(terms, a->condition));
  procedure_add_edge(procedure, edge);
  edge.from = bad;
  edge.to = to;
  edge.op = (struct operation){.kind = OPERATION_CALL};
  edge.op.call.callee = a->violated;
  procedure_add_edge(procedure, edge);
  return at;
}

static void assert_in(const struct asserting *a, struct procedure *procedure,
                      bool is_entry) {
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count; i++) {
    struct edge edge = procedure->edges.at[i];
    if (edge.to.id == procedure->undefined.id || !writes(a, &edge.op))
      continue;
    struct location_id at = add_assertion(a, procedure, edge.to, &edge);
    procedure->edges.at[i].to = at;
  }
  if (is_entry && count > 1) {
    struct edge like = procedure->edges.at[1];
    procedure->entry = add_assertion(a, procedure, procedure->entry, &like);
  }
  procedure_seal(procedure);
}

static void assert_all(struct program *program, struct procedure_id entry,
                       struct term condition) {
  struct asserting a = {.program = program, .condition = condition};
  uint32_t count = program->procedures.count;
  struct procedure *violated = program_add_procedure(
      program, intern(program->names, "label of the formula"));
  violated->kind = PROCEDURE_LABEL;
  a.violated = violated->self;
  program_mark_variables(program, condition, &a.variables);
  for (uint32_t i = 1; i < count; i++)
    if (program->procedures.at[i]->is_defined)
      assert_in(&a, program->procedures.at[i], i == entry.id);
  bitset_release(&a.variables);
}

// ---- Asking -----------------------------------------------------------------

static enum verdict ask(struct engine_context *context,
                        const struct demand *demand, struct term condition,
                        struct interner *names) {
  struct engine_context quiet = *context;
  struct result found = {.verdict = VERDICT_UNKNOWN, .names = names};
  struct program *program = program_draft(context->program);
  struct demand asked = {.component = {.entry = demand->check->procedure,
                                       .starts_program = true,
                                       .merges = context->options->merge,
                                       .rules = {.label = "of the formula"}},
                         .has_model = demand->has_model};
  assert_all(program, demand->check->procedure, condition);
  quiet.program = program;
  quiet.solver = NULL;
  quiet.learnt = NULL;
  quiet.mentions = NULL;
  run_assertions(&quiet, &asked, &found);
  enum verdict verdict = found.verdict;
  log_line(context->log, 2, "formula", "asserted wherever it is written: %s",
           verdict_name(verdict));
  result_release(&found);
  program_free(program);
  return verdict;
}

bool formula_prove_recursion(struct engine_context *context,
                             const struct demand *demand,
                             struct result *result) {
  bool is_negated = false, holds = false;
  const struct formula_syntax *p = invariant_of(demand, &is_negated, &holds);
  bool is_main = demand->check->procedure.id == context->program->entry.id;
  if (!p || !is_main || demand->spec->events.count ||
      demand->spec->procs.count || demand->certificate)
    return false;
  struct term condition = condition_of(demand, p);
  if (is_negated)
    condition = term_not(context->program->terms, condition);
  if (ask(context, demand, condition, result->names) != VERDICT_TRUE)
    return false;
  struct remark remark = {
      .heading = "proved",
      .text = intern(result->names, "as an assertion wherever something is "
                                    "written that it speaks of")};
  remark_vec_push(&result->remarks, remark);
  result->verdict = holds ? VERDICT_TRUE : VERDICT_FALSE;
  return true;
}
