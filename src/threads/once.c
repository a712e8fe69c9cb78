#include "threads/once.h"

#include <string.h>

#include "program/access.h"
#include "program/pass.h"

struct writing {
  struct program *program;
  struct procedure *procedure;
  struct position position;
  struct location_id at;
  struct term control;
};

static void emit_to(struct writing *w, struct operation op,
                    struct location_id to) {
  procedure_add_edge(w->procedure, (struct edge){.from = w->at,
                                                 .to = to,
                                                 .position = w->position,
                                                 .op = op});
  w->at = to;
}

static struct location_id emit(struct writing *w, struct operation op) {
  emit_to(w, op, procedure_add_location(w->procedure, w->position));
  return w->at;
}

static struct operation section(enum thread_action action) {
  return (struct operation){.kind = OPERATION_THREAD,
                            .thread = {.action = action}};
}

static void check_access(struct writing *w, enum access_kind kind) {
  struct program *program = w->program;
  if (access_is_valid(program, kind, w->control, 4))
    return;
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = kind,
                  .address = w->control,
                  .size =
                      term_const(program->terms, program->pointer_width, 4)}};
  procedure_add_edge(w->procedure,
                     (struct edge){.from = w->at,
                                   .to = w->procedure->undefined,
                                   .position = w->position,
                                   .undefined = kind == ACCESS_READ
                                                    ? UNDEFINED_INVALID_READ
                                                    : UNDEFINED_INVALID_WRITE,
                                   .op = op});
}

static struct term load(struct writing *w) {
  struct program *program = w->program;
  struct name name =
      intern_format(program->names, "$once%u", program->variables.count);
  struct variable target =
      program_add_variable(program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = name,
                                                  .text = name,
                                                  .owner = w->procedure->self,
                                                  .position = w->position},
                           sort_bits(32));
  check_access(w, ACCESS_READ);
  emit(w, (struct operation){.kind = OPERATION_LOAD,
                             .memory = {.target = target,
                                        .address = w->control,
                                        .is_atomic = true}});
  return program_term(program, target);
}

static void store(struct writing *w, uint64_t value) {
  check_access(w, ACCESS_WRITE);
  emit(w, (struct operation){
              .kind = OPERATION_STORE,
              .memory = {.address = w->control,
                         .value = term_const(w->program->terms, 32, value),
                         .is_atomic = true}});
}

// Goes on where the word has the value, and returns where it has not.
static struct location_id branch(struct writing *w, struct term word,
                                 uint64_t value) {
  struct term_table *terms = w->program->terms;
  struct term is_it = term_eq(terms, word, term_const(terms, 32, value));
  struct location_id from = w->at;
  struct location_id other = emit(w, operation_assume(term_not(terms, is_it)));
  w->at = from;
  emit(w, operation_assume(is_it));
  return other;
}

static void finish(struct writing *w, struct variable target,
                   struct location_id to) {
  struct program *program = w->program;
  if (variable_is_none(target)) {
    emit_to(w, operation_skip(), to);
    return;
  }
  unsigned width = term_width(program->terms, program_term(program, target));
  emit_to(w,
          operation_assign_one(program, target,
                               term_const(program->terms, width, 0)),
          to);
}

// The routine, if it is known and takes nothing; or none.
static struct procedure_id routine_of(const struct program *program,
                                      const struct operation *op) {
  struct procedure_id none = {0};
  if (op->kind != OPERATION_CALL || !op->call.callee.id || op->call.count != 2)
    return none;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  if (callee->is_defined ||
      (strcmp(name, "pthread_once") && strcmp(name, "call_once")) ||
      term_op(program->terms, op->call.arguments[1]) != OP_VAR)
    return none;
  struct variable variable =
      program_variable_of(program, op->call.arguments[1]);
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind != VARIABLE_ADDRESS)
    return none;
  const struct object_info *object = program_object(program, info->object);
  if (object->kind != OBJECT_FUNCTION)
    return none;
  const struct procedure *routine =
      program_procedure(program, object->procedure);
  return routine->is_defined && !routine->parameters.count &&
                 !routine->is_variadic
             ? routine->self
             : none;
}

static void write_out(struct program *program, struct procedure *procedure,
                      uint32_t index, struct procedure_id routine) {
  struct edge edge = procedure->edges.at[index];
  struct writing w = {.program = program,
                      .procedure = procedure,
                      .position = edge.position,
                      .control = edge.op.call.arguments[0]};
  w.at = procedure_add_location(procedure, edge.position);
  procedure->edges.at[index].to = w.at;
  procedure->edges.at[index].op = section(THREAD_ATOMIC_BEGIN);
  struct term word = load(&w);
  struct location_id later = branch(&w, word, 0);
  store(&w, 1);
  emit(&w, section(THREAD_ATOMIC_END));
  emit(&w,
       (struct operation){.kind = OPERATION_CALL, .call = {.callee = routine}});
  store(&w, 2);
  finish(&w, edge.op.call.target, edge.to);
  w.at = later;
  branch(&w, word, 2);
  emit(&w, section(THREAD_ATOMIC_END));
  finish(&w, edge.op.call.target, edge.to);
}

void once_write_out(struct program *program) {
  uint32_t procedures = program->procedures.count;
  for (uint32_t i = 1; i < procedures; i++) {
    struct procedure *procedure = program->procedures.at[i];
    uint32_t count = procedure->edges.count;
    bool has_changed = false;
    for (uint32_t k = 1; k < count; k++) {
      struct procedure_id routine =
          routine_of(program, &procedure->edges.at[k].op);
      if (!routine.id)
        continue;
      write_out(program, procedure, k, routine);
      has_changed = true;
    }
    if (!has_changed)
      continue;
    procedure_seal(procedure);
    pass_made(program, procedure, "once");
  }
}
