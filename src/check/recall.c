#include "check/recall.h"

#include "library/routine.h"
#include "memory/component.h"
#include "program/callgraph.h"

// What the functions do that are called inside of themselves, and those that
// they call, all together.
struct conduct {
  struct program *program;
  const struct callgraph *graph;
  struct bitset kept;    // functions that a cycle of calls goes through
  struct bitset reached; // procedures, by id
  struct procedure_id_vec open;
  struct bitset written; // globals that are written
  struct bitset used;    // variables without an owner: what they hold, or
                         // the object whose address they are
  bool frees, writes, links;
  bool has_shared_pointer; // in some union
  bool is_strange;         // it cannot be summed up
};

static void reach(struct conduct *c, struct procedure_id id) {
  if (program_procedure(c->program, id)->is_defined &&
      bitset_add(&c->reached, id.id))
    procedure_id_vec_push(&c->open, id);
}

// ---- What is used -----------------------------------------------------------

static bool is_of_kind(const struct program *program, struct variable variable,
                       enum object_kind kind) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind == VARIABLE_ADDRESS && info->object.id &&
         program_object(program, info->object)->kind == kind;
}

// Does a value of the type lead to anything but functions?
static bool leads_to_data(const struct ctype_table *types, struct ctype type) {
  const struct ctype_info *info = ctype_bare(types, type);
  bool leads = false;
  switch (info->kind) {
  case CTYPE_POINTER:
    return !info->target.id ||
           ctype_bare(types, info->target)->kind != CTYPE_FUNCTION;
  case CTYPE_ARRAY: return leads_to_data(types, info->target);
  case CTYPE_STRUCT:
    for (uint32_t i = 0; i < info->field_count && !leads; i++)
      leads = leads_to_data(types, info->fields[i].type);
    return leads;
  case CTYPE_BOOL:
  case CTYPE_INT:
  case CTYPE_FLOAT:
  case CTYPE_ENUM: return false;
  default: return true;
  }
}

// Locals are the activation's own; what they lead to came from somewhere else.
static void use(struct conduct *c, struct variable variable, bool is_read) {
  const struct variable_info *info = program_variable(c->program, variable);
  if (info->kind == VARIABLE_ADDRESS) {
    const struct object_info *object = program_object(c->program, info->object);
    if (object->kind == OBJECT_FRAME ||
        (is_read && !leads_to_data(c->program->types, object->type)))
      return;
    if (object->kind == OBJECT_GLOBAL && !object->is_constant)
      bitset_add(&c->written, variable.id);
    bitset_add(&c->used, variable.id);
  } else if (info->kind == VARIABLE_GLOBAL) {
    bitset_add(&c->used, variable.id);
  }
}

static void use_term(struct conduct *c, struct term t, bool is_read) {
  struct variable_vec found = {0};
  if (!term_is_none(t))
    program_variables_in(c->program, &t, 1, &found);
  for (uint32_t i = 0; i < found.count; i++)
    use(c, found.at[i], is_read);
  variable_vec_release(&found);
}

// A local of the function itself, which no caller can see.
static bool is_own_address(const struct conduct *c, struct term address) {
  struct variable_vec found = {0};
  program_variables_in(c->program, &address, 1, &found);
  bool is_own =
      found.count && is_of_kind(c->program, found.at[0], OBJECT_FRAME);
  for (uint32_t i = 1; i < found.count; i++)
    is_own &=
        program_variable(c->program, found.at[i])->kind != VARIABLE_ADDRESS;
  variable_vec_release(&found);
  return is_own;
}

static void write_to(struct conduct *c, struct term address, bool is_pointer) {
  if (is_own_address(c, address))
    return;
  c->writes = true;
  c->links |= is_pointer;
}

// ---- Calls ------------------------------------------------------------------

static bool is_unseen(const struct program *program,
                      const struct procedure *callee) {
  return callee->outside == OUTSIDE_WRITES && !callee->is_noreturn &&
         !callee->is_error &&
         (callee->kind == PROCEDURE_UNSEEN || is_assumed(callee) ||
          program->unseen.kind == UNSEEN_ANYTHING);
}

// May it end what it is given, or what an argument leads to?
static bool routine_may_free(const struct routine *routine) {
  bool frees = routine_closes(routine) >= 0;
  for (uint32_t i = 0; i < routine->argument_count; i++)
    frees |= routine->arguments[i].need == NEED_HEAP ||
             routine->arguments[i].need == NEED_GROWN;
  return frees;
}

static void call_routine(struct conduct *c, const struct operation *op,
                         const struct routine *routine) {
  bool is_free = routine->argument_count == 1 && routine_may_free(routine);
  c->is_strange |= !is_free && !routine->ends && !routine_is_contained(routine);
  c->frees |= routine_may_free(routine);
  for (uint32_t i = 0; i < op->call.count; i++)
    if (routine_writes(routine, i))
      write_to(c, op->call.arguments[i], true);
  if (routine_changes_any_held(routine) || routine_list(routine) >= 0)
    c->writes = c->links = true;
}

static void call(struct conduct *c, const struct operation *op) {
  if (!op->call.callee.id) {
    c->is_strange = true;
    return;
  }
  const struct procedure *callee =
      program_procedure(c->program, op->call.callee);
  const char *name = name_text(c->program->names, callee->name);
  struct routine routine = routine_find(name);
  reach(c, callee->self);
  if (callee->is_defined)
    return;
  if (routine_is_known(&routine) && !is_assumed(callee)) {
    call_routine(c, op, &routine);
  } else {
    c->is_strange |= is_unseen(c->program, callee);
    c->writes = c->links = true;
  }
}

// ---- Edges ------------------------------------------------------------------

static void use_all(struct conduct *c, const struct operation *op) {
  struct term_vec terms = {0};
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    use_term(c, terms.at[i], false);
  term_vec_release(&terms);
}

static bool is_read(const struct operation *op) {
  return op->kind == OPERATION_INVALID &&
         (op->invalid.access == ACCESS_READ ||
          op->invalid.access == ACCESS_STRING ||
          op->invalid.access == ACCESS_CALL);
}

static void write_global(struct conduct *c, struct variable variable) {
  if (program_variable(c->program, variable)->kind == VARIABLE_GLOBAL)
    bitset_add(&c->written, variable.id);
}

// Does a union have a pointer beside something else? That can be written in
// parts.
static bool has_shared_pointer(const struct ctype_table *types) {
  bool found = false;
  for (uint32_t i = 1; i < ctype_count(types) && !found; i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    bool is_mixed = false, leads = false;
    for (uint32_t k = 0; info->kind == CTYPE_UNION && k < info->field_count;
         k++) {
      bool one = leads_to_data(types, info->fields[k].type);
      leads |= one;
      is_mixed |= !one || ctype_is_record(types, info->fields[k].type);
    }
    found = leads && is_mixed;
  }
  return found;
}

// May the value be a pointer, or a part of one? Bytes are what memory of any
// type is written by.
static bool is_pointer_like(const struct conduct *c, struct term value) {
  struct sort sort = term_sort(c->program->terms, value);
  return !sort_is_bits(sort) || sort_width(sort) >= c->program->pointer_width ||
         sort_width(sort) == 8 || c->has_shared_pointer;
}

static void look_at_globals(struct conduct *c, const struct operation *op) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    write_global(c, targets.at[i]);
  variable_vec_release(&targets);
  if (op->kind == OPERATION_LOAD)
    use_term(c, op->memory.address, true);
  else if (!is_read(op))
    use_all(c, op);
}

static void look_at(struct conduct *c, const struct operation *op) {
  look_at_globals(c, op);
  switch (op->kind) {
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    write_to(c, op->memory.address, is_pointer_like(c, op->memory.value));
    break;
  case OPERATION_COPY:
  case OPERATION_FILL: write_to(c, op->block.address, true); break;
  case OPERATION_FREE: c->frees = true; break;
  case OPERATION_CALL: call(c, op); break;
  case OPERATION_THREAD:
  case OPERATION_PERFORM:
  case OPERATION_UNSUPPORTED: c->is_strange = true; break;
  default: break;
  }
}

static void look(struct conduct *c) {
  BITSET_EACH (id, &c->kept)
    reach(c, (struct procedure_id){id});
  for (uint32_t i = 0; i < c->open.count && !c->is_strange; i++) {
    const struct procedure *procedure =
        program_procedure(c->program, c->open.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count; k++)
      look_at(c, &procedure->edges.at[k].op);
  }
}

// ---- Null -------------------------------------------------------------------

static bool is_null_test(const struct term_table *terms, struct term t,
                         uint32_t operand, struct term variable) {
  struct term other = term_operand(terms, t, 1 - operand);
  return term_equal(term_operand(terms, t, operand), variable) &&
         term_is_const(terms, other) && term_value(terms, other) == 0;
}

// Is the variable compared with null?
static bool is_asked(const struct program *program, struct term t,
                     struct term variable) {
  const struct term_table *terms = program->terms;
  bool found = false;
  for (uint32_t i = 0; i < term_arity(terms, t) && !found; i++) {
    struct term one = term_operand(terms, t, i);
    found = term_op(terms, t) == OP_EQ ? is_null_test(terms, t, i, variable)
                                       : is_asked(program, one, variable);
  }
  return found;
}

static bool asks_about(const struct program *program,
                       const struct procedure *procedure,
                       struct variable parameter) {
  struct term variable = program_term(program, parameter);
  struct ctype type = program_variable(program, parameter)->type;
  bool found = false;
  if (ctype_bare(program->types, type)->kind != CTYPE_POINTER)
    return false;
  for (uint32_t i = 1; i < procedure->edges.count && !found; i++)
    if (procedure->edges.at[i].op.kind == OPERATION_ASSUME)
      found = is_asked(program, procedure->edges.at[i].op.assume.condition,
                       variable);
  return found;
}

// Lists end: a function that asks whether it is given null may be given that by
// itself, and any other one may not.
static uint64_t find_nullable(const struct program *program,
                              const struct procedure *procedure) {
  uint64_t nullable = 0;
  for (uint32_t i = 0; i < procedure->parameters.count && i < 64; i++)
    if (asks_about(program, procedure, procedure->parameters.at[i]))
      nullable |= (uint64_t)1 << i;
  return nullable;
}

// ---- What is freed --------------------------------------------------------

// The variables that may hold what was computed from one parameter.
struct trail {
  const struct conduct *conduct;
  struct bitset variables;
  bool grows, is_freed;
};

static bool is_on_trail(const struct trail *trail, struct term t) {
  struct variable_vec found = {0};
  bool is_on = false;
  program_variables_in(trail->conduct->program, &t, 1, &found);
  for (uint32_t i = 0; i < found.count; i++)
    is_on |= bitset_has(&trail->variables, found.at[i].id);
  variable_vec_release(&found);
  return is_on;
}

static void trail_add(struct trail *trail, struct variable variable) {
  trail->grows |= bitset_add(&trail->variables, variable.id);
}

static void follow_call(struct trail *trail, const struct operation *op) {
  struct program *program = trail->conduct->program;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  struct variable_vec targets = {0};
  bool is_any = false;
  if (callee->recalls.id)
    callee = program_procedure(program, callee->recalls);
  for (uint32_t i = 0; i < op->call.count; i++) {
    if (!is_on_trail(trail, op->call.arguments[i]))
      continue;
    is_any = true;
    if (callee->is_defined && i < callee->parameters.count)
      trail_add(trail, callee->parameters.at[i]);
  }
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  trail->is_freed |=
      is_any && !callee->is_defined && routine_may_free(&routine);
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count && is_any; i++)
    trail_add(trail, targets.at[i]);
  variable_vec_release(&targets);
}

static void follow(struct trail *trail, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      if (is_on_trail(trail, op->assign.bindings[i].value))
        trail_add(trail, op->assign.bindings[i].target);
    break;
  case OPERATION_FREE:
    trail->is_freed |= is_on_trail(trail, op->free.address);
    break;
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    trail->is_freed |= is_on_trail(trail, op->memory.value);
    break;
  case OPERATION_CALL: follow_call(trail, op); break;
  default: break;
  }
}

// May the functions free what the parameter leads to? Where it is put into
// memory that is not followed.
static bool may_free(const struct conduct *c, struct variable parameter) {
  struct trail trail = {.conduct = c, .grows = true};
  bitset_add(&trail.variables, parameter.id);
  while (trail.grows && !trail.is_freed) {
    trail.grows = false;
    for (uint32_t i = 0; i < c->open.count; i++) {
      const struct procedure *procedure =
          program_procedure(c->program, c->open.at[i]);
      for (uint32_t k = 1; k < procedure->edges.count; k++)
        follow(&trail, &procedure->edges.at[k].op);
    }
  }
  bitset_release(&trail.variables);
  return trail.is_freed;
}

static uint64_t find_freed(const struct conduct *c,
                           const struct procedure *procedure) {
  uint64_t freed = 0;
  for (uint32_t i = 0; c->frees && i < procedure->parameters.count && i < 64;
       i++)
    if (may_free(c, procedure->parameters.at[i]))
      freed |= (uint64_t)1 << i;
  return freed;
}

// ---- Stand-ins --------------------------------------------------------------

static struct procedure *stand_in(const struct conduct *c,
                                  struct procedure_id id) {
  struct program *program = c->program;
  const struct procedure *from = program_procedure(program, id);
  struct name name = intern_format(program->names, "%s@recalled",
                                   name_text(program->names, from->name));
  struct procedure *made =
      program_find(program, name_text(program->names, name));
  if (made)
    return made;
  made = program_add_procedure(program, name);
  from = program_procedure(program, id);
  made->kind = PROCEDURE_ASSUMED_BODY;
  made->type = from->type;
  made->position = from->position;
  made->is_noreturn = from->is_noreturn;
  made->is_variadic = from->is_variadic;
  made->attributes = from->attributes;
  made->outside = c->writes ? OUTSIDE_LED : OUTSIDE_LISTED;
  made->result = from->result;
  made->returns_integer = from->returns_integer;
  passing_vec_append(&made->passing, from->passing.at, from->passing.count);
  made->recalls = id;
  made->nullable = find_nullable(program, from);
  made->frees = c->frees;
  made->freed = find_freed(c, from);
  made->links = c->links;
  return made;
}

// What the functions can get at besides their arguments comes behind these.
static void pass_more(const struct conduct *c, struct operation *op) {
  struct program *program = c->program;
  struct term_vec arguments = {0};
  term_vec_append(&arguments, op->call.arguments, op->call.count);
  BITSET_EACH (id, &c->used) {
    struct term value = program->variables.at[id].term;
    if (sort_equal(term_sort(program->terms, value),
                   sort_bits(program->pointer_width)))
      term_vec_push(&arguments, value);
  }
  op->call.arguments =
      program_copy_terms(program, arguments.at, arguments.count);
  op->call.count = arguments.count;
  term_vec_release(&arguments);
}

static void replace_calls(const struct conduct *c,
                          struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct operation *op = &procedure->edges.at[i].op;
    const struct procedure *callee = callgraph_callee(c->program, op);
    if (!callee || !bitset_has(&c->kept, callee->self.id) ||
        !callgraph_is_recursive(c->graph, procedure->self, callee->self))
      continue;
    op->call.callee = stand_in(c, callee->self)->self;
    pass_more(c, op);
  }
}

static void list_written(const struct conduct *c) {
  struct program *program = c->program;
  BITSET_EACH (id, &c->written) {
    struct variable_info *info = &program->variables.at[id];
    if (info->kind == VARIABLE_GLOBAL)
      info->is_listed = true;
    else
      program_object(program, info->object)->is_listed = true;
  }
}

// Everything that any function writes: an inner call finds it written.
static void find_changed(struct program *program, struct bitset *changed) {
  struct conduct c = {.program = program};
  for (uint32_t i = 1; i < program->procedures.count; i++)
    for (uint32_t k = 1; k < program->procedures.at[i]->edges.count; k++)
      look_at_globals(&c, &program->procedures.at[i]->edges.at[k].op);
  *changed = c.written;
  bitset_release(&c.used);
}

// It is called by itself, too: not only in the states that are told of its
// callers.
static void widen_start(struct program *program, struct procedure_id entry) {
  struct bitset changed = {0};
  program->starting.is_nonnull = false;
  program->starting.is_initial = false;
  program->starting.is_inner = true;
  program->starting.nullable =
      find_nullable(program, program_procedure(program, entry));
  find_changed(program, &changed);
  BITSET_EACH (id, &changed) {
    struct variable_info *info = &program->variables.at[id];
    if (info->kind == VARIABLE_GLOBAL)
      info->is_changed = true;
    else
      program_object(program, info->object)->is_changed = true;
  }
  bitset_release(&changed);
}

bool recalls_write(struct program *program, struct procedure_id entry) {
  struct callgraph graph;
  struct conduct c = {.program = program,
                      .graph = &graph,
                      .has_shared_pointer = has_shared_pointer(program->types)};
  plain_component_resolve(program, entry, true);
  callgraph_find_kept(program, entry, &c.kept);
  callgraph_init(&graph, program, entry);
  look(&c);
  bool is_done = !bitset_is_empty(&c.kept) && !c.is_strange;
  if (is_done)
    list_written(&c);
  if (is_done && bitset_has(&c.kept, entry.id))
    widen_start(program, entry);
  for (uint32_t i = 0; i < graph.order.count && is_done; i++)
    replace_calls(&c, program_procedure(program, graph.order.at[i]));
  callgraph_release(&graph);
  bitset_release(&c.kept);
  bitset_release(&c.reached);
  bitset_release(&c.written);
  bitset_release(&c.used);
  procedure_id_vec_release(&c.open);
  return is_done;
}

void recalls_of(const struct program *program, struct procedure_id_vec *into) {
  struct bitset found = {0};
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure_id recalls = program->procedures.at[i]->recalls;
    if (recalls.id && bitset_add(&found, recalls.id))
      procedure_id_vec_push(into, recalls);
  }
  bitset_release(&found);
}
