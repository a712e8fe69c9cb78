#include "confirm/sole.h"

#include <string.h>

#include "program/access.h"
#include "program/callgraph.h"
#include "term/variables.h"

struct sole {
  const struct program *program;
  const struct target_rules *rules;
  bool takes_inputs; // as something that is known
};

// Terms

static bool mentions_address(const struct program *program, struct term t) {
  struct term_vec parts = {0};
  bool found = false;
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    const struct variable_info *info = program_variable(program, variable);
    found = info->kind == VARIABLE_ADDRESS ||
            (info->kind == VARIABLE_GLOBAL && term_is_none(info->initial));
  }
  term_vec_release(&parts);
  return found;
}

static bool has_addresses(const struct program *program,
                          const struct operation *op) {
  struct term_vec terms = {0};
  bool found = false;
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++)
    found = mentions_address(program, terms.at[i]);
  term_vec_release(&terms);
  return found;
}

static bool reads(const struct program *program, const struct edge *edge,
                  struct variable variable) {
  struct term_vec terms = {0};
  bool found = false;
  operation_terms(&edge->op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++)
    found = term_mentions(program->terms, terms.at[i],
                          program_term(program, variable));
  term_vec_release(&terms);
  return found;
}

static bool writes(const struct edge *edge, struct variable variable) {
  struct variable_vec targets = {0};
  operation_targets(&edge->op, &targets);
  bool found = false;
  for (uint32_t i = 0; i < targets.count && !found; i++)
    found = variable_equal(targets.at[i], variable);
  variable_vec_release(&targets);
  return found;
}

// Variables

// Is it read before it is written, from the location on?
static bool is_live(const struct program *program,
                    const struct procedure *procedure, struct location_id from,
                    struct variable variable) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  bool found = false;
  u32_vec_push(&open, from.id);
  while (open.count && !found) {
    uint32_t at = u32_vec_pop(&open);
    if (!bitset_add(&seen, at))
      continue;
    const struct location *location = &procedure->locations.at[at];
    for (uint32_t i = 0; i < location->out_count && !found; i++) {
      const struct edge *edge = &procedure->edges.at[location->first_out + i];
      found = reads(program, edge, variable);
      if (!writes(edge, variable))
        u32_vec_push(&open, edge->to.id);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  return found;
}

static bool is_dead_havoc(const struct program *program,
                          const struct procedure *procedure,
                          const struct edge *edge) {
  bool ok = edge->op.havoc.origin == ORIGIN_UNINITIALISED;
  for (uint32_t i = 0; i < edge->op.havoc.count && ok; i++)
    ok = !is_live(program, procedure, edge->to, edge->op.havoc.targets[i]);
  return ok;
}

// Operations

// An element of a global that is here and holds numbers.
static bool is_known_memory(const struct program *program,
                            struct term address) {
  struct term_vec parts = {0};
  uint32_t objects = 0;
  bool ok = true;
  term_variables(program->terms, &address, 1, &parts);
  for (uint32_t i = 0; i < parts.count && ok; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    const struct variable_info *info = program_variable(program, variable);
    if (info->kind != VARIABLE_ADDRESS)
      continue;
    const struct object_info *object = program_object(program, info->object);
    objects++;
    ok = (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STRING) &&
         !object->is_external && !object->relocation_count;
  }
  term_vec_release(&parts);
  return ok && objects == 1;
}

static bool is_harmless_routine(const char *name) {
  static const char *const routines[] = {
      "printf", "puts", "putchar", "exit", "_exit", "abort", "__assert_fail"};
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!strcmp(routines[i], name))
      return true;
  return false;
}

static bool is_known_call(const struct sole *sole,
                          const struct procedure *procedure,
                          const struct edge *edge) {
  const struct program *program = sole->program;
  const struct operation *op = &edge->op;
  if (!op->call.callee.id || !term_is_none(op->call.variadic))
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  if (callee->is_defined)
    return !has_addresses(program, op) && !callee->is_variadic &&
           !callee->is_replaceable;
  bool is_read = !variable_is_none(op->call.target) &&
                 is_live(program, procedure, edge->to, op->call.target);
  const char *name = name_text(program->names, callee->name);
  return !is_read &&
         (target_kind_of_call(sole->rules, program, callee) == TARGET_CALL ||
          is_harmless_routine(name));
}

static bool is_known_edge(const struct sole *sole,
                          const struct procedure *procedure,
                          const struct edge *edge) {
  const struct program *program = sole->program;
  const struct operation *op = &edge->op;
  switch (op->kind) {
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_RETURN: return !has_addresses(program, op);
  case OPERATION_HAVOC:
    return (sole->takes_inputs && op->havoc.origin == ORIGIN_INPUT) ||
           is_dead_havoc(program, procedure, edge);
  case OPERATION_INVALID:
    return op->invalid.access != ACCESS_CALL &&
           is_known_memory(program, op->invalid.address);
  case OPERATION_LOAD: return is_known_memory(program, op->memory.address);
  case OPERATION_STORE:
    return is_known_memory(program, op->memory.address) &&
           !mentions_address(program, op->memory.value);
  case OPERATION_CALL: return is_known_call(sole, procedure, edge);
  default: return false;
  }
}

static bool is_known_procedure(const struct sole *sole,
                               const struct procedure *procedure) {
  bool ok = !procedure->objects.count && !procedure->is_variadic;
  for (uint32_t i = 1; i < procedure->edges.count && ok; i++)
    ok = is_known_edge(sole, procedure, &procedure->edges.at[i]);
  return ok;
}

static bool reads_arguments(const struct program *program,
                            const struct procedure *entry) {
  for (uint32_t i = 0; i < entry->parameters.count; i++)
    if (is_live(program, entry, entry->entry, entry->parameters.at[i]))
      return true;
  return false;
}

static bool is_known(const struct sole *sole) {
  const struct program *program = sole->program;
  if (!program->entry.id || program->constructors.count ||
      program->destructors.count)
    return false;
  const struct procedure *entry = program_procedure(program, program->entry);
  if (!entry->is_defined || reads_arguments(program, entry))
    return false;
  struct callgraph graph;
  bool ok = true;
  callgraph_init(&graph, program, program->entry);
  for (uint32_t i = 0; i < graph.order.count && ok; i++)
    ok =
        is_known_procedure(sole, program_procedure(program, graph.order.at[i]));
  callgraph_release(&graph);
  return ok;
}

bool sole_is_certain(const struct program *program,
                     const struct target_rules *rules) {
  struct sole sole = {program, rules, false};
  return is_known(&sole);
}

bool sole_given_inputs(const struct program *program,
                       const struct target_rules *rules) {
  struct sole sole = {program, rules, true};
  return is_known(&sole);
}
