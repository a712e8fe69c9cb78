#include "memory/handlers.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "library/routine.h"
#include "pointsto/resolve.h"
#include "program/flow.h"
#include "program/pass.h"

// One list of handlers.
struct handling {
  struct program *program;
  struct term_table *terms;
  struct procedure_id registers, ends; // atexit, exit; the second may be none
  bool ends_main;                      // main's return runs the handlers
  uint32_t room;                       // handlers at most
  bool is_bounded;                     // there are never more
  struct variable count;
  struct variable slots[HANDLERS_MOST];
  struct procedure *runner;
  struct position position; // of the first call that registers
};

// What is asked of the program

static bool calls(const struct edge *edge, struct procedure_id callee) {
  return edge->op.kind == OPERATION_CALL && callee.id &&
         edge->op.call.callee.id == callee.id;
}

static uint32_t count_calls(struct handling *h, struct procedure_id callee) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < h->program->procedures.count; i++) {
    const struct edge_vec *edges = &h->program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++) {
      if (!calls(&edges->at[k], callee))
        continue;
      if (!count++)
        h->position = edges->at[k].position;
    }
  }
  return count;
}

static struct procedure_id find_external(const struct program *program,
                                         const char *name) {
  const struct procedure *found = program_find(program, name);
  return found && !found->is_defined ? found->self : (struct procedure_id){0};
}

static bool is_taken(const struct program *program, struct procedure_id id) {
  struct taken_functions taken;
  bool found = false;
  taken_functions_init(&taken, program);
  for (uint32_t i = 0; i < taken.functions.count; i++)
    found |= taken.functions.at[i].id == id.id;
  taken_functions_release(&taken);
  return id.id && found;
}

static bool takes_pointer(const struct handling *h) {
  const struct program *program = h->program;
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++) {
      const struct operation *op = &edges->at[k].op;
      if (!calls(&edges->at[k], h->registers))
        continue;
      struct sort sort = op->call.count == 1
                             ? term_sort(h->terms, op->call.arguments[0])
                             : (struct sort){0};
      if (!sort_is_bits(sort) || sort_width(sort) != program->pointer_width)
        return false;
    }
  }
  return true;
}

// How many handlers there can be

enum { UNBOUNDED = HANDLERS_MOST + 1 };

// By procedure: how often a call registers at most; 0: not known yet. What is
// being looked at is recursive if it is met again.
struct bounding {
  const struct handling *handling;
  struct bitset known, active;
  uint32_t *bounds;
};

// Can control come back to the edge?
static bool is_repeated(const struct procedure *procedure,
                        const struct edge *edge) {
  struct bitset seen = {0};
  flow_reach(procedure, edge->to, NULL, NULL, &seen);
  bool found = bitset_has(&seen, edge->from.id);
  bitset_release(&seen);
  return found;
}

static uint32_t bound_of(struct bounding *b, struct procedure_id id);

static uint32_t bound_of_edge(struct bounding *b,
                              const struct procedure *procedure,
                              const struct edge *edge) {
  if (edge->op.kind != OPERATION_CALL)
    return 0;
  uint32_t bound = calls(edge, b->handling->registers) ? 1
                   : edge->op.call.callee.id ? bound_of(b, edge->op.call.callee)
                                             : 0;
  return bound && is_repeated(procedure, edge) ? UNBOUNDED : bound;
}

static uint32_t bound_of(struct bounding *b, struct procedure_id id) {
  const struct procedure *procedure =
      program_procedure(b->handling->program, id);
  if (!procedure->is_defined || bitset_has(&b->known, id.id))
    return b->bounds[id.id];
  if (!bitset_add(&b->active, id.id))
    return UNBOUNDED;
  uint32_t sum = 0;
  for (uint32_t i = 1; i < procedure->edges.count && sum < UNBOUNDED; i++)
    sum += bound_of_edge(b, procedure, &procedure->edges.at[i]);
  b->bounds[id.id] = sum < UNBOUNDED ? sum : UNBOUNDED;
  bitset_remove(&b->active, id.id);
  bitset_add(&b->known, id.id);
  return b->bounds[id.id];
}

// Functions that are called through pointers may be called any number of times.
static bool is_registered_through(struct bounding *b) {
  struct taken_functions taken;
  taken_functions_init(&taken, b->handling->program);
  bool found = false;
  for (uint32_t i = 0; i < taken.functions.count && !found; i++)
    found = bound_of(b, taken.functions.at[i]) != 0;
  taken_functions_release(&taken);
  return found;
}

static void find_room(struct handling *h) {
  struct bounding b = {.handling = h};
  b.bounds = memory_new_zero(h->program->procedures.count, sizeof *b.bounds);
  uint32_t bound = bound_of(&b, h->program->entry);
  h->is_bounded = bound < UNBOUNDED && !is_registered_through(&b);
  h->room = h->is_bounded ? bound : HANDLERS_MOST;
  free(b.bounds);
  bitset_release(&b.known);
  bitset_release(&b.active);
}

// Variables

static struct variable add_global(struct handling *h, const char *text,
                                  unsigned width) {
  struct name name = intern(h->program->names, text);
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = name,
                               .text = name,
                               .initial = term_const(h->terms, width, 0),
                               .is_internal = true,
                               .is_hidden = true};
  return program_add_variable(h->program, info, sort_bits(width));
}

static void add_variables(struct handling *h, const char *name) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s handlers", name);
  h->count = add_global(h, strbuf_text(&text), 32);
  for (uint32_t i = 0; i < h->room; i++) {
    strbuf_clear(&text);
    strbuf_format(&text, "%s handler %u", name, i + 1);
    h->slots[i] = add_global(h, strbuf_text(&text), h->program->pointer_width);
  }
  strbuf_release(&text);
}

static struct term number(const struct handling *h, uint32_t value) {
  return term_const(h->terms, 32, value);
}

static struct term count_is(const struct handling *h, uint32_t value) {
  return term_eq(h->terms, program_term(h->program, h->count),
                 number(h, value));
}

// Edges

static void add_edge(struct procedure *procedure, struct position position,
                     struct location_id from, struct location_id to,
                     struct operation op) {
  procedure_add_edge(
      procedure,
      (struct edge){.from = from, .to = to, .position = position, .op = op});
}

static struct location_id add_step(struct procedure *procedure,
                                   struct position position,
                                   struct location_id from,
                                   struct operation op) {
  struct location_id to = procedure_add_location(procedure, position);
  add_edge(procedure, position, from, to, op);
  return to;
}

static struct operation call_runner(const struct handling *h) {
  return (struct operation){.kind = OPERATION_CALL,
                            .call = {.callee = h->runner->self}};
}

// The handler in the slot is called, and then those that are left.
static void run_one(struct handling *h, uint32_t slot, struct location_id from,
                    struct location_id head) {
  struct procedure *made = h->runner;
  struct term function = program_term(h->program, h->slots[slot]);
  from = add_step(made, h->position, from,
                  operation_assign_one(h->program, h->count, number(h, slot)));
  procedure_add_edge(made,
                     (struct edge){.from = from,
                                   .to = made->undefined,
                                   .position = h->position,
                                   .undefined = UNDEFINED_INVALID_CALL,
                                   .op = {.kind = OPERATION_INVALID,
                                          .invalid = {.access = ACCESS_CALL,
                                                      .address = function}}});
  add_edge(made, h->position, from, head,
           (struct operation){.kind = OPERATION_CALL,
                              .call = {.function = function}});
}

static void make_runner(struct handling *h, const char *name) {
  struct procedure *made = program_add_procedure(
      h->program, intern_format(h->program->names, "%s handlers", name));
  h->runner = made;
  made->position = h->position;
  made->is_defined = true;
  made->is_internal = true;
  made->entry = procedure_add_location(made, h->position);
  made->exit = procedure_add_location(made, h->position);
  made->undefined = procedure_add_location(made, h->position);
  struct location_id at = made->entry;
  for (uint32_t i = 0; i < h->room; i++) {
    struct term is_next = count_is(h, i + 1);
    run_one(h, i, add_step(made, h->position, at, operation_assume(is_next)),
            made->entry);
    at = add_step(made, h->position, at,
                  operation_assume(term_not(h->terms, is_next)));
  }
  add_edge(made, h->position, at, made->exit,
           (struct operation){.kind = OPERATION_RETURN});
  procedure_seal(made);
}

// Instead of a call that registers: the edge becomes the first test.
static void register_at(struct handling *h, struct procedure *procedure,
                        uint32_t id) {
  struct edge edge = procedure->edges.at[id];
  struct location_id at = edge.from;
  struct term function = edge.op.call.arguments[0];
  struct variable target = edge.op.call.target;
  for (uint32_t i = 0; i < h->room; i++) {
    struct binding bindings[3] = {{h->slots[i], function},
                                  {h->count, number(h, i + 1)}};
    uint32_t count = 2;
    if (!variable_is_none(target)) {
      struct sort sort = term_sort(h->terms, program_term(h->program, target));
      bindings[count++] = (struct binding){
          target, sort_is_bool(sort)
                      ? term_false(h->terms)
                      : term_const(h->terms, sort_width(sort), 0)};
    }
    struct term is_here = count_is(h, i);
    add_edge(procedure, edge.position,
             add_step(procedure, edge.position, at, operation_assume(is_here)),
             edge.to, operation_assign(h->program, bindings, count));
    at = add_step(procedure, edge.position, at,
                  operation_assume(term_not(h->terms, is_here)));
  }
  edge.from = at;
  edge.op = h->is_bounded
                ? operation_assume(term_false(h->terms))
                : operation_unsupported(intern(
                      h->program->names, "more exit handlers than are kept"));
  procedure->edges.at[id] = edge;
}

static void run_before_end(struct handling *h, struct procedure *procedure,
                           uint32_t id) {
  struct edge *edge = &procedure->edges.at[id];
  struct location_id from = edge->from;
  struct position position = edge->position;
  struct location_id after = procedure_add_location(procedure, position);
  procedure->edges.at[id].from = after;
  add_edge(procedure, position, from, after, call_runner(h));
}

// Main's objects have ended when the handlers run.
static struct location_id end_frame(struct handling *h,
                                    struct procedure *procedure,
                                    struct position position,
                                    struct location_id at) {
  struct term_vec addresses = {0};
  for (uint32_t i = 0; i < procedure->objects.count; i++)
    term_vec_push(
        &addresses,
        program_term(
            h->program,
            program_object(h->program, procedure->objects.at[i])->address));
  if (addresses.count) {
    struct operation op = {.kind = OPERATION_LIVE};
    op.live.life = LIFE_ENDS;
    op.live.count = addresses.count;
    op.live.addresses =
        program_copy_terms(h->program, addresses.at, addresses.count);
    at = add_step(procedure, position, at, op);
  }
  term_vec_release(&addresses);
  return at;
}

// What main returns is known before the handlers run.
static void run_before_return(struct handling *h, struct procedure *procedure,
                              uint32_t id) {
  struct edge edge = procedure->edges.at[id];
  struct location_id at = edge.from;
  if (!term_is_none(edge.op.ret.value)) {
    struct name name = intern(h->program->names, "returned");
    struct variable kept =
        program_add_variable(h->program,
                             (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                    .name = name,
                                                    .text = name,
                                                    .owner = procedure->self},
                             term_sort(h->terms, edge.op.ret.value));
    at = add_step(procedure, edge.position, at,
                  operation_assign_one(h->program, kept, edge.op.ret.value));
    edge.op.ret.value = program_term(h->program, kept);
  }
  at = end_frame(h, procedure, edge.position, at);
  edge.from = add_step(procedure, edge.position, at, call_runner(h));
  procedure->edges.at[id] = edge;
}

// Is a call of exit a violation? Then no handler comes before it.
static bool ends_in_error(const struct handling *h) {
  return program_procedure(h->program, h->ends)->is_error;
}

// A routine that ends the program as exit does.
static bool exits(const struct handling *h, const struct edge *edge) {
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(h->program, edge->op.call.callee);
  return !callee->is_defined && !callee->is_error &&
         routine_exits(name_text(h->program->names, callee->name));
}

// A thread that ends itself: it is the only one where anything is proved.
static bool ends_thread(const struct edge *edge) {
  return edge->op.kind == OPERATION_THREAD &&
         edge->op.thread.action == THREAD_EXIT;
}

// A function that nobody sees and that does not come back: it may call exit.
static bool may_end(const struct handling *h, const struct edge *edge) {
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(h->program, edge->op.call.callee);
  return !callee->is_defined && callee->is_noreturn && !callee->is_error &&
         !routine_row(name_text(h->program->names, callee->name));
}

// Beside the call: what it does if it runs the handlers. They stand behind it,
// so that what they may violate is known to hang on it.
static void run_perhaps(struct handling *h, struct procedure *procedure,
                        uint32_t id) {
  struct edge edge = procedure->edges.at[id];
  const struct procedure *callee =
      program_procedure(h->program, edge.op.call.callee);
  struct term none = count_is(h, 0);
  struct name what =
      intern_format(h->program->names, "whether `%s` runs the exit handlers",
                    name_text(h->program->names, callee->name));
  struct location_id at = add_step(procedure, edge.position, edge.from,
                                   operation_assume(term_not(h->terms, none)));
  at = add_step(procedure, edge.position, at, operation_unsupported(what));
  add_edge(procedure, edge.position, at, edge.to, call_runner(h));
}

static void change(struct handling *h, struct procedure *procedure) {
  bool is_main = procedure->self.id == h->program->entry.id;
  bool has_changed = false;
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    bool registers = calls(edge, h->registers);
    bool ends = (calls(edge, h->ends) && !ends_in_error(h)) ||
                (h->ends_main && (exits(h, edge) || ends_thread(edge)));
    bool hides = h->ends_main && may_end(h, edge);
    bool returns = is_main && h->ends_main && edge->op.kind == OPERATION_RETURN;
    if (registers)
      register_at(h, procedure, i);
    else if (ends)
      run_before_end(h, procedure, i);
    else if (returns)
      run_before_return(h, procedure, i);
    else if (hides)
      run_perhaps(h, procedure, i);
    has_changed |= registers || ends || returns || hides;
  }
  if (has_changed)
    procedure_seal(procedure);
}

static void write_out(struct program *program, const char *registers,
                      const char *ends, bool ends_main) {
  struct handling h = {.program = program,
                       .terms = program->terms,
                       .registers = find_external(program, registers),
                       .ends = find_external(program, ends),
                       .ends_main = ends_main};
  uint32_t mains = count_calls(&h, program->entry);
  uint32_t sites = count_calls(&h, h.registers);
  if (!sites || program_procedure(program, h.registers)->is_error || mains ||
      !takes_pointer(&h) || is_taken(program, h.registers) ||
      is_taken(program, h.ends))
    return;
  find_room(&h);
  add_variables(&h, registers);
  uint32_t procedures = program->procedures.count;
  make_runner(&h, registers);
  for (uint32_t i = 1; i < procedures; i++)
    if (program->procedures.at[i]->is_defined)
      change(&h, program->procedures.at[i]);
  pass_done(program, "write out handlers");
}

void handlers_write_out(struct program *program) {
  if (!program->entry.id)
    return;
  write_out(program, "atexit", "exit", true);
  write_out(program, "at_quick_exit", "quick_exit", false);
}
