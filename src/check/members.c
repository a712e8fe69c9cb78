#include "check/members.h"

#include "check/write_in.h"
#include "library/routine.h"
#include "program/pass.h"

enum { FURTHEST = 65536 }; // from the start of a structure

// Is it a call of a function that is not seen? Where it may do anything with
// what it is given, that is in doubt already.
static bool is_asked(const struct program *program,
                     const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return !callee->is_defined && callee->kind == PROCEDURE_FUNCTION &&
         !callee->is_error &&
         (program->unseen.kind != UNSEEN_ANYTHING ||
          callee->outside != OUTSIDE_WRITES) &&
         !routine_row(name_text(program->names, callee->name));
}

// What the argument is a distance away from, or none.
static struct term start_of(const struct program *program, struct term t) {
  const struct term_table *terms = program->terms;
  if (!sort_equal(term_sort(terms, t), sort_bits(program->pointer_width)) ||
      term_op(terms, t) != OP_ADD || term_arity(terms, t) != 2)
    return (struct term){0};
  struct term left = term_operand(terms, t, 0);
  struct term right = term_operand(terms, t, 1);
  struct term distance = term_is_const(terms, left) ? left : right;
  struct term start = term_is_const(terms, left) ? right : left;
  bool is_member = term_is_const(terms, distance) &&
                   term_value(terms, distance) &&
                   term_value(terms, distance) <= FURTHEST &&
                   term_op(terms, start) == OP_VAR;
  return is_member ? start : (struct term){0};
}

// Rows stand before the call.
static void write_one(struct write_in *w, struct term start) {
  struct term_table *terms = w->program->terms;
  struct term is_null = term_eq(terms, start, write_in_number(w, 0));
  write_in_edge(w, w->procedure->undefined, operation_assume(is_null),
                UNDEFINED_MEMBER);
  write_in_step(w, operation_assume(term_not(terms, is_null)));
}

static bool has_members(const struct program *program,
                        const struct operation *op) {
  bool found = false;
  for (uint32_t i = 0; i < op->call.count && !found; i++)
    found = !term_is_none(start_of(program, op->call.arguments[i]));
  return found;
}

static void write_call(struct program *program, struct procedure *procedure,
                       uint32_t id) {
  struct edge call = procedure->edges.at[id];
  struct write_in w = {program, procedure, call.position, {0}};
  w.here = write_in_location(&w);
  procedure->edges.at[id].op = operation_skip();
  procedure->edges.at[id].to = w.here;
  for (uint32_t i = 0; i < call.op.call.count; i++) {
    struct term start = start_of(program, call.op.call.arguments[i]);
    if (!term_is_none(start))
      write_one(&w, start);
  }
  call.from = w.here;
  procedure_add_edge(procedure, call);
}

static bool write_calls(struct program *program, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool is_changed = false;
  for (uint32_t i = 1; i < count; i++)
    if (is_asked(program, &procedure->edges.at[i].op) &&
        has_members(program, &procedure->edges.at[i].op)) {
      write_call(program, procedure, i);
      is_changed = true;
    }
  return is_changed;
}

void members_write(struct program *program,
                   const struct component_options *options) {
  if (!options->rules.checks_deref || options->is_task)
    return;
  uint32_t count = program->procedures.count;
  for (uint32_t i = 1; i < count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (!procedure->is_defined || !write_calls(program, procedure))
      continue;
    procedure_seal(procedure);
    pass_made(program, procedure, "members");
  }
}
