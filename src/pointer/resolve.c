#include "pointer/resolve.h"

#include "base/bitset.h"

struct resolver {
  struct program *program;
  struct procedure *procedure;
  const struct callee_source *source;
  uint32_t count;
};

static unsigned width_of(const struct program *program, struct term t) {
  struct sort sort = term_sort(program->terms, t);
  return sort_is_bool(sort) ? 1 : sort_width(sort);
}

// Would the interpreter let the call through?
static bool fits(const struct program *program, const struct operation *op,
                 const struct procedure *callee) {
  if (!callee->function.id)
    return false;
  if (callee->is_defined && op->call.count < callee->parameters.count)
    return false;
  for (uint32_t i = 0; callee->is_defined && i < callee->parameters.count; i++)
    if (width_of(program, op->call.arguments[i]) !=
        width_of(program, program_term(program, callee->parameters.at[i])))
      return false;
  return variable_is_none(op->call.target) ||
         sort_equal(
             callee->result,
             term_sort(program->terms, program_term(program, op->call.target)));
}

static struct term is_function(struct program *program, struct term address,
                               const struct procedure *callee) {
  struct variable function = program_object(program, callee->function)->address;
  return term_eq(program->terms, address, program_term(program, function));
}

static struct location_id branch(struct resolver *r, const struct edge *edge,
                                 struct location_id from,
                                 struct term condition) {
  struct location_id to = procedure_add_location(r->procedure, edge->position);
  procedure_add_edge(r->procedure,
                     (struct edge){.from = from,
                                   .to = to,
                                   .position = edge->position,
                                   .op = operation_assume(condition)});
  return to;
}

static void call_one(struct resolver *r, const struct edge *edge,
                     struct location_id from, const struct procedure *callee) {
  struct edge call = *edge;
  call.from = from;
  call.op.call.callee = callee->self;
  call.op.call.function = (struct term){0};
  if (callee->is_defined)
    call.op.call.count = callee->parameters.count;
  if (callee->is_defined && !callee->is_variadic)
    call.op.call.variadic = (struct term){0};
  procedure_add_edge(r->procedure, call);
}

// The edges beside the call lead to undefined when the function is invalid:
// they keep their reason and get the condition that none is met.
static void replace_invalid(struct resolver *r, struct location_id from,
                            struct location_id left) {
  for (uint32_t i = 1; i < r->procedure->edges.count; i++) {
    struct edge *edge = &r->procedure->edges.at[i];
    if (edge->from.id != from.id || edge->op.kind != OPERATION_INVALID ||
        edge->op.invalid.access != ACCESS_CALL)
      continue;
    edge->from = left;
    edge->op = operation_skip();
  }
}

static void resolve(struct resolver *r, uint32_t id,
                    const struct procedure_id_vec *callees, bool is_open) {
  struct edge edge = r->procedure->edges.at[id];
  struct location_id at = edge.from;
  struct term_table *terms = r->program->terms;
  bool is_first = true;
  for (uint32_t i = 0; i < callees->count; i++) {
    const struct procedure *callee =
        program_procedure(r->program, callees->at[i]);
    if (!fits(r->program, &edge.op, callee)) {
      // The library may not mind; we do not say what it does then.
      is_open |= !callee->is_defined;
      continue;
    }
    struct term is_it = is_function(r->program, edge.op.call.function, callee);
    call_one(r, &edge, branch(r, &edge, at, is_it), callee);
    at = branch(r, &edge, at, term_not(terms, is_it));
    is_first = false;
  }
  r->count++;
  if (is_open) {
    // The call and its invalid sibling stay, after the known functions.
    for (uint32_t i = 1; !is_first && i < r->procedure->edges.count; i++) {
      struct edge *sibling = &r->procedure->edges.at[i];
      bool is_invalid = sibling->op.kind == OPERATION_INVALID &&
                        sibling->from.id == edge.from.id;
      if (i == id || is_invalid)
        sibling->from = at;
    }
    return;
  }
  replace_invalid(r, edge.from, at);
  // The call itself is gone: nothing passes.
  r->procedure->edges.at[id].op = operation_assume(term_false(terms));
  if (!is_first)
    r->procedure->edges.at[id].from = at;
}

static void resolve_procedure(struct resolver *r) {
  struct procedure_id_vec callees = {0};
  struct procedure *procedure = r->procedure;
  uint32_t count = procedure->edges.count;
  uint32_t before = r->count;
  for (uint32_t i = 1; i < count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind != OPERATION_CALL || op->call.callee.id)
      continue;
    procedure_id_vec_clear(&callees);
    bool is_open = r->source->callees(r->source->context, procedure->self,
                                      (struct edge_id){i}, &callees);
    resolve(r, i, &callees, is_open);
  }
  if (r->count != before)
    procedure_seal(procedure);
  procedure_id_vec_release(&callees);
}

uint32_t calls_resolve(struct program *program,
                       const struct callee_source *source) {
  struct resolver r = {.program = program, .source = source};
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    r.procedure = program->procedures.at[i];
    if (r.procedure->is_defined)
      resolve_procedure(&r);
  }
  return r.count;
}

// Functions whose address is taken

static void take(struct taken_functions *taken, struct bitset *seen,
                 struct term t) {
  const struct program *program = taken->program;
  if (term_op(program->terms, t) != OP_VAR)
    return;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return;
  struct object_id object = program_variable(program, variable)->object;
  if (!object.id || program_object(program, object)->kind != OBJECT_FUNCTION)
    return;
  struct procedure_id function = program_object(program, object)->procedure;
  if (bitset_add(seen, function.id))
    procedure_id_vec_push(&taken->functions, function);
}

static void take_all(struct taken_functions *taken, struct bitset *seen,
                     const struct term_vec *roots) {
  struct term_vec parts = {0};
  term_collect(taken->program->terms, roots->at, roots->count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    take(taken, seen, parts.at[i]);
  term_vec_release(&parts);
}

void taken_functions_init(struct taken_functions *taken,
                          const struct program *program) {
  *taken = (struct taken_functions){.program = program};
  struct bitset seen = {0};
  struct term_vec roots = {0};
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      term_vec_push(&roots, program->objects.at[i].relocations[k].value);
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!term_is_none(program->variables.at[i].initial))
      term_vec_push(&roots, program->variables.at[i].initial);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      operation_terms(&edges->at[k].op, &roots);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < roots.count; i++)
    if (!term_is_none(roots.at[i]))
      roots.at[kept++] = roots.at[i];
  roots.count = kept;
  take_all(taken, &seen, &roots);
  term_vec_release(&roots);
  bitset_release(&seen);
}

void taken_functions_release(struct taken_functions *taken) {
  procedure_id_vec_release(&taken->functions);
}

static bool taken_callees(void *context, struct procedure_id procedure,
                          struct edge_id edge, struct procedure_id_vec *into) {
  const struct taken_functions *taken = context;
  (void)procedure;
  (void)edge;
  procedure_id_vec_append(into, taken->functions.at, taken->functions.count);
  return false;
}

struct callee_source taken_functions_source(struct taken_functions *taken) {
  return (struct callee_source){taken, taken_callees};
}
