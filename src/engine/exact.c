// Assertions by exact abstraction: AG !violation (seed 004, section 6).
//
// What is proved is proved; that something is violated is certain in the
// abstraction before any execution is known, and the loop of the assertions is
// then asked for one, which the interpreter runs before it is shown.
#include "check/ledger_entries.h"
#include "check/vacuity.h"
#include "engine/internal.h"
#include "program/draft.h"

static void ask(struct engine_context *context,
                const struct component *component, struct result *result) {
  struct term_vec conditions = {0};
  struct bitset errors = {0};
  struct temporal temporal;
  for (uint32_t i = 0; i < component->violations.count; i++)
    bitset_add(&errors, component->violations.at[i].id);
  temporal_init_safety(&temporal, result->names);
  term_vec_push(&conditions, (struct term){0});
  struct abstract_subject subject = {.behaviour = component->behaviour,
                                     .effects = component->behaviour->effects,
                                     .atoms = &temporal.atoms,
                                     .conditions = &conditions,
                                     .errors = &errors};
  formula_decide(context, &temporal, &subject, NULL, result);
  temporal_release(&temporal);
  bitset_release(&errors);
  term_vec_release(&conditions);
}

static void take_rows(struct component *component,
                      const struct component_options *options,
                      struct result *result) {
  bool is_proved = result->verdict == VERDICT_TRUE;
  struct name reason = intern(result->names, strbuf_text(&result->reason));
  for (uint32_t i = 0; i < component->targets.count; i++) {
    component->targets.at[i].status = is_proved ? ROW_HOLDS : ROW_UNKNOWN;
    component->targets.at[i].reason = is_proved ? (struct name){0} : reason;
  }
  targets_rows(&component->targets, component->program, &result->rows);
  if (!is_proved)
    return;
  if (!result->vacuity.length)
    vacuity_of_names(component, options, &result->vacuity);
}

// True when the abstraction says that something is violated.
static bool prove(struct engine_context *context, const struct demand *demand,
                  struct result *result) {
  struct component_options options = demand->component;
  struct program *draft = program_draft(context->program);
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct strbuf why = {0};
  options.is_task = demand->is_task;
  options.is_temporal = true;
  options.merges = context->options->merge;
  options.merges_joins = true;
  options.depth = depth_for_once(context);
  if (component_init(&component, &behaviour, draft, &options, &why) &&
      formula_can_ask(&behaviour, &why)) {
    struct ledger_facts facts = {.component = &component,
                                 .options = &options,
                                 .model_is_given = demand->has_model,
                                 .is_part = true}; // nothing is left out
    ledger_fill(&result->ledger, &facts);
    ask(context, &component, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  bool is_violated = result->verdict == VERDICT_FALSE;
  if (!is_violated)
    take_rows(&component, &options, result);
  component_release(&component);
  behaviour_release(&behaviour);
  program_free(draft);
  strbuf_release(&why);
  return is_violated;
}

void run_exact(struct engine_context *context, const struct demand *demand,
               struct result *result) {
  struct result found = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  if (!prove(context, demand, result))
    return;
  run_assertions(context, demand, &found);
  if (found.verdict != VERDICT_FALSE) {
    found.verdict = VERDICT_UNKNOWN;
    strbuf_clear(&found.reason);
    strbuf_add(&found.reason, "a violation is certain in the abstraction, and "
                              "no execution was found that shows it");
  }
  result_release(result);
  *result = found;
}
