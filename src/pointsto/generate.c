// From operations to constraints, procedure by procedure as they are reached.
#include "pointsto/analysis.h"

#include <stdlib.h>

#include "base/memory.h"

// Procedures

void analysis_reach(struct points_to *analysis, struct procedure_id procedure) {
  const struct procedure *p = program_procedure(analysis->program, procedure);
  if (analysis->is_reached[procedure.id])
    return;
  analysis->is_reached[procedure.id] = true;
  if (p->is_defined)
    procedure_id_vec_push(&analysis->reached, procedure);
}

static uint32_t result_node(struct points_to *analysis,
                            const struct procedure *procedure) {
  uint32_t *node = &analysis->results.at[procedure->self.id];
  if (!*node && sort_is_bits(procedure->result) &&
      sort_width(procedure->result) >= analysis->word * 8)
    *node = inclusion_add_node(analysis->system);
  return *node;
}

void analysis_call_from_outside(struct points_to *analysis,
                                struct procedure_id procedure) {
  const struct procedure *p = program_procedure(analysis->program, procedure);
  analysis->is_detached[procedure.id] = true;
  analysis_reach(analysis, procedure);
  if (!p->is_defined)
    return;
  for (uint32_t i = 0; i < p->parameters.count; i++)
    inclusion_flow(analysis->system, analysis->unknown,
                   analysis_variable(analysis, p->parameters.at[i]));
  inclusion_flow(analysis->system, analysis->unknown,
                 analysis_variable(analysis, p->variadic));
  inclusion_leak(analysis->system, result_node(analysis, p));
}

// Calls

static unsigned variable_width(const struct points_to *analysis,
                               struct variable variable) {
  return sort_value_bits(term_sort(analysis->program->terms,
                                   program_term(analysis->program, variable)));
}

bool analysis_call_fits(const struct points_to *analysis,
                        const struct operation *op,
                        const struct procedure *callee) {
  if (!callee->is_defined)
    return true;
  if (op->call.count < callee->parameters.count)
    return false;
  for (uint32_t i = 0; i < callee->parameters.count; i++)
    if (sort_value_bits(
            term_sort(analysis->program->terms, op->call.arguments[i])) !=
        variable_width(analysis, callee->parameters.at[i]))
      return false;
  if (variable_is_none(op->call.target))
    return true;
  unsigned width = sort_is_bool(callee->result)   ? 1
                   : sort_is_bits(callee->result) ? sort_width(callee->result)
                                                  : 0;
  return width == variable_width(analysis, op->call.target);
}

// The variable gets its node first: nodes and objects are numbered in a fixed
// order, whatever the order in which a compiler evaluates arguments.
static void flow_value(struct points_to *analysis, struct variable target,
                       struct term value) {
  uint32_t node = analysis_variable(analysis, target);
  inclusion_flow(analysis->system, analysis_value(analysis, value), node);
}

static void enter(struct points_to *analysis, const struct operation *op,
                  const struct procedure *callee) {
  analysis_reach(analysis, callee->self);
  for (uint32_t i = 0; i < callee->parameters.count && i < op->call.count; i++)
    flow_value(analysis, callee->parameters.at[i], op->call.arguments[i]);
  if (!variable_is_none(callee->variadic))
    flow_value(analysis, callee->variadic, op->call.variadic);
  if (!variable_is_none(op->call.target)) {
    uint32_t target = analysis_variable(analysis, op->call.target);
    inclusion_flow(analysis->system, result_node(analysis, callee), target);
  }
}

static void call(struct points_to *analysis, struct procedure_id caller,
                 struct edge_id edge, const struct operation *op,
                 const struct procedure *callee) {
  if (!analysis_call_fits(analysis, op, callee))
    return;
  if (callee->is_defined) {
    enter(analysis, op, callee);
    return;
  }
  analysis_reach(analysis, callee->self);
  analysis_external_call(analysis, caller, edge, op, callee);
}

void analysis_unknown_call(struct points_to *analysis,
                           const struct operation *op) {
  analysis->calls_unseen = true;
  for (uint32_t i = 0; i < op->call.count; i++)
    inclusion_leak(analysis->system,
                   analysis_value(analysis, op->call.arguments[i]));
  if (!term_is_none(op->call.variadic))
    inclusion_leak(analysis->system,
                   analysis_value(analysis, op->call.variadic));
  inclusion_flow(analysis->system, analysis->unknown,
                 analysis_variable(analysis, op->call.target));
}

static uint32_t add_watch(struct points_to *analysis, struct watch watch) {
  return watch_vec_push(&analysis->watches, watch);
}

// Whoever calls back gives what the summary says; what it does not mention is
// no pointer.
static void call_back(struct points_to *analysis, const struct watch *watch,
                      struct procedure_id callee) {
  const struct procedure *p = program_procedure(analysis->program, callee);
  struct inclusion *system = analysis->system;
  struct watch copy = *watch;
  analysis_reach(analysis, callee);
  if (copy.kind == WATCH_LATER)
    analysis->is_detached[callee.id] = analysis->is_later[callee.id] = true;
  else
    callback_vec_push(
        &analysis->callbacks,
        (struct callback){site_key(copy.procedure, copy.edge), callee});
  if (!p->is_defined)
    return;
  for (uint32_t i = 0; i < copy.argument_count && i < p->parameters.count; i++)
    inclusion_flow(system, copy.arguments[i],
                   analysis_variable(analysis, p->parameters.at[i]));
  if (copy.result)
    inclusion_flow(system, result_node(analysis, p), copy.result);
}

// Nodes that merge show their places again.
static bool is_seen(struct points_to *analysis, uint32_t watch,
                    uint32_t object) {
  bool is_new;
  number_map_insert(&analysis->seen, (uint64_t)watch << 32 | object, &is_new);
  return !is_new;
}

void analysis_on_place(void *context, uint32_t watch,
                       struct inclusion_place place) {
  struct points_to *analysis = context;
  struct watch w = analysis->watches.at[watch];
  const struct edge *edge =
      procedure_edge(program_procedure(analysis->program, w.procedure), w.edge);
  if (place.object == INCLUSION_UNKNOWN) {
    if (is_seen(analysis, watch, place.object))
      return;
    analysis->calls_unseen = true;
    if (w.kind == WATCH_CALL)
      analysis_unknown_call(analysis, &edge->op);
    for (uint32_t i = 0; w.kind != WATCH_CALL && i < w.argument_count; i++)
      inclusion_leak(analysis->system, w.arguments[i]);
    return;
  }
  uint32_t handle = analysis->handles.at[place.object];
  const struct memory_info *info = &analysis->objects.at[handle];
  if (!handle || info->kind != MEMORY_FUNCTION ||
      (!place.is_any_offset && place.offset != 0) ||
      is_seen(analysis, watch, place.object))
    return;
  struct procedure_id callee = info->procedure;
  if (w.kind == WATCH_CALL)
    call(analysis, w.procedure, w.edge, &edge->op,
         program_procedure(analysis->program, callee));
  else
    call_back(analysis, &w, callee);
}

void analysis_on_escape(void *context, uint32_t object) {
  struct points_to *analysis = context;
  if (object >= analysis->handles.count || !analysis->handles.at[object])
    return;
  const struct memory_info *info =
      &analysis->objects.at[analysis->handles.at[object]];
  if (info->kind == MEMORY_FUNCTION)
    analysis_call_from_outside(analysis, info->procedure);
}

// Operations

struct place_in_program {
  struct points_to *analysis;
  const struct procedure *procedure;
  struct edge_id edge;
};

static unsigned byte_count(unsigned width) {
  return (width + 7) / 8;
}

// An access at a fixed number is one to memory that is not the program's.
static uint32_t address_node(struct points_to *analysis, struct term address) {
  const struct term_table *terms = analysis->program->terms;
  if (term_is_const(terms, address) && term_value(terms, address) >= 4096)
    return analysis->unknown;
  return analysis_value(analysis, address);
}

static void translate_assign(struct points_to *analysis,
                             const struct operation *op) {
  for (uint32_t i = 0; i < op->assign.count; i++)
    flow_value(analysis, op->assign.bindings[i].target,
               op->assign.bindings[i].value);
}

// Inputs are integers unless their type says that they are pointers; what we
// do not model may be anything.
static void translate_havoc(struct points_to *analysis,
                            const struct operation *op) {
  const struct program *program = analysis->program;
  if (op->havoc.origin == ORIGIN_UNINITIALISED)
    return;
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    const struct variable_info *info =
        program_variable(program, op->havoc.targets[i]);
    enum ctype_kind kind = ctype_bare(program->types, info->type)->kind;
    if (kind == CTYPE_POINTER || kind == CTYPE_UNKNOWN)
      inclusion_flow(analysis->system, analysis->unknown,
                     analysis_variable(analysis, op->havoc.targets[i]));
  }
}

static void translate_load(struct points_to *analysis,
                           const struct operation *op) {
  if (variable_is_none(op->memory.target))
    return;
  uint32_t target = analysis_variable(analysis, op->memory.target);
  inclusion_load(analysis->system, address_node(analysis, op->memory.address),
                 target,
                 byte_count(variable_width(analysis, op->memory.target)));
}

static void translate_store(struct points_to *analysis,
                            const struct operation *op) {
  uint32_t value = analysis_value(analysis, op->memory.value);
  inclusion_store(analysis->system, address_node(analysis, op->memory.address),
                  value,
                  byte_count(sort_value_bits(
                      term_sort(analysis->program->terms, op->memory.value))));
}

static void translate_copy(struct points_to *analysis,
                           const struct operation *op) {
  const struct term_table *terms = analysis->program->terms;
  struct term size = op->block.size;
  bool is_const = term_is_const(terms, size);
  if (is_const && term_value(terms, size) == 0)
    return;
  bool is_small = is_const && term_value(terms, size) <= INT32_MAX;
  uint32_t source = address_node(analysis, op->block.source);
  inclusion_copy(analysis->system, address_node(analysis, op->block.address),
                 source, is_small ? (uint64_t)term_value(terms, size) : 0,
                 is_const ? 1 : analysis_divisor(terms, size));
}

static void translate_allocate(const struct place_in_program *at,
                               const struct operation *op) {
  bool is_heap = op->allocate.kind == ALLOCATION_HEAP;
  struct points_to *analysis = at->analysis;
  struct memory_object object =
      analysis_site(analysis, at->procedure->self, at->edge,
                    is_heap ? MEMORY_HEAP : MEMORY_STACK, op->allocate.size,
                    op->allocate.target, is_heap ? "malloc" : "alloca");
  inclusion_point(analysis->system,
                  analysis_variable(analysis, op->allocate.target),
                  analysis_system_object(analysis, object), 0);
}

static void translate_call(const struct place_in_program *at,
                           const struct operation *op) {
  struct points_to *analysis = at->analysis;
  if (op->call.callee.id) {
    call(analysis, at->procedure->self, at->edge, op,
         program_procedure(analysis->program, op->call.callee));
    return;
  }
  uint32_t watch =
      add_watch(analysis, (struct watch){.kind = WATCH_CALL,
                                         .procedure = at->procedure->self,
                                         .edge = at->edge});
  inclusion_watch(analysis->system, address_node(analysis, op->call.function),
                  watch);
}

static void translate_thread(const struct place_in_program *at,
                             const struct operation *op) {
  struct points_to *analysis = at->analysis;
  const struct term *arguments = op->thread.arguments;
  if (op->thread.action == THREAD_CREATE) {
    struct watch watch = {.kind = WATCH_LATER,
                          .procedure = at->procedure->self,
                          .edge = at->edge,
                          .arguments = {analysis_value(analysis, arguments[2])},
                          .argument_count = 1,
                          .result = analysis->thread_results};
    uint32_t number = add_watch(analysis, watch);
    inclusion_watch(analysis->system, address_node(analysis, arguments[1]),
                    number);
  } else if (op->thread.action == THREAD_JOIN) {
    inclusion_store(analysis->system, address_node(analysis, arguments[1]),
                    analysis->thread_results, analysis->word);
  } else if (op->thread.action == THREAD_EXIT) {
    inclusion_flow(analysis->system, analysis_value(analysis, arguments[0]),
                   analysis->thread_results);
  }
}

static void translate_return(struct points_to *analysis,
                             const struct procedure *procedure,
                             struct term value) {
  if (term_is_none(value))
    return;
  uint32_t result = result_node(analysis, procedure);
  inclusion_flow(analysis->system, analysis_value(analysis, value), result);
}

static void translate_operation(const struct place_in_program *at,
                                const struct operation *op) {
  struct points_to *analysis = at->analysis;
  switch (op->kind) {
  case OPERATION_ASSIGN: translate_assign(analysis, op); break;
  case OPERATION_HAVOC: translate_havoc(analysis, op); break;
  case OPERATION_LOAD: translate_load(analysis, op); break;
  case OPERATION_STORE: translate_store(analysis, op); break;
  case OPERATION_UPDATE:
    translate_load(analysis, op);
    translate_store(analysis, op);
    break;
  case OPERATION_COPY: translate_copy(analysis, op); break;
  case OPERATION_FILL: address_node(analysis, op->block.address); break;
  case OPERATION_FREE: address_node(analysis, op->free.address); break;
  case OPERATION_ALLOCATE: translate_allocate(at, op); break;
  case OPERATION_CALL: translate_call(at, op); break;
  case OPERATION_THREAD: translate_thread(at, op); break;
  case OPERATION_RETURN:
    translate_return(analysis, at->procedure, op->ret.value);
    break;
  default: break;
  }
}

// Variables that are a copy of another one: assigned once, by one assignment,
// in the only procedure that can assign them. They share its node (the simplest
// case of offline variable substitution, and most of what it would find).

struct definition {
  uint32_t count;
  struct term value; // of the last assignment; none for other operations
};

static void count_definition(struct points_to *analysis,
                             const struct procedure *owner,
                             struct definition *definitions,
                             struct variable variable, struct term value) {
  const struct variable_info *info =
      program_variable(analysis->program, variable);
  if (info->owner.id != owner->frame.id)
    return;
  definitions[info->slot].count++;
  definitions[info->slot].value = value;
}

static void count_definitions(struct points_to *analysis,
                              const struct procedure *procedure,
                              struct definition *definitions) {
  struct variable_vec targets = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind == OPERATION_ASSIGN) {
      for (uint32_t k = 0; k < op->assign.count; k++)
        count_definition(analysis, procedure, definitions,
                         op->assign.bindings[k].target,
                         op->assign.bindings[k].value);
      continue;
    }
    if (op->kind == OPERATION_HAVOC && op->havoc.origin == ORIGIN_UNINITIALISED)
      continue;
    variable_vec_clear(&targets);
    operation_targets(op, &targets);
    for (uint32_t k = 0; k < targets.count; k++)
      count_definition(analysis, procedure, definitions, targets.at[k],
                       (struct term){0});
  }
  variable_vec_release(&targets);
}

static bool can_substitute(const struct points_to *analysis,
                           const struct variable_info *info,
                           const struct definition *definition) {
  const struct term_table *terms = analysis->program->terms;
  return (info->kind == VARIABLE_LOCAL || info->kind == VARIABLE_TEMPORARY) &&
         definition->count == 1 && !term_is_none(definition->value) &&
         sort_is_bits(term_sort(terms, definition->value)) &&
         term_op(terms, definition->value) == OP_VAR;
}

static void substitute_copies(struct points_to *analysis,
                              const struct procedure *procedure) {
  const struct program *program = analysis->program;
  const struct procedure *frame = program_procedure(program, procedure->frame);
  if (procedure->frame.id != procedure->self.id)
    return; // the other form may assign it too
  struct definition *definitions =
      memory_new_zero(frame->variables.count + 1, sizeof *definitions);
  count_definitions(analysis, procedure, definitions);
  for (uint32_t i = 0; i < frame->variables.count; i++) {
    struct variable variable = frame->variables.at[i];
    const struct variable_info *info = program_variable(program, variable);
    if (!can_substitute(analysis, info, &definitions[i]) ||
        analysis->variables.at[variable.id])
      continue;
    struct variable source = program_variable_of(program, definitions[i].value);
    if (variable_is_none(source) || variable_equal(source, variable))
      continue;
    uint32_t node = analysis_variable(analysis, source);
    analysis->variables.at[variable.id] = node;
    analysis->figures.merged_nodes++;
  }
  free(definitions);
}

static void translate_procedure(struct points_to *analysis,
                                const struct procedure *procedure) {
  analysis_find_pieces(analysis, procedure);
  substitute_copies(analysis, procedure);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct place_in_program at = {analysis, procedure, {i}};
    translate_operation(&at, &procedure->edges.at[i].op);
  }
}

void analysis_translate(struct points_to *analysis) {
  while (analysis->translated < analysis->reached.count) {
    struct procedure_id procedure =
        analysis->reached.at[analysis->translated++];
    translate_procedure(analysis,
                        program_procedure(analysis->program, procedure));
  }
}
