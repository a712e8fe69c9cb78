// The program's tables and the shape of each automaton; validate_operation.c
// looks at what the edges do. Everything is visited once, terms once per
// procedure that mentions them. Nothing here trusts a handle before it was
// checked.
#include "program/validate.h"

#include <stdarg.h>

#include "base/bitset.h"
#include "base/check.h"
#include "base/memory.h"
#include "program/internal.h"

enum { MAX_REPORTS = 20 };

static void print_edge_place(const struct validator *v, struct strbuf *out) {
  const struct edge *edge = v->edge;
  strbuf_format(out, ": edge %u (", (uint32_t)(edge - v->procedure->edges.at));
  listing_location(v->procedure, edge->from, out);
  strbuf_add(out, " -> ");
  listing_location(v->procedure, edge->to, out);
  strbuf_add(out, ")");
  if (!position_is_known(edge->position))
    return;
  strbuf_add(out, " at ");
  position_print(v->program->names, edge->position, out);
}

void validator_report(struct validator *v, const char *format, ...) {
  if (v->violations++ >= MAX_REPORTS)
    return;
  strbuf_add(v->errors, v->procedure
                            ? name_text(v->program->names, v->procedure->name)
                            : "program");
  if (v->edge)
    print_edge_place(v, v->errors);
  strbuf_add(v->errors, ": ");
  va_list args;
  va_start(args, format);
  strbuf_vformat(v->errors, format, args);
  va_end(args);
  strbuf_char(v->errors, '\n');
}

static const char *text_of(const struct validator *v, struct name name) {
  return name_text(v->program->names, name);
}

const char *validate_name(const struct validator *v, struct variable variable) {
  return text_of(v, program_variable(v->program, variable)->name);
}

bool validate_is_term(const struct validator *v, struct term t) {
  return t.id && t.id <= term_count(v->program->terms);
}

static bool is_procedure(const struct validator *v, struct procedure_id id) {
  return id.id && id.id < v->program->procedures.count;
}

static bool is_variable(const struct validator *v, struct variable variable) {
  return variable.id && variable.id < v->program->variables.count;
}

// Scopes

static void check_scope_of(struct validator *v, struct term t) {
  struct variable variable = program_variable_of(v->program, t);
  if (variable_is_none(variable)) {
    validator_report(v, "uses `%s`, which is not a variable of the program",
                     text_of(v, term_variable_name(v->program->terms, t)));
    return;
  }
  struct procedure_id owner = program_variable(v->program, variable)->owner;
  if (owner.id && (!v->procedure || owner.id != v->procedure->frame.id))
    validator_report(v, "uses `%s` of another procedure",
                     validate_name(v, variable));
}

static void see(struct validator *v, struct term t) {
  if (v->seen[t.id] == v->pass)
    return;
  v->seen[t.id] = v->pass;
  term_vec_push(&v->pending, t);
}

void validate_scope(struct validator *v, struct term root) {
  const struct term_table *terms = v->program->terms;
  see(v, root);
  while (v->pending.count) {
    struct term t = term_vec_pop(&v->pending);
    if (term_op(terms, t) == OP_VAR)
      check_scope_of(v, t);
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      see(v, term_operand(terms, t, i));
  }
}

// Variables

static bool has_own_term(const struct validator *v, struct variable variable) {
  struct term t = v->program->variables.at[variable.id].term;
  return validate_is_term(v, t) && term_op(v->program->terms, t) == OP_VAR &&
         variable_equal(program_variable_of(v->program, t), variable);
}

static bool has_own_slot(const struct validator *v, struct variable variable) {
  const struct variable_info *info = &v->program->variables.at[variable.id];
  if (!info->owner.id)
    return info->slot < v->program->global_count;
  if (!is_procedure(v, info->owner))
    return false;
  const struct procedure *owner = program_procedure(v->program, info->owner);
  return info->slot < owner->variables.count &&
         variable_equal(owner->variables.at[info->slot], variable);
}

static void check_initial(struct validator *v,
                          const struct variable_info *info) {
  const struct term_table *terms = v->program->terms;
  if (term_is_none(info->initial))
    return;
  const char *name = text_of(v, info->name);
  if (info->kind != VARIABLE_GLOBAL)
    validator_report(v, "`%s` is not global but has an initial value", name);
  else if (!validate_is_term(v, info->initial))
    validator_report(v, "the initial value of `%s` is no term", name);
  else if (!sort_equal(term_sort(terms, info->initial),
                       term_sort(terms, info->term)))
    validator_report(v, "the initial value of `%s` has another sort", name);
  else
    validate_scope(v, info->initial);
}

static bool check_variable(struct validator *v, struct variable variable) {
  const struct variable_info *info = &v->program->variables.at[variable.id];
  const char *name = text_of(v, info->name);
  if (!has_own_term(v, variable))
    validator_report(v, "variable `%s` does not own its term", name);
  else if (sort_is_array(term_sort(v->program->terms, info->term)) &&
           info->kind != VARIABLE_GLOBAL)
    validator_report(v, "variable `%s` is an array", name);
  else if (!has_own_slot(v, variable))
    validator_report(v, "variable `%s` is not in its owner's list", name);
  else
    return true;
  return false;
}

// A procedure's lists and its variables point at each other, and parameters
// come first.
static bool owns_variables(const struct validator *v,
                           const struct procedure *procedure) {
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    struct variable variable = procedure->variables.at[i];
    if (!is_variable(v, variable))
      return false;
    const struct variable_info *info = program_variable(v->program, variable);
    if (info->owner.id != procedure->frame.id || info->slot != i)
      return false;
  }
  const struct variable_vec *owned =
      &program_procedure(v->program, procedure->frame)->variables;
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    if (i >= owned->count ||
        !variable_equal(procedure->parameters.at[i], owned->at[i]))
      return false;
  return true;
}

static bool check_lists(struct validator *v, struct procedure *procedure) {
  v->procedure = procedure;
  bool is_sound = owns_variables(v, procedure);
  if (!is_sound)
    validator_report(v, "its lists of variables are damaged");
  else if (procedure->function.id >= v->program->objects.count)
    validator_report(v, "has no object for its address");
  v->procedure = NULL;
  return is_sound;
}

// Objects

static bool owns_address(const struct validator *v, struct object_id object) {
  struct variable address = v->program->objects.at[object.id].address;
  if (!is_variable(v, address))
    return false;
  const struct variable_info *info = program_variable(v->program, address);
  return info->kind == VARIABLE_ADDRESS && info->object.id == object.id;
}

static bool has_valid_owner(const struct validator *v,
                            const struct object_info *object) {
  if (object->kind == OBJECT_FUNCTION)
    return is_procedure(v, object->procedure);
  if (object->kind == OBJECT_FRAME)
    return is_procedure(v, object->owner);
  return true;
}

static void check_relocation(struct validator *v,
                             const struct object_info *object,
                             const struct relocation *hole) {
  const char *name = text_of(v, object->name);
  if (!validate_is_term(v, hole->value) ||
      !sort_is_bits(term_sort(v->program->terms, hole->value))) {
    validator_report(v, "a relocation of object `%s` is not bits", name);
    return;
  }
  uint64_t bytes = (term_width(v->program->terms, hole->value) + 7) / 8;
  if (object->size < bytes || hole->offset > object->size - bytes)
    validator_report(v, "a relocation lies outside object `%s`", name);
  validate_scope(v, hole->value);
}

static bool check_object(struct validator *v, struct object_id id) {
  const struct object_info *object = &v->program->objects.at[id.id];
  const char *name = text_of(v, object->name);
  if (!owns_address(v, id))
    validator_report(v, "object `%s` does not own its address", name);
  else if (!has_valid_owner(v, object))
    validator_report(v, "object `%s` belongs to no procedure", name);
  else if (object->alignment & (object->alignment - 1))
    validator_report(v, "object `%s` is aligned to %u", name,
                     object->alignment);
  else
    return true;
  return false;
}

static void check_procedure_list(struct validator *v, const char *what,
                                 const struct procedure_id_vec *list) {
  for (uint32_t i = 0; i < list->count; i++)
    if (!is_procedure(v, list->at[i]))
      validator_report(v, "a %s is no procedure", what);
}

// The tables that everything else refers to. When they are damaged there is
// no point in going on.
static bool check_tables(struct validator *v) {
  const struct program *program = v->program;
  bool is_sound = true;
  for (uint32_t i = 1; i < program->variables.count; i++)
    is_sound &= check_variable(v, (struct variable){i});
  for (uint32_t i = 1; i < program->objects.count; i++)
    is_sound &= check_object(v, (struct object_id){i});
  for (uint32_t i = 1; i < program->procedures.count; i++)
    is_sound &= check_lists(v, program->procedures.at[i]);
  return is_sound;
}

static void check_globals(struct validator *v) {
  const struct program *program = v->program;
  v->pass++;
  for (uint32_t i = 1; i < program->variables.count; i++)
    check_initial(v, &program->variables.at[i]);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *object = &program->objects.at[i];
    for (uint32_t k = 0; k < object->relocation_count; k++)
      check_relocation(v, object, &object->relocations[k]);
  }
  if (program->entry.id && !is_procedure(v, program->entry))
    validator_report(v, "the entry is no procedure");
  check_procedure_list(v, "constructor", &program->constructors);
  check_procedure_list(v, "destructor", &program->destructors);
}

// Automata

static bool is_location(const struct validator *v,
                        struct location_id location) {
  return location.id && location.id < v->procedure->locations.count;
}

// The out-edges of the locations, one after the other, are the edges.
static bool is_indexed(const struct procedure *procedure) {
  uint32_t next = 1;
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    const struct location *location = &procedure->locations.at[i];
    if (location->first_out != next ||
        location->out_count > procedure->edges.count - next)
      return false;
    for (uint32_t k = 0; k < location->out_count; k++)
      if (procedure->edges.at[next + k].from.id != i)
        return false;
    next += location->out_count;
  }
  return next == procedure->edges.count;
}

static bool check_shape(struct validator *v) {
  const struct procedure *procedure = v->procedure;
  if (!is_location(v, procedure->entry))
    validator_report(v, "has no entry");
  else if (!is_location(v, procedure->exit))
    validator_report(v, "has no exit");
  else if (!is_location(v, procedure->undefined))
    validator_report(v, "has no undefined location");
  else if (!procedure->is_sealed)
    validator_report(v, "is not sealed");
  else if (!is_indexed(procedure))
    validator_report(v, "its edges are not sorted by source");
  else
    return true;
  return false;
}

static bool check_ends(struct validator *v) {
  const struct procedure *procedure = v->procedure;
  const struct edge *edge = v->edge;
  if (!is_location(v, edge->to)) {
    validator_report(v, "leads to no location");
    return false;
  }
  bool to_undefined = edge->to.id == procedure->undefined.id;
  bool to_exit = edge->to.id == procedure->exit.id;
  bool has_reason = edge->undefined != UNDEFINED_NONE;
  if (edge->from.id == procedure->exit.id)
    validator_report(v, "leaves the exit");
  if (edge->from.id == procedure->undefined.id)
    validator_report(v, "leaves the undefined location");
  if (edge->undefined >= UNDEFINED_COUNT || to_undefined != has_reason)
    validator_report(v, to_undefined ? "leads to undefined without a reason"
                                     : "has a reason but does not lead to "
                                       "undefined");
  if (to_exit != (edge->op.kind == OPERATION_RETURN))
    validator_report(v, to_exit ? "leads to the exit but does not return"
                                : "returns but does not lead to the exit");
  return true;
}

// What passes no more is still an edge, and no part of a branch.
static bool is_assumption(const struct validator *v, const struct edge *edge) {
  return edge->op.kind == OPERATION_ASSUME &&
         !term_is_false(v->program->terms, edge->op.assume.condition);
}

// Two assumptions at one location are a branch.
static void check_branch(struct validator *v, const struct location *location) {
  const struct edge *branches[2];
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &v->procedure->edges.at[location->first_out + i];
    if (!is_assumption(v, edge))
      continue;
    if (count < 2)
      branches[count] = edge;
    count++;
  }
  if (count != 2)
    return;
  struct term first = branches[0]->op.assume.condition;
  struct term second = branches[1]->op.assume.condition;
  struct term_table *terms = v->program->terms;
  v->edge = branches[1];
  if (validate_is_term(v, first) && validate_is_term(v, second) &&
      sort_is_bool(term_sort(terms, first)) &&
      !term_equal(term_not(terms, first), second))
    validator_report(v, "the conditions of the branch are not complements");
  v->edge = NULL;
}

// Sealing drops what cannot be reached, exit and undefined aside.
static void check_reached(struct validator *v) {
  const struct procedure *procedure = v->procedure;
  struct bitset seen = {0};
  struct u32_vec pending = {0};
  u32_vec_push(&pending, procedure->entry.id);
  bitset_add(&seen, procedure->entry.id);
  while (pending.count) {
    const struct location *from =
        &procedure->locations.at[u32_vec_pop(&pending)];
    for (uint32_t i = 0; i < from->out_count; i++) {
      uint32_t to = procedure->edges.at[from->first_out + i].to.id;
      if (bitset_add(&seen, to))
        u32_vec_push(&pending, to);
    }
  }
  bitset_add(&seen, procedure->exit.id);
  bitset_add(&seen, procedure->undefined.id);
  if (bitset_count(&seen) + 1 != procedure->locations.count)
    validator_report(v, "has locations that nothing reaches");
  bitset_release(&seen);
  u32_vec_release(&pending);
}

static void check_procedure(struct validator *v) {
  const struct procedure *procedure = v->procedure;
  if (!procedure->is_defined) {
    if (procedure->locations.count > 1)
      validator_report(v, "has locations but is not defined");
    return;
  }
  if (!check_shape(v))
    return;
  v->pass++;
  bool has_ends = true;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    v->edge = &procedure->edges.at[i];
    v->step++;
    has_ends &= check_ends(v);
    if (is_location(v, v->edge->to))
      validate_operation(v);
  }
  v->edge = NULL;
  if (has_ends)
    check_reached(v);
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    check_branch(v, &procedure->locations.at[i]);
}

static void check_program(struct validator *v) {
  if (!check_tables(v))
    return;
  check_globals(v);
  for (uint32_t i = 1; i < v->program->procedures.count; i++) {
    v->procedure = v->program->procedures.at[i];
    check_procedure(v);
  }
}

static struct validator validator_of(const struct program *program,
                                     struct strbuf *errors) {
  uint32_t terms = term_count(program->terms) + 1;
  return (struct validator){
      .program = program,
      .errors = errors,
      .seen = memory_new_zero(terms, sizeof(uint32_t)),
      .written = memory_new_zero(program->variables.count, sizeof(uint32_t))};
}

static bool validator_end(struct validator *v) {
  free(v->seen);
  free(v->written);
  term_vec_release(&v->pending);
  term_vec_release(&v->terms);
  variable_vec_release(&v->targets);
  return v->violations == 0;
}

bool program_validate(const struct program *program, struct strbuf *errors) {
  struct validator v = validator_of(program, errors);
  check_program(&v);
  return validator_end(&v);
}

bool procedure_validate(const struct program *program,
                        const struct procedure *procedure,
                        struct strbuf *errors) {
  struct validator v = validator_of(program, errors);
  if (check_tables(&v)) {
    v.procedure = procedure;
    check_procedure(&v);
  }
  return validator_end(&v);
}
