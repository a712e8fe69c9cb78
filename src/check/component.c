#include "check/component.h"

#include "base/check.h"
#include "check/callback.h"
#include "library/routine.h"
#include "memory/remove.h"
#include "program/callgraph.h"
#include "program/flow.h"

static bool is_error(void *context, const char *function) {
  const struct component_options *options = context;
  return target_kind_of_call(&options->rules, function) != TARGET_NONE;
}

static bool is_checked(void *context, enum undefined_reason reason) {
  const struct component_options *options = context;
  return target_kind_of_undefined(&options->rules, reason) != TARGET_NONE;
}

// One procedure without pointers. Allocations may fail, except by the rules of
// the verification tasks.
static bool make_plain(struct component *component,
                       const struct component_options *options,
                       struct strbuf *why) {
  struct removal_options removal = {
      .has_layout = true,
      .checks_memory = options->rules.checks_deref || options->checks_memory,
      .may_fail = !options->is_task,
      .is_open = !options->starts_program,
      .unknown_writes_nothing = options->is_task,
      .is_resolved = options->is_resolved,
      .kept = options->kept,
      .adopts = options->adopts};
  if (!plain_component_init(&component->plain, component->program,
                            options->entry, &removal, why))
    return false;
  component->inlined = component->plain.inlined;
  const struct variable_vec *own = &component->plain.removal.own;
  for (uint32_t i = 0; i < own->count; i++)
    bitset_add(&component->own, own->at[i].id);
  return true;
}

// The call is the violation, whatever the body would do: without one it is not
// inlined, and a run ends there.
static void disembody_errors(const struct component_options *options,
                             struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (i == options->entry.id ||
        !is_error((void *)options, name_text(program->names, procedure->name)))
      continue;
    if (procedure->is_defined)
      procedure_disembody(procedure);
    procedure->is_noreturn = true;
  }
}

// The targets of a program that starts at main are all there are, also in
// functions that nothing calls; of a function those in what it may call.
static void collect_targets(struct component *component,
                            const struct component_options *options) {
  struct program *program = component->program;
  struct bitset called = {0};
  struct callgraph graph;
  callgraph_init(&graph, program, options->entry);
  for (uint32_t i = 0; i < graph.order.count; i++)
    bitset_add(&called, graph.order.at[i].id);
  bool takes_all = options->starts_program || graph.cycle.count;
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (procedure->is_defined && (takes_all || bitset_has(&called, i)))
      targets_collect(&component->targets, program, &options->rules, procedure);
  }
  if (options->rules.checks_specification)
    check_target_vec_push(&component->targets, options->claim);
  targets_sort(&component->targets);
  callgraph_release(&graph);
  bitset_release(&called);
}

// What a violating edge violates, by the edge of the program that it is a copy
// of. An access may be split into several, whose failures are its own.
static struct check_target
wanted_target(const struct component *component,
              const struct component_options *options, struct edge_id edge) {
  struct edge_id_vec one = {.at = &edge, .count = 1}, steps = {0};
  if (procedure_edge(component->procedure, edge)->undefined ==
      UNDEFINED_FORBIDDEN)
    return options->claim;
  component_expand(component, &one, &steps);
  struct edge_id last = *edge_id_vec_last(&steps);
  struct inline_origin origin = component->inlined.origins.at[last.id];
  edge_id_vec_release(&steps);
  const struct procedure *procedure =
      program_procedure(component->program, origin.procedure);
  const struct edge *original = procedure_edge(procedure, origin.edge);
  struct check_target target =
      target_of(component->program, &options->rules, procedure, original);
  if (target.kind == TARGET_NONE)
    target = target_of_undefined(
        component->program, &options->rules, procedure, original->position,
        procedure_edge(component->inlined.procedure, last)->undefined);
  CHECK(target.kind != TARGET_NONE, "a violation that is no target");
  return target;
}

// The edge of the program that an edge of the component comes from.
static const struct edge *original_edge(const struct component *component,
                                        struct edge_id id,
                                        const struct procedure **procedure) {
  struct edge_id_vec one = {.at = &id, .count = 1}, steps = {0};
  component_expand(component, &one, &steps);
  struct edge_id last = *edge_id_vec_last(&steps);
  struct inline_origin origin = component->inlined.origins.at[last.id];
  edge_id_vec_release(&steps);
  *procedure = program_procedure(component->program, origin.procedure);
  return procedure_edge(*procedure, origin.edge);
}

// Where accesses are checked, one of which we do not know whether it is valid
// has a row, also if nothing says that it may fail: that of a routine of the
// library, say.
static struct check_target
doubted_target(const struct component *component,
               const struct component_options *options, struct edge_id id) {
  const struct procedure *procedure;
  if (!options->rules.checks_deref ||
      question_role(component->question, id) != ROLE_UNSUPPORTED)
    return (struct check_target){.kind = TARGET_NONE};
  const struct edge *original = original_edge(component, id, &procedure);
  return target_of_undefined(component->program, &options->rules, procedure,
                             original->position, UNDEFINED_INVALID_READ);
}

static void find_doubts(struct component *component,
                        const struct component_options *options) {
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    struct check_target doubted =
        doubted_target(component, options, (struct edge_id){i});
    if (doubted.kind != TARGET_NONE)
      check_target_vec_push(&component->targets, doubted);
  }
}

static void find_violations(struct component *component,
                            const struct component_options *options) {
  find_doubts(component, options);
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (component->question->roles[i] == ROLE_VIOLATES) {
      edge_id_vec_push(&component->violations, (struct edge_id){i});
      check_target_vec_push(
          &component->targets,
          wanted_target(component, options, (struct edge_id){i}));
    }
  targets_sort(&component->targets);
  for (uint32_t i = 0; i < component->violations.count; i++) {
    struct check_target wanted =
        wanted_target(component, options, component->violations.at[i]);
    u32_vec_push(&component->target_of,
                 targets_find(&component->targets, &wanted));
  }
}

// Only what leads to a violation, or to something that we do not model, has to
// be explored.
static void cut(struct component *component, struct slice *slice) {
  struct question *question = component->question;
  struct bitset targets = {0};
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (question->roles[i] == ROLE_VIOLATES ||
        question->roles[i] == ROLE_UNSUPPORTED)
      bitset_add(&targets, i);
  slice_init(slice, component->program, component->procedure,
             (struct slice_targets){.edges = &targets});
  question_cut(question, &slice->edges, component->product.origins.at);
  bitset_release(&targets);
}

struct effects *component_effects(const struct component *component,
                                  const struct component_options *options,
                                  struct procedure *procedure) {
  struct effect_rules rules = {.writes_nothing = options->is_task,
                               .memory = &component->own,
                               .starts_program = options->starts_program};
  return effects_new(component->program, procedure, &rules);
}

// Addresses of globals are numbers in the component.
static void number_addresses(const struct component *component,
                             struct substitution *substitution) {
  const struct program *program = component->program;
  struct substitution *layout = component->plain.removal.layout;
  for (uint32_t i = 1; layout && i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    struct term address = program_term(program, info->address);
    if (info->kind != OBJECT_FRAME)
      substitution_set(substitution, address,
                       substitution_apply(layout, address));
  }
}

struct substitution *component_copies(const struct component *component,
                                      struct procedure_id entry) {
  struct program *program = component->program;
  const struct procedure *original = program_procedure(program, entry);
  const struct variable_vec *copies =
      &component->plain.with_pointers->variables;
  uint32_t first = component->inlined.instances.at[1].first_variable;
  struct substitution *substitution = substitution_new(program->terms);
  for (uint32_t i = 0; i < original->variables.count; i++)
    substitution_set(substitution,
                     program_term(program, original->variables.at[i]),
                     program_term(program, copies->at[first + i]));
  number_addresses(component, substitution);
  return substitution;
}

struct effects *component_unfold(const struct component *component,
                                 const struct component_options *options,
                                 const struct product *product,
                                 struct effects *base) {
  struct effects *effects =
      component_effects(component, options, product->procedure);
  effects_unfold(effects, base, product->locations.at, product->originals.at);
  return effects;
}

struct question *component_question(const struct component_options *options,
                                    struct effects *effects,
                                    struct question *base) {
  struct question_rules rules = {.is_error = is_error,
                                 .is_checked = is_checked,
                                 .context = (void *)options};
  return question_new(effects, &rules, base);
}

// What the edges do, and what is asked of them.
static void ask(struct component *component,
                const struct component_options *options) {
  if (component->base) {
    component->base_question =
        component_question(options, component->base, NULL);
    component->effects = component_unfold(component, options,
                                          &component->product, component->base);
  } else {
    component->effects =
        component_effects(component, options, component->procedure);
  }
  component->question =
      component_question(options, component->effects, component->base_question);
}

static bool add_specification(struct component *component,
                              const struct component_options *options,
                              struct strbuf *why) {
  if (!options->specification)
    return true;
  if (!component->base)
    component->base =
        component_effects(component, options, component->procedure);
  struct substitution *copies = component_copies(component, options->entry);
  bool ok =
      product_init(&component->product, component->program,
                   component->procedure, options->specification, copies, why);
  component->procedure = component->product.procedure;
  substitution_free(copies);
  return ok;
}

// What the library gives every program before anything runs.
static bool is_stream(const struct program *program,
                      const struct object_info *info) {
  return routine_is_stream(name_text(program->names, info->name));
}

// A function is checked for any values of the globals, so one that is defined
// elsewhere is like the others, if we know how large it is.
static void adopt_externals(struct program *program) {
  for (uint32_t i = 1; i < program->objects.count; i++) {
    struct object_info *info = &program->objects.at[i];
    if (info->kind != OBJECT_GLOBAL || !info->is_external || !info->size ||
        is_stream(program, info))
      continue;
    info->is_external = false;
    info->is_constant = false;
  }
}

bool component_init(struct component *component, struct program *program,
                    const struct component_options *options,
                    struct strbuf *why) {
  *component = (struct component){.program = program};
  if (options->starts_program && program->constructors.count) {
    strbuf_add(why, "constructors run before main");
    return false;
  }
  if (options->starts_program && program->destructors.count) {
    strbuf_add(why, "destructors run after main");
    return false;
  }
  if (!options->starts_program)
    adopt_externals(program);
  disembody_errors(options, program);
  collect_targets(component, options);
  if (!make_plain(component, options, why))
    return false;
  component->unseen_call = callback_find(component, options);
  component->procedure = component->inlined.procedure;
  if (options->merges)
    component->procedure =
        program_merge(program, component->procedure, NULL, &component->merged);
  if (!add_specification(component, options, why))
    return false;
  ask(component, options);
  find_violations(component, options);
  cut(component, &component->slice);
  return true;
}

static void skip_unsupported(struct question *question) {
  for (uint32_t i = 1; i < question->effects->procedure->edges.count; i++)
    if (question->roles[i] == ROLE_UNSUPPORTED)
      question_end(question, (struct edge_id){i});
}

bool component_join(struct component *made, const struct component *plain,
                    const struct component_options *options,
                    struct strbuf *why) {
  *made = (struct component){.program = plain->program,
                             .plain = plain->plain,
                             .inlined = plain->inlined,
                             .own = plain->own,
                             .merged = plain->merged,
                             .procedure = plain->procedure,
                             .base = plain->effects,
                             .unseen_call = plain->unseen_call,
                             .is_joined = true};
  check_target_vec_push(&made->targets, options->claim);
  if (!add_specification(made, options, why))
    return false;
  ask(made, options);
  if (options->skips_unsupported)
    skip_unsupported(made->question);
  find_violations(made, options);
  cut(made, &made->slice);
  return true;
}

static void release_plain(struct component *component) {
  if (component->merged.procedure)
    merged_release(&component->merged);
  plain_component_release(&component->plain);
  bitset_release(&component->own);
}

void component_release(struct component *component) {
  if (component->effects) {
    effects_free(component->effects);
    slice_release(&component->slice);
  }
  question_free(component->question);
  question_free(component->base_question);
  if (component->base && !component->is_joined)
    effects_free(component->base);
  product_release(&component->product);
  if (!component->is_joined)
    release_plain(component);
  edge_id_vec_release(&component->violations);
  u32_vec_release(&component->target_of);
  check_target_vec_release(&component->targets);
}

const struct procedure *component_kept(const struct component *component,
                                       struct edge_id edge) {
  const struct inline_result *inlined = &component->inlined;
  if (inlined->parts.count == 1)
    return NULL;
  struct edge_id_vec one = {.at = &edge, .count = 1}, steps = {0};
  component_expand(component, &one, &steps);
  uint32_t part = inline_part_of(inlined, edge_id_vec_last(&steps)->id);
  edge_id_vec_release(&steps);
  return part ? program_procedure(component->program,
                                  inlined->parts.at[part].procedure)
              : NULL;
}

const struct procedure *component_calls_kept(const struct component *component,
                                             struct edge_id edge) {
  const struct plain_component *plain = &component->plain;
  const struct procedure *called = NULL;
  if (component->inlined.parts.count == 1)
    return NULL;
  struct edge_id_vec one = {.at = &edge, .count = 1}, steps = {0};
  component_expand(component, &one, &steps);
  for (uint32_t i = 0; i < steps.count && !called; i++) {
    uint32_t origin = plain->removal.origins.at[steps.at[i].id];
    uint32_t part = inline_part_called(
        &component->inlined, &plain->with_pointers->edges.at[origin].op);
    if (part)
      called = program_procedure(component->program,
                                 component->inlined.parts.at[part].procedure);
  }
  edge_id_vec_release(&steps);
  return called;
}

struct check_target *component_target(const struct component *component,
                                      struct edge_id edge) {
  for (uint32_t i = 0; i < component->violations.count; i++)
    if (component->violations.at[i].id == edge.id)
      return &component->targets.at[component->target_of.at[i]];
  BUG("edge %u violates nothing", edge.id);
}

void component_retire(struct component *component,
                      const struct check_target *target) {
  uint32_t number = (uint32_t)(target - component->targets.at);
  for (uint32_t i = 0; i < component->violations.count; i++)
    if (component->target_of.at[i] == number)
      question_end(component->question, component->violations.at[i]);
  struct slice rest;
  cut(component, &rest);
  slice_release(&rest);
}

// What we do not model

void component_tell_unsupported(const struct component *component,
                                struct edge_id id, struct strbuf *into) {
  const struct edge *edge = procedure_edge(component->procedure, id);
  strbuf_format(
      into, "not modelled: %s at ",
      name_text(component->program->names, component->effects->at[id.id].what));
  position_print(component->program->names, edge->position, into);
}

// Behaviour of a library routine that cannot happen where the edge is not taken
// has no row; the routine's call has.
static void leave_open(struct component *component,
                       const struct check_target *target, struct name reason) {
  struct check_target *row = target->kind == TARGET_NONE
                                 ? NULL
                                 : targets_lookup(&component->targets, target);
  if (!row || row->status != ROW_OPEN)
    return;
  row->status = ROW_UNKNOWN;
  row->reason = reason;
}

// By the procedure as it was with pointers: what follows may have been left out
// of the component because of what is known where the edge is not taken.
static void blame_behind(struct component *component,
                         const struct component_options *options,
                         const struct edge *edge, struct name reason) {
  const struct plain_component *plain = &component->plain;
  struct bitset behind = {0};
  flow_reach(plain->with_pointers, edge->to, NULL, NULL, &behind);
  for (uint32_t i = 1; i < plain->with_pointers->edges.count; i++) {
    struct inline_origin origin = plain->origins.at[i];
    if (!bitset_has(&behind, plain->with_pointers->edges.at[i].from.id))
      continue;
    const struct procedure *procedure =
        program_procedure(component->program, origin.procedure);
    struct check_target target =
        target_of(component->program, &options->rules, procedure,
                  procedure_edge(procedure, origin.edge));
    leave_open(component, &target, reason);
  }
  bitset_release(&behind);
}

// The edge with pointers that an edge of the component was made of.
static const struct edge *edge_with_pointers(const struct component *component,
                                             struct edge_id id) {
  struct edge_id_vec one = {.at = &id, .count = 1}, steps = {0};
  component_expand(component, &one, &steps);
  uint32_t last = edge_id_vec_last(&steps)->id;
  edge_id_vec_release(&steps);
  return &component->plain.with_pointers->edges
              .at[component->plain.removal.origins.at[last]];
}

bool component_blame(struct component *component,
                     const struct component_options *options,
                     struct edge_id id) {
  const struct operation *op = &procedure_edge(component->procedure, id)->op;
  const struct edge *edge = edge_with_pointers(component, id);
  struct check_target doubted = doubted_target(component, options, id);
  bool is_doubt = doubted.kind != TARGET_NONE &&
                  op->kind == OPERATION_UNSUPPORTED && op->unsupported.is_doubt;
  // Where we stopped to translate, what lies behind it is not there.
  bool hides_rest =
      edge->op.kind == OPERATION_UNSUPPORTED &&
      procedure_location(component->plain.with_pointers, edge->to)->out_count ==
          0;
  if (options->specification || (!is_doubt && hides_rest))
    return false;
  struct strbuf text = {0};
  component_tell_unsupported(component, id, &text);
  struct name reason = intern(component->program->names, strbuf_text(&text));
  strbuf_release(&text);
  leave_open(component, &doubted, reason);
  if (!is_doubt)
    blame_behind(component, options, edge, reason);
  question_end(component->question, id);
  return true;
}

void component_recut(struct component *component) {
  for (uint32_t i = 0; i < component->violations.count; i++)
    if (component->targets.at[component->target_of.at[i]].status != ROW_OPEN)
      question_end(component->question, component->violations.at[i]);
  struct slice rest;
  cut(component, &rest);
  slice_release(&rest);
}

bool component_has_open_target(const struct component *component) {
  for (uint32_t i = 0; i < component->targets.count; i++)
    if (component->targets.at[i].status == ROW_OPEN)
      return true;
  return false;
}

static struct edge_id base_edge(const struct component *component,
                                struct edge_id edge) {
  return component->product.procedure
             ? (struct edge_id){component->product.origins.at[edge.id]}
             : edge;
}

void component_expand(const struct component *component,
                      const struct edge_id_vec *path,
                      struct edge_id_vec *into) {
  for (uint32_t i = 0; i < path->count; i++) {
    struct edge_id edge = base_edge(component, path->at[i]);
    if (!component->merged.procedure) {
      edge_id_vec_push(into, edge);
      continue;
    }
    uint32_t count;
    const uint32_t *steps = merged_steps(&component->merged, edge, &count);
    for (uint32_t k = 0; k < count; k++)
      edge_id_vec_push(into, (struct edge_id){steps[k]});
  }
}

struct location_id component_location(const struct component *component,
                                      struct location_id place) {
  if (!place.id || !component->merged.procedure)
    return place;
  return (struct location_id){component->merged.originals.at[place.id]};
}

bool component_tests_return(const struct component *component,
                            struct edge_id edge) {
  return component->base &&
         procedure_edge(component->procedure, edge)->op.kind ==
             OPERATION_ASSUME &&
         procedure_edge(component->base->procedure, base_edge(component, edge))
                 ->op.kind == OPERATION_RETURN;
}
