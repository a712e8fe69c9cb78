// Temporal formulas of components that communicate, and bisimulation.
//
// Each component is followed value by value (abstraction/finite.h): its LTS has
// all that it does, silent steps and all, and the formula is asked of the
// composition. Components that are not finite are refused.
//
// Where a component waits for one of several actions it is woven as if it
// decided for one by itself, so that the composition can be stuck where the
// components are not: it has all their executions, and more that get stuck.
// Then only an answer counts that these cannot change.
#include "engine/internal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/view.h"
#include "program/draft.h"
#include "system/process.h"

enum { MOST_JOINT = 2000000 };

static void find_heard(const struct temporal *temporal, struct bitset *into) {
  for (uint32_t i = 0; i < temporal->atoms.list.count; i++) {
    const struct atom *atom = &temporal->atoms.list.at[i];
    if (atom->kind == ATOM_ACTION && atom->action.id)
      bitset_add(into, atom->action.id);
  }
}

// Atoms that states of a composition do not have.
static bool can_ask(const struct temporal *temporal, struct strbuf *why) {
  for (uint32_t i = 0; i < temporal->atoms.list.count && !why->length; i++) {
    enum atom_kind kind = temporal->atoms.list.at[i].kind;
    if (kind == ATOM_C || kind == ATOM_AT)
      strbuf_add(why, "formulas of systems speak of actions, `end` and "
                      "`stuck`, not of what is in a component");
  }
  return !why->length;
}

// May a component wait for one of several actions? Events are single actions of
// the code; what procedure abstractions perform is a process, with choices.
static bool may_choose(const struct system_check *system) {
  return system->spec->procs.count > 0;
}

// Is the answer the same without some of the executions, ones that get stuck?
static bool is_firm(const struct temporal *temporal, enum verdict verdict) {
  struct mu_fragment steps = mu_fragment(&temporal->table, temporal->root);
  bool is_about_all = !steps.has_some, is_about_some = !steps.has_all;
  if ((is_about_all && verdict == VERDICT_TRUE) ||
      (is_about_some && verdict == VERDICT_FALSE))
    return true;
  return (is_about_all || is_about_some) &&
         !temporal_is_about_endless(temporal);
}

static void doubt(const struct system_check *system,
                  const struct temporal *temporal, struct result *result) {
  if (result->verdict == VERDICT_UNKNOWN || !may_choose(system) ||
      is_firm(temporal, result->verdict))
    return;
  result->verdict = VERDICT_UNKNOWN;
  result->tree.claims.count = result->tree.count = 0;
  strbuf_add(&result->reason, "it depends on which of several actions a "
                              "component waits for");
}

// What is asked of the composition, about what.
struct composed_question {
  void (*decide)(struct engine_context *context,
                 const struct system_check *system, const void *about,
                 const struct lts *joint, struct result *result);
  const void *about;
};

static struct lts *value_lts(struct part *part, struct result *result) {
  struct strbuf why = {0};
  struct lts *lts = part_value_lts(part, &why);
  if (!lts)
    strbuf_format(&result->reason, "component %s %s",
                  name_text(result->names, part->name), strbuf_text(&why));
  strbuf_release(&why);
  return lts;
}

static void decide_joint(struct engine_context *context,
                         const struct system_check *system,
                         const struct composed_question *question,
                         struct lts **parts, struct result *result) {
  struct lts *joint =
      lts_compose((const struct lts *const *)parts, system->count, MOST_JOINT);
  if (!joint) {
    strbuf_add(&result->reason, "the composition is too large");
    return;
  }
  question->decide(context, system, question->about, joint, result);
  lts_free(joint);
}

static void compose(struct engine_context *context, struct system_check *system,
                    const struct composed_question *question,
                    struct result *result) {
  struct lts **parts = memory_new_zero(system->count, sizeof *parts);
  bool ok = true;
  for (uint32_t i = 0; i < system->count && ok; i++) {
    parts[i] = value_lts(&system->parts[i], result);
    ok = parts[i] != NULL;
  }
  if (ok)
    decide_joint(context, system, question, parts, result);
  for (uint32_t i = 0; i < system->count; i++)
    if (parts[i])
      lts_free(parts[i]);
  free(parts);
}

// A system whose components do all that they do by values.
static bool prepare(struct engine_context *context, const struct demand *demand,
                    struct program *draft, const struct bitset *heard,
                    struct system_check *system, struct result *result) {
  struct system_options options = system_options_of(context);
  options.heard = heard;
  options.by_values = true;
  options.cegar.solver = NULL; // it makes one
  return system_check_init(system, draft, demand->spec, demand->check, &options,
                           context->stats, &result->reason);
}

// ---- Formulas ---------------------------------------------------------------

static void decide_formula(struct engine_context *context,
                           const struct system_check *system, const void *about,
                           const struct lts *joint, struct result *result) {
  formula_decide_lts(context, about, joint, result);
  doubt(system, about, result);
}

void formula_run_system(struct engine_context *context,
                        const struct demand *demand,
                        const struct temporal *temporal,
                        struct result *result) {
  struct system_check system;
  struct program *draft = program_draft(context->program);
  struct composed_question question = {decide_formula, temporal};
  struct bitset heard = {0};
  find_heard(temporal, &heard);
  if (prepare(context, demand, draft, &heard, &system, result) &&
      can_ask(temporal, &result->reason))
    compose(context, &system, &question, result);
  system_check_release(&system);
  bitset_release(&heard);
  program_free(draft);
}

// ---- Bisimulation -----------------------------------------------------------

static void decide_bisimulation(struct engine_context *context,
                                const struct system_check *system,
                                const void *about, const struct lts *joint,
                                struct result *result) {
  (void)context;
  if (may_choose(system)) {
    strbuf_add(&result->reason, "it depends on which of several actions a "
                                "component waits for");
    return;
  }
  result->verdict = process_refines(RELATION_WEAK_BISIM, joint, about, result);
  if (result->verdict == VERDICT_UNKNOWN)
    strbuf_add(&result->reason, "the composition is too large");
}

void bisimulation_run_system(struct engine_context *context,
                             const struct demand *demand,
                             struct result *result) {
  struct system_check system;
  struct program *draft = program_draft(context->program);
  if (prepare(context, demand, draft, NULL, &system, result)) {
    struct composed_question question = {decide_bisimulation,
                                         system.specification};
    compose(context, &system, &question, result);
  }
  system_check_release(&system);
  program_free(draft);
}
