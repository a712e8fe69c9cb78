// What code can perform, read off the program: the alphabet of a component is
// what its own calls and events can perform (the first of the three traps that
// the language avoids: taking the specification's alphabet instead would block
// the others and make a check pass in vain).
#include "pointer/points_to.h"
#include "spec/internal.h"

// What counts of a procedure that has an abstraction to be proved, and a body.
enum taken { TAKES_ARMS, TAKES_BODY, TAKES_BOTH };

struct walker {
  const struct spec *spec;
  enum taken taken;
  struct bitset seen; // procedures
  struct procedure_id_vec work;
  struct bitset *into;
  struct procedure_id root;
  struct points_to *analysis; // from there; null until needed
};

static void visit(struct walker *walker, struct procedure_id procedure) {
  if (procedure.id && bitset_add(&walker->seen, procedure.id))
    procedure_id_vec_push(&walker->work, procedure);
}

static void add_lts(struct walker *walker, const struct lts *lts) {
  for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
       a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1))
    if (!return_of(walker->spec, (struct action){a}))
      bitset_add(walker->into, a);
}

static void add_events(struct walker *walker, struct procedure_id callee,
                       struct name label) {
  const struct spec *spec = walker->spec;
  for (uint32_t i = 0; i < spec->events.count; i++) {
    const struct spec_event *event = &spec->events.at[i];
    for (uint32_t k = 0; k < event->triggers.count; k++) {
      const struct spec_trigger *trigger = &event->triggers.at[k];
      bool is_label = trigger->kind == TRIGGER_LABEL;
      if (is_label ? !name_is_none(label) && name_equal(trigger->name, label)
                   : callee.id && trigger->procedure.id == callee.id)
        bitset_add(walker->into, event->action.id);
    }
  }
}

// The arms are assumed of whoever is called; without them a body is entered.
static void call(struct walker *walker, struct procedure_id callee) {
  const struct spec_proc *proc = spec_proc_of(walker->spec, callee);
  bool has_body = program_procedure(walker->spec->program, callee)->is_defined;
  bool is_choice = proc && !proc->is_assumed && has_body;
  bool takes_arms = proc && !(is_choice && walker->taken == TAKES_BODY);
  add_events(walker, callee, (struct name){0});
  for (uint32_t i = 0; takes_arms && i < proc->arms.count; i++)
    add_lts(walker, proc->arms.at[i].lts);
  if (is_choice ? walker->taken != TAKES_ARMS : !proc && has_body)
    visit(walker, callee);
}

// A call with another number of arguments would be undefined.
static bool fits(const struct procedure *procedure,
                 const struct operation *op) {
  return !procedure->is_defined || procedure->is_variadic ||
         procedure->parameters.count == op->call.count;
}

static struct points_to *analyse(const struct walker *walker) {
  const struct program *program = walker->spec->program;
  struct points_to_options options = {
      .entry = walker->root, .is_open = walker->root.id != program->entry.id};
  return points_to_new(walker->spec->program, &options);
}

// Too large an alphabet would block others in vain: what only another component
// hands over does not count.
static bool call_known(struct walker *walker, struct procedure_id procedure,
                       struct edge_id edge) {
  if (!walker->analysis)
    walker->analysis = analyse(walker);
  struct procedure_id_vec callees = {0};
  bool is_open = points_to_callees(walker->analysis, procedure, edge, &callees);
  for (uint32_t i = 0; i < callees.count; i++)
    call(walker, callees.at[i]);
  procedure_id_vec_release(&callees);
  return !is_open;
}

// Where a pointer comes from outside, only functions whose address is taken
// count.
static void call_through_pointer(struct walker *walker,
                                 struct procedure_id procedure,
                                 struct edge_id edge,
                                 const struct operation *op) {
  const struct spec *spec = walker->spec;
  if (call_known(walker, procedure, edge))
    return;
  for (uint32_t i = bitset_next(&spec->address_taken, 0); i != UINT32_MAX;
       i = bitset_next(&spec->address_taken, i + 1))
    if (fits(spec->program->procedures.at[i], op))
      call(walker, (struct procedure_id){i});
}

static void walk_procedure(struct walker *walker,
                           const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    if (!name_is_none(procedure->locations.at[i].label))
      add_events(walker, (struct procedure_id){0},
                 procedure->locations.at[i].label);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind != OPERATION_CALL)
      continue;
    if (op->call.callee.id)
      call(walker, op->call.callee);
    else
      call_through_pointer(walker, procedure->self, (struct edge_id){i}, op);
  }
}

// ---- Addresses of functions -------------------------------------------------

static void take_addresses(struct spec *spec, const struct term *terms,
                           uint32_t count) {
  const struct program *program = spec->program;
  struct term_vec parts = {0};
  term_collect(program->terms, terms, count, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (term_op(program->terms, parts.at[i]) != OP_VAR)
      continue;
    struct variable variable = program_variable_of(program, parts.at[i]);
    if (variable_is_none(variable) ||
        program_variable(program, variable)->kind != VARIABLE_ADDRESS)
      continue;
    const struct object_info *object =
        program_object(program, program_variable(program, variable)->object);
    if (object->kind == OBJECT_FUNCTION)
      bitset_add(&spec->address_taken, object->procedure.id);
  }
  term_vec_release(&parts);
}

static void take_addresses_of_body(struct spec *spec,
                                   const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct term_vec terms = {0};
    operation_terms(&procedure->edges.at[i].op, &terms);
    take_addresses(spec, terms.at, terms.count);
    term_vec_release(&terms);
  }
}

void alphabet_take_addresses(struct spec *spec) {
  const struct program *program = spec->program;
  for (uint32_t i = 1; i < program->procedures.count; i++)
    take_addresses_of_body(spec, program->procedures.at[i]);
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      take_addresses(spec, &program->objects.at[i].relocations[k].value, 1);
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!term_is_none(program->variables.at[i].initial))
      take_addresses(spec, &program->variables.at[i].initial, 1);
}

// ---- Alphabets --------------------------------------------------------------

static void walk(const struct spec *spec, struct procedure_id root,
                 enum taken taken, struct bitset *into) {
  struct walker walker = {
      .spec = spec, .taken = taken, .into = into, .root = root};
  visit(&walker, root);
  while (walker.work.count) {
    struct procedure_id next = procedure_id_vec_pop(&walker.work);
    walk_procedure(&walker, program_procedure(spec->program, next));
  }
  if (walker.analysis)
    points_to_free(walker.analysis);
  bitset_release(&walker.seen);
  procedure_id_vec_release(&walker.work);
}

void alphabet_of(const struct spec *spec, struct procedure_id root,
                 struct bitset *into) {
  walk(spec, root, TAKES_ARMS, into);
}

static void add_body(struct walker *walker, const struct body_syntax *body) {
  const struct spec *spec = walker->spec;
  if (body->kind == BODY_NAME) {
    uint32_t process = spec_find_process(spec, body->name);
    if (process != SPEC_NONE)
      add_lts(walker, spec->processes.at[process].lts);
  }
  for (uint32_t i = 0; i < body->branch_count; i++) {
    const struct branch_syntax *branch = &body->branches[i];
    for (uint32_t k = 0; k < branch->action_count; k++) {
      const char *text = name_text(spec->names, branch->actions[k].name);
      struct action action = action_find(spec->actions, text);
      if (!action_is_none(action) && !action_is_tau(action))
        bitset_add(walker->into, action.id);
    }
    add_body(walker, branch->body);
  }
}

// A library's models of functions that the program does not use were not made
// into systems, but what they would perform is no misspelling.
static void add_unused(struct walker *walker) {
  const struct item_vec *items = &walker->spec->syntax->items;
  for (uint32_t i = 0; i < items->count; i++)
    for (uint32_t k = 0;
         items->at[i].kind == ITEM_PROC && k < items->at[i].proc.arm_count; k++)
      add_body(walker, items->at[i].proc.arms[k].body);
}

void alphabet_performed(const struct spec *spec, struct bitset *into) {
  struct walker walker = {.spec = spec, .into = into};
  for (uint32_t i = 0; i < spec->events.count; i++)
    bitset_add(into, spec->events.at[i].action.id);
  for (uint32_t i = 0; i < spec->procs.count; i++)
    for (uint32_t k = 0; k < spec->procs.at[i].arms.count; k++)
      add_lts(&walker, spec->procs.at[i].arms.at[k].lts);
  for (uint32_t i = 0; i < spec->systems.count; i++)
    for (uint32_t k = 0; k < spec->systems.at[i].components.count; k++)
      bitset_unite(into, &spec->systems.at[i].components.at[k].alphabet);
  add_unused(&walker);
}

void spec_alphabet_of(const struct spec *spec, struct procedure_id procedure,
                      struct bitset *into) {
  walk(spec, procedure, TAKES_BOTH, into);
}

void spec_component_alphabet(struct spec *spec,
                             const struct spec_component *component,
                             bool takes_bodies, struct bitset *into) {
  if (!takes_bodies) {
    bitset_unite(into, &component->alphabet);
    return;
  }
  walk(spec, component->procedure, TAKES_BODY, into);
  if (component->syntax->has_extension)
    elaborate_actions(spec, &component->syntax->extension, into);
}
