#include "threads/shared.h"

#include <stdlib.h>

#include "base/memory.h"
#include "term/variables.h"
#include "threads/future.h"
#include "threads/protect.h"
#include "threads/races.h"
#include "threads/slide.h"

struct sharing {
  struct crew *crew;
  struct program *program;
  uint32_t *mentioned; // by variable: threads, as bits
  bool *written;       // by variable: by anybody
  bool *leaks;         // by object: its address may be anywhere
};

// Mentions

static void note_terms(struct sharing *s, const struct crew_edge *edge) {
  struct variable_vec read = {0}, targets = {0};
  program_variables_read(s->program, &edge->op, &read);
  operation_targets(&edge->op, &targets);
  for (uint32_t i = 0; i < read.count; i++)
    s->mentioned[read.at[i].id] |= 1u << edge->thread;
  for (uint32_t i = 0; i < targets.count; i++) {
    s->mentioned[targets.at[i].id] |= 1u << edge->thread;
    s->written[targets.at[i].id] = true;
  }
  variable_vec_release(&read);
  variable_vec_release(&targets);
}

// Start routines begin with what creations wrote, before they run.
static bool is_handed_over(const struct crew *crew, struct variable variable) {
  for (uint32_t k = 1; k < crew->threads.count; k++)
    if (variable_equal(crew->threads.at[k].argument, variable) ||
        variable_equal(crew->threads.at[k].result, variable))
      return true;
  return false;
}

static bool is_shared_variable(const struct sharing *s,
                               struct variable variable) {
  const struct variable_info *info = program_variable(s->program, variable);
  uint32_t threads = s->mentioned[variable.id];
  return info->kind == VARIABLE_GLOBAL && (threads & (threads - 1)) &&
         s->written[variable.id] && !is_handed_over(s->crew, variable);
}

static bool mentions_shared(struct sharing *s, const struct operation *op) {
  struct variable_vec mentioned = {0};
  bool found = false;
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count && !found; i++)
    found = is_shared_variable(s, mentioned.at[i]);
  variable_vec_release(&mentioned);
  return found;
}

// Memory

// The object whose address the term is; none: it is something else.
static struct object_id object_of(const struct sharing *s, struct term t) {
  if (term_op(s->program->terms, t) != OP_VAR)
    return (struct object_id){0};
  struct variable variable = program_variable_of(s->program, t);
  const struct variable_info *info = program_variable(s->program, variable);
  return info->kind == VARIABLE_ADDRESS ? info->object : (struct object_id){0};
}

// Could the summand of an address be one itself?
static bool may_be_address(const struct sharing *s, struct term t) {
  struct term_table *terms = s->program->terms;
  struct term_vec parts = {0};
  bool found = false;
  term_variables(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable = program_variable_of(s->program, parts.at[i]);
    const struct variable_info *info = program_variable(s->program, variable);
    found = info->kind == VARIABLE_ADDRESS ||
            ctype_bare(s->program->types, info->type)->kind == CTYPE_POINTER;
  }
  term_vec_release(&parts);
  return found;
}

// The object that the address certainly lies in if it is valid: the only
// summand that is an address. None: not known.
static struct object_id base_of(const struct sharing *s, struct term address) {
  struct term_table *terms = s->program->terms;
  struct object_id base = object_of(s, address);
  if (base.id || term_op(terms, address) != OP_ADD)
    return base;
  for (uint32_t i = 0; i < term_arity(terms, address); i++) {
    struct term summand = term_operand(terms, address, i);
    struct object_id object = object_of(s, summand);
    if (object.id && !base.id)
      base = object;
    else if (object.id || may_be_address(s, summand))
      return (struct object_id){0};
  }
  return base;
}

// Leaks
//
// An object leaks if its address is used for anything but direct accesses, in
// the code of the threads as it is now: what only thread operations got, which
// are accesses by now, does not.

static void leak_term(struct sharing *s, struct term t) {
  struct term_vec parts = {0};
  if (term_is_none(t))
    return;
  term_variables(s->program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct object_id object = object_of(s, parts.at[i]);
    if (object.id)
      s->leaks[object.id] = true;
  }
  term_vec_release(&parts);
}

static void leak_address(struct sharing *s, struct term address) {
  if (!base_of(s, address).id)
    leak_term(s, address);
}

static void leak_operands(struct sharing *s, const struct operation *op) {
  struct term_vec terms = {0};
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    leak_term(s, terms.at[i]);
  term_vec_release(&terms);
}

static void note_leaks(struct sharing *s, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD: leak_address(s, op->memory.address); return;
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    leak_address(s, op->memory.address);
    leak_term(s, op->memory.value);
    return;
  case OPERATION_INVALID: leak_address(s, op->invalid.address); return;
  case OPERATION_COPY:
    leak_address(s, op->block.address);
    leak_address(s, op->block.source);
    leak_term(s, op->block.size);
    return;
  case OPERATION_LIVE:
  case OPERATION_PERFORM: return; // an address is only a number there
  default: leak_operands(s, op); return;
  }
}

static void note_initial_leaks(struct sharing *s) {
  const struct program *program = s->program;
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      leak_term(s, program->objects.at[i].relocations[k].value);
  for (uint32_t i = 1; i < program->variables.count; i++)
    leak_term(s, program->variables.at[i].initial);
}

static bool is_shared_memory(const struct sharing *s, struct term address) {
  struct object_id base = base_of(s, address);
  if (!base.id)
    return true;
  const struct object_info *info = program_object(s->program, base);
  if (info->is_constant || info->kind == OBJECT_STRING ||
      info->kind == OBJECT_FUNCTION)
    return false;
  uint32_t threads = s->mentioned[info->address.id];
  return s->leaks[base.id] || (threads & (threads - 1)) != 0;
}

// Do lives end of which others may have the addresses?
static bool ends_shared(const struct sharing *s, const struct operation *op) {
  if (op->live.life != LIFE_ENDS)
    return false;
  for (uint32_t i = 0; i < op->live.count; i++)
    if (is_shared_memory(s, op->live.addresses[i]))
      return true;
  return false;
}

static bool touches_shared(struct sharing *s, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return is_shared_memory(s, op->memory.address);
  case OPERATION_INVALID: return is_shared_memory(s, op->invalid.address);
  case OPERATION_COPY:
    return is_shared_memory(s, op->block.address) ||
           is_shared_memory(s, op->block.source);
  case OPERATION_FILL: return is_shared_memory(s, op->block.address);
  case OPERATION_FREE: return true;
  case OPERATION_LIVE: return ends_shared(s, op);
  default: return false;
  }
}

// Calls of what has no body

static bool is_shared_call(const struct sharing *s,
                           const struct operation *op) {
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(s->program, op->call.callee)
                         : NULL;
  if (callee && (callee->is_error || callee->is_noreturn))
    return false;
  return true;
}

static bool is_large(const struct sharing *s, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_COPY:
  case OPERATION_FILL: return touches_shared((struct sharing *)s, op);
  case OPERATION_CALL: return is_shared_call(s, op);
  default: return false;
  }
}

// Edges that the front end made touch one shared thing each: what is read and
// written is one variable, or one place in memory. Else interleavings inside
// the edge would not be seen.
static bool is_single(struct sharing *s, const struct operation *op) {
  struct variable_vec mentioned = {0};
  uint32_t count = touches_shared(s, op) && op->kind != OPERATION_COPY;
  struct variable last = {0};
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++)
    if (is_shared_variable(s, mentioned.at[i]) &&
        !variable_equal(mentioned.at[i], last)) {
      last = mentioned.at[i];
      count++;
    }
  variable_vec_release(&mentioned);
  return count <= 1;
}

// Cells

static uint32_t variable_cell(struct variable variable) {
  return 1 + variable.id;
}

static uint32_t object_cell(const struct sharing *s, struct object_id object) {
  return 1 + s->program->variables.count + object.id;
}

// Everything that the operation mentions is accessed in a way of its own.
static void spoil(struct sharing *s, const struct operation *op,
                  struct accesses *into) {
  struct variable_vec mentioned = {0};
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++) {
    const struct variable_info *info =
        program_variable(s->program, mentioned.at[i]);
    bitset_add(&into->spoilt, info->kind == VARIABLE_ADDRESS
                                  ? object_cell(s, info->object)
                                  : variable_cell(mentioned.at[i]));
  }
  variable_vec_release(&mentioned);
}

// An action reads variables, and no memory: an address is a number there.
static void spoil_read(struct sharing *s, const struct operation *op,
                       struct accesses *into) {
  struct variable_vec read = {0};
  program_variables_read(s->program, op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (program_variable(s->program, read.at[i])->kind != VARIABLE_ADDRESS)
      bitset_add(&into->spoilt, variable_cell(read.at[i]));
  variable_vec_release(&read);
}

// The same of what is given away.
static void give(struct sharing *s, const struct operation *op,
                 struct accesses *into) {
  spoil(s, op, into);
  struct bitset spoilt = into->spoilt;
  into->spoilt = into->given;
  spoil(s, op, into);
  into->given = into->spoilt;
  into->spoilt = spoilt;
}

static void spoil_call(struct sharing *s, const struct operation *op,
                       struct accesses *into) {
  give(s, op, into);
  for (uint32_t i = 1; is_shared_call(s, op) && i < s->program->variables.count;
       i++)
    if (is_shared_variable(s, (struct variable){i}) &&
        call_can_write(s->program, op, (struct variable){i}))
      bitset_add(&into->spoilt, variable_cell((struct variable){i}));
}

static struct term address_of(const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return op->memory.address;
  case OPERATION_INVALID: return op->invalid.address;
  default: return (struct term){0};
  }
}

static uint32_t find_cell(struct sharing *s, const struct operation *op) {
  struct variable_vec mentioned = {0};
  struct term address = address_of(op);
  uint32_t cell = 0;
  if (!term_is_none(address)) {
    struct object_id base = base_of(s, address);
    if (base.id && !s->leaks[base.id])
      cell = object_cell(s, base);
  }
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++)
    if (is_shared_variable(s, mentioned.at[i]))
      cell = variable_cell(mentioned.at[i]);
  variable_vec_release(&mentioned);
  return cell;
}

// Is that where the local is declared? Then nobody else knows it yet.
static bool is_initialised(const struct sharing *s, struct object_id object,
                           struct position position) {
  const struct object_info *info = program_object(s->program, object);
  return info->kind == OBJECT_FRAME && position_is_known(position) &&
         name_equal(info->position.file, position.file) &&
         info->position.line == position.line;
}

// One of the objects of a copy.
static void note_block(struct sharing *s, uint32_t index, struct term address,
                       struct accesses *into) {
  if (term_is_none(address) || !is_shared_memory(s, address))
    return;
  struct object_id base = base_of(s, address);
  if (base.id && is_initialised(s, base, s->crew->edges.at[index].position))
    return;
  u32_vec_push(&into->block_edges, index);
  u32_vec_push(&into->block_cells,
               base.id && !s->leaks[base.id] ? object_cell(s, base) : 0);
}

static void note_access(struct sharing *s, uint32_t index,
                        struct accesses *into) {
  const struct crew_edge *edge = &s->crew->edges.at[index];
  switch (edge->is_settled ? OPERATION_KIND_COUNT : edge->op.kind) {
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
  case OPERATION_INVALID: into->cells[index] = find_cell(s, &edge->op); return;
  case OPERATION_LIVE: return;
  case OPERATION_PERFORM: spoil_read(s, &edge->op, into); return;
  case OPERATION_CALL: spoil_call(s, &edge->op, into); return;
  case OPERATION_COPY:
  case OPERATION_FILL:
    note_block(s, index, edge->op.block.address, into);
    if (edge->op.kind == OPERATION_COPY)
      note_block(s, index, edge->op.block.source, into);
    spoil(s, &edge->op, into);
    return;
  default: give(s, &edge->op, into); return;
  }
}

static bool mentions_object(struct sharing *s, const struct operation *op,
                            struct object_id object) {
  struct variable_vec mentioned = {0};
  struct variable address = program_object(s->program, object)->address;
  bool found = false;
  if (op->kind == OPERATION_LIVE || op->kind == OPERATION_PERFORM)
    return false;
  program_variables_read(s->program, op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count && !found; i++)
    found = variable_equal(mentioned.at[i], address);
  variable_vec_release(&mentioned);
  return found;
}

// A mutex that is touched by anything else, or whose address may be anywhere,
// protects nothing.
static void distrust(struct sharing *s, const struct accesses *accesses) {
  struct crew *crew = s->crew;
  for (uint32_t i = 0; i < crew->mutexes.count; i++) {
    struct object_id object = crew->mutexes.at[i].object;
    bool is_touched = s->leaks[object.id];
    for (uint32_t k = 1; k < crew->edges.count && !is_touched; k++)
      is_touched = accesses->cells[k] == object_cell(s, object) ||
                   (!crew->edges.at[k].is_settled &&
                    mentions_object(s, &crew->edges.at[k].op, object));
    if (is_touched)
      crew->untrusted |= 1u << i;
  }
}

// What edges touch, for who looks for races

static void touch_variables(struct sharing *s, uint32_t index, bool writes,
                            const struct variable_vec *variables,
                            struct touched_vec *into) {
  for (uint32_t i = 0; i < variables->count; i++)
    if (is_shared_variable(s, variables->at[i]))
      touched_vec_push(into, (struct touched){.edge = index,
                                              .variable = variables->at[i],
                                              .is_write = writes});
}

static void touch_memory(struct sharing *s, uint32_t index, struct term address,
                         struct term size, bool writes,
                         struct touched_vec *into) {
  if (!is_shared_memory(s, address))
    return;
  struct object_id base = base_of(s, address);
  touched_vec_push(into,
                   (struct touched){.edge = index,
                                    .object = base,
                                    .is_leaky = base.id && s->leaks[base.id],
                                    .address = address,
                                    .size = size,
                                    .is_write = writes});
}

static struct term bytes_of(const struct sharing *s,
                            const struct operation *op) {
  struct term_table *terms = s->program->terms;
  struct term value = op->kind == OPERATION_LOAD
                          ? program_term(s->program, op->memory.target)
                          : op->memory.value;
  return term_const(terms, s->program->pointer_width,
                    sort_value_bytes(term_sort(terms, value)));
}

static void touch_arguments(struct sharing *s, uint32_t index,
                            const struct operation *op,
                            struct touched_vec *into) {
  if (!is_shared_call(s, op))
    return;
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct term argument = op->call.arguments[i];
    if (may_be_address(s, argument) && is_shared_memory(s, argument))
      touched_vec_push(into, (struct touched){.edge = index, .is_given = true});
  }
}

static void touch(struct sharing *s, uint32_t index, struct touched_vec *into) {
  const struct operation *op = &s->crew->edges.at[index].op;
  struct variable_vec read = {0}, written = {0};
  program_variables_read(s->program, op, &read);
  operation_targets(op, &written);
  touch_variables(s, index, false, &read, into);
  touch_variables(s, index, true, &written, into);
  variable_vec_release(&read);
  variable_vec_release(&written);
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    touch_memory(s, index, op->memory.address, bytes_of(s, op),
                 op->kind != OPERATION_LOAD, into);
    return;
  case OPERATION_COPY:
    touch_memory(s, index, op->block.source, op->block.size, false, into);
    touch_memory(s, index, op->block.address, op->block.size, true, into);
    return;
  case OPERATION_FILL:
    touch_memory(s, index, op->block.address, op->block.size, true, into);
    return;
  case OPERATION_FREE:
    touched_vec_push(into,
                     (struct touched){.edge = index,
                                      .object = base_of(s, op->free.address),
                                      .address = op->free.address,
                                      .is_write = true,
                                      .is_free = true});
    return;
  case OPERATION_CALL: touch_arguments(s, index, op, into); return;
  default: return;
  }
}

// Locks are not looked at, but what an operation of threads hands out is.
static bool may_race(const struct crew_edge *edge) {
  return !edge->is_settled ||
         (edge->op.kind == OPERATION_STORE && !edge->op.memory.is_atomic);
}

static void find_races(struct sharing *s) {
  struct touched_vec touched = {0};
  for (uint32_t i = 1; i < s->crew->edges.count; i++)
    if (may_race(&s->crew->edges.at[i]))
      touch(s, i, &touched);
  crew_find_accesses(s->crew, &touched);
  touched_vec_release(&touched);
}

static void find_futures(struct sharing *s) {
  struct touched_vec touched = {0};
  for (uint32_t i = 1; i < s->crew->edges.count; i++)
    touch(s, i, &touched);
  crew_find_futures(s->crew, &touched);
  touched_vec_release(&touched);
}

static void look_at_accesses(struct sharing *s, bool protects) {
  struct crew *crew = s->crew;
  struct accesses accesses = {.count = 1 + s->program->variables.count +
                                       s->program->objects.count};
  accesses.cells = memory_new_zero(crew->edges.count, sizeof *accesses.cells);
  for (uint32_t i = 1; i < crew->edges.count; i++)
    note_access(s, i, &accesses);
  distrust(s, &accesses);
  crew_find_torn(crew, &accesses);
  if (protects)
    crew_protect(crew, &accesses);
  free(accesses.cells);
  bitset_release(&accesses.spoilt);
  bitset_release(&accesses.given);
  u32_vec_release(&accesses.block_edges);
  u32_vec_release(&accesses.block_cells);
}

static enum crew_step step_of(struct sharing *s, const struct crew_edge *edge) {
  const struct crew_thread *thread = &s->crew->threads.at[edge->thread];
  bool ends = edge->to == thread->end;
  bool is_shared =
      edge->op.kind == OPERATION_PERFORM || mentions_shared(s, &edge->op) ||
      touches_shared(s, &edge->op) ||
      (edge->op.kind == OPERATION_CALL && is_shared_call(s, &edge->op));
  return ends || is_shared ? CREW_SHARED : CREW_LOCAL;
}

// Does the id that a creation writes get to where others see it?
static bool is_noticed(void *context, const struct crew_edge *edge) {
  return touches_shared(context, &edge->op);
}

bool crew_classify(struct crew *crew, const struct classify_rules *rules,
                   struct strbuf *why) {
  uint32_t count = crew->program->variables.count;
  struct sharing s = {.crew = crew, .program = crew->program};
  s.mentioned = memory_new_zero(count, sizeof *s.mentioned);
  s.written = memory_new_zero(count, sizeof *s.written);
  bool ok = true;
  s.leaks = memory_new_zero(crew->program->objects.count, sizeof *s.leaks);
  note_initial_leaks(&s);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    note_terms(&s, &crew->edges.at[i]);
    note_leaks(&s, &crew->edges.at[i].op);
  }
  for (uint32_t i = 1; i < crew->program->objects.count; i++)
    crew->hands_own |= s.leaks[i] && bitset_has(&crew->own, i);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    struct crew_edge *edge = &crew->edges.at[i];
    if (!edge->is_settled)
      edge->step = step_of(&s, edge);
    ok &= edge->is_settled || is_single(&s, &edge->op);
    crew->has_blocks |= !edge->is_settled && is_large(&s, &edge->op);
  }
  look_at_accesses(&s, rules->protects);
  if (rules->protects)
    crew_find_left(crew, is_noticed, &s);
  if (rules->finds_races)
    find_races(&s);
  if (rules->looks_ahead)
    find_futures(&s);
  free(s.mentioned);
  free(s.written);
  free(s.leaks);
  if (!ok)
    strbuf_add(why, "several accesses to what threads share in one step");
  return ok;
}
