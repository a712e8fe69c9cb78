#include "pointsto/resolve.h"

#include "base/bitset.h"
#include "program/callgraph.h"
#include "program/pass.h"

struct resolver {
  struct program *program;
  struct procedure *procedure;
  const struct callee_source *source;
  struct procedure_id_vec taken; // with calls_unseen: addresses that others
                                 // may have got
  struct bitset plain;           // of these: call nothing through pointers,
                                 // and not themselves
  uint32_t count;
};

// Would the interpreter let the call through?
static bool fits(const struct program *program, const struct operation *op,
                 const struct procedure *callee) {
  if (!callee->function.id)
    return false;
  if (callee->is_defined && op->call.count < callee->parameters.count)
    return false;
  for (uint32_t i = 0; callee->is_defined && i < callee->parameters.count; i++)
    if (sort_value_bits(term_sort(program->terms, op->call.arguments[i])) !=
        sort_value_bits(term_sort(
            program->terms, program_term(program, callee->parameters.at[i]))))
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

// What is returned, by the type of the pointer.
static enum ctype_kind returned(const struct program *program, struct term f) {
  const struct ctype_table *types = program->types;
  if (term_op(program->terms, f) != OP_VAR ||
      variable_is_none(program_variable_of(program, f)))
    return CTYPE_UNKNOWN;
  const struct ctype_info *info = ctype_bare(
      types, program_variable(program, program_variable_of(program, f))->type);
  if (info->kind == CTYPE_POINTER)
    info = ctype_bare(types, info->target);
  return info->kind == CTYPE_FUNCTION ? ctype_bare(types, info->target)->kind
                                      : CTYPE_UNKNOWN;
}

static bool is_integer_kind(enum ctype_kind kind) {
  return kind == CTYPE_INT || kind == CTYPE_BOOL || kind == CTYPE_ENUM;
}

// One for each form of the result.
static struct procedure_id find_unseen(struct program *program,
                                       const struct operation *call) {
  struct variable target = call->call.target;
  struct sort sort = {0};
  if (!variable_is_none(target))
    sort = term_sort(program->terms, program_term(program, target));
  enum ctype_kind kind = returned(program, call->call.function);
  bool is_integer = is_integer_kind(kind);
  struct name name = intern_format(
      program->names, UNSEEN_CALL " (%u%s",
      !sort.code || sort_is_bool(sort) ? sort.code != 0 : sort_width(sort),
      is_integer           ? ", integer)"
      : kind == CTYPE_VOID ? ", void)"
                           : ")");
  struct procedure *found = program_find_kind(program, PROCEDURE_UNSEEN,
                                              name_text(program->names, name));
  if (!found) {
    found = program_add_procedure(program, name);
    found->kind = PROCEDURE_UNSEEN;
    found->result = sort;
    found->returns_integer = is_integer;
    found->is_void = kind == CTYPE_VOID;
    found->is_variadic = true;
  }
  return found->self;
}

static bool has(const struct procedure_id_vec *set, struct procedure_id id) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->at[i].id == id.id)
      return true;
  return false;
}

// Nobody gives a function that has fewer parameters for this one.
static bool has_too_few(const struct operation *op,
                        const struct procedure *callee) {
  return callee->is_defined && !callee->is_variadic &&
         op->call.count > callee->parameters.count;
}

// Whoever gave us the pointer may have got it from a function that takes no
// part here. What would lead to recursion we do not follow.
static struct location_id call_taken(struct resolver *r, uint32_t id,
                                     const struct procedure_id_vec *known,
                                     struct location_id at) {
  const struct edge edge = r->procedure->edges.at[id];
  for (uint32_t i = 0; i < r->taken.count; i++) {
    const struct procedure *callee =
        program_procedure(r->program, r->taken.at[i]);
    if (has(known, callee->self) || !fits(r->program, &edge.op, callee) ||
        has_too_few(&edge.op, callee))
      continue;
    struct term is_it = is_function(r->program, edge.op.call.function, callee);
    struct location_id there = branch(r, &edge, at, is_it);
    at = branch(r, &edge, at, term_not(r->program->terms, is_it));
    if (bitset_has(&r->plain, callee->self.id)) {
      call_one(r, &edge, there, callee);
      continue;
    }
    struct edge left = edge;
    left.from = there;
    left.op = operation_unsupported(
        intern(r->program->names, "call through a pointer"));
    procedure_add_edge(r->procedure, left);
  }
  return at;
}

// What is left is not null, and not ours.
static void call_unseen(struct resolver *r, uint32_t id,
                        struct location_id from, struct location_id at) {
  struct edge edge = r->procedure->edges.at[id];
  struct term_table *terms = r->program->terms;
  struct term is_null =
      term_eq(terms, edge.op.call.function,
              term_const(terms, r->program->pointer_width, 0));
  edge.from = branch(r, &edge, at, term_not(terms, is_null));
  edge.op.call.callee = find_unseen(r->program, &edge.op);
  edge.op.call.function = (struct term){0};
  r->procedure->edges.at[id] = edge;
  replace_invalid(r, from, branch(r, &edge, at, is_null));
}

static void resolve(struct resolver *r, uint32_t id,
                    const struct procedure_id_vec *callees, bool is_open) {
  struct edge edge = r->procedure->edges.at[id];
  struct location_id at = edge.from;
  struct term_table *terms = r->program->terms;
  bool is_first = true, is_odd = false;
  for (uint32_t i = 0; i < callees->count; i++) {
    const struct procedure *callee =
        program_procedure(r->program, callees->at[i]);
    if (!fits(r->program, &edge.op, callee)) {
      // The library may not mind; we do not say what it does then.
      is_odd |= !callee->is_defined;
      continue;
    }
    struct term is_it = is_function(r->program, edge.op.call.function, callee);
    call_one(r, &edge, branch(r, &edge, at, is_it), callee);
    at = branch(r, &edge, at, term_not(terms, is_it));
    is_first = false;
  }
  r->count++;
  if (is_open && !is_odd && r->source->calls_unseen) {
    call_unseen(r, id, edge.from, call_taken(r, id, callees, at));
    return;
  }
  if (is_open || is_odd) {
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

// What they call directly has no calls through pointers, and no cycle.
static bool is_plain(const struct program *program,
                     const struct procedure *procedure) {
  struct callgraph graph;
  if (!procedure->is_defined)
    return true;
  callgraph_init(&graph, program, procedure->self);
  bool plain = graph.cycle.count == 0;
  for (uint32_t i = 0; i < graph.order.count && plain; i++) {
    const struct edge_vec *edges =
        &program_procedure(program, graph.order.at[i])->edges;
    for (uint32_t k = 1; k < edges->count && plain; k++)
      plain = edges->at[k].op.kind != OPERATION_CALL ||
              edges->at[k].op.call.callee.id;
  }
  callgraph_release(&graph);
  return plain;
}

static void find_taken(struct resolver *r) {
  struct taken_functions taken;
  taken_functions_init(&taken, r->program);
  for (uint32_t i = 0; i < taken.functions.count; i++) {
    struct procedure_id id = taken.functions.at[i];
    procedure_id_vec_push(&r->taken, id);
    if (is_plain(r->program, program_procedure(r->program, id)))
      bitset_add(&r->plain, id.id);
  }
  taken_functions_release(&taken);
}

uint32_t calls_resolve(struct program *program,
                       const struct callee_source *source) {
  struct resolver r = {.program = program, .source = source};
  if (source->calls_unseen)
    find_taken(&r);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    r.procedure = program->procedures.at[i];
    if (r.procedure->is_defined)
      resolve_procedure(&r);
  }
  procedure_id_vec_release(&r.taken);
  bitset_release(&r.plain);
  pass_done(program, "resolve calls");
  return r.count;
}
