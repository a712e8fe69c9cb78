// Pointers that what is required compares (spec/equations.c), at the start.
//
// Each is made the other, or left as it is: a choice of its own, before what is
// required is asked for. What lies behind a null pointer is made nothing.
#include "weave/weaver.h"

static struct location_id choose(struct weaver *w,
                                 const struct spec_equation *equation,
                                 struct location_id from,
                                 struct location_id *apart) {
  struct term_table *terms = w->program->terms;
  struct name what =
      intern_format(w->program->names, "%s.alias",
                    name_text(w->program->names, equation->text));
  struct variable choice =
      weave_variable(w, "alias", sort_bits(32), w->integer);
  from = weave_edge(
      w, from, operation_havoc(w->program, &choice, 1, ORIGIN_INPUT, what));
  return weave_branch(w, from,
                      term_eq(terms, program_term(w->program, choice),
                              term_const(terms, 32, 0)),
                      apart);
}

// The variable that is made another; none if it lies in memory.
static struct variable variable_of(const struct weaver *w,
                                   const struct spec_proc *proc,
                                   const struct spec_equation *equation) {
  if (equation->parameter == SPEC_NONE)
    return equation->variable;
  return w->procedure->parameters
      .at[scope_argument(&proc->scope, equation->parameter)];
}

static struct location_id store(struct weaver *w, const struct spec_proc *proc,
                                const struct spec_equation *equation,
                                struct substitution *bound,
                                struct location_id from) {
  struct location_id to = weave_location(w), astray, fine;
  astray = weave_branch(
      w, from, weave_astray(w, &proc->scope, equation->address, bound), &fine);
  if (astray.id)
    weave_edge_to(w, astray, to, operation_skip());
  if (fine.id)
    weave_edge_to(w,
                  weave_store(w, fine,
                              substitution_apply(bound, equation->address),
                              substitution_apply(bound, equation->value)),
                  to, operation_skip());
  return to;
}

static struct location_id make_same(struct weaver *w,
                                    const struct spec_proc *proc,
                                    const struct spec_equation *equation,
                                    struct location_id from) {
  struct term_vec parameters = {0}, mentioned = {0};
  struct substitution *bound = substitution_new(w->program->terms);
  struct variable variable = variable_of(w, proc, equation);
  for (uint32_t i = 0; i < w->procedure->parameters.count; i++)
    term_vec_push(&parameters,
                  program_term(w->program, w->procedure->parameters.at[i]));
  struct actuals actuals = {parameters.at, parameters.count,
                            (struct variable){0}};
  term_vec_push(&mentioned, equation->value);
  if (!variable.id)
    term_vec_push(&mentioned, equation->address);
  from = weave_scope(w, &proc->scope, &actuals, &mentioned, false, bound, from);
  from = variable.id ? weave_assign(w, from, variable,
                                    substitution_apply(bound, equation->value))
                     : store(w, proc, equation, bound, from);
  substitution_free(bound);
  term_vec_release(&parameters);
  term_vec_release(&mentioned);
  return from;
}

static void weave_equation(struct weaver *w, const struct spec_proc *proc,
                           const struct spec_equation *equation) {
  struct location_id body = w->procedure->entry, apart;
  struct location_id at = w->procedure->entry = weave_location(w);
  at = choose(w, equation, at, &apart);
  weave_edge_to(w, apart, body, operation_skip());
  weave_edge_to(w, make_same(w, proc, equation, at), body, operation_skip());
}

// Each comes before the one that was added before it.
void weave_equations(struct weaver *w, const struct spec_proc *proc) {
  w->position = w->procedure->position;
  w->is_start = true;
  for (uint32_t i = proc->equations.count; i-- > 0;)
    weave_equation(w, proc, &proc->equations.at[i]);
  w->is_start = false;
}
