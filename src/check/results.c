#include "check/results.h"

#include <string.h>

#include "check/write_in.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "program/pass.h"

// What a pointer that is returned is, and leads to.
struct returned {
  enum result_kind kind;
  uint64_t size;     // in bytes; 0: what arguments say, or nobody knows
  uint32_t sizes[2]; // 1 + an argument whose product it is; 0: none
  bool is_text;
  bool may_be_null;
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

// The pointer that the callee returns, or null.
static const struct ctype_info *pointer(const struct program *program,
                                        const struct procedure *callee) {
  const struct ctype_table *types = program->types;
  const struct ctype_info *info = ctype_bare(types, callee->type);
  if (!callee->type.id || info->kind != CTYPE_FUNCTION || !info->target.id)
    return NULL;
  info = ctype_bare(types, info->target);
  return info->kind == CTYPE_POINTER ? info : NULL;
}

// What it points to; null where the callee returns no pointer, or it is not
// known to what.
static const struct ctype_info *pointee(const struct program *program,
                                        const struct procedure *callee) {
  const struct ctype_info *info = pointer(program, callee);
  if (!info || !info->target.id)
    return NULL;
  info = ctype_bare(program->types, info->target);
  return info->kind == CTYPE_VOID || info->kind == CTYPE_FUNCTION ||
                 info->kind == CTYPE_UNKNOWN
             ? NULL
             : info;
}

// By attributes.
static struct returned declared(const struct program *program,
                                const struct procedure *callee) {
  const struct attributes *said = &callee->attributes;
  const struct ctype_info *info = pointee(program, callee);
  struct returned returned = {.sizes = {said->sizes[0], said->sizes[1]},
                              .may_be_null = !said->gives_nonnull};
  if (said->gives_nonnull)
    returned.kind = RESULT_NONNULL;
  if (said->gives_new && (said->sizes[0] || info))
    returned.kind = RESULT_NEW;
  if (returned.kind == RESULT_NEW && !said->sizes[0] && !is_char(program, info))
    returned.size = info->bit_size ? info->bit_size / 8 : 1;
  return returned;
}

static bool is_size(const struct program *program, struct ctype type) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  return info->kind == CTYPE_INT && !info->is_signed &&
         info->bit_size == program->pointer_width;
}

// A `void *`: of a wrapper of malloc or calloc, or of anything else.
static struct returned usual_memory(const struct program *program,
                                    const struct procedure *callee) {
  const struct ctype_info *type = ctype_bare(program->types, callee->type);
  const char *name = name_text(program->names, callee->name);
  struct returned returned = {.kind = RESULT_NO_MARK, .may_be_null = true};
  uint32_t count = 0;
  bool takes_pointers = false;
  for (uint32_t i = 0; i < type->parameter_count; i++) {
    struct ctype parameter = type->parameters[i];
    takes_pointers |=
        ctype_bare(program->types, parameter)->kind == CTYPE_POINTER;
    if (is_size(program, parameter) && count++ < 2)
      returned.sizes[count - 1] = i + 1;
  }
  if (strstr(name, "alloc") && !strstr(name, "align") && count && count <= 2 &&
      !takes_pointers)
    returned.kind = RESULT_ROOM;
  return returned;
}

static struct returned returned_by(const struct program *program,
                                   const struct procedure *callee,
                                   bool is_usual) {
  struct returned returned = {0};
  if (!is_unseen(program, callee))
    return returned;
  if (program->starting.is_declared)
    returned = declared(program, callee);
  const struct ctype_info *info = pointee(program, callee);
  bool has_size = returned.kind == RESULT_NEW && callee->attributes.sizes[0];
  if (is_usual && !info && returned.kind == RESULT_ANY &&
      pointer(program, callee))
    return usual_memory(program, callee);
  if (has_size || !is_usual || !info)
    return returned;
  // One that the file does not know is only handed on.
  return (struct returned){.kind = RESULT_USUAL,
                           .size = info->bit_size ? info->bit_size / 8 : 1,
                           .is_text = is_char(program, info),
                           .may_be_null = returned.kind == RESULT_ANY ||
                                          returned.may_be_null};
}

static struct returned returned_at(const struct program *program,
                                   const struct operation *op, bool is_usual) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id ||
      variable_is_none(op->call.target))
    return (struct returned){0};
  struct sort sort =
      term_sort(program->terms, program_term(program, op->call.target));
  if (!sort_equal(sort, sort_bits(program->pointer_width)))
    return (struct returned){0};
  return returned_by(program, program_procedure(program, op->call.callee),
                     is_usual);
}

// ---- Edges ------------------------------------------------------------------

struct writing {
  struct write_in w;
  struct edge call;
  struct returned returned;
};

// A number of bytes that nobody knows.
static struct term any_size(struct writing *writing) {
  struct write_in *w = &writing->w;
  struct program *program = w->program;
  const struct procedure *callee =
      program_procedure(program, writing->call.op.call.callee);
  struct name name = intern_format(program->names, "%s.bytes",
                                   name_text(program->names, callee->name));
  struct variable size =
      program_add_variable(program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = name,
                                                  .text = name,
                                                  .owner = w->procedure->frame,
                                                  .is_made = true,
                                                  .position = w->position},
                           sort_bits(program->pointer_width));
  struct term value = program_term(program, size);
  struct term less = term_sub(program->terms, value, write_in_number(w, 1));
  write_in_step(w, operation_havoc(program, &size, 1, ORIGIN_INPUT, name));
  write_in_step(w,
                operation_assume(term_compare(program->terms, OP_ULT, less,
                                              write_in_number(w, USUAL_TEXT))));
  return value;
}

// The argument that alloc_size names, as wide as a pointer; none if the call
// has no such argument.
static struct term size_argument(const struct writing *writing,
                                 uint32_t which) {
  const struct program *program = writing->w.program;
  const struct operation *op = &writing->call.op;
  uint32_t number = writing->returned.sizes[which];
  if (!number || number > op->call.count)
    return (struct term){0};
  struct term value = op->call.arguments[number - 1];
  // What is negative is as much as no object has, as in C.
  return term_resize(program->terms, program->pointer_width, true, value);
}

// As many bytes as the arguments say; where their product does not fit there is
// no such memory, and the result is null.
static struct term declared_size(struct writing *writing,
                                 struct variable target) {
  struct write_in *w = &writing->w;
  struct term_table *terms = w->program->terms;
  struct term first = size_argument(writing, 0);
  struct term second = size_argument(writing, 1);
  if (term_is_none(first) || term_is_none(second))
    return first;
  struct term zero = write_in_number(w, 0);
  struct term most = write_in_number(w, UINT64_MAX);
  struct term right = term_compare(
      terms, OP_ULT, term_binary(terms, OP_UDIV, most, first), second);
  struct term wrong =
      term_and(terms, term_not(terms, term_eq(terms, first, zero)), right);
  if (!term_is_false(terms, wrong)) {
    struct location_id here = w->here;
    write_in_step(w, operation_assume(wrong));
    if (writing->returned.may_be_null)
      write_in_edge(w, writing->call.to,
                    operation_assign_one(w->program, target, zero),
                    UNDEFINED_NONE);
    w->here = here;
    write_in_step(w, operation_assume(term_not(terms, wrong)));
  }
  return term_binary(terms, OP_MUL, first, second);
}

static struct term size_of(struct writing *writing, struct variable target) {
  const struct returned *returned = &writing->returned;
  struct term declared = {0};
  if (returned->kind == RESULT_NEW || returned->kind == RESULT_ROOM)
    declared = declared_size(writing, target);
  if (!term_is_none(declared))
    return declared;
  return returned->is_text || !returned->size
             ? any_size(writing)
             : write_in_number(&writing->w, returned->size);
}

// Where the text is not null it ends; then on to where the call led.
static void assume_text(struct writing *writing, struct term text) {
  struct write_in *w = &writing->w;
  struct term_table *terms = w->program->terms;
  struct term is_null = term_eq(terms, text, write_in_number(w, 0));
  write_in_edge(w, writing->call.to, operation_assume(is_null), UNDEFINED_NONE);
  write_in_step(w, operation_assume(term_not(terms, is_null)));
  write_in_string(w, text, false);
}

static void write_new(struct writing *writing, struct variable target) {
  struct write_in *w = &writing->w;
  struct term size = size_of(writing, target);
  struct operation made = {
      .kind = OPERATION_ALLOCATE,
      .allocate = {.target = target,
                   .size = size,
                   .alignment = 16,
                   .kind = ALLOCATION_HEAP,
                   .may_fail = writing->returned.may_be_null,
                   .is_given = true}};
  write_in_step(w, made);
  if (writing->returned.is_text)
    assume_text(writing, program_term(w->program, target));
}

// Addresses are not in the first page, nor in the last; null is, where it may
// come.
static void assume_address(struct writing *writing, struct term result) {
  enum { PAGE = 4096 };
  struct write_in *w = &writing->w;
  struct term_table *terms = w->program->terms;
  struct term behind = term_sub(terms, result, write_in_number(w, PAGE));
  struct term most = write_in_number(w, (uint64_t)0 - 2 * PAGE);
  struct term is_address = term_compare(terms, OP_ULT, behind, most);
  if (writing->returned.kind == RESULT_NO_MARK)
    is_address = term_or(terms, is_address,
                         term_eq(terms, result, write_in_number(w, 0)));
  write_in_step(w, operation_assume(is_address));
}

static void write_result(struct program *program, struct procedure *procedure,
                         uint32_t id, struct returned returned) {
  struct edge *call = &procedure->edges.at[id];
  struct writing writing = {.w = {program, procedure, call->position, {0}},
                            .call = *call,
                            .returned = returned};
  struct variable target = call->op.call.target;
  bool is_new =
      returned.kind != RESULT_NONNULL && returned.kind != RESULT_NO_MARK;
  if (is_new)
    call->op.call.target = (struct variable){0};
  writing.w.here = write_in_location(&writing.w);
  procedure->edges.at[id].to = writing.w.here;
  if (is_new)
    write_new(&writing, target);
  else
    assume_address(&writing, program_term(program, target));
  write_in_edge(&writing.w, writing.call.to, operation_skip(), UNDEFINED_NONE);
}

static void write_in(struct program *program, struct procedure *procedure,
                     bool is_usual) {
  uint32_t count = procedure->edges.count;
  bool is_changed = false;
  for (uint32_t i = 1; i < count; i++) {
    struct returned returned =
        returned_at(program, &procedure->edges.at[i].op, is_usual);
    if (returned.kind == RESULT_ANY)
      continue;
    write_result(program, procedure, i, returned);
    is_changed = true;
  }
  if (!is_changed)
    return;
  procedure_seal(procedure);
  pass_made(program, procedure, "results");
}

void results_write(struct program *program, bool is_usual) {
  uint32_t count = program->procedures.count;
  for (uint32_t i = 1; i < count; i++)
    if (program->procedures.at[i]->is_defined)
      write_in(program, program->procedures.at[i], is_usual);
}

// ---- Texts ------------------------------------------------------------------

static void note_results(const struct program *program,
                         const struct procedure *procedure, bool is_usual,
                         enum result_kind kind, struct bitset *into) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind == OPERATION_CALL && op->call.callee.id &&
        returned_by(program, program_procedure(program, op->call.callee),
                    is_usual)
                .kind == kind)
      bitset_add(into, op->call.callee.id);
  }
}

bool results_tell(const struct program *program, struct procedure_id entry,
                  bool is_usual, enum result_kind kind, struct strbuf *into) {
  struct callgraph graph;
  struct bitset found = {0};
  bool has_some = false;
  callgraph_init(&graph, program, entry);
  for (uint32_t i = 0; i < graph.order.count; i++)
    note_results(program, program_procedure(program, graph.order.at[i]),
                 is_usual, kind, &found);
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
