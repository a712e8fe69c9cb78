#include "check/behaviour.h"

#include "check/again.h"
#include "check/argv.h"
#include "check/attributes.h"
#include "check/callback.h"
#include "check/members.h"
#include "check/recall.h"
#include "check/rest.h"
#include "check/results.h"
#include "check/usual.h"
#include "library/routine.h"
#include "memory/leak.h"
#include "memory/remove.h"

// One procedure without pointers. Allocations may fail, except by the rules of
// the verification tasks.
static bool make_plain(struct behaviour *behaviour,
                       const struct component_options *options,
                       struct strbuf *why) {
  struct removal_options removal = {
      .has_layout = true,
      .checks_memory =
          target_rules_ask_memory(&options->rules) || options->checks_memory,
      .leaks = options->rules.leaks,
      .leak_time = options->leak_time,
      .may_fail = !options->is_task,
      .is_open = !options->starts_program,
      .unknown_writes_nothing = options->is_task,
      .is_resolved = options->is_resolved,
      .kept = options->kept,
      .depth = options->depth,
      .splits_states = options->splits_states,
      .adopts = options->adopts};
  if (!plain_component_init(&behaviour->plain, behaviour->program,
                            options->entry, &removal, why))
    return false;
  const struct variable_vec *own = &behaviour->plain.removal.own;
  for (uint32_t i = 0; i < own->count; i++)
    bitset_add(&behaviour->own, own->at[i].id);
  return true;
}

// The call is the violation, whatever the body would do: without one it is not
// inlined, and a run ends there.
static void disembody_errors(const struct component_options *options,
                             struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (i == options->entry.id ||
        target_kind_of_call(&options->rules, program, procedure) == TARGET_NONE)
      continue;
    if (procedure->is_defined)
      procedure_disembody(procedure);
    procedure->is_noreturn = true;
    procedure->is_error = true;
  }
}

// What the library gives every program before anything runs.
static bool is_stream(const struct program *program,
                      const struct object_info *info) {
  return routine_is_stream(name_text(program->names, info->name));
}

void behaviour_adopt_externals(struct program *program) {
  for (uint32_t i = 1; i < program->objects.count; i++) {
    struct object_info *info = &program->objects.at[i];
    if (info->kind != OBJECT_GLOBAL || !info->is_external || !info->size ||
        is_stream(program, info))
      continue;
    info->is_external = false;
    info->is_adopted = true;
    info->is_constant = false;
  }
}

void behaviour_prepare(struct program *program,
                       const struct component_options *options) {
  if (!options->starts_program)
    behaviour_adopt_externals(program);
  if (options->recalls)
    recalls_write(program, options->entry);
  bool is_usual = program->starting.is_usual && !options->starts_program;
  if (!options->starts_program && options->entry.id)
    program->starting.again = called_again(program, options->entry);
  if (is_usual)
    usual_write(program, options->entry);
  if (!options->starts_program && options->entry.id)
    rest_write(program, options->entry,
               options->checks_memory ||
                   target_rules_ask_memory(&options->rules));
  attributes_write(program, options);
  members_write(program, options);
  if (options->starts_program && options->entry.id)
    argv_write(program, options->entry);
  if (!options->is_task)
    results_write(program, is_usual);
  if (options->rules.checks_leaks)
    leak_ask(program, options->entry);
  disembody_errors(options, program);
  if (options->promises)
    promises_write(program, options->promises, options->breaches);
}

static void merge(struct behaviour *behaviour,
                  const struct component_options *options) {
  struct procedure *plain = behaviour->plain.procedure;
  if (!options->merges) {
    behaviour->procedure = plain;
    provenance_same(&behaviour->provenance, plain);
    return;
  }
  behaviour->procedure = program_merge(
      behaviour->program, plain,
      (struct merge_options){.passes_joins = options->merges_joins},
      &behaviour->merged);
  provenance_copy(&behaviour->provenance, &behaviour->merged.provenance);
}

bool behaviour_init(struct behaviour *behaviour, struct program *program,
                    const struct component_options *options,
                    struct strbuf *why) {
  *behaviour = (struct behaviour){.program = program};
  if (!make_plain(behaviour, options, why))
    return false;
  behaviour->unseen_call = callback_find(behaviour, options);
  merge(behaviour, options);
  behaviour->effects =
      behaviour_effects(behaviour, options, behaviour->procedure);
  return true;
}

void behaviour_release(struct behaviour *behaviour) {
  if (behaviour->effects)
    effects_free(behaviour->effects);
  if (behaviour->merged.procedure)
    merged_release(&behaviour->merged);
  provenance_release(&behaviour->provenance);
  plain_component_release(&behaviour->plain);
  bitset_release(&behaviour->own);
}

struct effects *behaviour_effects(const struct behaviour *behaviour,
                                  const struct component_options *options,
                                  struct procedure *procedure) {
  struct effect_rules rules = {.writes_nothing = options->is_task,
                               .memory = &behaviour->own,
                               .starts_program = options->starts_program};
  return effects_new(behaviour->program, procedure, &rules);
}

struct effects *behaviour_unfold(const struct behaviour *behaviour,
                                 const struct component_options *options,
                                 const struct product *product) {
  struct effects *effects =
      behaviour_effects(behaviour, options, product->procedure);
  effects_unfold(effects, behaviour->effects, product->locations.at,
                 product->originals.at);
  return effects;
}

// Addresses of globals are numbers in the component.
static void number_addresses(const struct behaviour *behaviour,
                             struct substitution *substitution) {
  const struct program *program = behaviour->program;
  struct substitution *layout = behaviour->plain.removal.layout;
  for (uint32_t i = 1; layout && i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    struct term address = program_term(program, info->address);
    if (info->kind != OBJECT_FRAME)
      substitution_set(substitution, address,
                       substitution_apply(layout, address));
  }
}

struct substitution *behaviour_copies(const struct behaviour *behaviour,
                                      struct procedure_id entry) {
  struct program *program = behaviour->program;
  const struct procedure *original = program_procedure(program, entry);
  const struct variable_vec *copies =
      &behaviour->plain.inlining.procedure->variables;
  uint32_t first = behaviour->plain.inlining.instances.at[1].first_variable;
  struct substitution *substitution = substitution_new(program->terms);
  for (uint32_t i = 0; i < original->variables.count; i++)
    substitution_set(substitution,
                     program_term(program, original->variables.at[i]),
                     program_term(program, copies->at[first + i]));
  number_addresses(behaviour, substitution);
  return substitution;
}

struct location_id behaviour_location(const struct behaviour *behaviour,
                                      struct location_id place) {
  if (!place.id || !behaviour->merged.procedure)
    return place;
  return (struct location_id){behaviour->merged.originals.at[place.id]};
}
