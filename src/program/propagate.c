#include "program/propagate.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/flow.h"
#include "program/pass.h"
#include "program/rewrite.h"
#include "term/substitute.h"
#include "term/variables.h"

struct propagation {
  struct program *program;
  struct term_table *terms;
  struct procedure *procedure;
  const struct propagate_options *options;
  struct variable_vec slots;  // variables of bits that the procedure mentions,
                              // and arrays where the start is open
  uint32_t *slot_of;          // by variable: slot + 1
  struct u32_vec *reads;      // by edge: slots
  struct term *values;        // by location and slot; none: not constant
  struct bitset reached;      // locations
  struct term *now;           // by slot
  struct substitution *known; // of what the edge reads
  struct substitution *numbers; // the same without arrays
};

static struct term *values_at(const struct propagation *p, uint32_t location) {
  return p->values + (size_t)location * p->slots.count;
}

// What is looked at

static bool is_array(const struct propagation *p, struct variable variable) {
  struct term t = program_term(p->program, variable);
  return sort_is_array(term_sort(p->terms, t));
}

// A number, or an array of which all elements are numbers.
static bool is_constant(const struct propagation *p, struct term t) {
  while (term_op(p->terms, t) == OP_STORE &&
         term_is_const(p->terms, term_operand(p->terms, t, 1)) &&
         term_is_const(p->terms, term_operand(p->terms, t, 2)))
    t = term_operand(p->terms, t, 0);
  if (term_op(p->terms, t) == OP_CONST_ARRAY)
    t = term_operand(p->terms, t, 0);
  return term_is_const(p->terms, t);
}

// Tables that a function starts with, as hooks: a program that starts writes
// its arrays more often than not.
static bool is_followed(const struct propagation *p, struct variable variable) {
  return is_array(p, variable)
             ? !p->options->starts_program && !p->options->is_shared
             : sort_is_bits(
                   term_sort(p->terms, program_term(p->program, variable)));
}

static void add_slot(struct propagation *p, struct variable variable) {
  enum variable_kind kind = program_variable(p->program, variable)->kind;
  if (variable_is_none(variable) || p->slot_of[variable.id] ||
      kind == VARIABLE_ADDRESS ||
      (p->options->is_shared && kind == VARIABLE_GLOBAL) ||
      !is_followed(p, variable))
    return;
  variable_vec_push(&p->slots, variable);
  p->slot_of[variable.id] = p->slots.count;
}

static void list_edge(struct propagation *p, uint32_t id) {
  const struct operation *op = &p->procedure->edges.at[id].op;
  struct variable_vec read = {0}, targets = {0};
  program_variables_read(p->program, op, &read);
  for (uint32_t i = 0; i < read.count; i++) {
    add_slot(p, read.at[i]);
    if (p->slot_of[read.at[i].id])
      u32_vec_push(&p->reads[id], p->slot_of[read.at[i].id] - 1);
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    add_slot(p, targets.at[i]);
  variable_vec_release(&targets);
  variable_vec_release(&read);
}

// Flow

static struct term initial_value(const struct propagation *p,
                                 struct variable variable) {
  const struct variable_info *info = program_variable(p->program, variable);
  if (!p->options->starts_program || info->kind != VARIABLE_GLOBAL)
    return (struct term){0};
  if (term_is_none(info->initial))
    return term_const(p->terms, term_width(p->terms, info->term), 0);
  return term_is_const(p->terms, info->initial) ? info->initial
                                                : (struct term){0};
}

static void enter(struct propagation *p, uint32_t edge) {
  substitution_clear(p->known);
  substitution_clear(p->numbers);
  for (uint32_t i = 0; i < p->reads[edge].count; i++) {
    uint32_t slot = p->reads[edge].at[i];
    struct term variable = program_term(p->program, p->slots.at[slot]);
    if (term_is_none(p->now[slot]))
      continue;
    substitution_set(p->known, variable, p->now[slot]);
    if (!is_array(p, p->slots.at[slot]))
      substitution_set(p->numbers, variable, p->now[slot]);
  }
}

static void forget(struct propagation *p, struct variable variable) {
  if (p->slot_of[variable.id])
    p->now[p->slot_of[variable.id] - 1] = (struct term){0};
}

// x == 3 says what x is.
static void learn(struct propagation *p, struct term fact) {
  if (term_op(p->terms, fact) == OP_AND)
    for (uint32_t i = 0; i < term_arity(p->terms, fact); i++)
      learn(p, term_operand(p->terms, fact, i));
  if (term_op(p->terms, fact) != OP_EQ)
    return;
  struct term x = term_operand(p->terms, fact, 0);
  struct term c = term_operand(p->terms, fact, 1);
  if (term_op(p->terms, x) != OP_VAR && term_op(p->terms, c) == OP_VAR) {
    struct term other = x;
    x = c;
    c = other;
  }
  if (term_op(p->terms, x) != OP_VAR || !is_constant(p, c))
    return;
  struct variable variable = program_variable_of(p->program, x);
  if (!variable_is_none(variable) && p->slot_of[variable.id])
    p->now[p->slot_of[variable.id] - 1] = c;
}

static void assign(struct propagation *p, const struct operation *op) {
  struct term_vec values = {0};
  for (uint32_t i = 0; i < op->assign.count; i++)
    term_vec_push(&values,
                  substitution_apply(p->known, op->assign.bindings[i].value));
  for (uint32_t i = 0; i < op->assign.count; i++) {
    uint32_t slot = p->slot_of[op->assign.bindings[i].target.id];
    if (slot)
      p->now[slot - 1] =
          is_constant(p, values.at[i]) ? values.at[i] : (struct term){0};
  }
  term_vec_release(&values);
}

static void call(struct propagation *p, const struct operation *op) {
  const struct bitset *memory = p->options->memory;
  for (uint32_t i = 0; i < p->slots.count; i++) {
    struct variable variable = p->slots.at[i];
    bool is_own = memory && bitset_has(memory, variable.id);
    if (!is_own && call_can_write(p->program, op, variable))
      p->now[i] = (struct term){0};
  }
}

// From the values before the edge, in `now`, to those after it. False when it
// is not taken.
static bool step(struct propagation *p, uint32_t id) {
  const struct operation *op = &p->procedure->edges.at[id].op;
  struct variable_vec targets = {0};
  enter(p, id);
  switch (op->kind) {
  case OPERATION_ASSIGN: assign(p, op); return true;
  case OPERATION_ASSUME: {
    struct term fact = substitution_apply(p->known, op->assume.condition);
    learn(p, fact);
    return !term_is_false(p->terms, fact);
  }
  case OPERATION_CALL: call(p, op); break;
  default: break;
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    forget(p, targets.at[i]);
  variable_vec_release(&targets);
  return true;
}

static bool arrive(struct propagation *p, uint32_t location) {
  struct term *values = values_at(p, location);
  bool changed = bitset_add(&p->reached, location);
  if (changed)
    memcpy(values, p->now, p->slots.count * sizeof *values);
  for (uint32_t i = 0; i < p->slots.count; i++)
    if (!term_is_none(values[i]) && !term_equal(values[i], p->now[i])) {
      values[i] = (struct term){0};
      changed = true;
    }
  return changed;
}

static bool carry(void *context, uint32_t id) {
  struct propagation *p = context;
  const struct edge *edge = &p->procedure->edges.at[id];
  memcpy(p->now, values_at(p, edge->from.id), p->slots.count * sizeof *p->now);
  return step(p, id) && arrive(p, edge->to.id);
}

static void solve(struct propagation *p) {
  for (uint32_t i = 0; i < p->slots.count; i++)
    p->now[i] = initial_value(p, p->slots.at[i]);
  arrive(p, p->procedure->entry.id);
  flow_solve(p->procedure, carry, p);
}

// Writing it down

// Where an array is read at a place that is not known, it stays the variable.
static struct term know(void *context, struct term t) {
  const struct propagation *p = context;
  struct term all = substitution_apply(p->known, t);
  return term_has_array(p->terms, all) ? substitution_apply(p->numbers, t)
                                       : all;
}

static void rewrite(struct propagation *p) {
  const struct rewriter rewriter = {p, NULL, know};
  struct edge_vec old = p->procedure->edges;
  p->procedure->edges = (struct edge_vec){0};
  p->procedure->is_sealed = false;
  edge_vec_resize(&p->procedure->edges, 1);
  for (uint32_t i = 1; i < old.count; i++) {
    struct edge edge = old.at[i];
    if (!bitset_has(&p->reached, edge.from.id))
      continue;
    memcpy(p->now, values_at(p, edge.from.id), p->slots.count * sizeof *p->now);
    enter(p, i);
    edge.op = operation_rewrite(p->program, &edge.op, &rewriter);
    edge.origin = i;
    if (edge.op.kind == OPERATION_ASSUME &&
        term_is_false(p->terms, edge.op.assume.condition))
      continue;
    procedure_add_edge(p->procedure, edge);
  }
  edge_vec_release(&old);
  procedure_seal(p->procedure);
  pass_made(p->program, p->procedure, "propagate");
}

bool program_propagate(struct program *program, struct procedure *procedure,
                       const struct propagate_options *options) {
  uint32_t edges = procedure->edges.count;
  struct propagation p = {
      .program = program,
      .terms = program->terms,
      .procedure = procedure,
      .options = options,
      .slot_of = memory_new_zero(program->variables.count, sizeof(uint32_t)),
      .reads = memory_new_zero(edges, sizeof *p.reads),
      .known = substitution_new(program->terms),
      .numbers = substitution_new(program->terms)};
  for (uint32_t i = 1; i < edges; i++)
    list_edge(&p, i);
  uint64_t size = (uint64_t)procedure->locations.count * p.slots.count;
  bool is_done = size && size <= PROPAGATE_MOST;
  if (is_done) {
    p.values = memory_new_zero(size, sizeof *p.values);
    p.now = memory_new_zero(p.slots.count, sizeof *p.now);
    solve(&p);
    rewrite(&p);
  }
  for (uint32_t i = 0; i < edges; i++)
    u32_vec_release(&p.reads[i]);
  free(p.values);
  free(p.now);
  free(p.reads);
  free(p.slot_of);
  variable_vec_release(&p.slots);
  bitset_release(&p.reached);
  substitution_free(p.known);
  substitution_free(p.numbers);
  return is_done;
}
