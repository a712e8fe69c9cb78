#include "check/component.h"

#include <string.h>

static const char *const error_functions[] = {
    "__assert_fail",    "__assert",    "__assert_perror_fail",
    "__VERIFIER_error", "reach_error", "__VERIFIER_assert_fail"};

bool component_is_error(const struct component_options *options,
                        const char *function) {
  if (options->error_function)
    return !strcmp(function, options->error_function);
  for (size_t i = 0; i < sizeof error_functions / sizeof *error_functions; i++)
    if (!strcmp(function, error_functions[i]))
      return true;
  return false;
}

static bool is_error(void *context, const char *function) {
  const struct component_options *options = context;
  return !options->checks_memory && component_is_error(options, function);
}

// One procedure without pointers. Allocations may fail, except by the rules of
// the verification tasks.
static bool make_plain(struct component *component,
                       const struct component_options *options,
                       struct strbuf *why) {
  struct removal_options removal = {.has_layout = true,
                                    .checks_memory = options->checks_memory,
                                    .may_fail = !options->is_task,
                                    .is_open = !options->starts_program,
                                    .unknown_writes_nothing = options->is_task};
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
    if (i != options->entry.id &&
        component_is_error(options, name_text(program->names, procedure->name)))
      procedure->is_defined = false;
  }
}

static void find_violations(struct component *component) {
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (component->effects->at[i].kind == EFFECT_VIOLATES)
      edge_id_vec_push(&component->violations, (struct edge_id){i});
}

// Only what leads to a violation, or to something that we do not model, has to
// be explored.
static void cut(struct component *component) {
  struct effects *effects = component->effects;
  uint32_t count = component->procedure->edges.count;
  struct bitset targets = {0};
  for (uint32_t i = 1; i < count; i++)
    if (effects->at[i].kind == EFFECT_VIOLATES ||
        effects->at[i].kind == EFFECT_UNSUPPORTED)
      bitset_add(&targets, i);
  slice_init(&component->slice, component->program, component->procedure,
             (struct slice_targets){.edges = &targets});
  for (uint32_t i = 1; i < count; i++)
    if (!bitset_has(&component->slice.edges, i))
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
  if (!make_plain(component, options, why))
    return false;
  component->procedure = component->inlined.procedure;
  if (options->merges)
    component->procedure = program_merge(program, component->inlined.procedure,
                                         NULL, &component->merged);
  struct effect_rules rules = {.is_error = is_error,
                               .context = (void *)options,
                               .writes_nothing = options->is_task,
                               .memory = &component->own,
                               .checks_memory = options->checks_memory,
                               .starts_program = options->starts_program};
  component->effects = effects_new(program, component->procedure, &rules);
  find_violations(component);
  cut(component);
  return true;
}

void component_release(struct component *component) {
  if (component->effects) {
    effects_free(component->effects);
    slice_release(&component->slice);
  }
  if (component->merged.procedure)
    merged_release(&component->merged);
  plain_component_release(&component->plain);
  bitset_release(&component->own);
  edge_id_vec_release(&component->violations);
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
