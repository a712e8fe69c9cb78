// Guards must be mutually exclusive and complete (seed 000, section 3.4). The
// solver decides, at C's widths, and gives an example.
#include "spec/internal.h"
#include "term/variables.h"

// A nicer example is not worth more than this.
enum { EXAMPLE_LIMIT = 500000 };

// Distinct objects have distinct addresses, none of them null. Without saying
// so, `&a` and `&b` could be equal.
static void add_addresses(struct spec *spec, struct term t,
                          struct term_vec *into) {
  struct program *program = spec->program;
  struct term_vec parts = {0}, addresses = {0};
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    if (!variable_is_none(variable) &&
        program_variable(program, variable)->kind == VARIABLE_ADDRESS)
      term_vec_push(&addresses, parts.at[i]);
  }
  for (uint32_t i = 0; i < addresses.count; i++) {
    term_vec_push(into, term_nonzero(program->terms, addresses.at[i]));
    for (uint32_t k = 0; k < i; k++)
      term_vec_push(into, term_not(program->terms,
                                   term_eq(program->terms, addresses.at[i],
                                           addresses.at[k])));
  }
  term_vec_release(&parts);
  term_vec_release(&addresses);
}

void guards_add_domains(struct spec *spec, const struct spec_scope *scope,
                        struct term_vec *into) {
  struct term_table *terms = spec->program->terms;
  for (uint32_t i = 0; i < scope->places.count; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (ctype_bare(spec->program->types, place->type)->kind != CTYPE_BOOL)
      continue;
    unsigned width = term_width(terms, place->variable);
    term_vec_push(into, term_compare(terms, OP_ULE, place->variable,
                                     term_const(terms, width, 1)));
  }
}

// "family = 32, mode = 0": the places that the term mentions, then globals.
static void print_example(struct spec *spec, const struct spec_scope *scope,
                          struct term t, struct assignment *model,
                          struct strbuf *out) {
  struct program *program = spec->program;
  struct term_vec parts = {0};
  const char *separator = "";
  term_collect(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < scope->places.count; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (!term_vec_has(&parts, place->variable))
      continue;
    strbuf_format(out, "%s%s = ", separator,
                  name_text(spec->names, place->text));
    bind_print_value(spec, place->type, term_evaluate(model, place->variable),
                     out);
    separator = ", ";
  }
  for (uint32_t i = 0; i < parts.count; i++) {
    if (term_op(program->terms, parts.at[i]) != OP_VAR ||
        scope_place_of(scope, parts.at[i]))
      continue;
    struct variable variable = program_variable_of(program, parts.at[i]);
    if (variable_is_none(variable) ||
        program_variable(program, variable)->kind == VARIABLE_ADDRESS)
      continue;
    const struct variable_info *info = program_variable(program, variable);
    strbuf_format(out, "%s%s = ", separator,
                  name_text(spec->names, info->text));
    bind_print_value(spec, info->type, term_evaluate(model, parts.at[i]), out);
    separator = ", ";
  }
  term_vec_release(&parts);
}

// The value nearest to zero, bit by bit from the top: all bits as the sign.
static void prefer_small(struct spec *spec, struct query *query,
                         struct term variable, bool is_signed) {
  struct term_table *terms = spec->program->terms;
  unsigned width = term_width(terms, variable);
  bool wanted = false;
  for (unsigned bit = width; bit-- > 0;) {
    struct term one = term_const(terms, 1, wanted);
    struct term guess =
        term_eq(terms, term_extract(terms, bit, 1, variable), one);
    enum answer answer = query_check(query, &guess, 1);
    if (answer == ANSWER_UNKNOWN)
      return;
    bool is_possible = answer == ANSWER_SAT;
    query_assert(query, is_possible ? guess : term_not(terms, guess));
    if (bit == width - 1 && is_signed)
      wanted = !is_possible;
  }
}

static void prefer_small_places(struct spec *spec,
                                const struct spec_scope *scope,
                                struct query *query, struct term t) {
  struct term_vec parts = {0};
  term_collect(spec->program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (term_vec_has(&parts, scope->places.at[i].variable))
      prefer_small(
          spec, query, scope->places.at[i].variable,
          ctype_is_signed(spec->program->types, scope->places.at[i].type));
  term_vec_release(&parts);
}

static void find_example(struct spec *spec, const struct spec_scope *scope,
                         const struct term_vec *conjuncts,
                         struct strbuf *example) {
  struct query *query = query_new(spec->solver, PURPOSE_OTHER);
  struct assignment *model = assignment_new(spec->program->terms);
  for (uint32_t i = 0; i < conjuncts->count; i++)
    query_assert(query, conjuncts->at[i]);
  solver_set_limit(spec->solver, EXAMPLE_LIMIT);
  prefer_small_places(spec, scope, query, conjuncts->at[0]);
  solver_set_limit(spec->solver, SPEC_SOLVER_LIMIT);
  if (query_check(query, NULL, 0) == ANSWER_SAT && query_model(query, model))
    print_example(spec, scope, conjuncts->at[0], model, example);
  assignment_free(model);
  query_free(query);
}

enum answer guards_satisfiable(struct spec *spec,
                               const struct spec_scope *scope, struct term t,
                               struct strbuf *example) {
  if (term_is_false(spec->program->terms, t))
    return ANSWER_UNSAT;
  struct term_vec conjuncts = {0};
  term_vec_push(&conjuncts, t);
  add_addresses(spec, t, &conjuncts);
  guards_add_domains(spec, scope, &conjuncts);
  enum answer answer =
      solver_check(spec->solver, PURPOSE_OTHER, conjuncts.at, conjuncts.count);
  if (answer == ANSWER_SAT && example)
    find_example(spec, scope, &conjuncts, example);
  term_vec_release(&conjuncts);
  return answer;
}

// ---- Reports ----------------------------------------------------------------

static void report_overlap(struct spec *spec, const struct spec_proc *proc,
                           uint32_t a, uint32_t b) {
  struct strbuf example = {0};
  struct term both = term_and(spec->program->terms, proc->arms.at[a].guard,
                              proc->arms.at[b].guard);
  enum answer answer = guards_satisfiable(spec, &proc->scope, both, &example);
  const char *name = name_text(spec->names, proc->name);
  struct position place = proc->arms.at[b].syntax->position;
  if (answer == ANSWER_SAT) {
    diag_report(spec->diag, SEVERITY_ERROR, place,
                "guards %u and %u of '%s' overlap%s%s", a + 1, b + 1, name,
                example.length ? ", e.g. " : "", strbuf_text(&example));
    diag_report(spec->diag, SEVERITY_NOTE, proc->arms.at[a].syntax->position,
                "guard %u is here", a + 1);
    diag_hint(spec->diag,
              "exclude guard %u in guard %u, or use `otherwise` "
              "for the last",
              a + 1, b + 1);
  } else if (answer == ANSWER_UNKNOWN) {
    diag_report(spec->diag, SEVERITY_WARNING, place,
                "could not decide whether guards %u and %u of '%s' overlap",
                a + 1, b + 1, name);
  }
  strbuf_release(&example);
}

static void report_gap(struct spec *spec, const struct spec_proc *proc) {
  struct term_table *terms = spec->program->terms;
  struct term none = term_true(terms);
  for (uint32_t i = 0; i < proc->arms.count; i++)
    none = term_and(terms, none, term_not(terms, proc->arms.at[i].guard));
  struct strbuf example = {0};
  enum answer answer = guards_satisfiable(spec, &proc->scope, none, &example);
  const char *name = name_text(spec->names, proc->name);
  if (answer == ANSWER_SAT) {
    diag_report(spec->diag, SEVERITY_ERROR, proc->item->position,
                "no guard of '%s' covers %s", name,
                example.length ? strbuf_text(&example) : "any value");
    diag_hint(spec->diag, "add `otherwise : ...;`");
  } else if (answer == ANSWER_UNKNOWN) {
    diag_report(spec->diag, SEVERITY_WARNING, proc->item->position,
                "could not decide whether the guards of '%s' are complete",
                name);
  }
  strbuf_release(&example);
}

static void report_impossible(struct spec *spec, const struct spec_proc *proc,
                              uint32_t arm) {
  if (guards_satisfiable(spec, &proc->scope, proc->arms.at[arm].guard, NULL) !=
      ANSWER_UNSAT)
    return;
  diag_report(spec->diag, SEVERITY_WARNING, proc->arms.at[arm].syntax->position,
              "guard %u of '%s' can never hold", arm + 1,
              name_text(spec->names, proc->name));
}

void guards_check(struct spec *spec, const struct spec_proc *proc) {
  for (uint32_t b = 0; b < proc->arms.count; b++) {
    report_impossible(spec, proc, b);
    for (uint32_t a = 0; a < b; a++)
      if (proc->arms.at[a].syntax->guard && proc->arms.at[b].syntax->guard)
        report_overlap(spec, proc, a, b);
  }
  report_gap(spec, proc);
}
