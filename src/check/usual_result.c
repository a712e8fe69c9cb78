#include "check/usual_result.h"

#include <string.h>

#include "library/routine.h"
#include "program/callgraph.h"
#include "program/pass.h"

// What a pointer that is returned leads to.
struct returned {
  uint64_t size; // in bytes; 0: nothing is said
  bool is_text;
};

// Whatever --unseen says that it changes.
static bool is_unseen(const struct program *program,
                      const struct procedure *callee) {
  return !callee->is_defined && callee->kind == PROCEDURE_FUNCTION &&
         !callee->is_error && !callee->is_noreturn && !callee->is_absent &&
         callee->outside != OUTSIDE_KEEPS && callee->outside != OUTSIDE_FILLS &&
         !routine_row(name_text(program->names, callee->name));
}

static bool is_char(const struct program *program,
                    const struct ctype_info *info) {
  return info->kind == CTYPE_INT && info->bit_size == 8 &&
         !name_is_none(info->name) &&
         !strcmp(name_text(program->names, info->name), "char");
}

static struct returned returned_by(const struct program *program,
                                   const struct procedure *callee) {
  const struct ctype_table *types = program->types;
  struct returned nothing = {0};
  if (!callee->type.id || !is_unseen(program, callee))
    return nothing;
  const struct ctype_info *info = ctype_bare(types, callee->type);
  if (info->kind != CTYPE_FUNCTION || !info->target.id)
    return nothing;
  info = ctype_bare(types, info->target);
  if (info->kind != CTYPE_POINTER || !info->target.id)
    return nothing;
  info = ctype_bare(types, info->target);
  if (info->kind == CTYPE_VOID || info->kind == CTYPE_FUNCTION ||
      info->kind == CTYPE_UNKNOWN)
    return nothing;
  // One that the file does not know is only handed on.
  uint64_t size = info->bit_size ? info->bit_size / 8 : 1;
  return (struct returned){size, is_char(program, info)};
}

static struct returned returned_at(const struct program *program,
                                   const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id ||
      variable_is_none(op->call.target))
    return (struct returned){0};
  struct sort sort =
      term_sort(program->terms, program_term(program, op->call.target));
  if (!sort_equal(sort, sort_bits(program->pointer_width)))
    return (struct returned){0};
  return returned_by(program, program_procedure(program, op->call.callee));
}

// Edges

struct writing {
  struct program *program;
  struct procedure *procedure;
  struct edge call;
  struct location_id here;
};

static struct location_id add_location(struct writing *w) {
  return procedure_add_location(w->procedure, w->call.position);
}

static void add_edge(struct writing *w, struct location_id to,
                     struct operation op, enum undefined_reason undefined) {
  procedure_add_edge(w->procedure, (struct edge){.from = w->here,
                                                 .to = to,
                                                 .position = w->call.position,
                                                 .undefined = undefined,
                                                 .op = op});
}

static void emit(struct writing *w, struct operation op) {
  struct location_id to = add_location(w);
  add_edge(w, to, op, UNDEFINED_NONE);
  w->here = to;
}

static struct term number(const struct writing *w, uint64_t value) {
  return term_const(w->program->terms, w->program->pointer_width, value);
}

// A number of bytes that nobody knows.
static struct term any_size(struct writing *w) {
  struct program *program = w->program;
  const struct procedure *callee =
      program_procedure(program, w->call.op.call.callee);
  struct name name = intern_format(program->names, "%s.bytes",
                                   name_text(program->names, callee->name));
  struct variable size =
      program_add_variable(program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = name,
                                                  .text = name,
                                                  .owner = w->procedure->frame,
                                                  .is_made = true,
                                                  .position = w->call.position},
                           sort_bits(program->pointer_width));
  struct term value = program_term(program, size);
  struct term less = term_sub(program->terms, value, number(w, 1));
  emit(w, operation_havoc(program, &size, 1, ORIGIN_INPUT, name));
  emit(w, operation_assume(term_compare(program->terms, OP_ULT, less,
                                        number(w, USUAL_TEXT))));
  return value;
}

// Where the text is not null it ends; then on to where the call led.
static void assume_text(struct writing *w, struct term text) {
  struct term_table *terms = w->program->terms;
  struct term is_null = term_eq(terms, text, number(w, 0));
  add_edge(w, w->call.to, operation_assume(is_null), UNDEFINED_NONE);
  emit(w, operation_assume(term_not(terms, is_null)));
  struct operation ends = {.kind = OPERATION_INVALID};
  ends.invalid.access = ACCESS_STRING;
  ends.invalid.address = text;
  ends.invalid.size = number(w, UINT64_MAX);
  add_edge(w, w->procedure->undefined, ends, UNDEFINED_IMPOSSIBLE);
  add_edge(w, w->call.to, operation_skip(), UNDEFINED_NONE);
}

static void write_result(struct program *program, struct procedure *procedure,
                         uint32_t id, struct returned returned) {
  struct writing w = {program, procedure, procedure->edges.at[id], {0}};
  struct variable target = w.call.op.call.target;
  struct edge *call = &procedure->edges.at[id];
  call->op.call.target = (struct variable){0};
  w.here = add_location(&w);
  procedure->edges.at[id].to = w.here;
  struct term size =
      returned.is_text ? any_size(&w) : number(&w, returned.size);
  struct operation made = {.kind = OPERATION_ALLOCATE,
                           .allocate = {.target = target,
                                        .size = size,
                                        .alignment = 16,
                                        .kind = ALLOCATION_HEAP,
                                        .may_fail = true,
                                        .is_given = true}};
  emit(&w, made);
  if (returned.is_text)
    assume_text(&w, program_term(program, target));
  else
    add_edge(&w, w.call.to, operation_skip(), UNDEFINED_NONE);
}

static void write_in(struct program *program, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool is_changed = false;
  for (uint32_t i = 1; i < count; i++) {
    struct returned returned = returned_at(program, &procedure->edges.at[i].op);
    if (!returned.size)
      continue;
    write_result(program, procedure, i, returned);
    is_changed = true;
  }
  if (!is_changed)
    return;
  procedure_seal(procedure);
  pass_made(program, procedure, "usual results");
}

void usual_results_write(struct program *program) {
  uint32_t count = program->procedures.count;
  for (uint32_t i = 1; i < count; i++)
    if (program->procedures.at[i]->is_defined)
      write_in(program, program->procedures.at[i]);
}

// Texts

static void note_results(const struct program *program,
                         const struct procedure *procedure,
                         struct bitset *into) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind == OPERATION_CALL && op->call.callee.id &&
        returned_by(program, program_procedure(program, op->call.callee)).size)
      bitset_add(into, op->call.callee.id);
  }
}

bool usual_results_tell(const struct program *program,
                        struct procedure_id entry, struct strbuf *into) {
  struct callgraph graph;
  struct bitset found = {0};
  bool has_some = false;
  callgraph_init(&graph, program, entry);
  for (uint32_t i = 0; i < graph.order.count; i++)
    note_results(program, program_procedure(program, graph.order.at[i]),
                 &found);
  BITSET_EACH (id, &found) {
    const struct procedure *callee =
        program_procedure(program, (struct procedure_id){id});
    strbuf_format(into, "%s%s", has_some ? ", " : "",
                  name_text(program->names, callee->name));
    has_some = true;
  }
  bitset_release(&found);
  callgraph_release(&graph);
  return has_some;
}
