#include "confirm/doubt.h"

#include <string.h>

#include "library/routine.h"
#include "run/library.h"
#include "term/variables.h"

// Guesses

// The operation that the edge of the inlined procedure was made of.
static const struct operation *made_of(const struct component *component,
                                       struct edge_id edge) {
  return &plain_component_with_pointers(&component->behaviour->plain, edge)->op;
}

static bool writes(const struct operation *op, struct variable variable) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  bool found = false;
  for (uint32_t i = 0; i < targets.count && !found; i++)
    found = variable_equal(targets.at[i], variable);
  variable_vec_release(&targets);
  return found;
}

// Is what the routine gives only known to lie in a range?
static bool is_vague(const struct program *program, struct name name) {
  struct routine routine = routine_find(name_text(program->names, name));
  return routine_is_known(&routine) && !routine.result.is_input;
}

// Does a specification say which numbers the routine gives? Then each of them
// may come.
static bool is_specified(const struct component *component, struct name name) {
  const struct specification *specification =
      component->product.monitor.specification;
  const struct spec *spec = specification ? specification->weaving->spec : NULL;
  uint32_t number = spec ? spec_find_proc(spec, name) : SPEC_NONE;
  if (number == SPEC_NONE)
    return false;
  const struct spec_proc *proc = &spec->procs.at[number];
  const struct spec_place *result = scope_result(&proc->scope);
  bool says = result && ctype_bare(spec->program->types, result->type)->kind !=
                            CTYPE_POINTER;
  for (uint32_t i = 0; i < proc->returns.count && says; i++)
    says = !term_is_true(spec->program->terms, proc->returns.at[i].condition);
  return says && proc->returns.count;
}

// A run asks about routines that nobody models; the others it runs.
static bool is_guessing(const struct component *component,
                        const struct operation *op) {
  const struct program *program = component->program;
  if (op->kind == OPERATION_HAVOC)
    return op->havoc.origin == ORIGIN_APPROXIMATION ||
           (op->havoc.origin == ORIGIN_ASSUMPTION &&
            is_vague(program, op->havoc.what) &&
            !is_specified(component, op->havoc.what));
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  return !callee->is_defined && !is_assumed(callee) &&
         (!library_find(name) || library_asks(name)) &&
         is_vague(program, callee->name);
}

static bool is_plain(const struct program *program,
                     const struct operation *op) {
  if (op->kind == OPERATION_HAVOC)
    return op->havoc.origin == ORIGIN_INPUT ||
           op->havoc.origin == ORIGIN_UNINITIALISED;
  if (op->kind == OPERATION_ALLOCATE)
    return name_is_none(op->allocate.filler);
  if (op->kind != OPERATION_CALL)
    return op->kind != OPERATION_UNSUPPORTED;
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  return callee->is_defined || callee->is_error ||
         (!is_assumed(callee) && library_find(name) && !library_asks(name));
}

bool doubt_is_excluded(const struct component *component) {
  const struct procedure *procedure = component->behaviour->plain.procedure;
  bool is_so = true;
  for (uint32_t i = 1; i < procedure->edges.count && is_so; i++)
    is_so =
        is_plain(component->program, made_of(component, (struct edge_id){i}));
  return is_so;
}

// The routine that gives the input always may fail, by the result that says so.
static bool may_fail(const struct doubt *doubt, struct edge_id edge,
                     const struct path_input *input) {
  const struct program *program = doubt->component->program;
  const struct operation *op =
      &procedure_edge(doubt->component->behaviour->plain.procedure, edge)->op;
  if (op->kind != OPERATION_CALL || !op->call.callee.id ||
      !variable_equal(op->call.target, input->variable))
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return routine_find(name_text(program->names, callee->name)).result.may_fail;
}

static struct term failure_of(const struct doubt *doubt, struct edge_id edge,
                              struct term input) {
  const struct program *program = doubt->component->program;
  const struct operation *op =
      &procedure_edge(doubt->component->behaviour->plain.procedure, edge)->op;
  struct routine routine = routine_find(name_text(
      program->names, program_procedure(program, op->call.callee)->name));
  struct sort sort = term_sort(program->terms, input);
  bool is_null = routine.result.may_be_null || routine.result.is_string;
  return term_eq(program->terms, input,
                 term_const(program->terms, sort_width(sort),
                            is_null ? 0 : bits_mask(sort_width(sort))));
}

// Memory whose contents only a routine knows.
static bool is_filled(const struct component *component,
                      const struct operation *made,
                      const struct operation *op) {
  return made->kind != OPERATION_CALL && op->kind == OPERATION_HAVOC &&
         op->havoc.origin == ORIGIN_APPROXIMATION &&
         is_vague(component->program, op->havoc.what);
}

// The edge of the inlined procedure that gives the input, if it is a guess.
static struct edge_id find_guess(const struct doubt *doubt,
                                 const struct path_input *input) {
  const struct component *component = doubt->component;
  struct edge_id found = {0};
  if (input->step == UINT32_MAX)
    return found;
  uint32_t count;
  const uint32_t *steps = provenance_steps(
      &component->provenance, doubt->edges->at[input->step], &count);
  for (uint32_t i = 0; i < count && !found.id; i++) {
    struct edge_id step = {steps[i]};
    const struct operation *op =
        &procedure_edge(component->behaviour->plain.procedure, step)->op;
    const struct operation *made = made_of(component, step);
    if ((is_guessing(component, made) || is_filled(component, made, op)) &&
        writes(op, input->variable))
      found = step;
  }
  return found;
}

static bool is_about(const struct program *program, struct term t,
                     struct variable variable) {
  struct term_vec parts = {0};
  bool ok = true;
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && ok; i++)
    ok = term_equal(parts.at[i], program_term(program, variable));
  term_vec_release(&parts);
  return ok;
}

// What is assumed of a guess is assumed right behind it.
static struct term range_of(const struct doubt *doubt,
                            const struct path_input *input,
                            struct edge_id edge) {
  enum { FAR = 4 };
  const struct program *program = doubt->component->program;
  const struct procedure *procedure =
      doubt->component->behaviour->plain.procedure;
  struct term range = term_true(program->terms);
  struct location_id at = procedure_edge(procedure, edge)->to;
  for (int i = 0; i < FAR; i++) {
    const struct location *location = procedure_location(procedure, at);
    if (location->out_count != 1)
      break;
    const struct edge *next = &procedure->edges.at[location->first_out];
    if (writes(&next->op, input->variable))
      break;
    if (next->op.kind == OPERATION_ASSUME &&
        is_about(program, next->op.assume.condition, input->variable))
      range = term_and(program->terms, range, next->op.assume.condition);
    at = next->to;
  }
  range = term_replace(program->terms, range,
                       program_term(program, input->variable), input->term);
  return range;
}

void doubt_init(struct doubt *doubt, const struct component *component,
                struct solver *solver, const struct edge_id_vec *edges) {
  *doubt =
      (struct doubt){.component = component, .solver = solver, .edges = edges};
  path_execute(&doubt->path, component->effects, edges);
  for (uint32_t i = 0; i < doubt->path.inputs.count; i++) {
    const struct path_input *input = &doubt->path.inputs.at[i];
    struct edge_id edge = find_guess(doubt, input);
    if (!edge.id)
      continue;
    u32_vec_push(&doubt->guesses, i);
    term_vec_push(&doubt->ranges, range_of(doubt, input, edge));
    term_vec_push(&doubt->failures, may_fail(doubt, edge, input)
                                        ? failure_of(doubt, edge, input->term)
                                        : (struct term){0});
  }
}

void doubt_release(struct doubt *doubt) {
  path_release(&doubt->path);
  u32_vec_release(&doubt->guesses);
  term_vec_release(&doubt->ranges);
  term_vec_release(&doubt->failures);
}

bool doubt_has_guesses(const struct doubt *doubt) {
  return doubt->guesses.count != 0;
}

static bool has_guess(const struct doubt *doubt, uint32_t input) {
  for (uint32_t i = 0; i < doubt->guesses.count; i++)
    if (doubt->guesses.at[i] == input)
      return true;
  return false;
}

// Values

static struct term_table *terms_of(const struct doubt *doubt) {
  return doubt->component->program->terms;
}

static struct term zero_of(struct term_table *terms, struct sort sort) {
  if (sort_is_bool(sort))
    return term_false(terms);
  struct term zero = term_const(terms, sort_width(sort), 0);
  return sort_is_array(sort)
             ? term_const_array(terms, sort_index_width(sort), zero)
             : zero;
}

static struct path_input *find(const struct path *inputs,
                               const struct path_input *like) {
  for (uint32_t i = 0; i < inputs->inputs.count; i++)
    if (inputs->inputs.at[i].step == like->step &&
        variable_equal(inputs->inputs.at[i].variable, like->variable))
      return &inputs->inputs.at[i];
  return NULL;
}

// The guards with constants for the guesses, or for all other inputs.
static void substitute(const struct doubt *doubt, const struct path *values,
                       bool is_guessed, struct term_vec *into) {
  struct term_table *terms = terms_of(doubt);
  struct substitution *known = substitution_new(terms);
  for (uint32_t i = 0; i < doubt->path.inputs.count; i++) {
    const struct path_input *input = &doubt->path.inputs.at[i];
    const struct path_input *value = find(values, input);
    if (has_guess(doubt, i) == is_guessed)
      substitution_set(known, input->term,
                       value ? value->term
                             : zero_of(terms, term_sort(terms, input->term)));
  }
  for (uint32_t i = 0; i < doubt->path.guards.count; i++)
    term_vec_push(into,
                  substitution_apply(known, doubt->path.guards.at[i].term));
  substitution_free(known);
}

// The inputs as the model has them: the guesses, or all others.
static void take(const struct doubt *doubt, struct assignment *model,
                 bool is_guessed, struct path *into) {
  struct term_table *terms = terms_of(doubt);
  for (uint32_t i = 0; i < doubt->path.inputs.count; i++) {
    struct path_input input = doubt->path.inputs.at[i];
    if (has_guess(doubt, i) != is_guessed)
      continue;
    struct term value = assignment_constant(model, terms, input.term);
    struct path_input *known = find(into, &input);
    if (known)
      known->term = value;
  }
}

// A guess that leads elsewhere is taken into the values. UNSAT: there is none.
static enum answer find_breaking(const struct doubt *doubt,
                                 struct path *values) {
  struct term_table *terms = terms_of(doubt);
  struct term_vec guards = {0};
  substitute(doubt, values, false, &guards);
  struct term all = term_true(terms);
  for (uint32_t i = 0; i < guards.count; i++)
    all = term_and(terms, all, guards.at[i]);
  term_vec_release(&guards);
  struct query *query = query_new(doubt->solver, PURPOSE_FEASIBILITY);
  query_assert(query, term_not(terms, all));
  for (uint32_t i = 0; i < doubt->ranges.count; i++)
    query_assert(query, doubt->ranges.at[i]);
  enum answer answer = query_check(query, NULL, 0);
  struct assignment *model = assignment_new(terms);
  if (answer == ANSWER_SAT && query_model(query, model))
    take(doubt, model, true, values);
  assignment_free(model);
  query_free(query);
  return answer;
}

static void drop_guess(struct doubt *doubt, uint32_t guess) {
  uint32_t rest = --doubt->guesses.count - guess;
  doubt->ranges.count--;
  doubt->failures.count--;
  memmove(&doubt->guesses.at[guess], &doubt->guesses.at[guess + 1],
          rest * sizeof *doubt->guesses.at);
  memmove(&doubt->ranges.at[guess], &doubt->ranges.at[guess + 1],
          rest * sizeof *doubt->ranges.at);
  memmove(&doubt->failures.at[guess], &doubt->failures.at[guess + 1],
          rest * sizeof *doubt->failures.at);
}

// What may fail is no guess where the path can be taken with its failure. Where
// it cannot, the path needs a success, which may come as well: any one.
static void take_failures(struct doubt *doubt, struct path *inputs) {
  struct query *query = query_new(doubt->solver, PURPOSE_FEASIBILITY);
  struct assignment *model = assignment_new(terms_of(doubt));
  bool has_model = false;
  for (uint32_t i = 0; i < doubt->path.guards.count; i++)
    query_assert(query, doubt->path.guards.at[i].term);
  for (uint32_t i = doubt->guesses.count; i-- > 0;) {
    struct term failure = doubt->failures.at[i];
    if (term_is_none(failure))
      continue;
    if (query_check(query, &failure, 1) != ANSWER_SAT ||
        !query_model(query, model)) {
      struct term_table *terms = terms_of(doubt);
      doubt->ranges.at[i] =
          term_and(terms, doubt->ranges.at[i], term_not(terms, failure));
      continue;
    }
    query_assert(query, failure);
    drop_guess(doubt, i);
    has_model = true;
  }
  if (has_model) {
    take(doubt, model, false, inputs);
    take(doubt, model, true, inputs);
  }
  assignment_free(model);
  query_free(query);
}

bool doubt_settle(struct doubt *doubt, struct path *inputs) {
  enum { ROUNDS = 8 };
  take_failures(doubt, inputs);
  struct query *query = query_new(doubt->solver, PURPOSE_FEASIBILITY);
  bool is_settled = false, goes_on = true;
  for (uint32_t round = 0; round < ROUNDS && goes_on && !is_settled; round++) {
    struct term_vec guards = {0};
    enum answer broken = find_breaking(doubt, inputs);
    is_settled = broken == ANSWER_UNSAT;
    goes_on = broken == ANSWER_SAT;
    substitute(doubt, inputs, true, &guards);
    for (uint32_t i = 0; i < guards.count; i++)
      query_assert(query, guards.at[i]);
    struct assignment *model = assignment_new(terms_of(doubt));
    goes_on = goes_on && query_check(query, NULL, 0) == ANSWER_SAT &&
              query_model(query, model);
    if (goes_on)
      take(doubt, model, false, inputs);
    assignment_free(model);
    term_vec_release(&guards);
  }
  query_free(query);
  return is_settled;
}

static bool is_in_range(const struct doubt *doubt, uint32_t guess,
                        struct term value) {
  struct term_table *terms = terms_of(doubt);
  struct term input = doubt->path.inputs.at[doubt->guesses.at[guess]].term;
  return term_is_true(
      terms, term_replace(terms, doubt->ranges.at[guess], input, value));
}

// Two files that are open have different descriptors.
static bool is_descriptor(const struct doubt *doubt,
                          const struct path_input *input) {
  const struct component *component = doubt->component;
  struct edge_id edge = doubt->edges->at[input->step];
  struct name what = component->effects->at[edge.id].what;
  return !name_is_none(what) &&
         routine_find(name_text(component->program->names, what))
             .result.is_new_descriptor;
}

void doubt_vary(const struct doubt *doubt, struct path *inputs,
                uint32_t round) {
  static const uint64_t values[] = {0, 1, UINT64_MAX, 0x55aa1234beef7781};
  struct term_table *terms = terms_of(doubt);
  for (uint32_t i = 0; i < doubt->guesses.count; i++) {
    const struct path_input *input =
        &doubt->path.inputs.at[doubt->guesses.at[i]];
    struct path_input *known = find(inputs, input);
    struct sort sort = term_sort(terms, input->term);
    bool differs = round > 1 || is_descriptor(doubt, input);
    uint64_t value = values[round % 4] + (differs ? i : 0);
    if (!known || sort_is_array(sort))
      continue;
    struct term varied =
        sort_is_bool(sort)
            ? term_bool(terms, value & 1)
            : term_const(terms, sort_width(sort), (u128)value << 64 | value);
    if (is_in_range(doubt, i, varied))
      known->term = varied;
  }
}

// Texts

static bool is_needed(const struct doubt *doubt,
                      const struct path_input *input) {
  for (uint32_t i = 0; i < doubt->path.guards.count; i++)
    if (term_mentions(terms_of(doubt), doubt->path.guards.at[i].term,
                      input->term))
      return true;
  return false;
}

void doubt_tell(const struct doubt *doubt, struct strbuf *out) {
  const struct component *component = doubt->component;
  const struct path_input *told = &doubt->path.inputs.at[doubt->guesses.at[0]];
  for (uint32_t i = doubt->guesses.count; i-- > 0;) {
    const struct path_input *input =
        &doubt->path.inputs.at[doubt->guesses.at[i]];
    if (is_needed(doubt, input))
      told = input;
  }
  struct edge_id id = doubt->edges->at[told->step];
  const char *what =
      name_text(component->program->names, component->effects->at[id.id].what);
  if (!strcmp(what, OF_ASSEMBLY))
    strbuf_add(out, "it hangs on what inline assembly gives at ");
  else
    strbuf_format(out, "it hangs on what `%s` returns at ", what);
  position_print(component->program->names,
                 procedure_edge(component->procedure, id)->position, out);
}
