// A component of a system (seed 000, section 3.5): a procedure that is started
// with the arguments and under the condition that the system names.
//
// The condition is that of the component alone, for a function may run as
// several; so it is not woven into the function but into one that calls it. The
// same holds for pointers that may point to the same object at the start.
#include "program/pass.h"
#include "weave/weaver.h"

static struct procedure *add_starter(struct weaver *w,
                                     const struct procedure *started,
                                     struct name component) {
  struct program *program = w->program;
  struct procedure_id id = started->self;
  struct procedure *made = program_add_procedure(
      program, intern_format(program->names, "%s (as %s)",
                             name_text(program->names, started->name),
                             name_text(program->names, component)));
  started = program_procedure(program, id);
  made->type = started->type;
  made->position = started->position;
  made->result = started->result;
  passing_vec_append(&made->passing, started->passing.at,
                     started->passing.count);
  made->is_defined = true;
  made->exit = procedure_add_location(made, started->position);
  made->undefined = procedure_add_location(made, started->position);
  return made;
}

// Its parameters are those of the procedure that it starts.
static void add_parameters(struct weaver *w, const struct procedure *started,
                           struct term_vec *arguments) {
  for (uint32_t i = 0; i < started->parameters.count; i++) {
    struct variable_info info =
        *program_variable(w->program, started->parameters.at[i]);
    struct sort sort = term_sort(w->program->terms, info.term);
    info.owner = w->procedure->self;
    info.is_made = true;
    struct variable made = program_add_variable(w->program, info, sort);
    variable_vec_push(&w->procedure->parameters, made);
    term_vec_push(arguments, program_term(w->program, made));
  }
}

// Is it the same whatever the program does: made of constants and addresses?
static bool is_fixed(const struct program *program, struct term t) {
  return program_has_only(program, t, 1u << VARIABLE_ADDRESS);
}

// What the condition fixes a place to, or none.
static struct term fixed_value(const struct program *program,
                               struct term condition, struct term place) {
  const struct term_table *terms = program->terms;
  struct term none = {0};
  if (term_op(terms, condition) == OP_EQ)
    for (uint32_t i = 0; i < 2; i++)
      if (term_equal(term_operand(terms, condition, i), place) &&
          is_fixed(program, term_operand(terms, condition, 1 - i)))
        return term_operand(terms, condition, 1 - i);
  for (uint32_t i = 0;
       term_op(terms, condition) == OP_AND && i < term_arity(terms, condition);
       i++) {
    struct term value =
        fixed_value(program, term_operand(terms, condition, i), place);
    if (!term_is_none(value))
      return value;
  }
  return none;
}

// Arguments that the system fixes are handed over as what they are: numbers,
// and addresses of objects that are not the argument's own.
static void fix_arguments(const struct weaver *w,
                          const struct spec_component *component,
                          struct term_vec *arguments) {
  const struct term_table *terms = w->program->terms;
  for (uint32_t i = 0; i < component->scope.lowered.count; i++) {
    const struct spec_place *place = scope_parameter(&component->scope, i);
    uint32_t argument = scope_argument(&component->scope, i);
    struct term value = {0};
    if (place && argument < arguments->count)
      value = fixed_value(w->program, component->guard, place->variable);
    if (!term_is_none(value) &&
        sort_equal(term_sort(terms, value),
                   term_sort(terms, arguments->at[argument])))
      arguments->at[argument] = value;
  }
}

static void start(struct weaver *w, const struct procedure *started,
                  const struct term_vec *arguments, struct location_id at) {
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = started->self;
  call.call.arguments =
      program_copy_terms(w->program, arguments->at, arguments->count);
  call.call.count = arguments->count;
  struct operation back = {.kind = OPERATION_RETURN};
  if (started->result.code) {
    call.call.target =
        weave_variable(w, "result", started->result, (struct ctype){0});
    back.ret.value = program_term(w->program, call.call.target);
  }
  weave_edge_to(w, weave_edge(w, at, call), w->procedure->exit, back);
}

struct procedure_id weaving_start(struct weaving *weaving,
                                  const struct spec_component *component) {
  struct program *program = weaving->program;
  const struct spec_proc *proc =
      spec_contract_of(weaving->spec, component->procedure);
  bool may_alias = proc && proc->aliases.count;
  if (term_is_true(program->terms, component->guard) && !may_alias)
    return component->procedure;
  struct weaver w = {.weaving = weaving,
                     .program = program,
                     .spec = weaving->spec,
                     .integer = weaving->integer};
  const struct procedure *started =
      program_procedure(program, component->procedure);
  w.position = started->position;
  w.procedure = add_starter(&w, started, component->name);
  struct term_vec arguments = {0};
  add_parameters(&w, started, &arguments);
  fix_arguments(&w, component, &arguments);
  struct location_id at = w.procedure->entry = weave_location(&w);
  struct substitution *bound = substitution_new(program->terms);
  struct actuals actuals = {arguments.at, arguments.count,
                            (struct variable){0}};
  struct term guard = component->guard;
  struct term_vec mentioned = {.at = &guard, .count = 1};
  at = weave_scope(&w, &component->scope, &actuals, &mentioned, false, bound,
                   at);
  at = weave_edge(&w, at, operation_assume(substitution_apply(bound, guard)));
  start(&w, started, &arguments, at);
  if (may_alias)
    weave_aliases(&w, proc);
  procedure_seal(w.procedure);
  pass_made(program, w.procedure, "start a component");
  substitution_free(bound);
  term_vec_release(&arguments);
  return w.procedure->self;
}
