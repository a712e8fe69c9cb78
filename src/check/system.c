#include "check/system.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/inclusion.h"
#include "lts/transform.h"

// ---- Building ---------------------------------------------------------------

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
  if (result)
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
  part->labels.weaving = &system->weaving;
  part->labels.error = local_action(system, part, "ERROR");
  part->unsupported = local_action(system, part, "not modelled");
  bitset_copy(&part->alphabet, &component->alphabet);
  part->options = (struct component_options){
      .entry = weaving_start(&system->weaving, component),
      .is_resolved = true,
      .merges = system->options.merges};
  part->options.starts_program =
      part->options.entry.id == system->program->entry.id;
}

// An action counts if somebody else knows it.
static void find_visible(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    struct bitset known = {0};
    if (system->specification)
      bitset_unite(&known, &system->specification->alphabet);
    for (uint32_t k = 0; k < system->count; k++)
      if (k != i)
        bitset_unite(&known, &system->parts[k].alphabet);
    bitset_copy(&part->visible, &part->alphabet);
    bitset_intersect(&part->visible, &known);
    bitset_unite(&part->visible, &part->waits);
    bitset_add(&part->visible, part->labels.error.id);
    bitset_add(&part->visible, part->unsupported.id);
    bitset_release(&known);
  }
}

// ERROR, and what we do not model, are forbidden everywhere.
static void extend_specification(struct system_check *system) {
  if (!system->specification)
    return;
  struct bitset forbidden = {0};
  for (uint32_t i = 0; i < system->count; i++) {
    bitset_add(&forbidden, system->parts[i].labels.error.id);
    bitset_add(&forbidden, system->parts[i].unsupported.id);
  }
  struct lts *extended = lts_extend(system->specification, &forbidden);
  lts_free(system->specification);
  system->specification = extended;
  bitset_release(&forbidden);
}

static bool build_parts(struct system_check *system, struct strbuf *why) {
  const struct spec_system *of = system_of(system);
  for (uint32_t i = 0; i < of->components.count; i++) {
    name_part(system, &system->parts[i], &of->components.at[i]);
    if (i < system->obligation.runners.count)
      take_returns(&system->parts[i], &system->obligation.runners.at[i]);
  }
  find_visible(system);
  extend_specification(system);
  for (uint32_t i = 0; i < system->count; i++)
    if (!part_init(&system->parts[i], why)) {
      strbuf_format(why, " (component %s)",
                    name_text(system->program->names, system->parts[i].name));
      return false;
    }
  return true;
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
  if (!spec_prepare(spec, check, &system->obligation)) {
    strbuf_add(why, "the specification could not be made ready");
    return false;
  }
  const struct spec_system *of = system_of(system);
  system->count = of->components.count;
  system->parts = memory_new_zero(system->count, sizeof *system->parts);
  system->abstracts = memory_new_zero(system->count, sizeof *system->abstracts);
  for (uint32_t i = 0; i < system->count; i++)
    plain_component_resolve(program, of->components.at[i].procedure, true);
  weaving_init(&system->weaving, program, spec, check, options->takes_bodies);
  if (system->obligation.specifications.count)
    system->specification = lts_copy(system->obligation.specifications.at[0]);
  return build_parts(system, why);
}

void system_check_release(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    action_lts_release(&system->abstracts[i]);
    part_release(&system->parts[i]);
  }
  free(system->parts);
  free(system->abstracts);
  if (system->specification)
    lts_free(system->specification);
  weaving_release(&system->weaving);
  spec_obligation_release(&system->obligation);
  dd_manager_free(system->dd);
  strbuf_release(&system->reason);
  lts_action_vec_release(&system->trace);
  lts_action_vec_release(&system->allowed);
  bitset_release(&system->spurious);
}

// ---- Outcomes ---------------------------------------------------------------

static void conclude(struct system_check *system, enum verdict verdict,
                     const char *reason) {
  system->verdict = verdict;
  if (reason)
    strbuf_add(&system->reason, reason);
}

static const char *stop_reason(const struct system_check *system) {
  const struct cegar_options *options = &system->options.cegar;
  if (*options->interrupt)
    return "interrupted";
  if (*options->out_of_time)
    return "timeout";
  if (options->memlimit_kb && stats_peak_kb() > options->memlimit_kb)
    return "memory limit";
  return NULL;
}

static void conclude_about(struct system_check *system, const struct part *part,
                           const char *why) {
  conclude(system, VERDICT_UNKNOWN, NULL);
  strbuf_format(&system->reason, "component %s: %s",
                name_text(system->program->names, part->name), why);
}

// ---- Abstraction ------------------------------------------------------------

static enum first_partition first_partition(const struct system_check *system) {
  if (system->options.abstraction == SYSTEM_PREDICATES)
    return PARTITION_FINEST;
  return system->options.contracts ? PARTITION_ONE : PARTITION_ENABLED;
}

// False when the search cannot go on.
static bool abstract_part(struct system_check *system, uint32_t i) {
  struct part *part = &system->parts[i];
  system->options.cegar.progress->phase = "abstracting";
  if (!part_abstract(part, system->options.contracts, &system->options.cegar)) {
    const char *stopped = stop_reason(system);
    conclude_about(system, part,
                   stopped ? stopped : "its predicate LTS is too large");
    return false;
  }
  action_lts_release(&system->abstracts[i]);
  action_lts_init(&system->abstracts[i], part->lts, first_partition(system));
  log_line(system->options.cegar.log, 2, "system",
           "%s: %u predicates, %u states, %u without silence, %u blocks",
           name_text(system->program->names, part->name), part->seeds.count,
           part->full_states, part->lts->state_count,
           system->abstracts[i].members.count);
  return true;
}

// ---- The composition --------------------------------------------------------

static void log_trace(const struct system_check *system) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < system->trace.count; i++)
    strbuf_format(&text, " %s",
                  action_text(system->spec->actions, system->trace.at[i]));
  log_line(system->options.cegar.log, 2, "system", "%llu states; %s%s",
           (unsigned long long)system->stats->system_states,
           system->trace.count ? "trace:" : "conforms", strbuf_text(&text));
  strbuf_release(&text);
}

// False when the search cannot go on. Without a trace the check holds.
static bool search(struct system_check *system) {
  struct lts_view *views = memory_new(system->count * sizeof *views);
  for (uint32_t i = 0; i < system->count; i++)
    views[i] = lts_view_of(system->abstracts[i].lts);
  struct lts_product *product = lts_product_new(views, system->count);
  struct lts_view view = lts_product_view(product);
  struct inclusion_options options = {.weak = true, .project = true};
  struct inclusion inclusion =
      lts_check_inclusion(&view, system->specification, options);
  lts_action_vec_clear(&system->trace);
  for (uint32_t i = 0; i < inclusion.run.count; i++)
    if (!action_is_tau(inclusion.run.at[i].action))
      lts_action_vec_push(&system->trace, inclusion.run.at[i].action);
  lts_action_vec_clear(&system->allowed);
  lts_action_vec_append(&system->allowed, inclusion.allowed.at,
                        inclusion.allowed.count);
  system->stats->system_states = inclusion.pairs;
  bool goes_on = inclusion.answer != INCLUSION_UNKNOWN;
  inclusion_release(&inclusion);
  lts_product_free(product);
  free(views);
  if (!goes_on)
    conclude(system, VERDICT_UNKNOWN, "the composition is too large");
  log_trace(system);
  return goes_on;
}

// ---- Validation -------------------------------------------------------------

static void project(const struct system_check *system, uint32_t i,
                    struct lts_action_vec *into) {
  trace_project(&system->trace, &system->parts[i].visible, into);
}

// Takes the trace away where a component's LTS does not have it. True when it
// is gone.
static bool split_blocks(struct system_check *system) {
  bool is_gone = false;
  for (uint32_t i = 0; i < system->count; i++) {
    struct lts_action_vec trace = {0};
    project(system, i, &trace);
    if (!lts_performs(system->parts[i].lts, &trace)) {
      struct bitset touched = {0};
      uint32_t splits =
          action_lts_exclude(&system->abstracts[i], &trace, &touched);
      log_line(system->options.cegar.log, 2, "system",
               "%s: %u splits, %u blocks",
               name_text(system->program->names, system->parts[i].name), splits,
               system->abstracts[i].members.count);
      bitset_release(&touched);
      is_gone = true;
    }
    lts_action_vec_release(&trace);
  }
  if (is_gone)
    system->stats->action_iterations++;
  return is_gone;
}

static bool is_unsupported(const struct system_check *system, uint32_t i,
                           const struct lts_action_vec *trace) {
  return trace->count && action_equal(trace->at[trace->count - 1],
                                      system->parts[i].unsupported);
}

// Asks the code of one component.
static enum part_answer ask(struct system_check *system, uint32_t i) {
  struct part *part = &system->parts[i];
  struct lts_action_vec trace = {0};
  struct strbuf why = {0};
  enum part_answer answer = PART_CAN;
  project(system, i, &trace);
  if (is_unsupported(system, i, &trace)) {
    conclude_about(system, part, "reaches something that is not modelled");
    answer = PART_UNKNOWN;
  } else if (trace.count) {
    answer = part_performs(part, &trace, &system->options.cegar, system->stats,
                           &why);
    if (answer == PART_UNKNOWN)
      conclude_about(system, part, strbuf_text(&why));
  }
  lts_action_vec_release(&trace);
  strbuf_release(&why);
  return answer;
}

// The predicates of the proof that the code cannot perform a trace take it out
// of the LTS, too.
static bool is_excluded(struct system_check *system, uint32_t i) {
  struct lts_action_vec trace = {0};
  project(system, i, &trace);
  bool is_excluded = !lts_performs(system->parts[i].lts, &trace);
  if (!is_excluded)
    conclude_about(system, &system->parts[i],
                   "internal error: an excluded trace came back");
  lts_action_vec_release(&trace);
  return is_excluded;
}

// All components whose code cannot perform the trace get more predicates. True
// when there was one, and all is well.
static bool add_predicates(struct system_check *system) {
  bool is_gone = false;
  for (uint32_t i = 0; i < system->count; i++) {
    enum part_answer answer = ask(system, i);
    if (answer == PART_UNKNOWN)
      return false;
    if (answer == PART_CAN)
      continue;
    is_gone = true;
    if (system->options.abstraction == SYSTEM_ACTIONS) {
      conclude_about(system, &system->parts[i],
                     "needs predicates, which --abstraction=actions leaves "
                     "as they are");
      return false;
    }
    if (!abstract_part(system, i) || !is_excluded(system, i))
      return false;
  }
  if (is_gone)
    system->stats->predicate_iterations++;
  else
    conclude(system, VERDICT_FALSE, NULL);
  return is_gone;
}

// ---- The loop ---------------------------------------------------------------

static bool iterate(struct system_check *system) {
  const char *stopped = stop_reason(system);
  if (stopped) {
    conclude(system, VERDICT_UNKNOWN, stopped);
    return false;
  }
  system->stats->iterations++;
  if (!search(system))
    return false;
  if (!system->trace.count) {
    conclude(system, VERDICT_TRUE, NULL);
    return false;
  }
  return split_blocks(system) || add_predicates(system);
}

void system_check_run(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (!abstract_part(system, i))
      return;
  while (iterate(system))
    ;
}
