#include "check/component.h"

#include "base/check.h"
#include "program/callgraph.h"

static bool is_error(void *context, const char *function) {
  const struct component_options *options = context;
  return target_kind_of_call(&options->rules, function) != TARGET_NONE;
}

static bool is_checked(void *context, enum undefined_reason reason) {
  const struct component_options *options = context;
  return target_kind_of_undefined(&options->rules, reason) != TARGET_NONE;
}

static void tell_recursion(const struct component *component,
                           struct strbuf *why) {
  const struct procedure_id_vec *cycle = &component->inlined.recursion;
  strbuf_add(why, "recursion: ");
  for (uint32_t i = 0; i < cycle->count; i++)
    strbuf_format(
        why, "%s%s", i ? " -> " : "",
        name_text(component->program->names,
                  program_procedure(component->program, cycle->at[i])->name));
}

static bool inline_all(struct component *component,
                       const struct component_options *options,
                       struct strbuf *why) {
  if (program_inline(component->program, options->entry, INLINE_EDGE_LIMIT,
                     &component->inlined))
    return true;
  if (component->inlined.recursion.count)
    tell_recursion(component, why);
  else
    strbuf_format(why, "inlining gives more than %d edges", INLINE_EDGE_LIMIT);
  return false;
}

// The call is the violation, whatever the body would do: without one it is not
// inlined, and a run ends there.
static void disembody_errors(const struct component_options *options,
                             struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (i != options->entry.id &&
        is_error((void *)options, name_text(program->names, procedure->name)))
      procedure->is_defined = false;
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
  targets_sort(&component->targets);
  callgraph_release(&graph);
  bitset_release(&called);
}

// Which target a violating edge belongs to, by the edge it is a copy of.
static uint32_t find_target(const struct component *component,
                            const struct component_options *options,
                            struct edge_id edge) {
  struct edge_id_vec one = {.at = &edge, .count = 1}, steps = {0};
  component_expand(component, &one, &steps);
  struct inline_origin origin =
      component->inlined.origins.at[edge_id_vec_last(&steps)->id];
  edge_id_vec_release(&steps);
  const struct procedure *procedure =
      program_procedure(component->program, origin.procedure);
  uint32_t target =
      targets_find(&component->targets, component->program, &options->rules,
                   procedure, procedure_edge(procedure, origin.edge));
  CHECK(target != UINT32_MAX, "a violation that is no target");
  return target;
}

static void find_violations(struct component *component,
                            const struct component_options *options) {
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    if (component->effects->at[i].kind != EFFECT_VIOLATES)
      continue;
    struct edge_id edge = {i};
    edge_id_vec_push(&component->violations, edge);
    u32_vec_push(&component->target_of, find_target(component, options, edge));
  }
}

// Only what leads to a violation, or to something that we do not model, has to
// be explored.
static void cut(struct component *component, struct slice *slice) {
  struct effects *effects = component->effects;
  uint32_t count = component->procedure->edges.count;
  struct bitset targets = {0};
  for (uint32_t i = 1; i < count; i++)
    if (effects->at[i].kind == EFFECT_VIOLATES ||
        effects->at[i].kind == EFFECT_UNSUPPORTED)
      bitset_add(&targets, i);
  slice_init(slice, component->program, component->procedure,
             (struct slice_targets){.edges = &targets});
  for (uint32_t i = 1; i < count; i++)
    if (!bitset_has(&slice->edges, i))
      effects->at[i].kind = EFFECT_ENDS;
  bitset_release(&targets);
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
  disembody_errors(options, program);
  collect_targets(component, options);
  if (!inline_all(component, options, why))
    return false;
  component->procedure = component->inlined.procedure;
  if (options->merges)
    component->procedure = program_merge(program, component->inlined.procedure,
                                         NULL, &component->merged);
  struct effect_rules rules = {.is_error = is_error,
                               .is_checked = is_checked,
                               .context = (void *)options,
                               .writes_nothing = options->is_task,
                               .starts_program = options->starts_program};
  component->effects = effects_new(program, component->procedure, &rules);
  find_violations(component, options);
  cut(component, &component->slice);
  return true;
}

void component_release(struct component *component) {
  if (component->effects) {
    effects_free(component->effects);
    slice_release(&component->slice);
  }
  if (component->merged.procedure)
    merged_release(&component->merged);
  inline_result_release(&component->inlined);
  edge_id_vec_release(&component->violations);
  u32_vec_release(&component->target_of);
  check_target_vec_release(&component->targets);
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
      component->effects->at[component->violations.at[i].id].kind = EFFECT_ENDS;
  struct slice rest;
  cut(component, &rest);
  slice_release(&rest);
}

bool component_has_open_target(const struct component *component) {
  for (uint32_t i = 0; i < component->targets.count; i++)
    if (component->targets.at[i].status == TARGET_OPEN)
      return true;
  return false;
}

void component_expand(const struct component *component,
                      const struct edge_id_vec *path,
                      struct edge_id_vec *into) {
  for (uint32_t i = 0; i < path->count; i++) {
    if (!component->merged.procedure) {
      edge_id_vec_push(into, path->at[i]);
      continue;
    }
    uint32_t count;
    const uint32_t *steps =
        merged_steps(&component->merged, path->at[i], &count);
    for (uint32_t k = 0; k < count; k++)
      edge_id_vec_push(into, (struct edge_id){steps[k]});
  }
}
