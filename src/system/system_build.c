// From a system of the specification to components.
#include <stdlib.h>

#include "base/memory.h"
#include "check/conformance.h"
#include "lts/transform.h"
#include "system/system.h"

static const struct spec_system *system_of(const struct system_check *system) {
  return &system->spec->systems.at[system->check->system];
}

static struct action local_action(const struct system_check *system,
                                  const struct part *part, const char *what) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s.%s", name_text(system->program->names, part->name),
                what);
  struct action action =
      action_intern(system->spec->actions, strbuf_text(&text));
  strbuf_release(&text);
  return action;
}

static void take_returns(struct part *part, const struct spec_runner *runner) {
  const struct spec_place *result = scope_result(&runner->scope);
  if (result && !scope_is_copied(&runner->scope, result))
    part->labels.result = result->variable;
  for (uint32_t i = 0; i < runner->cases.count; i++) {
    const struct spec_case *one = &runner->cases.at[i];
    return_case_vec_push(&part->labels.cases,
                         (struct return_case){one->action, one->condition});
    bitset_add(&part->alphabet, one->action.id);
  }
}

static void name_part(struct system_check *system, struct part *part,
                      const struct spec_component *component) {
  part->name = component->name;
  part->program = system->program;
  part->dd = system->dd;
  part->solver = system->solver;
  part->labels.weaving = &system->weaving;
  part->labels.error = local_action(system, part, "ERROR");
  part->unsupported = local_action(system, part, "not modelled");
  part->options = (struct component_options){
      .entry = weaving_start(&system->weaving, component),
      .is_resolved = true,
      .merges = system->options.merges,
      .depth = system->options.depth};
  part->has_condition = part->options.entry.id != component->procedure.id;
  part->options.starts_program =
      component->procedure.id == system->program->entry.id;
}

// Where the component waits for others. What it offers alone can always happen:
// then it does not wait.
static void find_waits(struct system_check *system, struct part *part) {
  const struct wait_vec *waits = &system->weaving.waits;
  for (uint32_t i = 0; i < waits->count; i++)
    if (bitset_is_subset(&waits->at[i].offer, &part->visible))
      bitset_add(&part->waits, waits->at[i].action.id);
}

// A component that comes back has ended.
static void end_at_return(struct system_check *system, struct part *part) {
  if (!system->weaving.marks_waits)
    return;
  return_case_vec_push(&part->labels.cases,
                       (struct return_case){system->weaving.waits.at[0].action,
                                            term_true(system->program->terms)});
}

// How many components have each action.
static void count_owners(const struct system_check *system, struct bitset *some,
                         struct bitset *several) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct bitset both = {0};
    bitset_copy(&both, &system->parts[i].alphabet);
    bitset_intersect(&both, some);
    bitset_unite(several, &both);
    bitset_unite(some, &system->parts[i].alphabet);
    bitset_release(&both);
  }
}

// ---- The specification ------------------------------------------------------

// ERROR, and what we do not model, are forbidden everywhere.
static struct lts *forbid_failure(const struct system_check *system,
                                  struct lts *specification) {
  struct bitset forbidden = {0};
  for (uint32_t i = 0; i < system->count; i++) {
    bitset_add(&forbidden, system->parts[i].labels.error.id);
    bitset_add(&forbidden, system->parts[i].unsupported.id);
  }
  struct lts *extended = lts_extend(specification, &forbidden);
  lts_free(specification);
  bitset_release(&forbidden);
  return extended;
}

// What the components do under names of their own: apart from the others by
// that name, and together with them by the action's. One that a component
// never performs stays what nobody does.
static struct lts *name_actions(struct system_check *system) {
  const struct lts *of = system->obligation.specifications.at[0];
  struct action_pair *pairs =
      memory_new((system->own_names.count + 1) * sizeof *pairs);
  uint32_t count = 0;
  for (uint32_t i = 0; i < system->own_names.count; i++) {
    const struct own_name *own = &system->own_names.at[i];
    if (bitset_has(&system->parts[own->part].alphabet, own->action.id))
      pairs[count++] = (struct action_pair){own->name, own->action};
  }
  struct lts *named = lts_rename(of, pairs, count);
  free(pairs);
  return named;
}

static void make_specification(struct system_check *system) {
  if (!system->obligation.specifications.count)
    return;
  if (system->specification)
    lts_free(system->specification);
  system->specification = forbid_failure(system, name_actions(system));
}

// An action counts if somebody else knows it.
void system_find_visible(struct system_check *system) {
  struct bitset some = {0}, known = {0};
  make_specification(system);
  count_owners(system, &some, &known);
  if (system->specification)
    bitset_unite(&known, &system->specification->alphabet);
  if (system->options.heard)
    bitset_unite(&known, system->options.heard);
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    bitset_copy(&part->visible, &part->alphabet);
    bitset_intersect(&part->visible, &known);
    bitset_clear(&part->waits);
    find_waits(system, part);
    bitset_unite(&part->visible, &part->waits);
    bitset_add(&part->visible, part->labels.error.id);
    bitset_add(&part->visible, part->unsupported.id);
  }
  bitset_release(&some);
  bitset_release(&known);
}

// ---- Components -------------------------------------------------------------

// `left.panic`: where `left` has panic to itself (`- {panic}`), that is what it
// performs.
static void name_events(struct system_check *system) {
  const struct spec_system *of = system_of(system);
  if (!system->obligation.specifications.count)
    return;
  const struct bitset *alphabet =
      &system->obligation.specifications.at[0]->alphabet;
  BITSET_EACH (a, alphabet) {
    struct own_name own = {.name = {a}};
    if (!spec_component_event(system->spec, of, own.name, &own.part,
                              &own.action))
      continue;
    own_name_vec_push(&system->own_names, own);
    struct part *part = &system->parts[own.part];
    if (bitset_has(&part->alphabet, own.action.id))
      continue;
    action_pair_vec_push(&part->own_names,
                         (struct action_pair){own.action, own.name});
    bitset_add(&part->alphabet, own.name.id);
  }
}

static void take_names(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    part->labels.own_names = part->own_names.at;
    part->labels.own_name_count = part->own_names.count;
  }
}

// Those that are `main` come first: what other units define has any value for
// them, and is an object of the program for the others from then on.
static bool init_parts(struct system_check *system, bool are_main,
                       struct strbuf *why) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    if (part->options.starts_program != are_main)
      continue;
    if (!part_init(part, system->options.by_values, why)) {
      strbuf_format(why, " (component %s)",
                    name_text(system->program->names, part->name));
      return false;
    }
  }
  return true;
}

static bool build_parts(struct system_check *system, struct strbuf *why) {
  const struct spec_system *of = system_of(system);
  for (uint32_t i = 0; i < of->components.count; i++) {
    name_part(system, &system->parts[i], &of->components.at[i]);
    if (i < system->obligation.runners.count)
      take_returns(&system->parts[i], &system->obligation.runners.at[i]);
    end_at_return(system, &system->parts[i]);
  }
  name_events(system);
  take_names(system);
  system_find_visible(system);
  return init_parts(system, true, why) && init_parts(system, false, why);
}

// Read off the program as it is, before anything is woven in.
static void find_alphabets(struct system_check *system) {
  const struct spec_system *of = system_of(system);
  for (uint32_t i = 0; i < system->count; i++) {
    spec_component_alphabet(system->spec, &of->components.at[i],
                            system->options.takes_bodies,
                            &system->parts[i].alphabet);
    bitset_copy(&system->parts[i].imposed, &of->components.at[i].given);
  }
}

static void resolve_calls(struct system_check *system) {
  struct procedure_id_vec entries = {0};
  const struct spec_system *of = system_of(system);
  for (uint32_t i = 0; i < of->components.count; i++)
    procedure_id_vec_push(&entries, of->components.at[i].procedure);
  plain_components_resolve(system->program, &entries);
  procedure_id_vec_release(&entries);
}

// Is there an engine for it?
static bool is_supported(const struct spec_check *check, struct strbuf *why) {
  enum goal_kind goal = check->item->check.goal;
  if (goal == GOAL_REFINES || goal == GOAL_DEADLOCK_FREE || goal == GOAL_LTL ||
      goal == GOAL_CTL)
    return true;
  strbuf_format(why, "`%s` of a system is not checked yet",
                conformance_goal_text(goal));
  return false;
}

bool system_check_init(struct system_check *system, struct program *program,
                       struct spec *spec, const struct spec_check *check,
                       const struct system_options *options,
                       struct stats *stats, struct strbuf *why) {
  *system = (struct system_check){.program = program,
                                  .spec = spec,
                                  .check = check,
                                  .options = *options,
                                  .stats = stats,
                                  .verdict = VERDICT_UNKNOWN};
  system->dd = dd_manager_new();
  system->solver = solver_new(program->terms);
  if (!is_supported(check, why))
    return false;
  if (!spec_prepare(spec, check, &system->obligation)) {
    strbuf_add(why, "the specification could not be made ready");
    return false;
  }
  const struct spec_system *of = system_of(system);
  system->count = of->components.count;
  system->parts = memory_new_zero(system->count, sizeof *system->parts);
  system->abstracts = memory_new_zero(system->count, sizeof *system->abstracts);
  system->spurious = memory_new_zero(system->count, sizeof *system->spurious);
  find_alphabets(system);
  resolve_calls(system);
  weaving_init(&system->weaving, program, spec, check, options->takes_bodies);
  return build_parts(system, why);
}

void system_check_release(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    action_lts_release(&system->abstracts[i]);
    part_release(&system->parts[i]);
    for (uint32_t k = 0; k < system->spurious[i].count; k++)
      lts_action_vec_release(&system->spurious[i].at[k]);
    lts_traces_release(&system->spurious[i]);
  }
  free(system->spurious);
  free(system->waits);
  free(system->parts);
  free(system->abstracts);
  if (system->specification)
    lts_free(system->specification);
  if (system->safety)
    lts_free(system->safety);
  lts_free(system->assumption.lts);
  bitset_release(&system->assumption.first);
  bitset_release(&system->assumption.letters);
  weaving_release(&system->weaving);
  spec_obligation_release(&system->obligation);
  dd_manager_free(system->dd);
  solver_free(system->solver);
  strbuf_release(&system->reason);
  strbuf_release(&system->play);
  lts_action_vec_release(&system->trace);
  lts_action_vec_release(&system->allowed);
  own_name_vec_release(&system->own_names);
}
