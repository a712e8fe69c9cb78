#include "pointsto/callbacks.h"

#include "base/bitset.h"
#include "pointsto/analysis.h"

struct listing {
  const struct program *program;
  struct points_to *analysis;
  struct bitset called;      // procedures
  struct bitset objects;     // of the analysis, whose contents are known
  struct bitset unnamed;     // objects of the program that it does not know
  struct target_vec pending; // objects to be read
  struct object_vec unread;  // the same, by their initialisers
};

// What an assumed call does a specification says, and all that its code could
// change it is taken to change. The same holds where all unseen functions are
// taken to change no more than is said of them (program.h).
static bool may_call_back(const struct program *program,
                          const struct operation *op) {
  if (op->kind != OPERATION_CALL)
    return false;
  if (!op->call.callee.id)
    return true;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return callee->outside == OUTSIDE_WRITES && !is_assumed(callee);
}

static void add_all(struct listing *l, const struct procedure_id_vec *called) {
  for (uint32_t i = 0; i < called->count; i++)
    bitset_add(&l->called, called->at[i].id);
}

// Does the edge call a function that nobody knows?
static bool calls_unknown(const struct listing *l, struct procedure_id caller,
                          struct edge_id edge) {
  struct procedure_id_vec callees = {0};
  bool found = points_to_callees(l->analysis, caller, edge, &callees);
  for (uint32_t i = 0; i < callees.count && !found; i++) {
    const struct procedure *callee =
        program_procedure(l->program, callees.at[i]);
    const char *name = name_text(l->program->names, callee->name);
    found = !callee->is_defined && !points_to_knows(name);
  }
  procedure_id_vec_release(&callees);
  return found;
}

// Lists what is called back at the calls of a procedure. True if one is of
// unknown code.
static bool list_calls_of(struct listing *l,
                          const struct procedure *procedure) {
  struct procedure_id_vec called = {0};
  bool has_unknown = false;
  for (uint32_t k = 1; k < procedure->edges.count; k++) {
    struct edge_id edge = {k};
    if (!may_call_back(l->program, &procedure->edges.at[k].op))
      continue;
    points_to_callbacks(l->analysis, procedure->self, edge, &called);
    has_unknown |= calls_unknown(l, procedure->self, edge);
  }
  add_all(l, &called);
  procedure_id_vec_release(&called);
  return has_unknown;
}

static void add_callees(struct listing *l, const struct procedure *procedure,
                        struct procedure_id_vec *into) {
  for (uint32_t k = 1; k < procedure->edges.count; k++)
    if (procedure->edges.at[k].op.kind == OPERATION_CALL)
      points_to_callees(l->analysis, procedure->self, (struct edge_id){k},
                        into);
}

static struct procedure_id start_of(const struct listing *l) {
  return l->analysis->options.entry.id ? l->analysis->options.entry
                                       : l->program->entry;
}

// Does a call of unknown code lie on the way from where the program starts, by
// calls and by what the library calls back? What only escapes is on no way: who
// would call it is unknown code. Lists what is called back there.
static bool runs_unknown(struct listing *l) {
  struct procedure_id_vec work = {0};
  struct bitset seen = {0};
  bool found = !start_of(l).id || l->program->constructors.count ||
               l->program->destructors.count;
  procedure_id_vec_push(&work, start_of(l));
  for (uint32_t i = 1; i < l->program->procedures.count; i++)
    if (points_to_is_library_callback(l->analysis, (struct procedure_id){i})) {
      bitset_add(&l->called, i);
      procedure_id_vec_push(&work, (struct procedure_id){i});
    }
  while (work.count && !found) {
    struct procedure_id next = procedure_id_vec_pop(&work);
    const struct procedure *procedure = program_procedure(l->program, next);
    if (!procedure->is_defined || !bitset_add(&seen, next.id))
      continue;
    found = list_calls_of(l, procedure);
    add_callees(l, procedure, &work);
  }
  bitset_release(&seen);
  procedure_id_vec_release(&work);
  return found;
}

// Lists what is called back at all calls. True if one is of unknown code, which
// may call whatever escapes, and that may call more.
static bool list_calls(struct listing *l) {
  if (!runs_unknown(l))
    return false;
  struct procedure_id_vec detached = {0};
  bool has_unknown = false;
  points_to_detached(l->analysis, &detached);
  add_all(l, &detached);
  procedure_id_vec_release(&detached);
  for (uint32_t i = 1; i < l->program->procedures.count; i++) {
    const struct procedure *procedure = l->program->procedures.at[i];
    if (procedure->is_defined &&
        points_to_is_reached(l->analysis, procedure->self))
      has_unknown |= list_calls_of(l, procedure);
  }
  return has_unknown;
}

// Globals

static void reach_object(struct listing *l, struct object_id object) {
  const struct object_info *info = program_object(l->program, object);
  struct memory_object memory = points_to_of_object(l->analysis, object);
  if (info->kind == OBJECT_FUNCTION)
    bitset_add(&l->called, info->procedure.id);
  else if (memory.id && bitset_add(&l->objects, memory.id))
    target_vec_push(&l->pending,
                    (struct target){.object = memory, .is_any_offset = true});
  else if (!memory.id && bitset_add(&l->unnamed, object.id))
    object_vec_push(&l->unread, object);
}

static void reach_set(struct listing *l, const struct points_to_set *set) {
  for (uint32_t i = 0; i < set->targets.count; i++) {
    struct memory_object object = set->targets.at[i].object;
    const struct memory_info *info = points_to_object(l->analysis, object);
    if (info->kind == MEMORY_FUNCTION)
      bitset_add(&l->called, info->procedure.id);
    else if (info->kind != MEMORY_UNKNOWN && bitset_add(&l->objects, object.id))
      target_vec_push(&l->pending,
                      (struct target){.object = object, .is_any_offset = true});
  }
}

static void reach_term(struct listing *l, struct term t) {
  struct variable_vec variables = {0};
  program_variables_in(l->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    const struct variable_info *info =
        program_variable(l->program, variables.at[i]);
    if (info->kind == VARIABLE_ADDRESS)
      reach_object(l, info->object);
  }
  variable_vec_release(&variables);
}

static void start_at_globals(struct listing *l) {
  struct points_to_set set = {0};
  for (uint32_t i = 1; i < l->program->objects.count; i++) {
    const struct object_info *info = &l->program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && !info->is_internal)
      reach_object(l, (struct object_id){i});
  }
  for (uint32_t i = 1; i < l->program->variables.count; i++) {
    const struct variable_info *info = &l->program->variables.at[i];
    if (info->kind != VARIABLE_GLOBAL || info->is_internal)
      continue;
    points_to_term(l->analysis, info->term, &set);
    reach_set(l, &set);
    if (!term_is_none(info->initial))
      reach_term(l, info->initial);
  }
  points_to_set_release(&set);
}

static void follow(struct listing *l) {
  struct points_to_set set = {0};
  while (l->pending.count || l->unread.count) {
    if (l->pending.count) {
      points_to_contents(l->analysis, target_vec_pop(&l->pending), &set);
      reach_set(l, &set);
      continue;
    }
    const struct object_info *info =
        program_object(l->program, object_vec_pop(&l->unread));
    for (uint32_t i = 0; i < info->relocation_count; i++)
      reach_term(l, info->relocations[i].value);
  }
  points_to_set_release(&set);
}

void callbacks_list(const struct program *program, struct points_to *analysis,
                    const struct callbacks_options *options,
                    struct callback_call_vec *into) {
  struct listing l = {.program = program, .analysis = analysis};
  if (list_calls(&l) && options->reads_globals) {
    start_at_globals(&l);
    follow(&l);
  }
  BITSET_EACH (i, &l.called) {
    struct procedure_id id = {i};
    bool is_within = points_to_is_reached(analysis, id) &&
                     !points_to_is_library_callback(analysis, id);
    callback_call_vec_push(into, (struct callback_call){id, is_within});
  }
  bitset_release(&l.called);
  bitset_release(&l.objects);
  bitset_release(&l.unnamed);
  target_vec_release(&l.pending);
  object_vec_release(&l.unread);
}
