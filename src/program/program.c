// The program's tables and the makers of operations.
#include "program/program.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/draft.h"
#include "term/variables.h"

static const char *const undefined_texts[UNDEFINED_COUNT] = {
    [UNDEFINED_NONE] = "defined",
#define UNDEFINED(name, what) [UNDEFINED_##name] = what,
#include "program/undefined.def"
#undef UNDEFINED
};

const char *undefined_text(enum undefined_reason reason) {
  CHECK(reason < UNDEFINED_COUNT, "no undefined reason %d", (int)reason);
  return undefined_texts[reason];
}

// Life cycle

struct program *program_new(struct interner *names, unsigned pointer_width) {
  CHECK(pointer_width == 32 || pointer_width == 64, "pointers of %u bits",
        pointer_width);
  struct program *program = memory_new_zero(1, sizeof *program);
  program->names = names;
  program->terms = term_table_new(names);
  program->types = ctype_table_new(names);
  program->pointer_width = pointer_width;
  arena_init(&program->arena);
  variable_info_vec_resize(&program->variables, 1);
  object_info_vec_resize(&program->objects, 1);
  procedure_vec_resize(&program->procedures, 1);
  return program;
}

void procedure_free(struct procedure *procedure) {
  if (!procedure)
    return;
  variable_vec_release(&procedure->parameters);
  passing_vec_release(&procedure->passing);
  variable_vec_release(&procedure->variables);
  object_vec_release(&procedure->objects);
  location_vec_release(&procedure->locations);
  edge_vec_release(&procedure->edges);
  procedure_source_vec_release(&procedure->sources);
  free(procedure);
}

void program_free(struct program *program) {
  if (!program)
    return;
  program_check_frozen(program);
  for (uint32_t i = 1; i < program->procedures.count; i++)
    procedure_free(program->procedures.at[i]);
  variable_info_vec_release(&program->variables);
  object_info_vec_release(&program->objects);
  procedure_vec_release(&program->procedures);
  variable_vec_release(&program->variable_of_term);
  procedure_id_vec_release(&program->constructors);
  procedure_id_vec_release(&program->destructors);
  limitation_vec_release(&program->limitations);
  arena_release(&program->arena);
  if (!program->frozen) {
    ctype_table_free(program->types);
    term_table_free(program->terms);
  }
  free(program);
}

// Queries

struct variable_info *program_variable(const struct program *program,
                                       struct variable variable) {
  CHECK(variable.id && variable.id < program->variables.count, "no variable %u",
        variable.id);
  return &program->variables.at[variable.id];
}

struct object_info *program_object(const struct program *program,
                                   struct object_id object) {
  CHECK(object.id && object.id < program->objects.count, "no object %u",
        object.id);
  return &program->objects.at[object.id];
}

struct procedure *program_procedure(const struct program *program,
                                    struct procedure_id procedure) {
  CHECK(procedure.id && procedure.id < program->procedures.count,
        "no procedure %u", procedure.id);
  return program->procedures.at[procedure.id];
}

bool is_assumed(const struct procedure *callee) {
  return callee->kind == PROCEDURE_ASSUMED ||
         callee->kind == PROCEDURE_ASSUMED_BODY;
}

bool call_can_write(const struct program *program, const struct operation *call,
                    struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind != VARIABLE_GLOBAL)
    return false;
  if (!call->call.callee.id)
    return true;
  const struct procedure *callee =
      program_procedure(program, call->call.callee);
  if (callee->outside == OUTSIDE_LISTED || callee->outside == OUTSIDE_LED)
    return info->is_listed;
  return callee->outside == OUTSIDE_WRITES &&
         (!info->is_hidden ||
          (!info->is_fixed && callee->kind == PROCEDURE_ASSUMED_BODY));
}

bool is_procedure_named(const char *procedure, const char *name) {
  size_t length = strlen(name);
  if (strncmp(procedure, name, length))
    return false;
  const char *rest = procedure + length;
  return !*rest ||
         (*rest == '.' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]);
}

struct procedure *program_find_kind(const struct program *program,
                                    enum procedure_kind kind,
                                    const char *name) {
  struct name wanted = intern_lookup(program->names, name);
  if (name_is_none(wanted))
    return NULL;
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (program->procedures.at[i]->kind == kind &&
        name_equal(program->procedures.at[i]->name, wanted))
      return program->procedures.at[i];
  return NULL;
}

struct procedure *program_find(const struct program *program,
                               const char *name) {
  return program_find_kind(program, PROCEDURE_FUNCTION, name);
}

struct term program_term(const struct program *program,
                         struct variable variable) {
  return program_variable(program, variable)->term;
}

struct variable program_variable_of(const struct program *program,
                                    struct term t) {
  uint32_t index = term_variable_index(program->terms, t);
  if (index >= program->variable_of_term.count)
    return (struct variable){0};
  return program->variable_of_term.at[index];
}

void program_variables_in(const struct program *program,
                          const struct term *terms, uint32_t count,
                          struct variable_vec *into) {
  struct term_vec parts = {0};
  term_variables(program->terms, terms, count, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    if (!variable_is_none(variable))
      variable_vec_push(into, variable);
  }
  term_vec_release(&parts);
}

bool program_mark_variables(const struct program *program, struct term t,
                            struct bitset *into) {
  struct variable_vec variables = {0};
  bool is_new = false;
  program_variables_in(program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    is_new |= bitset_add(into, variables.at[i].id);
  variable_vec_release(&variables);
  return is_new;
}

bool program_has_only(const struct program *program, struct term t,
                      unsigned kinds) {
  struct term_vec parts = {0};
  bool is_so = true;
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && is_so; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    is_so = !variable_is_none(variable) &&
            kinds >> program_variable(program, variable)->kind & 1;
  }
  term_vec_release(&parts);
  return is_so;
}

bool program_is_of_machine(const struct program *program,
                           const struct operation *op) {
  if (op->kind != OPERATION_HAVOC || op->havoc.origin != ORIGIN_APPROXIMATION)
    return false;
  const char *what = name_text(program->names, op->havoc.what);
  return !strcmp(what, OF_ASSEMBLY) || !strcmp(what, OF_MACHINE);
}

void program_variables_read(const struct program *program,
                            const struct operation *op,
                            struct variable_vec *into) {
  struct term_vec terms = {0};
  operation_terms(op, &terms);
  program_variables_in(program, terms.at, terms.count, into);
  term_vec_release(&terms);
}

// Building

static void check_writable(const struct program *program) {
  DCHECK(!program->is_frozen, "a write to a frozen program");
}

static struct procedure *procedure_new(struct name name) {
  struct procedure *procedure = memory_new_zero(1, sizeof *procedure);
  procedure->name = name;
  location_vec_resize(&procedure->locations, 1);
  edge_vec_resize(&procedure->edges, 1);
  return procedure;
}

struct procedure *program_add_procedure(struct program *program,
                                        struct name name) {
  struct procedure *procedure = procedure_new(name);
  check_writable(program);
  procedure->self.id = procedure_vec_push(&program->procedures, procedure);
  procedure->frame = procedure->self;
  return procedure;
}

struct procedure *procedure_new_form(struct program *program,
                                     const struct procedure *from,
                                     const char *form) {
  struct procedure *made = procedure_new(intern_format(
      program->names, "%s (%s)", name_text(program->names, from->name), form));
  made->type = from->type;
  made->position = from->position;
  made->frame = from->frame;
  made->is_defined = true;
  made->is_noreturn = from->is_noreturn;
  made->is_variadic = from->is_variadic;
  made->is_internal = from->is_internal;
  made->result = from->result;
  made->variadic = from->variadic;
  passing_vec_append(&made->passing, from->passing.at, from->passing.count);
  variable_vec_append(&made->parameters, from->parameters.at,
                      from->parameters.count);
  return made;
}

void program_take(struct program *program, struct procedure *form) {
  check_writable(program);
  form->self.id = procedure_vec_push(&program->procedures, form);
}

struct variable program_add_variable(struct program *program,
                                     struct variable_info info,
                                     struct sort sort) {
  struct variable variable = {program->variables.count};
  check_writable(program);
  info.term = term_variable(program->terms, info.name, sort);
  if (info.owner.id)
    info.slot = variable_vec_push(
        &program_procedure(program, info.owner)->variables, variable);
  else
    info.slot = program->global_count++;
  uint32_t index = term_variable_index(program->terms, info.term);
  variable_vec_resize(&program->variable_of_term, index + 1);
  program->variable_of_term.at[index] = variable;
  variable_info_vec_push(&program->variables, info);
  return variable;
}

// Frame objects belong to one procedure and so do their addresses. Every other
// address may occur anywhere, that of a label in a global table too.
static struct variable add_address(struct program *program,
                                   struct object_id object,
                                   const struct object_info *info) {
  struct name name = info->name;
  if (info->kind != OBJECT_STRING)
    name = intern_format(program->names, "&%s",
                         name_text(program->names, info->name));
  struct variable_info address = {.kind = VARIABLE_ADDRESS,
                                  .name = name,
                                  .text = name,
                                  .object = object,
                                  .position = info->position};
  if (info->kind == OBJECT_FRAME)
    address.owner = info->owner;
  return program_add_variable(program, address,
                              sort_bits(program->pointer_width));
}

struct object_id program_add_object(struct program *program,
                                    struct object_info info) {
  struct object_id object = {program->objects.count};
  check_writable(program);
  if (info.kind == OBJECT_FRAME)
    object_vec_push(&program_procedure(program, info.owner)->objects, object);
  info.address = add_address(program, object, &info);
  object_info_vec_push(&program->objects, info);
  return object;
}

void program_add_limitation(struct program *program,
                            struct limitation limitation) {
  check_writable(program);
  limitation_vec_push(&program->limitations, limitation);
}

// Operations

struct operation operation_assign(struct program *program,
                                  const struct binding *bindings,
                                  uint32_t count) {
  struct operation op = {.kind = OPERATION_ASSIGN};
  op.assign.count = count;
  if (count)
    op.assign.bindings =
        arena_copy(&program->arena, bindings, count * sizeof *bindings);
  return op;
}

struct operation operation_assign_one(struct program *program,
                                      struct variable target,
                                      struct term value) {
  struct binding binding = {target, value};
  return operation_assign(program, &binding, 1);
}

struct operation operation_skip(void) {
  return (struct operation){.kind = OPERATION_ASSIGN};
}

struct operation operation_assume(struct term condition) {
  return (struct operation){.kind = OPERATION_ASSUME,
                            .assume.condition = condition};
}

struct operation operation_havoc(struct program *program,
                                 const struct variable *targets, uint32_t count,
                                 enum havoc_origin origin, struct name what) {
  struct operation op = {.kind = OPERATION_HAVOC};
  op.havoc.count = count;
  op.havoc.origin = origin;
  op.havoc.what = what;
  if (count)
    op.havoc.targets =
        arena_copy(&program->arena, targets, count * sizeof *targets);
  return op;
}

struct operation operation_unsupported(struct name what) {
  return (struct operation){.kind = OPERATION_UNSUPPORTED,
                            .unsupported.what = what};
}

struct operation operation_doubt(struct name what) {
  return (struct operation){.kind = OPERATION_UNSUPPORTED,
                            .unsupported = {.what = what, .is_doubt = true}};
}

struct term *program_copy_terms(struct program *program,
                                const struct term *terms, uint32_t count) {
  if (!count)
    return NULL;
  return arena_copy(&program->arena, terms, count * sizeof *terms);
}
