// The standard streams, where the program closes streams: which of them are
// closed. Each has an object of one byte, which is 1 after it was closed, and
// whose address is what a load of the variable `stdout` gives in a component
// (remove_access.c). The interpreter has streams of its own, and does not use
// these: a routine that is called with one that is closed stops there.
#include <string.h>

#include "memory/contract.h"
#include "memory/contracting.h"
#include "pointsto/resolve.h"

static const char *const streams[] = {"stdin", "stdout", "stderr"};

enum { STREAM_COUNT = sizeof streams / sizeof *streams };

static struct name name_of(const struct program *program, const char *stream) {
  return intern_format(program->names, "the stream %s", stream);
}

struct object_id contract_stream(const struct program *program,
                                 const char *stream) {
  struct name name = name_of(program, stream);
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (name_equal(program->objects.at[i].name, name))
      return (struct object_id){i};
  return (struct object_id){0};
}

// Making them

static bool is_closing(const struct program *program,
                       const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  return !callee->is_defined && routine_closes(&routine) >= 0;
}

static bool has_closing(const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      if (is_closing(program, &edges->at[k].op))
        return true;
  }
  return false;
}

// One that the program does not name it cannot close.
static bool is_named(const struct program *program, const char *stream) {
  struct name name = intern(program->names, stream);
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (name_equal(program->objects.at[i].name, name) &&
        program->objects.at[i].is_external)
      return true;
  return false;
}

// Calls through a pointer are not looked at: then nothing is known of streams.
static const char by_pointer[] = "that a pointer may close";

static bool is_closing_taken(const struct program *program) {
  struct taken_functions taken;
  bool found = false;
  taken_functions_init(&taken, program);
  for (uint32_t i = 0; i < taken.functions.count; i++) {
    const struct procedure *procedure =
        program_procedure(program, taken.functions.at[i]);
    struct routine routine =
        routine_find(name_text(program->names, procedure->name));
    found |= !procedure->is_defined && routine_closes(&routine) >= 0;
  }
  taken_functions_release(&taken);
  return found;
}

static void add_stream(struct program *program, const char *stream) {
  program_add_object(program,
                     (struct object_info){.kind = OBJECT_GLOBAL,
                                          .name = name_of(program, stream),
                                          .size = 1,
                                          .alignment = 1,
                                          .is_internal = true,
                                          .is_fixed = true, // at the start
                                          .escapes = true});
}

void contract_add_streams(struct program *program) {
  if (is_closing_taken(program) && !contract_stream(program, by_pointer).id)
    add_stream(program, by_pointer);
  if (!has_closing(program))
    return;
  for (uint32_t i = 0; i < STREAM_COUNT; i++)
    if (is_named(program, streams[i]) &&
        !contract_stream(program, streams[i]).id)
      add_stream(program, streams[i]);
}

// Using them

static struct term address_of(const struct contracting *c,
                              struct object_id stream) {
  return program_term(c->m.program,
                      program_object(c->m.program, stream)->address);
}

static void need_open(struct contracting *c, struct object_id stream) {
  struct term address = address_of(c, stream);
  struct variable closed = modelling_new_variable(&c->m, VARIABLE_TEMPORARY,
                                                  "is_closed", sort_bits(8));
  contracting_fail(c, ACCESS_READ, address,
                   modelling_number(&c->m, c->m.width, 1),
                   UNDEFINED_IMPOSSIBLE);
  modelling_emit(&c->m, (struct operation){
                            .kind = OPERATION_LOAD,
                            .memory = {.target = closed, .address = address}});
  struct location_id there = modelling_branch(
      &c->m, term_nonzero(c->m.terms, modelling_term_of(&c->m, closed)));
  struct location_id rest = c->m.here;
  c->m.here = there;
  modelling_emit_to(&c->m, operation_skip(), c->m.made->undefined,
                    UNDEFINED_INVALID_READ);
  c->m.here = rest;
}

// Where the handle is that stream we are `there`, otherwise here.
static struct location_id branch_on(struct contracting *c, struct term handle,
                                    struct object_id stream) {
  return modelling_branch(&c->m,
                          term_eq(c->m.terms, handle, address_of(c, stream)));
}

static void doubt_pointers(struct contracting *c) {
  if (contract_stream(c->m.program, by_pointer).id)
    contracting_doubt(c, "a stream that a call through a pointer may close");
}

void contracting_need_open(struct contracting *c, struct term handle) {
  doubt_pointers(c);
  for (uint32_t i = 0; i < STREAM_COUNT; i++) {
    struct object_id stream = contract_stream(c->m.program, streams[i]);
    if (!stream.id)
      continue;
    struct location_id there = branch_on(c, handle, stream);
    struct location_id rest = c->m.here;
    c->m.here = there;
    need_open(c, stream);
    modelling_go_to(&c->m, rest);
    c->m.here = rest;
  }
}

bool contracting_has_stream(const struct program *program,
                            const struct routine *routine) {
  const char *used = routine_stream(routine);
  return used && (contract_stream(program, used).id ||
                  contract_stream(program, by_pointer).id);
}

void contracting_need_standard(struct contracting *c) {
  const char *used = routine_stream(&c->routine);
  if (used)
    doubt_pointers(c);
  if (used && contract_stream(c->m.program, used).id)
    need_open(c, contract_stream(c->m.program, used));
}

void contracting_close(struct contracting *c) {
  int closed = routine_closes(&c->routine);
  for (uint32_t i = 0; closed >= 0 && i < STREAM_COUNT; i++) {
    struct object_id stream = contract_stream(c->m.program, streams[i]);
    if (!stream.id)
      continue;
    struct location_id there = branch_on(c, c->values[closed], stream);
    struct location_id rest = c->m.here;
    c->m.here = there;
    struct term one = modelling_number(&c->m, 8, 1);
    c->m.assumes = true;
    modelling_store(&c->m, address_of(c, stream), one);
    c->m.assumes = false;
    modelling_go_to(&c->m, rest);
    c->m.here = rest;
  }
}
