// What code can perform, read off the program: the alphabet of a component is
// what its own calls and events can perform (the first of the three traps that
// the language avoids: taking the specification's alphabet instead would block
// the others and make a check pass in vain).
//
// All arms of an abstraction count, and all events of a function, whatever the
// arguments are: who calls `send` has its messages. But in a system in which a
// function is several components they say with a parameter who they are, as in
//
//   system RING = ( a: node(0) || b: node(1) );
//
// Where a parameter that a component of such a system fixes or restricts, and
// its code never changes, is in the arguments of some call of a function, that
// function is addressed: of its arms and events only those count that the
// values let happen. And calls behind a branch that these parameters exclude do
// not count.
//
// What takes more than that to be seen is decided by the check itself
// (system/system_alphabet.h). It needs to know by which functions, and as which
// events, a component may perform an action: its roles.
#include <string.h>

#include "pointsto/points_to.h"
#include "program/flow.h"
#include "spec/internal.h"
#include "term/substitute.h"
#include "term/variables.h"

// What counts of a procedure that has an abstraction to be proved, and a body.
enum taken { TAKES_ARMS, TAKES_BODY, TAKES_BOTH };

struct walker {
  struct spec *spec;
  const struct spec_component *component; // an instance, or null
  struct term condition;   // that it starts under, over unchanged parameters
  struct bitset addressed; // procedures
  enum taken taken;
  struct bitset seen; // procedures
  struct procedure_id_vec work;
  struct bitset *into;
  struct procedure_id root;
  struct points_to *analysis;  // from there; null until needed
  struct bitset *bodies;       // gets the procedures that are seen; or null
  struct spec_role_vec *roles; // gets who performs what; or null
};

static void visit(struct walker *walker, struct procedure_id procedure) {
  if (procedure.id && bitset_add(&walker->seen, procedure.id))
    procedure_id_vec_push(&walker->work, procedure);
}

static void add_role(struct walker *walker, struct action action,
                     enum role_kind kind, uint32_t number) {
  struct spec_role role = {action, kind, number};
  for (uint32_t i = 0; walker->roles && i < walker->roles->count; i++) {
    const struct spec_role *known = &walker->roles->at[i];
    if (action_equal(known->action, action) && known->kind == kind &&
        known->number == number)
      return;
  }
  if (walker->roles)
    spec_role_vec_push(walker->roles, role);
}

static void add_roles(struct walker *walker, const struct spec_proc *proc,
                      const struct lts *lts) {
  uint32_t number = (uint32_t)(proc - walker->spec->procs.at);
  for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
       a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1))
    add_role(walker, (struct action){a}, ROLE_PROC, number);
}

static void add_lts(struct walker *walker, const struct lts *lts) {
  for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
       a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1))
    if (!return_of(walker->spec, (struct action){a}))
      bitset_add(walker->into, a);
}

// ---- What a call can do -----------------------------------------------------

// A call as the code makes it; for labels without an operation.
struct site {
  struct procedure_id callee;
  struct name label;
  const struct operation *op;
  bool is_root; // in the procedure that runs as the component
};

static bool is_impossible(struct walker *walker, const struct spec_scope *scope,
                          struct term t) {
  struct term_table *terms = walker->spec->program->terms;
  if (term_is_true(terms, t) || term_is_false(terms, t))
    return term_is_false(terms, t);
  return guards_satisfiable(walker->spec, scope, t, NULL) == ANSWER_UNSAT;
}

static bool can_happen(struct walker *walker, const struct site *site,
                       const struct spec_scope *scope, struct term condition) {
  struct program *program = walker->spec->program;
  if (!site->op || !bitset_has(&walker->addressed, site->callee.id) ||
      term_is_true(program->terms, condition))
    return true;
  struct substitution *actuals = substitution_new(program->terms);
  scope_set_actuals(program->terms, program->types, scope,
                    site->op->call.arguments, site->op->call.count, actuals);
  struct term t = substitution_apply(actuals, condition);
  if (site->is_root)
    t = term_and(program->terms, t, walker->condition);
  substitution_free(actuals);
  return !is_impossible(walker, scope, t);
}

static void add_events(struct walker *walker, const struct site *site) {
  const struct spec *spec = walker->spec;
  for (uint32_t i = 0; i < spec->events.count; i++) {
    const struct spec_event *event = &spec->events.at[i];
    for (uint32_t k = 0; k < event->triggers.count; k++) {
      const struct spec_trigger *trigger = &event->triggers.at[k];
      bool is_label = trigger->kind == TRIGGER_LABEL;
      bool is_there = is_label ? !name_is_none(site->label) &&
                                     name_equal(trigger->name, site->label)
                               : spec_is_same_function(spec, trigger->procedure,
                                                       site->callee);
      if (is_there &&
          can_happen(walker, site, &trigger->scope, trigger->condition)) {
        bitset_add(walker->into, event->action.id);
        add_role(walker, event->action, ROLE_EVENT, i);
      }
    }
  }
}

// The arms are assumed of whoever is called; without them a body is entered.
static void call(struct walker *walker, const struct site *site) {
  const struct spec_proc *proc = spec_proc_of(walker->spec, site->callee);
  bool has_body =
      program_procedure(walker->spec->program, site->callee)->is_defined;
  bool is_choice = proc && !proc->is_assumed && has_body;
  bool takes_arms = proc && !(is_choice && walker->taken == TAKES_BODY);
  add_events(walker, site);
  for (uint32_t i = 0; takes_arms && i < proc->arms.count; i++)
    if (can_happen(walker, site, &proc->scope, proc->arms.at[i].guard)) {
      add_lts(walker, proc->arms.at[i].lts);
      add_roles(walker, proc, proc->arms.at[i].lts);
    }
  if (is_choice ? walker->taken != TAKES_ARMS : !proc && has_body)
    visit(walker, site->callee);
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
                       struct edge_id edge, struct site site) {
  if (!walker->analysis)
    walker->analysis = analyse(walker);
  struct procedure_id_vec callees = {0};
  bool is_open = points_to_callees(walker->analysis, procedure, edge, &callees);
  for (uint32_t i = 0; i < callees.count; i++) {
    site.callee = callees.at[i];
    call(walker, &site);
  }
  procedure_id_vec_release(&callees);
  return !is_open;
}

// Where a pointer comes from outside, only functions whose address is taken
// count.
static void call_through_pointer(struct walker *walker,
                                 struct procedure_id procedure,
                                 struct edge_id edge, struct site site) {
  const struct spec *spec = walker->spec;
  if (call_known(walker, procedure, edge, site))
    return;
  BITSET_EACH (i, &spec->address_taken)
    if (fits(spec->program->procedures.at[i], site.op)) {
      site.callee = (struct procedure_id){i};
      call(walker, &site);
    }
}

struct entering {
  struct walker *walker;
  const struct procedure *procedure;
  bool is_root;
};

// Can control take the edge, as far as the component's condition tells?
static bool can_pass(const void *context, uint32_t id) {
  const struct entering *entering = context;
  struct walker *walker = entering->walker;
  const struct operation *op = &entering->procedure->edges.at[id].op;
  struct term_table *terms = walker->spec->program->terms;
  if (!entering->is_root || !walker->component ||
      op->kind != OPERATION_ASSUME || term_is_true(terms, walker->condition))
    return true;
  struct term t = term_and(terms, op->assume.condition, walker->condition);
  return !is_impossible(walker, &walker->component->scope, t);
}

// ---- Threads ----------------------------------------------------------------

static bool is_creation(const struct program *program,
                        const struct operation *op) {
  if (op->kind == OPERATION_THREAD)
    return op->thread.action == THREAD_CREATE;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  return !callee->is_defined &&
         (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create"));
}

// What a thread performs, whoever creates it performs.
static void start_thread(struct walker *walker, const struct operation *op) {
  const struct program *program = walker->spec->program;
  struct variable_vec mentioned = {0};
  if (!is_creation(program, op))
    return;
  program_variables_read(program, op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++) {
    const struct variable_info *info =
        program_variable(program, mentioned.at[i]);
    const struct object_info *object =
        info->kind == VARIABLE_ADDRESS ? program_object(program, info->object)
                                       : NULL;
    if (object && object->kind == OBJECT_FUNCTION)
      visit(walker, object->procedure);
  }
  variable_vec_release(&mentioned);
}

static void walk_reached(struct walker *walker,
                         const struct procedure *procedure, bool is_root,
                         const struct bitset *reached) {
  struct site site = {.is_root = is_root};
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    site.label = procedure->locations.at[i].label;
    if (!name_is_none(site.label) && bitset_has(reached, i))
      add_events(walker, &site);
  }
  site.label = (struct name){0};
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (!bitset_has(reached, procedure->edges.at[i].from.id))
      continue;
    start_thread(walker, op);
    if (op->kind != OPERATION_CALL)
      continue;
    site.op = op;
    site.callee = op->call.callee;
    if (site.callee.id)
      call(walker, &site);
    else
      call_through_pointer(walker, procedure->self, (struct edge_id){i}, site);
  }
}

static void walk_procedure(struct walker *walker,
                           const struct procedure *procedure) {
  struct bitset reached = {0};
  bool is_root = procedure->self.id == walker->root.id;
  struct entering entering = {walker, procedure, is_root};
  flow_reach(procedure, procedure->entry, can_pass, &entering, &reached);
  walk_reached(walker, procedure, is_root, &reached);
  bitset_release(&reached);
}

// ---- Addresses of functions -------------------------------------------------

static void take_addresses(struct spec *spec, const struct term *terms,
                           uint32_t count) {
  const struct program *program = spec->program;
  struct variable_vec variables = {0};
  program_variables_in(program, terms, count, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    const struct variable_info *info =
        program_variable(program, variables.at[i]);
    if (info->kind != VARIABLE_ADDRESS)
      continue;
    const struct object_info *object = program_object(program, info->object);
    if (object->kind == OBJECT_FUNCTION)
      bitset_add(&spec->address_taken, object->procedure.id);
  }
  variable_vec_release(&variables);
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

// ---- Everywhere -------------------------------------------------------------

static void walk_everything(struct walker *walker,
                            const struct procedure *procedure) {
  struct site site = {0};
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    site.label = procedure->locations.at[i].label;
    if (!name_is_none(site.label))
      add_events(walker, &site);
  }
  site.label = (struct name){0};
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    site.callee =
        op->kind == OPERATION_CALL ? op->call.callee : (struct procedure_id){0};
    if (site.callee.id)
      call(walker, &site);
  }
}

// Whoever may be called by a pointer is.
void alphabet_everywhere(struct spec *spec, struct bitset *into) {
  const struct program *program = spec->program;
  struct walker walker = {.spec = spec, .taken = TAKES_BOTH, .into = into};
  for (uint32_t i = 1; i < program->procedures.count; i++)
    walk_everything(&walker, program->procedures.at[i]);
  BITSET_EACH (i, &spec->address_taken)
    call(&walker, &(struct site){.callee = {i}});
  bitset_release(&walker.seen);
  procedure_id_vec_release(&walker.work);
}

// ---- Alphabets --------------------------------------------------------------

static bool is_changed(const struct procedure *procedure,
                       struct variable variable) {
  struct variable_vec targets = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    operation_targets(&procedure->edges.at[i].op, &targets);
  bool found = false;
  for (uint32_t i = 0; i < targets.count && !found; i++)
    found = variable_equal(targets.at[i], variable);
  variable_vec_release(&targets);
  return found;
}

// Is the term about parameters alone? Memory and globals may change.
static bool is_about_parameters(const struct spec *spec,
                                const struct spec_scope *scope, struct term t) {
  struct term_vec parts = {0};
  term_variables(spec->program->terms, &t, 1, &parts);
  bool is_so = true;
  for (uint32_t i = 0; i < parts.count && is_so; i++) {
    const struct spec_place *place = scope_place_of(scope, parts.at[i]);
    is_so = place && place->kind == PLACE_PARAMETER;
  }
  term_vec_release(&parts);
  return is_so;
}

// What the condition says of parameters.
static struct term of_parameters(struct spec *spec,
                                 const struct spec_scope *scope,
                                 struct term condition) {
  struct term_table *terms = spec->program->terms;
  if (is_about_parameters(spec, scope, condition))
    return condition;
  struct term kept = term_true(terms);
  for (uint32_t i = 0;
       term_op(terms, condition) == OP_AND && i < term_arity(terms, condition);
       i++)
    kept =
        term_and(terms, kept,
                 of_parameters(spec, scope, term_operand(terms, condition, i)));
  return kept;
}

// The component's condition as one on the parameters in its code. Those that
// the code changes keep the names that the specification has for them.
static struct term condition_of(struct spec *spec,
                                const struct spec_component *component) {
  struct program *program = spec->program;
  const struct procedure *procedure =
      program_procedure(program, component->procedure);
  struct substitution *names = substitution_new(program->terms);
  for (uint32_t i = 0; i < component->scope.lowered.count; i++) {
    const struct spec_place *place = scope_parameter(&component->scope, i);
    uint32_t argument = scope_argument(&component->scope, i);
    if (!place || argument >= procedure->parameters.count)
      continue;
    struct variable parameter = procedure->parameters.at[argument];
    if (!is_changed(procedure, parameter))
      substitution_set(names, place->variable,
                       scope_fit(program->terms, program->types, place,
                                 program_term(program, parameter)));
  }
  struct term condition = substitution_apply(
      names, of_parameters(spec, &component->scope, component->guard));
  substitution_free(names);
  return condition;
}

static void find_addressed(struct walker *walker) {
  const struct program *program = walker->spec->program;
  const struct procedure *root = program_procedure(program, walker->root);
  for (uint32_t i = 1; i < root->edges.count; i++) {
    const struct operation *op = &root->edges.at[i].op;
    for (uint32_t k = 0; op->kind == OPERATION_CALL && k < op->call.count; k++)
      if (term_share_variable(program->terms, op->call.arguments[k],
                              walker->condition))
        bitset_add(&walker->addressed, op->call.callee.id);
  }
}

static void walk(struct walker *walker) {
  visit(walker, walker->root);
  while (walker->work.count) {
    struct procedure_id next = procedure_id_vec_pop(&walker->work);
    walk_procedure(walker, program_procedure(walker->spec->program, next));
  }
  if (walker->analysis)
    points_to_free(walker->analysis);
  if (walker->bodies)
    bitset_copy(walker->bodies, &walker->seen);
  bitset_release(&walker->seen);
  bitset_release(&walker->addressed);
  procedure_id_vec_release(&walker->work);
}

void alphabet_of(struct spec *spec, struct procedure_id root,
                 struct bitset *into) {
  struct walker walker = {
      .spec = spec, .taken = TAKES_ARMS, .into = into, .root = root};
  walk(&walker);
}

static void walk_component(struct spec *spec,
                           const struct spec_component *component,
                           enum taken taken, struct bitset *into,
                           struct bitset *bodies) {
  struct walker walker = {.spec = spec,
                          .taken = taken,
                          .into = into,
                          .root = component->procedure,
                          .bodies = bodies};
  if (component->is_instance) {
    walker.component = component;
    walker.condition = condition_of(spec, component);
    find_addressed(&walker);
  }
  walk(&walker);
}

// Under whatever values, by bodies and by abstractions.
static void find_roles(struct spec *spec, struct spec_component *component) {
  struct bitset all = {0};
  struct walker walker = {.spec = spec,
                          .taken = TAKES_BOTH,
                          .into = &all,
                          .root = component->procedure,
                          .roles = &component->roles};
  walk(&walker);
  bitset_release(&all);
}

// ---- Operators on the alphabet of a component -------------------------------

static void apply_op(struct spec *spec, const struct op_syntax *op,
                     struct bitset *alphabet, struct bitset *given) {
  struct bitset actions = {0};
  elaborate_actions(spec, &op->actions, &actions);
  switch (op->kind) {
  case OPS_EXTEND:
    bitset_unite(alphabet, &actions);
    bitset_unite(given, &actions);
    break;
  case OPS_HIDE:
    bitset_subtract(alphabet, &actions);
    bitset_subtract(given, &actions);
    break;
  case OPS_PROJECT:
    bitset_intersect(alphabet, &actions);
    bitset_intersect(given, &actions);
    break;
  case OPS_RENAME: break;
  }
  bitset_release(&actions);
}

static void apply_ops(struct spec *spec, const struct spec_component *component,
                      struct bitset *alphabet, struct bitset *given) {
  for (uint32_t i = 0; i < component->syntax->ops.count; i++)
    apply_op(spec, &component->syntax->ops.at[i], alphabet, given);
}

void alphabet_of_component(struct spec *spec,
                           struct spec_component *component) {
  struct bitset none = {0};
  if (component->procedure.id &&
      program_procedure(spec->program, component->procedure)->is_defined) {
    alphabet_of(spec, component->procedure, &component->mentioned);
    walk_component(spec, component, TAKES_ARMS, &component->performed,
                   &component->bodies);
    find_roles(spec, component);
  }
  bitset_copy(&component->alphabet, &component->performed);
  apply_ops(spec, component, &component->alphabet, &component->given);
  bitset_copy(&component->heard, &component->mentioned);
  apply_ops(spec, component, &component->heard, &none);
  bitset_release(&none);
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

void alphabet_performed(struct spec *spec, struct bitset *into) {
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

void spec_alphabet_of(struct spec *spec, struct procedure_id procedure,
                      struct bitset *into) {
  struct walker walker = {
      .spec = spec, .taken = TAKES_BOTH, .into = into, .root = procedure};
  walk(&walker);
}

void spec_component_alphabet(struct spec *spec,
                             const struct spec_component *component,
                             bool takes_bodies, struct bitset *into) {
  struct bitset given = {0};
  if (!takes_bodies) {
    bitset_unite(into, &component->alphabet);
    return;
  }
  walk_component(spec, component, TAKES_BODY, into, NULL);
  apply_ops(spec, component, into, &given);
  bitset_release(&given);
}
