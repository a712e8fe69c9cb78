#include "memory/leak.h"

#include <string.h>

#include "library/routine.h"
#include "memory/holder.h"
#include "program/callgraph.h"
#include "program/pass.h"

struct writing {
  struct program *program;
  struct term_table *terms;
  struct procedure *procedure;
  struct position position; // of what is written
  struct holders holders;
};

static struct variable add_variable(struct program *program, const char *name,
                                    unsigned width) {
  struct name text = intern(program->names, name);
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = text,
                               .text = text,
                               .is_internal = true,
                               .is_hidden = true,
                               .is_made = true,
                               .initial = term_const(program->terms, width, 0)};
  return program_add_variable(program, info, sort_bits(width));
}

static struct term value_of(const struct writing *w, struct variable variable) {
  return program_term(w->program, variable);
}

static struct term number(const struct writing *w, uint64_t value) {
  return term_const(w->terms, w->program->pointer_width, value);
}

static struct term bit(const struct writing *w, bool value) {
  return term_const(w->terms, 1, value);
}

static struct term is_set(const struct writing *w, struct variable flag) {
  return term_nonzero(w->terms, value_of(w, flag));
}

// Does the address lead into the block that is watched?
static struct term leads_there(const struct writing *w, struct term address) {
  if (term_is_const(w->terms, address))
    return term_false(w->terms);
  const struct leak_watch *watch = &w->program->watch;
  struct term block = value_of(w, watch->block);
  struct term inside =
      term_compare(w->terms, OP_ULT, term_sub(w->terms, address, block),
                   value_of(w, watch->size));
  return term_and(w->terms, term_nonzero(w->terms, block), inside);
}

static bool is_address(const struct writing *w, struct term t) {
  return sort_equal(term_sort(w->terms, t),
                    sort_bits(w->program->pointer_width));
}

static bool is_wide(const struct writing *w, struct term t) {
  struct sort sort = term_sort(w->terms, t);
  return sort_is_bits(sort) && sort_width(sort) > w->program->pointer_width;
}

// Does a part of the number, as wide as an address and where one lies in a
// structure, lead there?
static struct term part_leads_there(const struct writing *w, struct term t) {
  unsigned width = w->program->pointer_width;
  unsigned all = sort_width(term_sort(w->terms, t));
  struct term leads = term_false(w->terms);
  for (unsigned low = 0; low + width <= all; low += width)
    leads = term_or(w->terms, leads,
                    leads_there(w, term_extract(w->terms, low, width, t)));
  return leads;
}

static struct term holds(const struct writing *w, struct term value) {
  if (is_address(w, value))
    return leads_there(w, value);
  return is_wide(w, value) ? part_leads_there(w, value) : term_false(w->terms);
}

// Edges

static struct location_id add_location(struct writing *w) {
  return procedure_add_location(w->procedure, w->position);
}

static void add_edge(struct writing *w, struct location_id from,
                     struct location_id to, struct operation op,
                     enum undefined_reason undefined) {
  procedure_add_edge(w->procedure, (struct edge){.from = from,
                                                 .to = to,
                                                 .position = w->position,
                                                 .undefined = undefined,
                                                 .op = op});
}

// Behind the edge, before what comes next.
static void add_behind(struct writing *w, uint32_t edge, struct operation op) {
  struct location_id to = w->procedure->edges.at[edge].to;
  struct location_id between = add_location(w);
  w->procedure->edges.at[edge].to = between;
  add_edge(w, between, to, op, UNDEFINED_NONE);
}

// Behind the edge: where the condition holds, the bindings. A branch, because
// what is not known of the condition must not be forgotten of the variables.
static void add_branch(struct writing *w, uint32_t edge, struct term condition,
                       const struct binding *bindings, uint32_t count) {
  struct location_id to = w->procedure->edges.at[edge].to;
  if (term_is_false(w->terms, condition))
    return;
  struct location_id from = add_location(w), inside = add_location(w);
  w->procedure->edges.at[edge].to = from;
  add_edge(w, from, inside, operation_assume(condition), UNDEFINED_NONE);
  add_edge(w, from, to, operation_assume(term_not(w->terms, condition)),
           UNDEFINED_NONE);
  add_edge(w, inside, to, operation_assign(w->program, bindings, count),
           UNDEFINED_NONE);
}

// Asking

static struct term is_unset(const struct writing *w, struct variable flag) {
  return term_not(w->terms, is_set(w, flag));
}

// The block is there, and nobody is known to have it.
static struct term is_lost(const struct writing *w, struct term value) {
  const struct leak_watch *watch = &w->program->watch;
  struct term lost = term_nonzero(w->terms, value_of(w, watch->block));
  lost = term_and(w->terms, lost, is_unset(w, watch->handed));
  lost = term_and(w->terms, lost, is_unset(w, watch->inside));
  if (!term_is_none(value))
    lost = term_and(w->terms, lost, term_not(w->terms, holds(w, value)));
  return lost;
}

static void ask_return(struct writing *w, uint32_t id) {
  struct edge *edge = &w->procedure->edges.at[id];
  struct location_id from = edge->from;
  struct term value = edge->op.ret.value;
  w->position = edge->position;
  const struct leak_watch *watch = &w->program->watch;
  struct term lost = is_lost(w, value), unsure = is_set(w, watch->unsure);
  if (!term_is_none(value) && is_wide(w, value))
    unsure = term_or(w->terms, unsure, is_set(w, watch->kept));
  struct location_id well = add_location(w), behind = add_location(w),
                     open = add_location(w);
  w->procedure->edges.at[id].from = well;
  add_edge(w, from, behind, operation_assume(lost), UNDEFINED_NONE);
  add_edge(w, from, well, operation_assume(term_not(w->terms, lost)),
           UNDEFINED_NONE);
  add_edge(w, behind, w->procedure->undefined,
           operation_assume(term_not(w->terms, unsure)), UNDEFINED_LEAK);
  add_edge(w, behind, open, operation_assume(unsure), UNDEFINED_NONE);
  add_edge(w, open, well,
           operation_unsupported(intern(
               w->program->names,
               "leaks of a block of which it is not known who holds it")),
           UNDEFINED_NONE);
}

static void start_watching(struct writing *w) {
  const struct leak_watch *watch = &w->program->watch;
  struct binding bindings[] = {
      {watch->block, number(w, 0)},   {watch->size, number(w, 1)},
      {watch->handed, bit(w, false)}, {watch->inside, bit(w, false)},
      {watch->unsure, bit(w, false)}, {watch->kept, bit(w, false)}};
  struct location_id body = w->procedure->entry;
  w->position = w->procedure->position;
  w->procedure->entry = add_location(w);
  add_edge(w, w->procedure->entry, body,
           operation_assign(w->program, bindings, 6), UNDEFINED_NONE);
}

// Who is called again while it runs returns before the end.
static bool is_called_again(const struct program *program,
                            struct procedure_id id) {
  const struct procedure *self = program_procedure(program, id);
  bool is_taken =
      self->function.id && program_object(program, self->function)->escapes;
  bool found = false;
  struct callgraph graph;
  callgraph_init(&graph, program, id);
  for (uint32_t i = 0; i < graph.order.count && !found; i++) {
    const struct procedure *one = program_procedure(program, graph.order.at[i]);
    for (uint32_t k = 1; k < one->edges.count && !found; k++) {
      const struct operation *op = &one->edges.at[k].op;
      found = op->kind == OPERATION_CALL && (op->call.callee.id == id.id ||
                                             (is_taken && !op->call.callee.id));
    }
  }
  callgraph_release(&graph);
  return found;
}

static void refuse(struct writing *w) {
  struct location_id body = w->procedure->entry;
  w->position = w->procedure->position;
  w->procedure->entry = add_location(w);
  add_edge(
      w, w->procedure->entry, body,
      operation_unsupported(intern(
          w->program->names, "leaks of a function that may be called again")),
      UNDEFINED_NONE);
}

void leak_ask(struct program *program, struct procedure_id entry) {
  struct writing w = {.program = program,
                      .terms = program->terms,
                      .procedure = program_procedure(program, entry)};
  unsigned width = program->pointer_width;
  uint32_t count = w.procedure->edges.count;
  if (is_called_again(program, entry)) {
    refuse(&w);
  } else {
    program->watch =
        (struct leak_watch){.block = add_variable(program, "leak.block", width),
                            .size = add_variable(program, "leak.size", width),
                            .handed = add_variable(program, "leak.handed", 1),
                            .inside = add_variable(program, "leak.inside", 1),
                            .unsure = add_variable(program, "leak.unsure", 1),
                            .kept = add_variable(program, "leak.kept", 1),
                            .choice = add_variable(program, "leak.choice", 1)};
    for (uint32_t i = 1; i < count; i++)
      if (w.procedure->edges.at[i].op.kind == OPERATION_RETURN)
        ask_return(&w, i);
    start_watching(&w);
  }
  procedure_seal(w.procedure);
  pass_made(program, w.procedure, "leaks");
}

// Watching

static bool is_global(const struct writing *w, struct variable variable) {
  const struct variable_info *info = program_variable(w->program, variable);
  return info->kind == VARIABLE_GLOBAL && !info->is_made;
}

// The block is watched from here on, by choice, if the condition holds and it
// is there. Of one of unknown size it cannot be told whether an address leads
// into it: that it is lost is unsure.
static void watch_made(struct writing *w, uint32_t id, struct term made,
                       struct term size, struct term condition) {
  struct leak_watch *watch = &w->program->watch;
  bool is_known = !term_is_none(size);
  struct term block = value_of(w, watch->block);
  struct term is_free = term_not(w->terms, term_nonzero(w->terms, block));
  struct term taken = term_and(
      w->terms, term_and(w->terms, condition, is_set(w, watch->choice)),
      term_and(w->terms, is_free, term_nonzero(w->terms, made)));
  struct term some = is_known ? term_ite(w->terms, term_nonzero(w->terms, size),
                                         size, number(w, 1))
                              : number(w, 1);
  struct binding bindings[] = {
      {watch->block, made},               {watch->size, some},
      {watch->handed, bit(w, false)},     {watch->inside, bit(w, false)},
      {watch->unsure, bit(w, !is_known)}, {watch->kept, bit(w, false)}};
  add_branch(w, id, taken, bindings, 6);
  add_behind(w, id,
             operation_havoc(w->program, &watch->choice, 1, ORIGIN_INPUT,
                             intern(w->program->names, "leak.choice")));
}

static void watch_allocated(struct writing *w, uint32_t id) {
  const struct operation op = w->procedure->edges.at[id].op;
  struct variable target = op.allocate.target;
  if (op.allocate.kind != ALLOCATION_HEAP || op.allocate.is_kept ||
      op.allocate.is_given || variable_is_none(target) || is_global(w, target))
    return;
  watch_made(w, id, value_of(w, target), op.allocate.size,
             term_true(w->terms));
}

// What held it may be gone.
static void watch_holder_freed(struct writing *w, uint32_t id,
                               struct term address) {
  const struct leak_watch *watch = &w->program->watch;
  struct binding bindings[] = {{watch->inside, bit(w, false)},
                               {watch->unsure, bit(w, true)}};
  if (!term_is_const(w->terms, address))
    add_branch(w, id,
               term_and(w->terms, is_set(w, watch->inside),
                        term_nonzero(w->terms, address)),
               bindings, 2);
}

static void watch_freed(struct writing *w, uint32_t id) {
  const struct leak_watch *watch = &w->program->watch;
  struct term address = w->procedure->edges.at[id].op.free.address;
  struct term is_it = term_eq(w->terms, address, value_of(w, watch->block));
  struct binding binding = {watch->block, number(w, 0)};
  watch_holder_freed(w, id, address);
  add_branch(w, id, is_it, &binding, 1);
}

static void set_flag(struct writing *w, uint32_t id, struct variable flag,
                     struct term condition) {
  struct binding binding = {flag, bit(w, true)};
  add_branch(w, id, condition, &binding, 1);
}

// What is set where the address of the block is stored in such memory.
static struct variable flag_of(const struct writing *w, unsigned holder) {
  const struct leak_watch *watch = &w->program->watch;
  if (holder == HOLDER_FRAME)
    return watch->kept;
  if (holder == HOLDER_OUTSIDE)
    return watch->handed;
  bool is_unknown = !holder || (holder & (HOLDER_FRAME | HOLDER_RING));
  return is_unknown ? watch->unsure : watch->inside;
}

static void watch_stored(struct writing *w, uint32_t id) {
  const struct leak_watch *watch = &w->program->watch;
  const struct operation op = w->procedure->edges.at[id].op;
  struct term value = op.memory.value;
  unsigned holder = holder_of(&w->holders, op.memory.address);
  set_flag(w, id, flag_of(w, holder), holds(w, value));
  if (holder != HOLDER_OUTSIDE)
    set_flag(w, id, watch->kept, holds(w, value));
  bool may_be_part = !is_address(w, value) && !term_is_const(w->terms, value);
  if (holder != HOLDER_FRAME && may_be_part)
    set_flag(w, id, watch->unsure, is_set(w, watch->kept));
}

static void watch_copied(struct writing *w, uint32_t id) {
  const struct leak_watch *watch = &w->program->watch;
  const struct operation op = w->procedure->edges.at[id].op;
  if (holder_of(&w->holders, op.block.address) != HOLDER_FRAME)
    set_flag(w, id, watch->unsure, is_set(w, watch->kept));
}

// What a global variable holds now.
static void watch_target(struct writing *w, uint32_t id,
                         struct variable target) {
  if (!variable_is_none(target) && is_global(w, target) &&
      is_address(w, value_of(w, target)))
    set_flag(w, id, w->program->watch.handed,
             leads_there(w, value_of(w, target)));
}

static void watch_assigned(struct writing *w, uint32_t id) {
  const struct operation op = w->procedure->edges.at[id].op;
  for (uint32_t i = 0; i < op.assign.count; i++)
    watch_target(w, id, op.assign.bindings[i].target);
}

// Whether what is passed may be remembered, or freed and made again.
static bool takes_over(const struct program *program,
                       const struct procedure *callee) {
  const char *name = name_text(program->names, callee->name);
  if (callee->is_defined)
    return false;
  if (callee->kind != PROCEDURE_FUNCTION || !routine_row(name))
    return true;
  struct routine routine = routine_find(name);
  return routine_calls_back(&routine) || !strncmp(name, "realloc", 7);
}

// Can a function that is called get at variables of functions?
static bool reaches_frames(const struct writing *w,
                           const struct operation *call) {
  bool found = !term_is_none(call->call.variadic);
  for (uint32_t i = 1; i < w->program->objects.count && !found; i++) {
    const struct object_info *info = &w->program->objects.at[i];
    found = info->kind == OBJECT_FRAME && info->escapes;
  }
  return found;
}

// Routines of the library that give memory

// Where they return it: not the buffer that they were given.
static void watch_returned(struct writing *w, uint32_t id,
                           const struct operation *op,
                           const struct routine *routine) {
  if (variable_is_none(op->call.target) || is_global(w, op->call.target))
    return;
  struct term made = value_of(w, op->call.target), size = {0};
  struct term is_new = term_true(w->terms);
  for (uint32_t i = 0; i < op->call.count; i++)
    if (routine_returns_into(routine, i) && is_address(w, op->call.arguments[i]))
      is_new = term_and(w->terms, is_new,
                        term_not(w->terms, term_eq(w->terms, made,
                                                   op->call.arguments[i])));
  if (!strcmp(routine->name, "realloc") && op->call.count == 2)
    size = op->call.arguments[1];
  watch_made(w, id, made, size, is_new);
}

// Whether they gave any, by their result; getline may where it fails.
static struct term has_given(const struct writing *w,
                             const struct operation *op,
                             const struct routine *routine) {
  if (variable_is_none(op->call.target) || strstr(routine->name, "get"))
    return term_true(w->terms);
  struct term result = value_of(w, op->call.target);
  struct term zero =
      term_const(w->terms, sort_width(term_sort(w->terms, result)), 0);
  return !strcmp(routine->name, "posix_memalign")
             ? term_eq(w->terms, result, zero)
             : term_compare(w->terms, OP_SLE, zero, result);
}

// Where their first argument leads. What was there may be given back.
static void watch_written(struct writing *w, uint32_t id,
                          const struct operation *op,
                          const struct routine *routine) {
  struct name text = intern(w->program->names, "leak.given");
  struct variable given = program_add_variable(
      w->program,
      (struct variable_info){.kind = VARIABLE_TEMPORARY,
                             .name = text,
                             .text = text,
                             .owner = w->procedure->self,
                             .is_made = true},
      sort_bits(w->program->pointer_width));
  watch_made(w, id, value_of(w, given), (struct term){0},
             has_given(w, op, routine));
  add_behind(w, id,
             (struct operation){.kind = OPERATION_LOAD,
                                .memory = {.target = given,
                                           .address = op->call.arguments[0]}});
  set_flag(w, id, w->program->watch.unsure, is_set(w, w->program->watch.kept));
}

static void watch_given(struct writing *w, uint32_t id,
                        const struct operation *op) {
  if (!op->call.callee.id)
    return;
  const struct procedure *callee =
      program_procedure(w->program, op->call.callee);
  const char *name = name_text(w->program->names, callee->name);
  if (callee->is_defined || callee->kind != PROCEDURE_FUNCTION ||
      !routine_row(name))
    return;
  struct routine routine = routine_find(name);
  bool is_returned = routine_allocates(&routine) && !routine_opens(&routine);
  bool is_handed = routine_hands_memory(&routine);
  bool is_through = is_handed && !routine_returns_argument(&routine);
  if (is_through && op->call.count && is_address(w, op->call.arguments[0]))
    watch_written(w, id, op, &routine);
  if (!is_through && (is_returned || is_handed))
    watch_returned(w, id, op, &routine);
}

// realloc and reallocarray leave the old block where it is if they fail; with
// no bytes asked for they may have freed it.
static struct term has_taken(const struct writing *w,
                             const struct operation *op) {
  static const char start[] = "realloc";
  if (!op->call.callee.id || variable_is_none(op->call.target) ||
      strncmp(name_text(w->program->names,
                        program_procedure(w->program, op->call.callee)->name),
              start, sizeof start - 1))
    return term_true(w->terms);
  struct term taken = term_nonzero(w->terms, value_of(w, op->call.target));
  for (uint32_t i = 1; i < op->call.count; i++)
    taken = term_or(
        w->terms, taken,
        term_not(w->terms, term_nonzero(w->terms, op->call.arguments[i])));
  return taken;
}

static void watch_passed(struct writing *w, uint32_t id) {
  const struct operation op = w->procedure->edges.at[id].op;
  watch_given(w, id, &op);
  watch_target(w, id, op.call.target);
  if (op.call.callee.id &&
      !takes_over(w->program, program_procedure(w->program, op.call.callee)))
    return;
  if (reaches_frames(w, &op))
    set_flag(w, id, w->program->watch.unsure,
             is_set(w, w->program->watch.kept));
  struct term condition = term_false(w->terms);
  for (uint32_t i = 0; i < op.call.count; i++)
    if (is_address(w, op.call.arguments[i]))
      condition =
          term_or(w->terms, condition, leads_there(w, op.call.arguments[i]));
  set_flag(w, id, w->program->watch.handed,
           term_and(w->terms, condition, has_taken(w, &op)));
}

static void watch_edge(struct writing *w, uint32_t id) {
  w->position = w->procedure->edges.at[id].position;
  switch (w->procedure->edges.at[id].op.kind) {
  case OPERATION_ALLOCATE: watch_allocated(w, id); break;
  case OPERATION_FREE: watch_freed(w, id); break;
  case OPERATION_STORE:
  case OPERATION_UPDATE: watch_stored(w, id); break;
  case OPERATION_LOAD:
    watch_target(w, id, w->procedure->edges.at[id].op.memory.target);
    break;
  case OPERATION_COPY: watch_copied(w, id); break;
  case OPERATION_ASSIGN: watch_assigned(w, id); break;
  case OPERATION_CALL: watch_passed(w, id); break;
  default: break;
  }
}

void leak_watch_all(struct program *program, struct procedure_id entry,
                    bool is_open) {
  if (variable_is_none(program->watch.block))
    return;
  struct writing w = {.program = program, .terms = program->terms};
  holders_init(&w.holders, program, entry, is_open);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    w.procedure = program->procedures.at[i];
    if (!w.procedure->is_defined || !w.procedure->self.id)
      continue;
    uint32_t count = w.procedure->edges.count;
    for (uint32_t k = 1; k < count; k++)
      watch_edge(&w, k);
    procedure_seal(w.procedure);
    pass_made(program, w.procedure, "watch");
  }
  holders_release(&w.holders);
}
