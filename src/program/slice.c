#include "program/slice.h"

#include "base/check.h"
#include "program/access.h"
#include "program/callgraph.h"
#include "program/flow.h"
#include "program/influence.h"

static const struct variable memory_target = {0};
static const struct term memory_source = {0};

// What leads to a target

static void reach_back(struct slice *slice, struct u32_vec *pending,
                       uint32_t location) {
  if (bitset_add(&slice->locations, location))
    u32_vec_push(pending, location);
}

static void lead(struct slice *slice, const struct procedure *procedure,
                 struct u32_vec *pending, uint32_t edge) {
  bitset_add(&slice->edges, edge);
  reach_back(slice, pending, procedure->edges.at[edge].from.id);
}

static void start(struct slice *slice, const struct procedure *procedure,
                  struct slice_targets targets, struct u32_vec *pending) {
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    if (targets.locations && bitset_has(targets.locations, i))
      reach_back(slice, pending, i);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (targets.edges && bitset_has(targets.edges, i))
      lead(slice, procedure, pending, i);
}

static void find_leading(struct slice *slice, const struct procedure *procedure,
                         struct slice_targets targets) {
  struct flow_into into;
  struct u32_vec pending = {0};
  flow_into_init(&into, procedure);
  start(slice, procedure, targets, &pending);
  while (pending.count) {
    uint32_t location = u32_vec_pop(&pending);
    for (uint32_t i = into.first[location]; i < into.first[location + 1]; i++)
      lead(slice, procedure, &pending, into.at[i]);
  }
  u32_vec_release(&pending);
  flow_into_release(&into);
}

// Conditions

// Whether an access is valid depends on what is alive, too.
static void mark_access(struct influence *influence, enum access_kind kind,
                        struct term address, struct term size, uint64_t bytes) {
  const struct program *program = influence->program;
  bool is_known = term_is_none(size) || term_is_const(program->terms, size);
  if (!term_is_none(size) && is_known)
    bytes = (uint64_t)term_value(program->terms, size);
  if (is_known && access_is_valid(program, kind, address, bytes))
    return;
  influence_mark(influence, address);
  if (!term_is_none(size))
    influence_mark(influence, size);
  influence_mark(influence, memory_source);
}

static void mark_memory(struct influence *influence,
                        const struct operation *op) {
  const struct program *program = influence->program;
  struct term moved = op->kind == OPERATION_STORE
                          ? op->memory.value
                          : program_term(program, op->memory.target);
  uint64_t bytes = (term_width(program->terms, moved) + 7) / 8;
  mark_access(influence,
              op->kind == OPERATION_LOAD ? ACCESS_READ : ACCESS_WRITE,
              op->memory.address, (struct term){0}, bytes);
}

// Marks what decides whether the operation is enabled.
static void mark_condition(struct influence *influence,
                           const struct operation *op) {
  struct term none = {0};
  switch (op->kind) {
  case OPERATION_ASSUME:
    influence_mark(influence, op->assume.condition);
    return;
  case OPERATION_INVALID:
    mark_access(influence, op->invalid.access, op->invalid.address,
                op->invalid.size, 0);
    return;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: mark_memory(influence, op); return;
  case OPERATION_COPY:
    mark_access(influence, ACCESS_READ, op->block.source, op->block.size, 0);
    mark_access(influence, ACCESS_WRITE, op->block.address, op->block.size, 0);
    return;
  case OPERATION_FILL:
    mark_access(influence, ACCESS_WRITE, op->block.address, op->block.size, 0);
    return;
  case OPERATION_FREE:
    mark_access(influence, ACCESS_FREE, op->free.address, none, 0);
    return;
  case OPERATION_CALL:
    if (!term_is_none(op->call.function))
      mark_access(influence, ACCESS_CALL, op->call.function, none, 0);
    return;
  default: return;
  }
}

// Data

// Everything that the operation reads influences the target.
static void add_reads(struct influence *influence, const struct operation *op,
                      struct variable target) {
  struct term_vec terms = {0};
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    influence_add(influence, target, terms.at[i]);
  term_vec_release(&terms);
}

// Memory, and what is read from it by the operation.
static void add_memory(struct influence *influence,
                       const struct operation *op) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++) {
    add_reads(influence, op, targets.at[i]);
    influence_add(influence, targets.at[i], memory_source);
  }
  if (op->kind != OPERATION_LOAD)
    add_reads(influence, op, memory_target);
  variable_vec_release(&targets);
}

static void add_data(struct influence *influence, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      influence_add(influence, op->assign.bindings[i].target,
                    op->assign.bindings[i].value);
    return;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_LIVE:
  case OPERATION_CALL:
  case OPERATION_THREAD: add_memory(influence, op); return;
  case OPERATION_ASSUME:
  case OPERATION_INVALID:
  case OPERATION_HAVOC:
  case OPERATION_RETURN:
  case OPERATION_PERFORM:
  case OPERATION_UNSUPPORTED:
  case OPERATION_KIND_COUNT: return;
  }
}

// May the operation run code of the program that is not in sight?
static bool runs_other_code(const struct program *program,
                            const struct operation *op) {
  if (op->kind == OPERATION_THREAD)
    return true;
  return op->kind == OPERATION_CALL &&
         (!op->call.callee.id || callgraph_callee(program, op));
}

static void add_globals(struct influence *influence) {
  const struct program *program = influence->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind != VARIABLE_GLOBAL)
      continue;
    influence_add(influence, memory_target, info->term);
    influence_add(influence, (struct variable){i}, memory_source);
  }
}

// The result

static void find_relevant(struct slice *slice,
                          const struct procedure *procedure,
                          struct influence *influence) {
  bool has_other_code = false;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (!bitset_has(&slice->edges, i))
      continue;
    add_data(influence, op);
    has_other_code |= runs_other_code(influence->program, op);
    mark_condition(influence, op);
  }
  if (has_other_code)
    add_globals(influence);
  influence_close(influence);
}

static void count_variables(struct slice *slice, const struct program *program,
                            const struct procedure *procedure) {
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_ADDRESS ||
        (info->owner.id && info->owner.id != procedure->frame.id))
      continue;
    slice->variable_count++;
    slice->relevant_count += bitset_has(&slice->variables, i);
  }
}

// What slice.h states: an edge leads to a target exactly if it is one or its
// end does, and so on.
static bool is_leading(const struct slice *slice,
                       const struct procedure *procedure,
                       struct slice_targets targets) {
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    const struct location *location = &procedure->locations.at[i];
    bool leads = targets.locations && bitset_has(targets.locations, i);
    for (uint32_t k = 0; k < location->out_count; k++)
      leads |= bitset_has(&slice->edges, location->first_out + k);
    if (leads != bitset_has(&slice->locations, i))
      return false;
  }
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    bool leads = (targets.edges && bitset_has(targets.edges, i)) ||
                 bitset_has(&slice->locations, procedure->edges.at[i].to.id);
    if (leads != bitset_has(&slice->edges, i))
      return false;
  }
  return true;
}

static bool has_all_of(const struct slice *slice, const struct program *program,
                       struct term t) {
  struct term_vec parts = {0};
  bool has_all = true;
  term_collect(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && has_all; i++)
    if (term_op(program->terms, parts.at[i]) == OP_VAR)
      has_all =
          slice_has_variable(slice, program_variable_of(program, parts.at[i]));
  term_vec_release(&parts);
  return has_all;
}

// Conditions on the way are relevant, and what relevant variables come from.
static bool is_closed(const struct slice *slice, const struct program *program,
                      const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (!bitset_has(&slice->edges, i))
      continue;
    if (op->kind == OPERATION_ASSUME &&
        !has_all_of(slice, program, op->assume.condition))
      return false;
    for (uint32_t k = 0; op->kind == OPERATION_ASSIGN && k < op->assign.count;
         k++)
      if (slice_has_variable(slice, op->assign.bindings[k].target) &&
          !has_all_of(slice, program, op->assign.bindings[k].value))
        return false;
  }
  return true;
}

void slice_init(struct slice *slice, const struct program *program,
                const struct procedure *procedure,
                struct slice_targets targets) {
  CHECK(procedure->is_sealed, "slicing a procedure that is not sealed");
  *slice = (struct slice){0};
  find_leading(slice, procedure, targets);
  struct influence influence = {.program = program};
  find_relevant(slice, procedure, &influence);
  bitset_copy(&slice->variables, &influence.marked);
  slice->has_memory = bitset_remove(&slice->variables, memory_target.id);
  influence_release(&influence);
  count_variables(slice, program, procedure);
  DCHECK(is_leading(slice, procedure, targets),
         "the slice is not what leads to its targets");
  DCHECK(is_closed(slice, program, procedure),
         "the slice lacks a variable that matters");
  DCHECK(slice->relevant_count <= slice->variable_count,
         "more variables are relevant than there are");
}

void slice_release(struct slice *slice) {
  bitset_release(&slice->locations);
  bitset_release(&slice->edges);
  bitset_release(&slice->variables);
}

bool slice_has_variable(const struct slice *slice, struct variable variable) {
  return bitset_has(&slice->variables, variable.id);
}
