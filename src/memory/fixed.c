#include "memory/fixed.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "program/flow.h"

// What is known of a variable.
struct fixed_info {
  uint32_t edge;        // that assigns it, 0: none
  bool is_out;          // it is written in another way
  struct u32_vec reads; // locations where an edge begins that reads it
};

struct fixed {
  const struct program *program;
  const struct procedure *procedure;
  struct fixed_info *info; // by variable
  bool knows_reads;        // most programs have no variable that needs them
  uint32_t count;
  struct flow_into into;
  uint32_t *seen; // by location: the variable it was seen for
};

static void note_targets(struct fixed *f, uint32_t id) {
  const struct operation *op = &f->procedure->edges.at[id].op;
  bool is_harmless =
      op->kind == OPERATION_HAVOC && op->havoc.origin == ORIGIN_UNINITIALISED;
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++) {
    struct fixed_info *info = &f->info[targets.at[i].id];
    if (is_harmless)
      continue;
    info->is_out |= op->kind != OPERATION_ASSIGN || info->edge;
    info->edge = id;
  }
  variable_vec_release(&targets);
}

static void note_reads(struct fixed *f, uint32_t id) {
  const struct edge *edge = &f->procedure->edges.at[id];
  struct variable_vec read = {0};
  program_variables_read(f->program, &edge->op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (read.at[i].id < f->count)
      u32_vec_push(&f->info[read.at[i].id].reads, edge->from.id);
  variable_vec_release(&read);
}

static void know_reads(struct fixed *f) {
  for (uint32_t i = 1; i < f->procedure->edges.count && !f->knows_reads; i++)
    note_reads(f, i);
  f->knows_reads = true;
}

static bool writes(const struct operation *op, struct variable variable) {
  struct variable_vec targets = {0};
  bool found = false;
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    found |= variable_equal(targets.at[i], variable);
  variable_vec_release(&targets);
  return found;
}

// Steps back from the locations on the stack.
static bool is_met(struct fixed *f, struct variable variable,
                   struct u32_vec *pending) {
  const struct procedure *procedure = f->procedure;
  while (pending->count) {
    uint32_t at = u32_vec_pop(pending);
    if (at == procedure->entry.id)
      return false;
    for (uint32_t i = f->into.first[at]; i < f->into.first[at + 1]; i++) {
      uint32_t edge = f->into.at[i];
      uint32_t from = procedure->edges.at[edge].from.id;
      if (edge == f->info[variable.id].edge || f->seen[from] == variable.id)
        continue;
      if (writes(&procedure->edges.at[edge].op, variable))
        return false;
      f->seen[from] = variable.id;
      u32_vec_push(pending, from);
    }
  }
  return true;
}

static bool is_read_after(struct fixed *f, struct variable variable) {
  const struct u32_vec *reads = &f->info[variable.id].reads;
  struct u32_vec pending = {0};
  know_reads(f);
  for (uint32_t i = 0; i < reads->count; i++) {
    if (f->seen[reads->at[i]] == variable.id)
      continue;
    f->seen[reads->at[i]] = variable.id;
    u32_vec_push(&pending, reads->at[i]);
  }
  bool result = is_met(f, variable, &pending);
  u32_vec_release(&pending);
  return result;
}

// The variable whose value plus a constant the edge assigns, or none.
static struct variable source_of(const struct fixed *f,
                                 struct variable variable) {
  const struct term_table *terms = f->program->terms;
  const struct operation *op =
      &f->procedure->edges.at[f->info[variable.id].edge].op;
  struct term value = {0};
  for (uint32_t i = 0; i < op->assign.count; i++)
    if (variable_equal(op->assign.bindings[i].target, variable))
      value = op->assign.bindings[i].value;
  if (term_op(terms, value) == OP_ADD && term_arity(terms, value) == 2 &&
      term_is_const(terms, term_operand(terms, value, 1)))
    value = term_operand(terms, value, 0);
  if (term_op(terms, value) != OP_VAR)
    return (struct variable){0};
  return program_variable_of(f->program, value);
}

// Adds the variable if its source has been added.
static bool add_fixed(struct fixed *f, struct variable variable,
                      struct bitset *into) {
  const struct fixed_info *info = &f->info[variable.id];
  if (!info->edge || info->is_out || bitset_has(into, variable.id) ||
      program_variable(f->program, variable)->kind == VARIABLE_GLOBAL)
    return false; // globals may be written by code that we do not see
  struct variable source = source_of(f, variable);
  if (variable_is_none(source))
    return false;
  bool is_address =
      program_variable(f->program, source)->kind == VARIABLE_ADDRESS;
  if (!is_address && !bitset_has(into, source.id))
    return false;
  if (is_read_after(f, variable))
    return bitset_add(into, variable.id);
  f->info[variable.id].is_out = true;
  return false;
}

void fixed_find(const struct program *program,
                const struct procedure *procedure, struct bitset *into) {
  struct fixed f = {.program = program,
                    .procedure = procedure,
                    .count = program->variables.count};
  f.info = memory_new_zero(f.count, sizeof *f.info);
  f.seen = memory_new_zero(procedure->locations.count, sizeof *f.seen);
  flow_into_init(&f.into, procedure);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    note_targets(&f, i);
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t i = 1; i < f.count; i++)
      grows |= add_fixed(&f, (struct variable){i}, into);
  }
  for (uint32_t i = 0; i < f.count; i++)
    u32_vec_release(&f.info[i].reads);
  free(f.info);
  flow_into_release(&f.into);
  free(f.seen);
}
