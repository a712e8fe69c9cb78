#include "check/component.h"

#include "base/check.h"
#include "program/callgraph.h"
#include "program/flow.h"

static bool is_error(void *context, const struct program *program,
                     const struct procedure *callee) {
  const struct component_options *options = context;
  return target_kind_of_call(&options->rules, program, callee) != TARGET_NONE;
}

static bool is_checked(void *context, enum undefined_reason reason) {
  const struct component_options *options = context;
  return target_kind_of_undefined(&options->rules, reason) != TARGET_NONE;
}

// The targets of a program that starts at main are all there are, also in
// functions that nothing calls; of a function those in what it may call.
void component_collect(struct program *program,
                       const struct component_options *options,
                       struct check_target_vec *targets) {
  struct bitset called = {0};
  struct callgraph graph;
  callgraph_init(&graph, program, options->entry);
  for (uint32_t i = 0; i < graph.order.count; i++)
    bitset_add(&called, graph.order.at[i].id);
  bool takes_all = options->starts_program;
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (procedure->is_defined && (takes_all || bitset_has(&called, i)))
      targets_collect(targets, program, &options->rules, procedure);
  }
  if (options->rules.checks_specification)
    check_target_vec_push(targets, options->claim);
  if (options->rules.checks_lost && !options->starts_program)
    check_target_vec_push(
        targets,
        target_of_given(program, program_procedure(program, options->entry)));
  targets_sort(targets);
  callgraph_release(&graph);
  bitset_release(&called);
}

// The edge of the program that an edge of the component comes from.
static const struct edge *original_edge(const struct component *component,
                                        struct edge_id id,
                                        const struct procedure **procedure) {
  const struct inline_origin *origin =
      plain_component_written(&component->behaviour->plain,
                              provenance_last(&component->provenance, id));
  *procedure = program_procedure(component->program, origin->procedure);
  return procedure_edge(*procedure, origin->edge);
}

// What a violating edge violates, by the edge of the program that it is a copy
// of. An access may be split into several, whose failures are its own.
static struct check_target
wanted_target(const struct component *component,
              const struct component_options *options, struct edge_id edge) {
  const struct procedure *procedure;
  if (procedure_edge(component->procedure, edge)->undefined ==
      UNDEFINED_FORBIDDEN)
    return options->claim;
  const struct edge *original = original_edge(component, edge, &procedure);
  struct check_target target =
      target_of(component->program, &options->rules, procedure, original);
  if (target.kind == TARGET_NONE)
    target = target_of_undefined(
        component->program, &options->rules,
        program_writer(component->program, procedure, original),
        original->position,
        procedure_edge(component->behaviour->plain.procedure,
                       provenance_last(&component->provenance, edge))
            ->undefined);
  CHECK(target.kind != TARGET_NONE, "a violation that is no target");
  return target;
}

// Where accesses are checked, one of which we do not know whether it is valid
// has a row, also if nothing says that it may fail: that of a routine of the
// library, say.
static struct check_target
doubted_target(const struct component *component,
               const struct component_options *options, struct edge_id id) {
  const struct procedure *procedure;
  if (!target_rules_ask_memory(&options->rules) ||
      question_role(component->question, id) != ROLE_UNSUPPORTED)
    return (struct check_target){.kind = TARGET_NONE};
  const struct edge *original = original_edge(component, id, &procedure);
  return target_of_undefined(component->program, &options->rules, procedure,
                             original->position, UNDEFINED_INVALID_READ);
}

// What the place is asked for besides: a free, or what becomes of memory.
static struct check_target
doubted_besides(const struct component *component,
                const struct component_options *options, struct edge_id id) {
  const struct procedure *procedure;
  const struct edge *original = original_edge(component, id, &procedure);
  struct check_target target =
      target_of(component->program, &options->rules, procedure, original);
  if (target.kind != TARGET_FREE && !is_leak_target(target.kind))
    target.kind = TARGET_NONE;
  return target;
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
// be explored; and everything, where it matters what happens.
static void cut(struct component *component, struct slice *slice) {
  struct question *question = component->question;
  struct bitset targets = {0};
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (component->is_temporal || question->roles[i] == ROLE_VIOLATES ||
        question->roles[i] == ROLE_UNSUPPORTED)
      bitset_add(&targets, i);
  slice_init(slice, component->program, component->procedure,
             (struct slice_targets){.edges = &targets});
  if (!component->is_temporal)
    question_cut(question, &slice->edges,
                 component->product.provenance.steps.at);
  bitset_release(&targets);
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
  const struct behaviour *behaviour = component->behaviour;
  component->effects = behaviour->effects;
  if (component->product.procedure) {
    component->base_question =
        component_question(options, behaviour->effects, NULL);
    component->effects =
        behaviour_unfold(behaviour, options, &component->product);
  }
  component->question =
      component_question(options, component->effects, component->base_question);
}

static bool add_specification(struct component *component,
                              const struct component_options *options,
                              struct strbuf *why) {
  const struct behaviour *behaviour = component->behaviour;
  component->procedure = behaviour->procedure;
  if (!options->specification) {
    provenance_copy(&component->provenance, &behaviour->provenance);
    return true;
  }
  struct substitution *copies = behaviour_copies(behaviour, options->entry);
  bool ok =
      product_init(&component->product, component->program,
                   behaviour->procedure, options->specification, copies, why);
  component->procedure = component->product.procedure;
  provenance_compose(&component->provenance, &component->product.provenance,
                     &behaviour->provenance);
  substitution_free(copies);
  return ok;
}

bool component_init(struct component *component, struct behaviour *behaviour,
                    struct program *program,
                    const struct component_options *options,
                    struct strbuf *why) {
  *behaviour = (struct behaviour){0};
  *component = (struct component){.program = program,
                                  .behaviour = behaviour,
                                  .is_temporal = options->is_temporal};
  if (options->starts_program && program->constructors.count) {
    strbuf_add(why, "constructors run before main");
    return false;
  }
  if (options->starts_program && program->destructors.count) {
    strbuf_add(why, "destructors run after main");
    return false;
  }
  behaviour_prepare(program, options);
  component_collect(program, options, &component->targets);
  if (options->rules.leaks && !options->starts_program) {
    strbuf_add(why, "leaks are a matter of whole programs");
    return false;
  }
  if (!behaviour_init(behaviour, program, options, why)) {
    // Calls through pointers lead to more functions by now.
    check_target_vec_clear(&component->targets);
    component_collect(program, options, &component->targets);
    return false;
  }
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

bool component_join(struct component *component,
                    const struct behaviour *behaviour,
                    const struct component_options *options,
                    struct strbuf *why) {
  *component = (struct component){.program = behaviour->program,
                                  .behaviour = behaviour,
                                  .is_temporal = options->is_temporal};
  check_target_vec_push(&component->targets, options->claim);
  if (!add_specification(component, options, why))
    return false;
  ask(component, options);
  if (options->skips_unsupported)
    skip_unsupported(component->question);
  find_violations(component, options);
  cut(component, &component->slice);
  return true;
}

void component_release(struct component *component) {
  if (component->effects) {
    if (component->effects != component->behaviour->effects)
      effects_free(component->effects);
    slice_release(&component->slice);
  }
  question_free(component->question);
  question_free(component->base_question);
  product_release(&component->product);
  provenance_release(&component->provenance);
  edge_id_vec_release(&component->violations);
  u32_vec_release(&component->target_of);
  check_target_vec_release(&component->targets);
}

const struct procedure *component_kept(const struct component *component,
                                       struct edge_id edge) {
  const struct inline_result *inlined = &component->behaviour->plain.inlining;
  if (inlined->parts.count == 1)
    return NULL;
  const struct inline_origin *origin =
      plain_component_written(&component->behaviour->plain,
                              provenance_last(&component->provenance, edge));
  uint32_t part = inlined->instances.at[origin->instance].part;
  return part ? program_procedure(component->program,
                                  inlined->parts.at[part].procedure)
              : NULL;
}

const struct procedure *component_calls_kept(const struct component *component,
                                             struct edge_id edge) {
  const struct plain_component *plain = &component->behaviour->plain;
  const struct procedure *called = NULL;
  if (component->behaviour->plain.inlining.parts.count == 1)
    return NULL;
  uint32_t count;
  const uint32_t *steps =
      provenance_steps(&component->provenance, edge, &count);
  for (uint32_t i = 0; i < count && !called; i++) {
    struct edge_id step = {steps[i]};
    uint32_t part = inline_part_called(
        &plain->inlining, &plain_component_with_pointers(plain, step)->op);
    if (part)
      called = program_procedure(
          component->program,
          component->behaviour->plain.inlining.parts.at[part].procedure);
  }
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
  const struct plain_component *plain = &component->behaviour->plain;
  struct bitset behind = {0};
  flow_reach(plain->inlining.procedure, edge->to, NULL, NULL, &behind);
  for (uint32_t i = 1; i < plain->inlining.procedure->edges.count; i++) {
    struct inline_origin origin = plain->inlining.origins.at[i];
    if (!bitset_has(&behind, plain->inlining.procedure->edges.at[i].from.id))
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

const struct edge *component_with_pointers(const struct component *component,
                                           struct edge_id edge) {
  return plain_component_with_pointers(
      &component->behaviour->plain,
      provenance_last(&component->provenance, edge));
}

// What becomes of memory depends on all that comes after its allocation; and
// whether a function loses a block may be what is not known.
static void blame_leaks(struct component *component, struct name reason) {
  for (uint32_t i = 0; i < component->targets.count; i++) {
    enum target_kind kind = component->targets.at[i].kind;
    if (is_leak_target(kind) || kind == TARGET_LEAK || kind == TARGET_LOST)
      leave_open(component, &component->targets.at[i], reason);
  }
}

// What an edge that we do not model leaves open.
struct blame {
  const struct edge *edge;              // with pointers
  struct check_target doubted, besides; // by themselves
  bool is_doubt;                        // about these, and nothing else
  bool hides_rest; // we stopped to translate: what lies behind it is not there
};

static struct blame blame_of(const struct component *component,
                             const struct component_options *options,
                             struct edge_id id) {
  const struct operation *op = &procedure_edge(component->procedure, id)->op;
  struct blame blame = {.edge = component_with_pointers(component, id),
                        .doubted = doubted_target(component, options, id),
                        .besides = doubted_besides(component, options, id)};
  blame.is_doubt = (blame.doubted.kind != TARGET_NONE ||
                    blame.besides.kind != TARGET_NONE) &&
                   op->kind == OPERATION_UNSUPPORTED &&
                   op->unsupported.is_doubt;
  // Whatever an inner call does may be in any row.
  bool is_inside = op->kind == OPERATION_UNSUPPORTED && op->unsupported.is_cut;
  blame.hides_rest =
      is_inside ||
      (blame.edge->op.kind == OPERATION_UNSUPPORTED &&
       procedure_location(component->behaviour->plain.inlining.procedure,
                          blame.edge->to)
               ->out_count == 0);
  return blame;
}

bool component_blame(struct component *component,
                     const struct component_options *options,
                     struct edge_id id) {
  struct blame blame = blame_of(component, options, id);
  if (options->specification || (!blame.is_doubt && blame.hides_rest))
    return false;
  struct strbuf text = {0};
  component_tell_unsupported(component, id, &text);
  struct name reason = intern(component->program->names, strbuf_text(&text));
  strbuf_release(&text);
  leave_open(component, &blame.doubted, reason);
  leave_open(component, &blame.besides, reason);
  if (!blame.is_doubt) {
    blame_behind(component, options, blame.edge, reason);
    blame_leaks(component, reason);
  }
  question_end(component->question, id);
  return true;
}

// One target

static bool is_about(const struct component *component,
                     const struct check_target *about,
                     const struct check_target *target) {
  return about->kind != TARGET_NONE &&
         targets_lookup((struct check_target_vec *)&component->targets,
                        about) == target;
}

// Could the doubt matter to the target? What lies behind an edge is not looked
// for here: whatever is no doubt about others may.
static bool leaves_open(const struct component *component,
                        const struct component_options *options,
                        struct edge_id id, const struct check_target *target) {
  struct blame blame = blame_of(component, options, id);
  return !blame.is_doubt || is_about(component, &blame.doubted, target) ||
         is_about(component, &blame.besides, target);
}

void component_focus(struct component *focused,
                     const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target) {
  uint32_t number = (uint32_t)(target - component->targets.at);
  CHECK(!component->product.procedure, "a product is asked about one target");
  *focused = *component;
  focused->question = question_about(component->question, component->effects);
  for (uint32_t i = 0; i < component->violations.count; i++)
    if (component->target_of.at[i] != number)
      question_end(focused->question, component->violations.at[i]);
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (focused->question->roles[i] == ROLE_UNSUPPORTED &&
        !leaves_open(component, options, (struct edge_id){i}, target))
      question_end(focused->question, (struct edge_id){i});
  cut(focused, &focused->slice);
}

void component_unfocus(struct component *focused) {
  question_free(focused->question);
  slice_release(&focused->slice);
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
             ? provenance_last(&component->product.provenance, edge)
             : edge;
}

bool component_tests_for_it(const struct component *component,
                            struct edge_id edge) {
  if (!component->product.procedure ||
      procedure_edge(component->procedure, edge)->op.kind != OPERATION_ASSUME)
    return false;
  enum operation_kind base = procedure_edge(component->behaviour->procedure,
                                            base_edge(component, edge))
                                 ->op.kind;
  return base == OPERATION_RETURN || base == OPERATION_PERFORM;
}
