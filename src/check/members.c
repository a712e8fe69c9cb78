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
  if (!term_is_const(terms, distance) || term_op(terms, start) != OP_VAR)
    return (struct term){0};
  uint64_t ahead = (uint64_t)term_value(terms, distance);
  uint64_t back = bits_mask(program->pointer_width) & (0 - ahead);
  return ahead && (ahead <= FURTHEST || back <= FURTHEST) ? start
                                                          : (struct term){0};
}

// Rows stand before the call, or the return.
static void write_one(struct write_in *w, struct term start) {
  struct term_table *terms = w->program->terms;
  struct term is_null = term_eq(terms, start, write_in_number(w, 0));
  write_in_edge(w, w->procedure->undefined, operation_assume(is_null),
                UNDEFINED_MEMBER);
  write_in_step(w, operation_assume(term_not(terms, is_null)));
}

// Is it the variable that is returned right behind the edge?
static bool is_returned(const struct program *program,
                        const struct procedure *procedure,
                        struct location_id at, struct variable variable) {
  bool found = false;
  for (uint32_t i = 1; i < procedure->edges.count && !found; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    found = edge->from.id == at.id && edge->op.kind == OPERATION_RETURN &&
            term_equal(edge->op.ret.value, program_term(program, variable));
  }
  return found;
}

// The starts of members whose addresses leave the edge for code that is not
// seen; of returns where nobody sees the callers.
static void find_starts(const struct program *program,
                        const struct procedure *procedure,
                        const struct edge *edge, bool starts_alone,
                        struct term_vec *into) {
  const struct operation *op = &edge->op;
  struct term_vec handed = {0};
  if (is_asked(program, op))
    for (uint32_t i = 0; i < op->call.count; i++)
      term_vec_push(&handed, op->call.arguments[i]);
  if (starts_alone && op->kind == OPERATION_RETURN &&
      !term_is_none(op->ret.value))
    term_vec_push(&handed, op->ret.value);
  for (uint32_t i = 0; starts_alone && op->kind == OPERATION_ASSIGN &&
                       i < op->assign.count;
       i++)
    if (is_returned(program, procedure, edge->to,
                    op->assign.bindings[i].target))
      term_vec_push(&handed, op->assign.bindings[i].value);
  for (uint32_t i = 0; i < handed.count; i++) {
    struct term start = start_of(program, handed.at[i]);
    if (!term_is_none(start))
      term_vec_push(into, start);
  }
  term_vec_release(&handed);
}

static void write_rows(struct program *program, struct procedure *procedure,
                       uint32_t id, const struct term_vec *starts) {
  struct edge edge = procedure->edges.at[id];
  struct write_in w = {program, procedure, edge.position, {0}};
  w.here = write_in_location(&w);
  procedure->edges.at[id].op = operation_skip();
  procedure->edges.at[id].to = w.here;
  for (uint32_t i = 0; i < starts->count; i++)
    write_one(&w, starts->at[i]);
  edge.from = w.here;
  procedure_add_edge(procedure, edge);
}

static bool write_edges(struct program *program, struct procedure *procedure,
                        bool starts_alone) {
  uint32_t count = procedure->edges.count;
  bool is_changed = false;
  for (uint32_t i = 1; i < count; i++) {
    struct term_vec starts = {0};
    find_starts(program, procedure, &procedure->edges.at[i], starts_alone,
                &starts);
    if (starts.count)
      write_rows(program, procedure, i, &starts);
    is_changed |= starts.count != 0;
    term_vec_release(&starts);
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
    bool starts_alone = !options->starts_program && i == options->entry.id;
    if (!procedure->is_defined ||
        !write_edges(program, procedure, starts_alone))
      continue;
    procedure_seal(procedure);
    pass_made(program, procedure, "members");
  }
}
